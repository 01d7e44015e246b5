// Every control: right kind, right value, by keyboard (ELI-14, ELI-16, P13, P14, P16).
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Control } from "../../bindings/Control";
import type { Draft } from "../../bindings/Draft";
import type { DraftValue } from "../../bindings/DraftValue";
import type { Field } from "../../bindings/Field";
import { choices, field, form, press } from "../../question/testing";
import FormFields from "./FormFields.svelte";

afterEach(cleanup);

/** Shows one field that remembers what it is told, as the page does. */
function one(part: Partial<Field>, first?: DraftValue, name?: string) {
  const only = field({ label: "It", ...part });
  const told: DraftValue[] = [];
  const props = {
    form: form(only),
    ...(name === undefined ? {} : { name }),
    draft: [first ?? only.initial] as Draft,
    errors: [],
    onsend: vi.fn(),
    onchange: (draft: Draft) => {
      if (draft[0]) told.push(draft[0]);
      void shown.rerender({ ...props, draft });
    },
  };
  const shown = render(FormFields, props);
  return { ...shown, told, props };
}
const select = (...labels: string[]): Control => ({ kind: "select", options: choices(...labels) });
const many = (count: number) => Array.from({ length: count }, (_, at) => `Option ${at}`);

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

test("yes/no: unset until chosen; by arrows and Space; a third way where absent differs", async () => {
  const { told } = one({ control: { kind: "toggle" } });
  const radios = screen.getAllByRole("radio");
  expect(radios.map((radio) => [radio.textContent, radio.getAttribute("aria-checked")])).toEqual([
    ["Yes", "false"],
    ["No", "false"],
  ]);
  radios[0]?.focus();
  press(" ");
  await tick();
  press("ArrowRight");
  expect(told).toEqual([
    { kind: "flag", value: true },
    { kind: "flag", value: false },
  ]);
  expect(document.activeElement).toBe(radios[1]);
  cleanup();
  const open = one({ control: { kind: "toggle" }, required: false });
  const three = screen.getAllByRole("radio");
  expect(three.map((radio) => radio.textContent)).toEqual(["No answer", "Yes", "No"]);
  expect(three[0]?.getAttribute("aria-checked")).toBe("true");
  three[2]?.click();
  three[0]?.click();
  expect(open.told).toEqual([{ kind: "flag", value: false }, { kind: "untouched" }]);
  cleanup();
  one({ control: { kind: "toggle" }, required: false, initial: { kind: "flag", value: false } });
  expect(screen.getAllByRole("radio").map((radio) => radio.getAttribute("aria-checked"))).toEqual(["false", "true"]);
});

test("up to six options: all visible, chosen by digit and arrow; a digit never sends", async () => {
  const { told, props } = one({ control: select("a", "b", "c", "d", "e", "f") });
  const radios = screen.getAllByRole("radio");
  expect(radios).toHaveLength(6);
  radios[0]?.focus();
  press("3");
  await tick();
  press("ArrowDown");
  await tick();
  press("9");
  press("3", { ctrlKey: true });
  expect(told).toEqual([
    { kind: "choice", value: 2 },
    { kind: "choice", value: 3 },
  ]);
  expect(props.onsend).not.toHaveBeenCalled();
});

test("an optional choice can be taken back (ELI-15)", async () => {
  const { told } = one({ control: select("a", "b"), required: false }, { kind: "choice", value: 1 });
  screen.getByRole("button", { name: "Take back" }).click();
  expect(told).toEqual([{ kind: "untouched" }]);
});

test("seven options and 10,000: searched by typing, a bounded part drawn, chosen by Enter", async () => {
  const { told, container, props } = one({ control: select(...many(9999), "Dr Fernández") });
  const input = screen.getByRole("combobox", { name: "It" });
  input.focus();
  press("ArrowDown");
  await tick();
  expect(input.getAttribute("aria-expanded")).toBe("true");
  expect(container.querySelectorAll("[role=option]").length).toBeLessThanOrEqual(20);
  press("PageDown");
  for (let i = 0; i < 60; i += 1) press("ArrowDown");
  await tick();
  const active = input.getAttribute("aria-activedescendant") ?? "";
  expect(document.getElementById(active)?.textContent).toContain("Option 68");
  await fireEvent.input(input, { target: { value: "fernand" } });
  expect((await screen.findByRole("status")).textContent?.trim()).toBe("1 of 10000 match");
  expect(screen.getAllByRole("option").map((option) => option.textContent?.trim())).toEqual(["Dr Fernández"]);
  press("Enter");
  await tick();
  expect(told.at(-1)).toEqual({ kind: "choice", value: 9999 });
  expect(props.onsend).not.toHaveBeenCalled();
  expect(input.getAttribute("aria-expanded")).toBe("false");
  expect((input as HTMLInputElement).value).toBe("Dr Fernández");
});

