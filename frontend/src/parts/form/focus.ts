// Where the focus goes in a form.
import type { Draft } from "../../bindings/Draft";
import type { Form } from "../../bindings/Form";
import { needsInput } from "./draft";

/** Led there by a key: the ring is shown even where the last press was of the pointer, or a key inside an app. */
export const BY_KEY: FocusOptions & { focusVisible: boolean } = { focusVisible: true };

/** Puts the focus on a field's control: its text field, the chosen or first option. */
export function focusField(root: ParentNode, at: number): boolean {
  const box = root.querySelectorAll("[data-field]")[at];
  const target = box?.querySelector<HTMLElement>("input:not([disabled]), textarea:not([disabled]), [tabindex='0']");
  target?.focus(BY_KEY);
  return target !== null && target !== undefined;
}

/** The first field that needs input; none if everything needed is there. */
export function firstNeeding(form: Form, draft: Draft): number | null {
  const at = form.fields.findIndex((field, i) => needsInput(field, draft[i]));
  return at < 0 ? null : at;
}
