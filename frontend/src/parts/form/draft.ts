// Drafts: what the person has entered, one value a field. Nothing here judges a value; Rust does.
import type { Draft } from "../../bindings/Draft";
import type { DraftValue } from "../../bindings/DraftValue";
import type { Field } from "../../bindings/Field";
import type { Form } from "../../bindings/Form";

export const untouched: DraftValue = { kind: "untouched" };

/** The draft a form opens with: what was kept, else its defaults (ELI-14). A secret is never prefilled (A17). */
export function opening(form: Form, kept: Draft): Draft {
  return form.fields.map((field, at) => kept[at] ?? fresh(field));
}

/** What a field begins with: its default, without one for a secret, at any depth. */
export function fresh(field: Field): DraftValue {
  return withoutSecrets(field, field.initial);
}

function withoutSecrets(field: Field, value: DraftValue): DraftValue {
  if (field.secret) return untouched;
  const { control } = field;
  if (value.kind === "group" && control.kind === "group") {
    const inner = control.fields.map((one, at) => withoutSecrets(one, value.value[at] ?? untouched));
    return { kind: "group", value: inner };
  }
  if (value.kind === "list" && control.kind === "list") {
    return { kind: "list", value: value.value.map((one) => withoutSecrets(control.item, one)) };
  }
  return value;
}

/** The same draft with one value changed. */
export function changed(draft: Draft, at: number, value: DraftValue): Draft {
  return draft.map((old, i) => (i === at ? value : old));
}

/** The part that may be kept: secrets are not (ELI-11). */
export function keepable(form: Form, draft: Draft): Draft {
  return draft.map((value, at) => {
    const field = form.fields[at];
    return field ? withoutSecrets(field, value) : value;
  });
}

/** The draft with values of the last time in the fields that are as they opened, or empty. */
export function filled(form: Form, draft: Draft, last: Draft, changed: ReadonlySet<number>): Draft {
  return draft.map((value, at) => {
    const field = form.fields[at];
    const before = last[at] ?? untouched;
    if (!field || field.secret || isBlank(before)) return value;
    const asOpened = sameValue(value, field.initial) && !changed.has(at);
    return asOpened || isBlank(value) ? before : value;
  });
}

/** Nothing is entered there: it was never touched, or is emptied again. Rust takes both for no answer (ELI-15). */
export function isBlank(value: DraftValue | undefined): boolean {
  return value === undefined || value.kind === "untouched" || isEmptied(value);
}

/** A text without letters, or a list without members. */
export function isEmptied(value: DraftValue | undefined): boolean {
  return value !== undefined && "value" in value && (value.value === "" || isNone(value.value));
}
const isNone = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** A field that is emptied: what it holds once nothing is left in it. */
export function emptied({ control }: Field): DraftValue {
  switch (control.kind) {
    case "multiSelect":
      return { kind: "choices", value: [] };
    case "textList":
      return { kind: "lines", value: [] };
    case "list":
      return { kind: "list", value: [] };
    default:
      return { kind: "text", value: "" };
  }
}

export function sameValue(a: DraftValue | undefined, b: DraftValue | undefined): boolean {
  return JSON.stringify(a ?? untouched) === JSON.stringify(b ?? untouched);
}

/** Whether the person entered something that leaving would lose. */
export function isDirty(form: Form, draft: Draft): boolean {
  return draft.some((value, at) => {
    const initial = form.fields[at]?.initial;
    return !sameValue(value, initial) && !(isBlank(value) && isBlank(initial));
  });
}

/** The text of a field that is typed. */
export function textOf(value: DraftValue | undefined): string {
  return value?.kind === "text" ? value.value : "";
}

/** What typing amounts to. What an emptied field is, Rust decides. */
export const typed = (text: string): DraftValue => ({ kind: "text", value: text });

/** Whether the field still waits for the person: needed and without a value. */
export function needsInput(field: Field, value: DraftValue | undefined): boolean {
  if (!field.required) return false;
  switch (value?.kind) {
    case undefined:
    case "untouched":
      return true;
    case "text":
    case "choices":
    case "lines":
      return isBlank(value);
    case "list": {
      const item = field.control.kind === "list" ? field.control.item : undefined;
      return isBlank(value) || value.value.some((one) => item !== undefined && needsInput(item, one));
    }
    case "group": {
      const fields = field.control.kind === "group" ? field.control.fields : [];
      return fields.some((one, at) => needsInput(one, value.value[at]));
    }
    case "empty":
    case "flag":
    case "choice":
      return false;
  }
}
