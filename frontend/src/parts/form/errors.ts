// Errors of a field and of what is inside it.
import type { FieldError } from "../../bindings/FieldError";

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
