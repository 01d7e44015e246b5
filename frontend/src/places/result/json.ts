// How a JSON value is opened up on the screen.

/** Values nested deeper than this are closed until somebody opens them. */
const OPEN_DEPTH = 3;
/** What holds no more than this in all is open at any depth. */
const SMALL = 40;
/** Longer lists and objects below the first level are closed at first. */
const OPEN_LENGTH = 50;

/** The entries of a list or object, without keys for a list; null for anything else. */
export function entriesOf(value: unknown): (readonly [string | undefined, unknown])[] | null {
  if (Array.isArray(value)) return value.map((child: unknown) => [undefined, child] as const);
  return typeof value === "object" && value !== null ? Object.entries(value) : null;
}

/** What is left of `room` after everything inside a value has taken its place; below zero where it does not fit. */
function roomAfter(value: unknown, room: number): number {
  for (const [, child] of entriesOf(value) ?? []) {
    room = roomAfter(child, room - 1);
    if (room < 0) break;
  }
  return room;
}

/** Whether a value is open when it is first drawn. */
export function isOpenAtFirst(value: unknown, depth: number): boolean {
  if (depth === 0 || roomAfter(value, SMALL) >= 0) return true;
  return depth < OPEN_DEPTH && (entriesOf(value)?.length ?? 0) <= OPEN_LENGTH;
}

/** What a closed one says. */
export const summary = (count: number): string => (count === 1 ? " 1 entry " : ` ${count} entries `);
