// The words around a field, exact as designed.
import type { DraftValue } from "../../bindings/DraftValue";
import type { Field } from "../../bindings/Field";
import { dateInWords } from "./dates";
import { cut, FOLD_AT, isUnseen, literal } from "../literal";
import { isBlank, isEmptied, textOf } from "./draft";

/** More options than this are a searchable list. */
export const RADIO_LIMIT = 6;

/** What a field is called: also one whose name is empty, or cannot be seen. */
export const fieldName = (label: string): string => (isUnseen(label) ? "(no name)" : label);

/** So much of what was typed is said again. */
const QUOTED = 60;

/** What was typed, as it is said again in a sentence. */
export const quoted = (text: string): string => (text.length > QUOTED ? `“${cut(text, QUOTED)}…”` : `“${text}”`);

/** A text that is none of a list. */
export const noneWords = (text: string): string => `${quoted(text)} is none of the choices.`;

/** ELI-11, A17: what a field that looks like a secret says. */
export function secretWords(server: string, required: boolean): string {
  const advice = required ? "Send it only if you are sure" : "Leave it empty unless you are sure";
  return `This looks like a secret. ${server} receives it as plain text. ${advice}; Askance never keeps it.`;
}

/** SCH-08. */
export function brokenDefaultWords(value: string): string {
  return `The server suggests “${value}”, which does not fit its own question. It is not filled in.`;
}

/** U-06: whether the person is asked if the empty text or list is the answer: it was emptied, or an answer is missing. */
export function asksEmpty(field: Field, value: DraftValue | undefined, wrong: boolean): boolean {
  if (!field.takesEmpty) return false;
  return value?.kind === "empty" || isEmptied(value) || (field.required && wrong && isBlank(value));
}

/** U-06: how that is asked, and what happens else. */
export function emptyWords({ control, required }: Field): { ask: string; or: string } {
  const ask = control.kind === "text" ? "Send it empty" : "Send an empty list";
  return { ask, or: required ? "" : "otherwise nothing is sent for this question" };
}

/** “2 of 3 chosen”, “61 of 600 characters”: how far the person is. */
export function progress(field: Field, value: DraftValue | undefined): string | null {
  const { control } = field;
  if (control.kind === "multiSelect") {
    const chosen = value?.kind === "choices" ? value.value.length : 0;
    return `${chosen} of ${control.max ?? control.options.length} chosen`;
  }
  if (control.kind === "text" && control.multiline && control.maxLength !== null) {
    return `${[...textOf(value)].length} of ${control.maxLength.toLocaleString("en")} characters`;
  }
  return null;
}

/** The server's limits, without one that the progress says already. */
export function limits(field: Field): string[] {
  const { control } = field;
  if (control.kind !== "text" || !control.multiline || control.maxLength === null) return field.limits;
  const said = `Up to ${control.maxLength.toLocaleString("en")} characters`;
  return field.limits.filter((limit) => limit !== said);
}

/** ELI-09: the text of a field with what cannot be seen in it written out; nothing if all of it can be seen. */
function unseen(text: string): string | null {
  const shown = literal(text);
  return shown === text.replaceAll("\r\n", "\n") ? null : cut(shown, FOLD_AT);
}

/** What Askance adds to the server's limits: how to use the control, what the value means. */
export function hint(field: Field, value: DraftValue | undefined): string | null {
  const { control } = field;
  switch (control.kind) {
    case "date":
      return dateInWords(textOf(value)) || null;
    case "toggle":
      return !field.required && field.initial.kind === "untouched"
        ? "“No answer” sends nothing for this question"
        : null;
    case "select": {
      const count = control.options.length;
      if (count > RADIO_LIMIT) return `Type to search ${count.toLocaleString("en")} options`;
      return count > 1 ? `Press 1 to ${count}` : null;
    }
    case "textList":
      return "One on each line";
    case "json":
      return "Written as JSON";
    case "text":
    case "email":
    case "url":
    case "number":
    case "integer":
      return unseen(textOf(value));
    default:
      return null;
  }
}

/** Short fields carry their limit right beside them, long ones in the margin column. */
export function isShort(field: Field): boolean {
  return ["number", "integer", "date", "dateTime", "toggle"].includes(field.control.kind);
}
