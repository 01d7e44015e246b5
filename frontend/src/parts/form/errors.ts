// Errors of a field and of what is inside it.
import { getContext, setContext } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import type { Field } from "../../bindings/Field";
import type { FieldError } from "../../bindings/FieldError";
import type { Form } from "../../bindings/Form";
import { fieldName } from "./fieldwords";

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
  const name = fieldName(field.label);
  if (at === undefined) return name;
  if (control.kind === "list") {
    const item = { ...control.item, label: `${fieldName(control.item.label)} ${at + 1}` };
    return `${name}, ${labelAt(item, rest)}`;
  }
  const inner = control.kind === "group" ? control.fields[at] : undefined;
  return inner ? `${name}, ${labelAt(inner, rest)}` : name;
}

/** What is wrong, with the field's name in front where no field is drawn that it could stand at. */
export function named(form: Form, { field, below, words }: FieldError): string {
  const shown = field === null ? undefined : form.fields[field];
  return shown ? `${labelAt(shown, below ?? [])}: ${words}` : words;
}

/** What fields say themselves of what is typed in them: nearer to the person than what Rust makes of it. */
export class Said {
  #words = new SvelteMap<string, string>();

  /** A field says that now; nothing once it is over. `way` begins with its place in the form. */
  say(way: readonly number[], words: string | null): void {
    if (words === null) this.#words.delete(way.join("."));
    else this.#words.set(way.join("."), words);
  }

  /** The words of an error: the same ones as at its field. */
  of({ field, below, words }: FieldError): string {
    return (field !== null && this.#words.get([field, ...(below ?? [])].join("."))) || words;
  }
}

const SAID = Symbol("said");
/** Tells the fields inside where to say it; called while the form is made. */
export const collect = (said: () => Said | undefined): void => void setContext(SAID, said);
/** Where a field says it, if anybody listens; called while the field is made. */
export const collector = (): (() => Said | undefined) => getContext(SAID) ?? (() => undefined);
