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
