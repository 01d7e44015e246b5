// Where the focus goes in a form.
import type { Draft } from "../../bindings/Draft";
import type { Form } from "../../bindings/Form";
import { needsInput } from "./draft";

/** Led there by a key: the ring is shown even where the last press was of the pointer, or a key inside an app. */
export const BY_KEY: FocusOptions & { focusVisible: boolean } = { focusVisible: true };

/** Puts the focus on the first control inside: a text field, the chosen or first option, else a button. */
export function focusFirst(box: ParentNode): boolean {
  const control = box.querySelector<HTMLElement>("input:not([disabled]), textarea:not([disabled]), [tabindex='0']");
  const target = control ?? box.querySelector<HTMLElement>("button:not([disabled])");
  target?.focus(BY_KEY);
  return target !== null;
}

/** Puts the focus on a field's control, or on what is inside it at the end of that way; there on the part that is wrong. */
export function focusField(root: ParentNode, at: number, below: number[] = []): boolean {
  const box = root.querySelectorAll("[data-field]")[at];
  const inner = below.length > 0 ? box?.querySelector(`[data-way="${below.join(".")}"]`) : undefined;
  const target = inner ?? box;
  const wrong = target?.querySelector<HTMLElement>("input[aria-invalid='true']:not([disabled])");
  wrong?.focus(BY_KEY);
  return wrong != null || (target !== undefined && focusFirst(target));
}

/** Puts the focus on a search with a text that sending would lose, and has that said there; false if there is none. */
export function focusUnused(root: ParentNode | undefined): boolean {
  const box = root?.querySelector<HTMLInputElement>("[data-unused]");
  box?.dispatchEvent(new Event("invalid"));
  box?.focus(BY_KEY);
  return box != null;
}

/** The first field that needs input; none if everything needed is there. */
export function firstNeeding(form: Form, draft: Draft): number | null {
  const at = form.fields.findIndex((field, i) => needsInput(field, draft[i]));
  return at < 0 ? null : at;
}

const SEARCHES = "input[type='search']:not([disabled]), input[role='combobox']:not([disabled])";

/** Puts the focus on the search of the list that has the focus, else of the first one in sight, else of the first one. */
export function focusSearch(root: ParentNode): void {
  const here = document.activeElement?.closest("[data-stop]")?.querySelector<HTMLInputElement>(SEARCHES);
  const all = [...root.querySelectorAll<HTMLInputElement>(SEARCHES)].filter((one) => one.checkVisibility?.() ?? true);
  const search = here ?? all.find(isInSight) ?? all[0];
  search?.focus(BY_KEY);
  search?.select();
}

function isInSight(one: Element): boolean {
  const { top, bottom } = one.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/** What opens below its field: it comes into sight, and the field stays there where both have room (`scroll-margin`). */
export function intoSight(pop: HTMLElement): void {
  pop.scrollIntoView({ block: "nearest" });
}
