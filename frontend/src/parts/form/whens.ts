// Date-times as they were typed, kept while the window is open: the text that is sent does not tell the zone by name,
// nor parts of a time that is not complete (SCH-10).
import { getContext, setContext } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { joined, ownZone, parted, type When } from "./dates";

/** So many are kept; the oldest goes first. */
const MOST = 500;
const kept = new SvelteMap<string, When>();

const FORM = Symbol("form");
interface Named {
  /** What the form is known by when it is shown again. */
  name: () => string | undefined;
  /** What the ids of its fields begin with, this time. */
  prefix: string;
}

/** Tells the fields inside whose they are; called while the form is made. */
export function nameForm(name: () => string | undefined, prefix: string): void {
  setContext<Named>(FORM, { name, prefix });
}

/** Gives the key of a field: one that lasts, or this time's id. Called while the field is made. */
export function keys(): (id: string, secret: boolean) => string {
  const form = getContext<Named | undefined>(FORM);
  return (id, secret) => {
    const name = form?.name();
    // A secret is never kept (ELI-11).
    return form === undefined || name === undefined || secret
      ? id
      : JSON.stringify([name, id.slice(form.prefix.length)]);
  };
}

/** The parts of the text: as they were typed, unless somebody else changed it. */
export function whenOf(key: string, text: string): When {
  const typed = kept.get(key);
  return typed !== undefined && joined(typed) === text ? typed : parted(text, typed?.zone ?? ownZone());
}

/** Keeps the parts as they are typed. */
export function keepWhen(key: string, when: When): void {
  kept.delete(key);
  kept.set(key, when);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
}

/** Forgets what was kept by an id that does not come again. */
export function forgetWhen(id: string): void {
  kept.delete(id);
}
