// Waiting for programs that are not ours: ask again until it is so, with a limit. Nothing here sleeps for a guessed time.
import { setTimeout as pause } from 'node:timers/promises';

/** How long an outside program may take for one step, in ms. A loaded machine is slow; a hung one is caught all the same. */
export const LIMIT = 30_000;

/**
 * Asks until `probe` gives something other than undefined, null or false, and gives that.
 * @template T
 * @param {string} what said when the limit is reached
 * @param {() => T | Promise<T>} probe may throw: the last error is part of what is said
 * @param {{ limit?: number, every?: number }} [options]
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(what, probe, { limit = LIMIT, every = 50 } = {}) {
  const end = Date.now() + limit;
  let last;
  for (;;) {
    try {
      const found = await probe();
      if (found !== undefined && found !== null && found !== false) return /** @type {any} */ (found);
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`not within ${limit} ms: ${what}${last ? ` (${last.message ?? last})` : ''}`);
    await pause(every);
  }
}
