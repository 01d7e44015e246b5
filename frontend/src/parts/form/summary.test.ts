// What stands in the way of sending, with a way to each field.
import { render } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { FieldError } from "../../bindings/FieldError";
import { field, form } from "../../question/testing";
import ErrorSummary from "./ErrorSummary.svelte";
import { BY_KEY } from "./focus";

const required = (at: number, below?: number[]): FieldError => ({
  field: at,
  key: "it",
  reason: "REQUIRED",
  words: "This needs an answer.",
  ...(below ? { below } : {}),
});

test("the focus is led to it with the ring, whatever was pressed before", () => {
  const focus = vi.spyOn(HTMLElement.prototype, "focus");
  const { component } = render(ErrorSummary, { form: form(field()), errors: [required(0)], onfield: vi.fn() });
  component.focus();
  expect(focus).toHaveBeenCalledExactlyOnceWith(BY_KEY);
  expect(document.activeElement?.className).toContain("summary");
  focus.mockRestore();
});

test("a field without a name that can be seen is told apart in every link", () => {
  const nested = { kind: "group", fields: [field({ label: "" })] } as const;
  const list = { kind: "list", item: field({ label: " " }), min: null, max: null } as const;
  const { getAllByRole } = render(ErrorSummary, {
    form: form(
      field({ label: "" }),
      field({ label: " \t\u2003" }),
      field({ label: "Group", control: { ...nested, fields: [...nested.fields] } }),
      field({ label: "List", control: list }),
    ),
    errors: [required(0), required(1), required(2, [0]), required(3, [1])],
    onfield: vi.fn(),
  });
  const names = getAllByRole("button").map((link) => link.textContent);
  expect(names).toEqual(["(no name)", "(no name)", "Group, (no name)", "List, (no name) 2"]);
});
