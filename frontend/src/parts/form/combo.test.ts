// The searched list: typed text is taken, shown or said, never dropped.
import { cleanup, fireEvent, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { FieldError } from "../../bindings/FieldError";
import { press } from "../../question/testing";
import { many, one, select } from "./testing";

afterEach(cleanup);

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
  // A part of the list is drawn; which one of how many it is, is said all the same.
  const place = () => {
    const option = container.querySelector("[role=option][aria-selected=true]");
    return ["aria-posinset", "aria-setsize"].map((name) => option?.getAttribute(name));
  };
  expect(place()).toEqual(["69", "10000"]);
  await fireEvent.input(input, { target: { value: "fernand" } });
  expect((await screen.findByRole("status")).textContent?.trim()).toBe("1 of 10000 match");
  expect(screen.getAllByRole("option").map((option) => option.textContent?.trim())).toEqual(["Dr Fernández"]);
  expect(place()).toEqual(["1", "1"]);
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
    expect(told.at(-1)).toEqual({ kind: "text", value: typed });
    expect(input.value).toBe(typed);
    expect(input.getAttribute("aria-invalid")).toBe("true");
    const words = screen.getByText(`“${typed}” is none of the choices.`);
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

test("the words for it stand in place of those for no answer, and wait for a press to end", async () => {
  const { props, rerender } = one({ control: select(...many(9)) });
  const errors: FieldError[] = [{ field: 0, key: "it", reason: "REQUIRED", words: "This needs an answer." }];
  const input = screen.getByRole<HTMLInputElement>("combobox", { name: "It" });
  input.focus();
  await fireEvent.input(input, { target: { value: "nobody" } });
  await fireEvent.pointerDown(document.body);
  input.blur();
  await tick();
  expect(screen.queryByText(/none of the choices/)).toBeNull();
  await fireEvent.pointerUp(document.body);
  await screen.findByText("“nobody” is none of the choices.");
  await rerender({ ...props, errors });
  expect(screen.queryByText("This needs an answer.")).toBeNull();
  input.focus();
  await fireEvent.input(input, { target: { value: "" } });
  expect(screen.queryByText(/none of the choices/)).toBeNull();
  await rerender({ ...props, errors });
  expect(screen.getByText("This needs an answer.")).toBeTruthy();
});

test("Ctrl+Enter means what is typed, also what is none of the choices, which Rust refuses", async () => {
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
  expect(told.at(-1)).toEqual({ kind: "text", value: "nobody" });
  expect(sent).toHaveBeenCalledTimes(2);
  expect(screen.getByText("“nobody” is none of the choices.")).toBeTruthy();
  window.removeEventListener("keydown", sent);
});

test("Enter where nothing matches keeps the text; a choice made elsewhere replaces it", async () => {
  const { told, props, rerender } = one({ control: select(...many(9)) }, { kind: "choice", value: 2 });
  const input = screen.getByRole<HTMLInputElement>("combobox", { name: "It" });
  input.focus();
  await fireEvent.input(input, { target: { value: "nobody" } });
  press("Enter");
  await tick();
  expect(told).toEqual([{ kind: "text", value: "nobody" }]);
  expect(input.value).toBe("nobody");
  await rerender({ ...props, draft: [{ kind: "choice", value: 5 }] });
  expect(input.value).toBe("Option 5");
  expect(screen.queryByText(/none of the choices/)).toBeNull();
});

test("text that is none of the choices is there again when the form is drawn anew, and can be corrected", async () => {
  const { told } = one({ control: select(...many(9)) }, { kind: "text", value: "option" });
  const input = screen.getByRole<HTMLInputElement>("combobox", { name: "It" });
  await screen.findByText("“option” is none of the choices.");
  expect(input.value).toBe("option");
  input.focus();
  press("ArrowDown");
  await tick();
  expect(input.value).toBe("option");
  await fireEvent.input(input, { target: { value: "option 4" } });
  input.blur();
  await tick();
  expect(told.at(-1)).toEqual({ kind: "choice", value: 4 });
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

test("an option without words that can be seen says so, in the list and once it is chosen", async () => {
  const { told } = one({ control: select(...many(9), "", "   ") }, { kind: "choice", value: 9 });
  const input = screen.getByRole<HTMLInputElement>("combobox", { name: "It" });
  expect(input.value).toBe("(empty)");
  expect(input.className).toContain("faint");
  input.focus();
  await fireEvent.input(input, { target: { value: "spaces" } });
  await screen.findByRole("status");
  expect(screen.getByRole("option", { name: "(only spaces)" })).toBeTruthy();
  press("Enter");
  await tick();
  expect(told.at(-1)).toEqual({ kind: "choice", value: 10 });
  expect(input.value).toBe("(only spaces)");
});

test("a list that opens comes into sight", async () => {
  const seen = vi.spyOn(Element.prototype, "scrollIntoView");
  const { container } = one({ control: select(...many(9)) });
  screen.getByRole("combobox").focus();
  press("ArrowDown");
  await tick();
  expect(seen.mock.contexts).toContain(container.querySelector(".pop"));
  expect(seen).toHaveBeenCalledWith({ block: "nearest" });
  seen.mockRestore();
});