test("Enter means what is typed, also before the list has followed", async () => {
  const { told } = one({ control: select(...many(9999), "Dr Fernández") });
  const input = screen.getByRole("combobox", { name: "It" });
  input.focus();
  await fireEvent.input(input, { target: { value: "fernand" } });
  press("Enter");
  await tick();
  expect(told).toEqual([{ kind: "choice", value: 9999 }]);
});

// What is in sight is what is sent: typed text is never dropped for the choice of before (ELI-14).
test("a searched list that is left takes what was typed, if it is unmistakable", async () => {
  const { told } = one({ control: select(...many(9), "Dr Fernández") }, { kind: "choice", value: 2 });
  const input = screen.getByRole<HTMLInputElement>("combobox", { name: "It" });
  input.focus();
  await fireEvent.input(input, { target: { value: "fernand" } });
  input.blur();
  await tick();
  expect(told).toEqual([{ kind: "choice", value: 9 }]);
  expect(input.value).toBe("Dr Fernández");
});

test("text that is none of the choices stays in sight, is said, and nothing is chosen", async () => {
  const { told } = one({ control: select(...many(9)), required: false }, { kind: "choice", value: 2 });
  const input = screen.getByRole<HTMLInputElement>("combobox", { name: "It optional" });
  for (const typed of ["nobody", "option"]) {
    input.focus();
    await fireEvent.input(input, { target: { value: typed } });
    input.blur();
    await tick();
    expect(told.at(-1)).toEqual({ kind: "untouched" });
    expect(input.value).toBe(typed);
    expect(input.getAttribute("aria-invalid")).toBe("true");
    const words = screen.getByText(`“${typed}” is none of the choices`);
    const live = words.closest("[aria-live=polite]");
    expect(input.getAttribute("aria-describedby")?.split(" ")).toContain(live?.id);
  }
  input.focus();
  await fireEvent.input(input, { target: { value: "option 4" } });
  input.blur();
  await tick();
  expect(told.at(-1)).toEqual({ kind: "choice", value: 4 });
  expect(screen.queryByText(/none of the choices/)).toBeNull();
});

test("Ctrl+Enter means what is typed, and stops once at what is none of the choices", async () => {
  const { told } = one({ control: select(...many(9)) }, { kind: "choice", value: 2 });
  const input = screen.getByRole<HTMLInputElement>("combobox", { name: "It" });
  const sent = vi.fn();
  window.addEventListener("keydown", sent);
  input.focus();
  await fireEvent.input(input, { target: { value: "option 7" } });
  press("Enter", { ctrlKey: true });
  await tick();
  expect(told).toEqual([{ kind: "choice", value: 7 }]);
  expect(sent).toHaveBeenCalledTimes(1);
  await fireEvent.input(input, { target: { value: "nobody" } });
  press("Enter", { metaKey: true });
  await tick();
  expect(told.at(-1)).toEqual({ kind: "untouched" });
  expect(sent).toHaveBeenCalledTimes(1);
  expect(screen.getByText("“nobody” is none of the choices")).toBeTruthy();
  press("Enter", { ctrlKey: true });
  expect(sent).toHaveBeenCalledTimes(2);
  window.removeEventListener("keydown", sent);
});

test("Enter where nothing matches keeps the text; a choice made elsewhere replaces it", async () => {
  const { told, props, rerender } = one({ control: select(...many(9)) }, { kind: "choice", value: 2 });
  const input = screen.getByRole<HTMLInputElement>("combobox", { name: "It" });
  input.focus();
  await fireEvent.input(input, { target: { value: "nobody" } });
  press("Enter");
  await tick();
  expect(told).toEqual([{ kind: "untouched" }]);
  expect(input.value).toBe("nobody");
  await rerender({ ...props, draft: [{ kind: "choice", value: 5 }] });
  expect(input.value).toBe("Option 5");
  expect(screen.queryByText(/none of the choices/)).toBeNull();
});

