// Errors of a field and of what is inside it.

/** An error, and the way down to what it is about; empty where the field itself is. */
export interface Placed {
  way: number[];
  words: string;
}

/** Those of the field itself. */
export const own = (errors: Placed[]): Placed[] => errors.filter((error) => error.way.length === 0);

/** Those of one thing inside it, seen from there. */
export const under = (errors: Placed[], at: number): Placed[] =>
  errors.filter((error) => error.way[0] === at).map(({ way, words }) => ({ way: way.slice(1), words }));
