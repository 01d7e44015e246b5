// U-06: nothing in a field is no answer, unless the person says that it is one.
import { cleanup, fireEvent, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test } from "vitest";
import { choices, field, form, text } from "../../question/testing";
import { filled, isDirty, needsInput } from "./draft";
import { one } from "./testing";

afterEach(cleanup);
const empty = { kind: "empty" } as const;
const box = (name: string) => screen.queryByRole("checkbox", { name });

test("an emptied optional text is sent empty only where the person says so", async () => {
  const { told } = one({ required: false }, text("old"));
  const input = screen.getByLabelText<HTMLInputElement>("It optional");
  expect(screen.queryByRole("checkbox")).toBeNull();
  await fireEvent.input(input, { target: { value: "" } });
  const ask = box("Send it empty; otherwise nothing is sent for this question");
  expect(ask?.getAttribute("aria-checked")).toBe("false");
  ask?.focus();
  ask?.click();
  await tick();
  expect(ask?.getAttribute("aria-checked")).toBe("true");
  // It stays where it is, with the focus, and is taken back the same way.
  expect(document.activeElement).toBe(ask);
  ask?.click();
  await tick();
  expect(told).toEqual([text(""), empty, text("")]);
  await fireEvent.input(input, { target: { value: "new" } });
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("a needed text is asked about once an answer is missing", async () => {
  const { told, props, rerender } = one({});
  expect(screen.queryByRole("checkbox")).toBeNull();
  const error = { field: 0, key: "it", reason: "REQUIRED", words: "This needs an answer." } as const;
  await rerender({ ...props, errors: [error] });
  box("Send it empty")?.click();
  expect(told).toEqual([empty]);
});

test("what the server suggests as empty is shown as such; where empty does not fit nothing is asked", () => {
  one({ required: false, initial: empty });
  expect(screen.getByRole("checkbox").getAttribute("aria-checked")).toBe("true");
  cleanup();
  one({ takesEmpty: false, required: false }, text(""));
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("lists without members are asked about too, each in its own kind", async () => {
  const control = { kind: "multiSelect", options: choices("a"), min: null, max: null } as const;
  const many = one({ control, required: false }, { kind: "choices", value: [0] });
  screen.getByRole("checkbox", { name: "a" }).click();
  await tick();
  const ask = box("Send an empty list; otherwise nothing is sent for this question");
  ask?.click();
  await tick();
  ask?.click();
  expect(many.told).toEqual([{ kind: "choices", value: [] }, empty, { kind: "choices", value: [] }]);
  cleanup();
  const lines = one({ control: { kind: "textList", min: null, max: null } }, { kind: "lines", value: ["a"] });
  await fireEvent.input(screen.getByLabelText("It"), { target: { value: "" } });
  box("Send an empty list")?.click();
  expect(lines.told).toEqual([{ kind: "lines", value: [] }, empty]);
});

test("empty lines in between are values where the person says so", async () => {
  const { told } = one({ control: { kind: "textList", min: null, max: null } });
  const area = screen.getByLabelText<HTMLTextAreaElement>("It");
  await fireEvent.input(area, { target: { value: "a\n" } });
  expect(box("Send empty lines too")).toBeNull();
  await fireEvent.input(area, { target: { value: "a\n\nb" } });
  box("Send empty lines too")?.click();
  await tick();
  expect(told.at(-1)).toEqual({ kind: "lines", value: ["a", "", "b"] });
  expect(area.value).toBe("a\n\nb");
  box("Send empty lines too")?.click();
  await tick();
  expect(told.at(-1)).toEqual({ kind: "lines", value: ["a", "b"] });
  expect(area.value).toBe("a\n\nb");
});

test("emptied is nothing to lose and nothing to fill in; said to be empty is an answer", () => {
  const fields = form(field({ required: false }), field());
  const blank = { kind: "untouched" } as const;
  expect(isDirty(fields, [text(""), blank])).toBe(false);
  expect(isDirty(fields, [empty, blank])).toBe(true);
  expect([text(""), empty].map((value) => needsInput(field(), value))).toEqual([true, false]);
  expect(filled(fields, [text("a"), blank], [text(""), empty], new Set())).toEqual([text("a"), empty]);
});
