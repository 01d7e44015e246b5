// Fields that are typed: text, numbers, lists of lines, and what stands around them (ELI-11, P13, P14).
import { cleanup, fireEvent, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test } from "vitest";
import type { Control } from "../../bindings/Control";
import { press } from "../../question/testing";
import { one } from "./testing";

afterEach(cleanup);

test.each<[Control["kind"], string | null]>([
  ["number", "decimal"],
  ["integer", "numeric"],
  ["email", "email"],
  ["url", "url"],
])("%s is typed as text, so nothing scrolls or rounds it", async (kind, mode) => {
  const { told } = one({ control: { kind } as Control });
  const input = screen.getByLabelText<HTMLInputElement>("It");
  expect(input.type).toBe("text");
  expect(input.getAttribute("inputmode")).toBe(mode);
  expect(input.getAttribute("aria-required")).toBe("true");
  await fireEvent.input(input, { target: { value: "12345678901234567890.10" } });
  expect(told.at(-1)).toEqual({ kind: "text", value: "12345678901234567890.10" });
});

// What is in sight is what is sent.
test("a text with line breaks is several lines, and stays so", async () => {
  const { told } = one({}, { kind: "text", value: "a\nb" });
  const area = screen.getByLabelText<HTMLTextAreaElement>("It");
  expect(area.tagName).toBe("TEXTAREA");
  expect(area.value).toBe("a\nb");
  await fireEvent.input(area, { target: { value: "ab" } });
  expect(told.at(-1)).toEqual({ kind: "text", value: "ab" });
  expect(screen.getByLabelText("It")).toBe(area);
});

test("pasted lines stay lines, where the caret was", async () => {
  const { told } = one({}, { kind: "text", value: "from to" });
  const input = screen.getByLabelText<HTMLInputElement>("It");
  expect(input.tagName).toBe("INPUT");
  input.focus();
  input.setSelectionRange(5, 5);
  const clip = (text: string) => ({ clipboardData: { getData: () => text } });
  expect(await fireEvent.paste(input, clip("one line"))).toBe(true);
  expect(told).toEqual([]);
  expect(await fireEvent.paste(input, clip("a\r\nb "))).toBe(false);
  await tick();
  expect(told).toEqual([{ kind: "text", value: "from a\nb to" }]);
  const area = screen.getByLabelText<HTMLTextAreaElement>("It");
  expect(area.tagName).toBe("TEXTAREA");
  expect(area.value).toBe("from a\nb to");
  expect(document.activeElement).toBe(area);
  expect(area.selectionStart).toBe(9);
});

test("what cannot be seen in a text is written out under it (ELI-09)", () => {
  one({}, { kind: "text", value: "pay\u202Epal" });
  expect(screen.getByText("pay‹U+202E›pal")).toBeTruthy();
  cleanup();
  one({}, { kind: "text", value: "paypal" });
  expect(screen.queryByText("paypal")).toBeNull();
});

test("a secret is drawn open, with the warning; it is no password field (ELI-11)", () => {
  one({ secret: true, required: false });
  expect(screen.getByLabelText<HTMLInputElement>("It optional").type).toBe("text");
  expect(screen.getByText(/looks like a secret/).textContent).toBe(
    "This looks like a secret. The server receives it as plain text. Leave it empty unless you are sure; Askance never keeps it.",
  );
  cleanup();
  one({ secret: true });
  expect(screen.getByText(/Send it only if you are sure; Askance never keeps it/)).toBeTruthy();
});

test("a broken default is shown and not filled in (SCH-08)", () => {
  one({ brokenDefault: "31 September" });
  expect(
    screen.getByText("The server suggests “31 September”, which does not fit its own question. It is not filled in."),
  ).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("It").value).toBe("");
});

test("where errors are said is in the tree before there is one", async () => {
  const { props, container, rerender } = one({});
  const live = container.querySelector("[id$='-e'][aria-live=polite]");
  expect(live?.classList.contains("sr")).toBe(true);
  expect(live?.textContent).toBe("");
  await rerender({ ...props, errors: [{ field: 0, key: "it", reason: "REQUIRED", words: "This needs an answer." }] });
  expect(live?.textContent).toContain("This needs an answer.");
  expect(live?.classList.contains("sr")).toBe(false);
});

test("a list of texts, one on each line", async () => {
  const { told } = one({ control: { kind: "textList", min: null, max: null }, required: false });
  const lines = screen.getByLabelText<HTMLTextAreaElement>("It optional");
  await fireEvent.input(lines, { target: { value: "a\n" } });
  expect(lines.value).toBe("a\n");
  await fireEvent.input(lines, { target: { value: "a\n\nb" } });
  await fireEvent.input(lines, { target: { value: "" } });
  const lists = [["a"], ["a", "b"], []];
  expect(told).toEqual(lists.map((value) => ({ kind: "lines", value })));
});

test("long text is several lines and counts code points (SCH-11); Enter is a new line there", async () => {
  const { props } = one({ control: { kind: "text", multiline: true, maxLength: 600 } }, { kind: "text", value: "a😀" });
  expect(screen.getByText("2 of 600 characters")).toBeTruthy();
  const area = screen.getByLabelText("It");
  expect(press("Enter", {}, area).defaultPrevented).toBe(false);
  expect(props.onsend).not.toHaveBeenCalled();
});

// Issue 3: what is written as JSON has what the server accepts beside it, as the editor of a whole answer has.
test("a value as JSON shows what the server accepts, folded", async () => {
  one({ control: { kind: "json" }, schema: '{\n  "type": "object"\n}', notes: ["Its names are free."] });
  const area = screen.getByLabelText<HTMLTextAreaElement>("It");
  const notes = area
    .getAttribute("aria-describedby")
    ?.split(" ")
    .map((id) => document.getElementById(id)?.textContent);
  expect(notes?.join(" ")).toContain("Its names are free.");
  const fold = screen.getByRole("button", { name: "What the server accepts" });
  expect([fold.getAttribute("aria-expanded"), screen.queryByRole("region")]).toEqual(["false", null]);
  await fireEvent.click(fold);
  const region = screen.getByRole("region", { name: "What the server accepts for It" });
  expect([fold.getAttribute("aria-expanded"), fold.getAttribute("aria-controls")]).toEqual(["true", region.id]);
  expect([region.textContent?.trim(), region.tabIndex]).toEqual(['{\n  "type": "object"\n}', 0]);
});

test("without a description of the server there is nothing to unfold", () => {
  one({ control: { kind: "json" } });
  expect(screen.queryByRole("button")).toBeNull();
});
