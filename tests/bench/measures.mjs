// What is measured, what must be reached, and how it is said.

/**
 * @typedef {object} Measure
 * @property {string} key of the figure in a round
 * @property {string} name
 * @property {'ms' | 'MiB'} unit
 * @property {number} [digits] after the point
 * @property {string} [beside] the peer's figure, where it is another one
 * @property {{ words: string, share?: number, below?: number }} [must] at most this share of the peer's median, or below it
 */

const QUARTER = { words: 'at most a quarter', share: 1 / 4 };
const HALF = { words: 'at most half', share: 1 / 2 };

/** @type {Measure[]} */
export const MEASURES = [
  { key: 'start', name: 'start → usable', unit: 'ms', must: { words: 'at most a third', share: 1 / 3 } },
  { key: 'start', beside: 'startWarm', name: 'the same, the peer’s browser running before', unit: 'ms' },
  { key: 'app', name: 'question sent → its app has received it', unit: 'ms', must: QUARTER },
  { key: 'appNext', name: 'the same, the next question', unit: 'ms', must: QUARTER },
  { key: 'form', name: 'question sent → standard form on screen', unit: 'ms', must: HALF },
  { key: 'formNext', name: 'the same, the next question', unit: 'ms', must: HALF },
  {
    key: 'many',
    name: '10 questions at once → all ten apps ready',
    unit: 'ms',
    must: { words: 'under 2 s', below: 2_000 },
  },
  { key: 'memoryIdle', name: 'memory, idle', unit: 'MiB', must: HALF },
  { key: 'memoryOne', name: 'memory, 1 app open', unit: 'MiB', must: HALF },
  { key: 'memoryMany', name: 'memory, 10 questions open', unit: 'MiB', must: { words: 'no more', share: 1 } },
  { key: 'ping', name: 'one round trip of the bridge', unit: 'ms', digits: 1, must: { words: 'under 5 ms', below: 5 } },
  { key: 'loops', name: 'timer → next frame of the window, an app loops', unit: 'ms', digits: 1 },
  { key: 'floods', name: 'the same, an app floods', unit: 'ms', digits: 1 },
];

/** All of one figure over the rounds, in order of size. @param {import('./round.mjs').Figures[]} rounds */
export const allOf = (rounds, key) => rounds.flatMap(figures => figures[key] ?? []).sort((a, b) => a - b);

export const median = sorted => (sorted.length > 0 ? sorted[sorted.length >> 1] : undefined);

/** Apps that were ready of those that were asked at once, and in how many rounds one was not. */
export function fallbacks(rounds, many) {
  const QUARTER = { words: 'at most a quarter', share: 1 / 4 };
  const HALF = { words: 'at most half', share: 1 / 2 };
  const ready = rounds.map(figures => figures.ready).filter(count => count !== undefined);
  return `${ready.filter(count => count < many).length} of ${ready.length}`;
}

/** Whether it is met; undefined where it can't be said. */
export function isMet({ must }, ours, theirs) {
  if (!must || ours === undefined) return undefined;
  if (must.below !== undefined) return ours < must.below;
  return theirs === undefined ? undefined : ours <= theirs * must.share;
}
