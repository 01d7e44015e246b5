// Where the focus starts in a question, and what F6 leads into. Never on Send, Decline, Open (ui.md, Focus).
import type { QuestionView } from "../bindings/QuestionView";
import { BY_KEY, firstNeeding, focusField } from "../parts/form/focus";
import type { Answering } from "./answering.svelte";

const heading = (root: HTMLElement) => root.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });

/** Into the form: the JSON editor, or the first field that needs input; false if none does. */
function startInForm(root: HTMLElement, question: QuestionView, answering: Answering): boolean {
  if (answering.editor) {
    const text = root.querySelector<HTMLElement>(".paper textarea");
    text?.focus();
    return text !== null;
  }
  const at = question.form ? firstNeeding(question.form, answering.draft) : null;
  return at !== null && focusField(root, at);
}

/** The heading of a bar, the place that a closed bar was opened from, the form, else the heading. */
export function start(
  root: HTMLElement,
  question: QuestionView,
  answering: Answering | null,
  from: Element | null,
): void {
  const bar = root.querySelector<HTMLElement>("[data-start]");
  if (bar) return bar.focus();
  if (from instanceof HTMLElement && root.contains(from)) return from.focus();
  if (answering && startInForm(root, question, answering)) return;
  heading(root);
}

const STOPS = "h1, h2[tabindex], [data-field] input, textarea, [tabindex='0'], button:not([disabled])";

/** The first stop in a region of the question; a drawer is one as a whole. */
const stopIn = (region: HTMLElement | null): HTMLElement | null | undefined =>
  region?.matches(".drawer") ? region : region?.querySelector<HTMLElement>(STOPS);

/** There is something in it to stop at. */
export const leadsInto = (region: HTMLElement | null): boolean => Boolean(stopIn(region));

export function enter(region: HTMLElement | null): void {
  stopIn(region)?.focus(BY_KEY);
}

/** A region by its class. */
export const region = (root: HTMLElement | undefined, selector: string): HTMLElement | null =>
  root?.querySelector<HTMLElement>(selector) ?? null;
