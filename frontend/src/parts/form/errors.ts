// Errors of a field and of what is inside it.
import type { Field } from "../../bindings/Field";
import type { FieldError } from "../../bindings/FieldError";
import type { Form } from "../../bindings/Form";

/** An error, and the way down to what it is about; empty where the field itself is. */
export interface Placed {
  way: number[];
  words: string;
}

/** A field without errors has always the same ones. */
export const NONE: Placed[] = [];

/** Those of each field of a form, by its position. */
export function byField(errors: FieldError[]): Map<number, Placed[]> {
  const found = new Map<number, Placed[]>();
  for (const { field, below, words } of errors) {
    if (field === null) continue;
    const placed = { way: below ?? [], words };
    const there = found.get(field);
    if (there) there.push(placed);
    else found.set(field, [placed]);
  }
  return found;
}

/** Those of the field itself. */
export const own = (errors: Placed[]): Placed[] => errors.filter((error) => error.way.length === 0);

/** Those of one thing inside it, seen from there. */
export const under = (errors: Placed[], at: number): Placed[] =>
  errors.filter((error) => error.way[0] === at).map(({ way, words }) => ({ way: way.slice(1), words }));

/** “Address, Street”, “Tags, Item 2”. */
export function labelAt(field: Field, below: number[]): string {
  const [at, ...rest] = below;
  const { control } = field;
  if (at === undefined) return field.label;
  if (control.kind === "list") {
    const item = { ...control.item, label: `${control.item.label} ${at + 1}` };
    return `${field.label}, ${labelAt(item, rest)}`;
  }
  const inner = control.kind === "group" ? control.fields[at] : undefined;
  return inner ? `${field.label}, ${labelAt(inner, rest)}` : field.label;
}

/** What is wrong, with the field's name in front where no field is drawn that it could stand at. */
export function named(form: Form, { field, key, below, words }: FieldError): string {
  const shown = field === null ? undefined : form.fields[field];
  if (!shown) return words;
  const label = labelAt(shown, below ?? []);
  return `${label === "" ? (key ?? "") : label}: ${words}`;
}
