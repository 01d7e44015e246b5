// Yes or no, one of a few, some of some: all visible, by keyboard (ELI-16, P16).
import { cleanup, fireEvent, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test } from "vitest";
import type { Control } from "../../bindings/Control";
import { choices, press } from "../../question/testing";
import { focusUnused } from "./focus";
import { many, one, select } from "./testing";

afterEach(cleanup);

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

test("an optional choice can be taken back (ELI-15); the focus stays in the list", async () => {
  const { told } = one({ control: select("a", "b"), required: false }, { kind: "choice", value: 1 });
  const back = screen.getByRole("button", { name: "Take back" });
  back.focus();
  back.click();
  await tick();
  expect(told).toEqual([{ kind: "untouched" }]);
  expect(back.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getAllByRole("radio")[0]);
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

test("Enter in a radio list goes on like in a text", () => {
  const { props } = one({ control: select("a", "b") });
  screen.getAllByRole("radio")[0]?.focus();
  press("Enter");
  expect(props.onsend).toHaveBeenCalledOnce();
});

test("a long check list is searched and bounded", async () => {
  const control: Control = { kind: "multiSelect", options: choices(...many(20_000)), min: null, max: null };
  one({ control });
  expect(screen.getAllByRole("checkbox")).toHaveLength(100);
  await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "19999" } });
  expect(screen.getAllByRole("checkbox")).toHaveLength(1);
});

/** A long check list whose search is typed into, and what the window is told of keys. */
async function searched(typed: string) {
  const control: Control = { kind: "multiSelect", options: choices(...many(13), "Rome"), min: null, max: null };
  const shown = one({ control }, { kind: "choices", value: [2] });
  const box = screen.getByRole<HTMLInputElement>("searchbox");
  box.focus();
  await fireEvent.input(box, { target: { value: typed } });
  const keys: string[] = [];
  const hear = (event: KeyboardEvent) => keys.push(event.key);
  window.addEventListener("keydown", hear);
  const key = async (name: string, init: KeyboardEventInit = {}) => {
    const before = keys.length;
    press(name, init, box);
    await tick();
    return keys.length > before;
  };
  return { ...shown, box, key, [Symbol.dispose]: () => window.removeEventListener("keydown", hear) };
}

test("Escape in the search of a check list clears it first, then goes on", async () => {
  using list = await searched("opt");
  expect(await list.key("Escape")).toBe(false);
  expect(list.box.value).toBe("");
  expect(screen.getAllByRole("checkbox")).toHaveLength(14);
  expect(await list.key("Escape")).toBe(true);
});

test("Enter in the search of a check list ticks the only match and never sends over a text", async () => {
  using list = await searched("opt");
  await list.key("Enter");
  expect([list.told, list.box.value]).toEqual([[], "opt"]);
  await fireEvent.input(list.box, { target: { value: "rom" } });
  await list.key("Enter");
  expect(list.told).toEqual([{ kind: "choices", value: [2, 13] }]);
  expect(list.box.value).toBe("");
  // What is ticked already stays so.
  await fireEvent.input(list.box, { target: { value: "option 2" } });
  await list.key("Enter");
  expect([list.told.length, list.box.value]).toEqual([1, ""]);
  expect(list.props.onsend).not.toHaveBeenCalled();
  await list.key("Enter");
  expect(list.props.onsend).toHaveBeenCalledOnce();
});

test("a searched text that was never used is not lost by sending (ELI-14)", async () => {
  using list = await searched("opt");
  expect(await list.key("Enter", { ctrlKey: true })).toBe(false);
  expect(screen.getByText("“opt” is not chosen yet.")).toBeTruthy();
  await fireEvent.input(list.box, { target: { value: "Paris" } });
  expect(screen.queryByText(/not chosen yet|none of/)).toBeNull();
  screen.getByText("Nothing matches");
  list.box.blur();
  expect(focusUnused(list.container)).toBe(true);
  await tick();
  expect(document.activeElement).toBe(list.box);
  expect(screen.getByText("“Paris” is none of the choices.")).toBeTruthy();
  await fireEvent.input(list.box, { target: { value: "rome" } });
  expect(await list.key("Enter", { ctrlKey: true })).toBe(true);
  expect(list.told).toEqual([{ kind: "choices", value: [2, 13] }]);
  // Once something was chosen by it, it is only a search.
  await fireEvent.input(list.box, { target: { value: "opt" } });
  screen.getAllByRole("checkbox")[0]?.click();
  await tick();
  expect(focusUnused(list.container)).toBe(false);
  expect(await list.key("Enter", { ctrlKey: true })).toBe(true);
});

test("an option without words that can be seen says so, and is called so", async () => {
  const labels = ["", "  \u00A0", "Rome"];
  one({ control: select(...labels) });
  const names = ["(empty)", "(only spaces)", "Rome"];
  for (const name of names) expect(screen.getByRole("radio", { name })).toBeTruthy();
  expect(screen.getByText("(empty)").className).toContain("faint");
  cleanup();
  one({ control: { kind: "multiSelect", options: choices(...labels), min: null, max: null } });
  for (const name of names) expect(screen.getByRole("checkbox", { name })).toBeTruthy();
});

test("long names fold, of a field and of options, and are shown in full on request", async () => {
  const long = (name: string) => `${name} ${"x".repeat(1_000)} end`;
  const options = [{ label: long("a"), detail: long("b") }];
  const controls: Control[] = [
    { kind: "select", options },
    { kind: "multiSelect", options, min: null, max: null },
  ];
  for (const control of controls) {
    const { container } = one({ control, label: long("It") });
    const [title, label, detail] = [".label bdi", ".option bdi", ".option small bdi"].map((at) =>
      container.querySelector(at),
    );
    const all = () => [title, label, detail].map((words) => words?.textContent?.endsWith(" end"));
    expect(all()).toEqual([false, false, false]);
    screen.getByRole("button", { name: "Show all 1,007 characters" }).click();
    screen.getByRole("button", { name: "Show long choices in full" }).click();
    await tick();
    expect(all()).toEqual([true, true, true]);
    cleanup();
  }
  one({ control: select("a") });
  expect(screen.queryByRole("button")).toBeNull();
});