test("the list shows what cannot be seen in an option, found, chosen or not (ELI-09)", async () => {
  const { container } = one({ control: select(...many(9), "Pay\u202Epal") }, { kind: "choice", value: 9 });
  const input = screen.getByRole<HTMLInputElement>("combobox", { name: "It" });
  expect(input.value).toBe("Pay‹U+202E›pal");
  input.focus();
  await fireEvent.input(input, { target: { value: "pal" } });
  await screen.findByRole("status");
  expect(container.querySelector("[role=option]")?.textContent).toContain("Pay‹U+202E›pal");
  expect(container.querySelector("mark")?.textContent).toBe("pal");
});

test("Escape closes the list and goes no further", async () => {
  one({ control: select(...many(7)) });
  screen.getByRole("combobox").focus();
  press("ArrowDown");
  await tick();
  const outer = vi.fn();
  window.addEventListener("keydown", outer);
  expect(press("Escape").defaultPrevented).toBe(true);
  window.removeEventListener("keydown", outer);
  expect(outer).not.toHaveBeenCalled();
});

test("a check list counts what is chosen, in the server's order; by click, Space and digit", async () => {
  const control: Control = { kind: "multiSelect", options: choices("a", "b", "c"), min: 1, max: 2 };
  const { told } = one({ control });
  const boxes = screen.getAllByRole("checkbox");
  boxes[2]?.click();
  await tick();
  boxes[0]?.focus();
  press(" ");
  await tick();
  expect(told).toEqual([
    { kind: "choices", value: [2] },
    { kind: "choices", value: [0, 2] },
  ]);
  expect(screen.getByText("2 of 2 chosen")).toBeTruthy();
  press("3");
  expect(told.at(-1)).toEqual({ kind: "choices", value: [0] });
});

test("a long check list is searched and bounded", async () => {
  const control: Control = { kind: "multiSelect", options: choices(...many(20_000)), min: null, max: null };
  one({ control });
  expect(screen.getAllByRole("checkbox")).toHaveLength(100);
  await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "19999" } });
  expect(screen.getAllByRole("checkbox")).toHaveLength(1);
});

test("a date is typed; its words stand beside it; the calendar opens by its button", async () => {
  const { told } = one({ control: { kind: "date" } });
  const input = screen.getByLabelText<HTMLInputElement>("It");
  expect(input.placeholder).toBe("yyyy-mm-dd");
  await fireEvent.input(input, { target: { value: "2026-10-01" } });
  expect(told).toEqual([{ kind: "text", value: "2026-10-01" }]);
  expect(screen.getByText("Thursday, 1 October 2026")).toBeTruthy();
  screen.getByRole("button", { name: "Choose a date" }).click();
  await tick();
  const dialog = screen.getByRole("dialog", { name: "Choose a date" });
  await vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  dialog.querySelector<HTMLElement>("[data-bits-day][data-value='2026-10-06']")?.click();
  await tick();
  expect(told.at(-1)).toEqual({ kind: "text", value: "2026-10-06" });
  expect(document.activeElement).toBe(input);
});

test("a date-time leaves with seconds and the offset of its zone (SCH-10)", async () => {
  const { told } = one({ control: { kind: "dateTime" } }, { kind: "text", value: "2026-10-05T09:30:00+02:00" });
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "It" }).value).toBe("2026-10-05");
  await fireEvent.input(screen.getByLabelText("Time"), { target: { value: "9:45" } });
  expect(told.at(-1)).toEqual({ kind: "text", value: "2026-10-05T09:45:00+02:00" });
  expect(screen.getByText("Sent as 2026-10-05T09:45:00+02:00")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Time").value).toBe("9:45");
  const zone = screen.getByRole("combobox", { name: "Time zone" });
  await fireEvent.input(zone, { target: { value: "tokyo" } });
  zone.focus();
  press("Enter");
  await tick();
  expect(told.at(-1)).toEqual({ kind: "text", value: "2026-10-05T09:45:00+09:00" });
});

