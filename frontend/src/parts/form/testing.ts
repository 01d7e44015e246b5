// What the tests of controls share: a field alone, and things to choose from.
import { render } from "@testing-library/svelte";
import { vi } from "vitest";
import type { Control } from "../../bindings/Control";
import type { Draft } from "../../bindings/Draft";
import type { DraftValue } from "../../bindings/DraftValue";
import type { Field } from "../../bindings/Field";
import { choices, field, form } from "../../question/testing";
import FormFields from "./FormFields.svelte";

/** Shows one field that remembers what it is told, as the page does. */
export function one(part: Partial<Field>, first?: DraftValue, name?: string) {
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
export const select = (...labels: string[]): Control => ({ kind: "select", options: choices(...labels) });
export const many = (count: number) => Array.from({ length: count }, (_, at) => `Option ${at}`);
