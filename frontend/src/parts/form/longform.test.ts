// Forms of hundreds of fields: the first are there at once, the others follow, and none is passed over meanwhile.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Draft } from "../../bindings/Draft";
import type { Field } from "../../bindings/Field";
import type { FieldError } from "../../bindings/FieldError";
import { field, form, press } from "../../question/testing";
import { fresh } from "./draft";
import { byField } from "./errors";
import FormFields from "./FormFields.svelte";

/** Frames, as the test lets them come. */
let frames: FrameRequestCallback[] = [];
beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("requestAnimationFrame", (draw: FrameRequestCallback) => frames.push(draw));
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
async function frame() {
  for (const draw of frames.splice(0)) draw(0);
  await vi.advanceTimersByTimeAsync(0);
}
const long = (count: number) =>
  Array.from({ length: count }, (_, at) => field({ label: `Field ${at}`, required: at === 0 }));
function shown(fields: Field[], errors: FieldError[] = []) {
  const props = {
    form: form(...fields),
    draft: fields.map(fresh) as Draft,
    errors,
    onsend: vi.fn(),
    onchange: (draft: Draft) => void all.rerender({ ...props, draft }),
  };
  const all = render(FormFields, props);
  return { ...all, props };
}
const drawn = () => screen.getAllByRole("textbox").length;

test("a long form is drawn in parts, until all of it is there", async () => {
  shown(long(100));
  expect(drawn()).toBe(40);
  await frame();
  expect(drawn()).toBe(80);
  await frame();
  expect(drawn()).toBe(100);
  expect(frames).toEqual([]);
});

test("Enter on the last field that is drawn goes on; it sends on the last one only", () => {
  const { props } = shown(long(60));
  screen.getByLabelText("Field 39 optional").focus();
  press("Enter");
  expect(document.activeElement).toBe(screen.getByLabelText("Field 40 optional"));
  screen.getByLabelText("Field 59 optional").focus();
  expect(props.onsend).not.toHaveBeenCalled();
  press("Enter");
  expect(props.onsend).toHaveBeenCalledOnce();
});

test("what takes the focus and what errors lead to is there at once", () => {
  shown(long(60).map((one, at) => ({ ...one, required: at === 45 })));
  expect(screen.getByLabelText("Field 45")).toBeTruthy();
  cleanup();
  shown(long(60), [{ field: 59, key: "name", reason: "REQUIRED", words: "This needs an answer." }]);
  expect(screen.getByLabelText("Field 59 optional").getAttribute("aria-invalid")).toBe("true");
});

test("what is typed in one field is no news to the others", async () => {
  let asked = 0;
  const watched = Object.defineProperty(field({ label: "Other" }), "limits", {
    get: () => {
      asked += 1;
      return [];
    },
  });
  shown([field({ label: "It" }), watched]);
  const before = asked;
  await fireEvent.input(screen.getByLabelText("It"), { target: { value: "a" } });
  expect(screen.getByLabelText<HTMLInputElement>("It").value).toBe("a");
  expect(asked).toBe(before);
});

test("errors by their field; those of the whole answer are nobody's", () => {
  const error = (at: number | null, words: string, below?: number[]): FieldError => ({
    field: at,
    key: null,
    reason: "TYPE",
    words,
    ...(below && { below }),
  });
  const found = byField([error(1, "a"), error(null, "all"), error(1, "b", [2, 0])]);
  expect([...found]).toEqual([
    [
      1,
      [
        { way: [], words: "a" },
        { way: [2, 0], words: "b" },
      ],
    ],
  ]);
});
