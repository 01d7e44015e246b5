// Arguments with parts: groups and lists, by keyboard, with errors at their own place (issue 3).
import { fireEvent, render, screen, within } from "@testing-library/svelte";
import axe from "axe-core";
import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Control } from "../../bindings/Control";
import type { Draft } from "../../bindings/Draft";
import type { DraftValue } from "../../bindings/DraftValue";
import type { Field } from "../../bindings/Field";
import type { FieldError } from "../../bindings/FieldError";
import { field, form, press, text, untouched } from "../../question/testing";
import { fresh, keepable, needsInput } from "./draft";
import ErrorSummary from "./ErrorSummary.svelte";
import { focusField } from "./focus";
import FormFields from "./FormFields.svelte";

const group = (...fields: Field[]): Control => ({ kind: "group", fields });
const list = (item: Field, max: number | null = null): Control => ({ kind: "list", item, min: null, max });

/** Shows a form that remembers what it is told, as the page does. */
function shown(fields: Field[], errors: FieldError[] = []) {
  const props = $state({
    form: form(...fields),
    draft: fields.map(fresh) as Draft,
    errors,
    onsend: vi.fn(),
    onchange: (draft: Draft) => {
      props.draft = draft;
    },
  });
  const container = document.body.appendChild(document.createElement("div"));
  const component = mount(FormFields, { target: container, props });
  flushSync();
  gone.push(() => unmount(component).then(() => container.remove()));
  return { container, props, last: () => $state.snapshot(props.draft) };
}
const gone: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of gone.splice(0)) await end();
});
const street = field({ key: "street", label: "Street" });
const token = field({ key: "token", label: "Token", secret: true, required: false, initial: text("x") });
const address = (required: boolean) =>
  field({ key: "address", label: "Address", required, control: group(street, token) });
const tags = field({ key: "tags", label: "Tags", required: false, control: list(field({ label: "Item" }), 2) });

test("a group that may be left out is filled in, and left out again", async () => {
  const { last } = shown([address(false)]);
  const box = screen.getByRole("group", { name: "Address optional" });
  within(box).getByRole("button", { name: "Fill it in" }).click();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Street")));
  // The default of a secret is not taken over (A17).
  expect(last()).toEqual([{ kind: "group", value: [untouched, untouched] }]);
  await fireEvent.input(screen.getByLabelText("Street"), { target: { value: "Elm" } });
  expect(last()).toEqual([{ kind: "group", value: [text("Elm"), untouched] }]);
  screen.getByRole("button", { name: "Leave it out" }).click();
  await tick();
  expect(last()).toEqual([untouched]);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Fill it in" }));
});

test("items are added up to the limit and removed one by one; the others keep what they hold", async () => {
  const { last, container } = shown([tags]);
  const add = screen.getByRole("button", { name: "Add Item" });
  add.click();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Item 1")));
  await fireEvent.input(screen.getByLabelText("Item 1"), { target: { value: "a" } });
  add.click();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Item 2")));
  await fireEvent.input(screen.getByLabelText("Item 2"), { target: { value: "b" } });
  expect(last()).toEqual([{ kind: "list", value: [text("a"), text("b")] }]);
  expect(add.hasAttribute("disabled")).toBe(true);
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations.map((one) => one.id)).toEqual([]);
  const second = screen.getByLabelText("Item 2");
  screen.getByRole("button", { name: "Remove Item 1" }).click();
  await tick();
  expect(last()).toEqual([{ kind: "list", value: [text("b")] }]);
  expect(screen.getByLabelText("Item 1")).toBe(second);
  expect(screen.getByRole("status").textContent).toBe("Item 1 is gone.");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Remove Item 1" }));
  screen.getByRole("button", { name: "Remove Item 1" }).click();
  await tick();
  // Emptied is no answer (ELI-15), unless the person says that it is one (U-06).
  expect(last()).toEqual([{ kind: "list", value: [] }]);
  expect(document.activeElement).toBe(add);
});

test("Enter goes through what is inside, past empty lists, and sends at the end", () => {
  const { props } = shown([address(true), tags, field({ label: "Last" })]);
  screen.getByLabelText("Street").focus();
  press("Enter");
  expect(document.activeElement).toBe(screen.getByLabelText("Token optional"));
  press("Enter");
  expect(document.activeElement).toBe(screen.getByLabelText("Last"));
  press("Enter");
  expect(props.onsend).toHaveBeenCalledOnce();
});

test("an error stands at what it is about, and the summary leads there", () => {
  const people = field({ label: "People", control: list(address(true)) });
  people.initial = { kind: "list", value: [0, 1].map(() => ({ kind: "group", value: [untouched, untouched] })) };
  const errors: FieldError[] = [
    { field: 1, key: "people", below: [1, 0], reason: "REQUIRED", words: "This needs an answer." },
  ];
  const { container, props } = shown([tags, people], errors);
  const [first, second] = screen.getAllByLabelText<HTMLInputElement>("Street");
  expect([first, second].map((one) => one?.getAttribute("aria-invalid"))).toEqual([null, "true"]);
  expect(screen.getAllByText("This needs an answer.")).toHaveLength(1);
  const onfield = (at: number, below: number[]) => void focusField(container, at, below);
  render(ErrorSummary, { form: props.form, errors, onfield });
  screen.getByRole("button", { name: "People, Address 2, Street" }).click();
  expect(document.activeElement).toBe(second);
});

test("an error inside a group that is left out stands at the group", () => {
  const errors: FieldError[] = [{ field: 0, key: "address", below: [0], reason: "REQUIRED", words: "Needed inside." }];
  shown([address(false)], errors);
  expect(screen.getByText("Needed inside.")).toBeTruthy();
});

test("no depth keeps a secret; what is needed inside needs input", () => {
  const people = field({ control: list(address(true)) });
  const inside = (value: DraftValue): DraftValue => ({
    kind: "list",
    value: [{ kind: "group", value: [text("Elm"), value] }],
  });
  expect(keepable(form(people), [inside(text("hunter2"))])).toEqual([inside(untouched)]);
  expect(needsInput(people, inside(untouched))).toBe(false);
  expect(needsInput(people, { kind: "list", value: [{ kind: "group", value: [untouched, untouched] }] })).toBe(true);
  expect(needsInput(address(true), fresh(address(true)))).toBe(true);
});