test("the time of a date-time says what its date says: needed, and what is wrong", async () => {
  const { props, rerender } = one({ control: { kind: "dateTime" } });
  await rerender({ ...props, errors: [{ field: 0, key: "it", reason: "REQUIRED", words: "This needs an answer." }] });
  const time = screen.getByLabelText("Time");
  const date = screen.getByRole("textbox", { name: "It" });
  expect(time.getAttribute("aria-required")).toBe("true");
  expect(time.getAttribute("aria-describedby")).toBe(date.getAttribute("aria-describedby"));
  const live = screen.getByText("This needs an answer.").closest("[aria-live]");
  expect(time.getAttribute("aria-describedby")?.split(" ")).toContain(live?.id);
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

test("a date-time that is shown again is as it was typed, in the form that it was typed in (SCH-10)", async () => {
  const part = { control: { kind: "dateTime" }, required: false } as const;
  const zone = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Time zone" });
  const date = () => screen.getByRole<HTMLInputElement>("textbox", { name: "It optional" });
  const again = (told: DraftValue[], name = "q1") => {
    cleanup();
    return one(part, told.at(-1), name).told;
  };
  let told = one(part, undefined, "q1").told;
  zone().focus();
  await fireEvent.input(zone(), { target: { value: "tokyo" } });
  zone().blur();
  await tick();
  told = again(told);
  expect(zone().value).toBe("Asia/Tokyo");
  await fireEvent.input(date(), { target: { value: "Tuesday" } });
  told = again(told);
  expect([date().value, screen.getByLabelText<HTMLInputElement>("Time").value]).toEqual(["Tuesday", ""]);
  await fireEvent.input(date(), { target: { value: "2026-10-05" } });
  await fireEvent.input(screen.getByLabelText("Time"), { target: { value: "9:30" } });
  told = again(told);
  expect(told).toEqual([]);
  expect(zone().value).toBe("Asia/Tokyo (UTC+09:00)");
  expect(screen.getByLabelText<HTMLInputElement>("Time").value).toBe("9:30");
  cleanup();
  one(part, { kind: "text", value: "2026-10-05T09:30:00+09:00" }, "q2");
  expect(zone().value).toBe("UTC+09:00");
});

test("a secret date-time is not kept (ELI-11)", async () => {
  const part = { control: { kind: "dateTime" }, secret: true } as const;
  one(part, undefined, "q1");
  const zone = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Time zone" });
  const before = zone().value;
  zone().focus();
  await fireEvent.input(zone(), { target: { value: "nairobi" } });
  zone().blur();
  await tick();
  expect(zone().value).toBe("Africa/Nairobi");
  cleanup();
  one(part, undefined, "q1");
  expect(zone().value).toBe(before);
});

test("a zone that is none leaves no offset of the zone before (SCH-10)", async () => {
  const { told } = one({ control: { kind: "dateTime" } }, { kind: "text", value: "2026-10-05T09:30:00+02:00" });
  const zone = screen.getByRole<HTMLInputElement>("combobox", { name: "Time zone" });
  zone.focus();
  await fireEvent.input(zone, { target: { value: "Atlantis" } });
  zone.blur();
  await tick();
  expect(told.at(-1)).toEqual({ kind: "text", value: "2026-10-05T09:30:00" });
  expect(zone.value).toBe("Atlantis");
  expect(screen.getByText("“Atlantis” is none of the choices")).toBeTruthy();
});

test("a list of texts, one on each line", async () => {
  const { told } = one({ control: { kind: "textList", min: null, max: null }, required: false });
  const lines = screen.getByLabelText<HTMLTextAreaElement>("It optional");
  await fireEvent.input(lines, { target: { value: "a\n" } });
  expect(lines.value).toBe("a\n");
  await fireEvent.input(lines, { target: { value: "a\n\nb" } });
  await fireEvent.input(lines, { target: { value: "" } });
  expect(told).toEqual([{ kind: "lines", value: ["a"] }, { kind: "lines", value: ["a", "b"] }, { kind: "untouched" }]);
});

test("long text is several lines and counts code points (SCH-11); Enter is a new line there", async () => {
  const { props } = one({ control: { kind: "text", multiline: true, maxLength: 600 } }, { kind: "text", value: "a😀" });
  expect(screen.getByText("2 of 600 characters")).toBeTruthy();
  const area = screen.getByLabelText("It");
  expect(press("Enter", {}, area).defaultPrevented).toBe(false);
  expect(props.onsend).not.toHaveBeenCalled();
});

test("Enter in a radio list goes on like in a text", () => {
  const { props } = one({ control: select("a", "b") });
  screen.getAllByRole("radio")[0]?.focus();
  press("Enter");
  expect(props.onsend).toHaveBeenCalledOnce();
});
