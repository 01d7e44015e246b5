// One start of a host and what is measured in it, in an order that a person could take.
import { until } from '../e2e/drive/wait.mjs';
import { Link } from './link.mjs';
import { LATE, LATENCY, SEEN, WATCH } from './scripts.mjs';

/** Questions at once. */
export const MANY = 10;
/** Longer than the 15 s after which the peer gives an app up. */
const GIVEN_UP = 16_000;
/** How long the page is watched while an app misbehaves, and how often, in ms. */
const WATCHED = 2_000;
const EVERY = 50;
/** A page that has not come back after this is said to have taken as long, in ms. */
const STUCK = 10_000;

/**
 * @typedef {object} Host
 * @property {{ shown: number, usable: number, warm?: number }} start ms from its start; `warm`: without the browser's own
 * @property {() => Promise<void>} call runs the tool, as a person does
 * @property {(body: string, ...words: unknown[]) => Promise<any>} run a function's body in its own page
 * @property {() => Promise<number>} memory MiB of all its processes
 * @property {() => Promise<void>} close
 *
 * @typedef {object} Step
 * @property {{ app?: string }[]} questions asked at once
 * @property {(host: Host) => Promise<unknown>} [before] they are asked
 * @property {(scene: { host: Host, link: Link, at: number, after: number }) => Promise<Figures>} measured `at`: when the
 *   first was sent, `after`: the notes before
 *
 * @typedef {Record<string, number | number[]>} Figures by the key of their measure
 */

/** @type {(key: 'form' | 'formNext') => Step} */
const FORM = key => ({
  questions: [{}],
  before: host => host.run(WATCH, 'Its name'),
  measured: async ({ host, at }) => {
    const seen = await until('the form is on screen', () => host.run(SEEN), { every: 20 });
    return { [key]: seen - at };
  },
});

/** @type {Step} */
const APP = {
  questions: [{ app: 'waits' }],
  measured: async ({ host, link, at, after }) => {
    const [report] = await link.next('reported', { after });
    const [read] = link.since(after, 'read');
    return {
      app: report.at - at,
      appRead: read.at - at,
      appBegan: report.began - at,
      appAnswered: report.answered - at,
      memoryOne: await host.memory(),
    };
  },
};

/** @type {Step} */
const PINGS = {
  questions: [{ app: 'pings' }],
  measured: async ({ link, at, after }) => {
    const [report, pings] = await link.next('reported', { after, count: 2 });
    return { appNext: report.at - at, ping: pings.taken };
  },
};

/** @type {Step} */
const TEN = {
  questions: Array(MANY).fill({ app: 'waits' }),
  measured: async ({ host, link, at, after }) => {
    const reports = await link.next('reported', { after, count: MANY, limit: GIVEN_UP, few: true });
    const many = reports.length === MANY && { many: Math.max(...reports.map(report => report.at)) - at };
    return { ready: reports.length, ...many, memoryMany: await host.memory() };
  },
};

/** @type {(app: 'loops' | 'floods') => Step} */
const LATE_WHILE = app => ({
  questions: [{ app }],
  measured: async ({ host, link, after }) => {
    await link.next('reported', { after });
    const late = async () => {
      await host.run(LATENCY, WATCHED, EVERY);
      return until('the page has been watched', () => host.run(LATE), { limit: STUCK, every: 200 });
    };
    return { [app]: await limited(late()).catch(() => [STUCK]) };
  },
});

/** What there is to measure in one start of a host. A page that many forms fill comes last: it may not come back. */
export const STEPS = {
  form: FORM('form'),
  formNext: FORM('formNext'),
  app: APP,
  pings: PINGS,
  many: TEN,
  loops: LATE_WHILE('loops'),
  floods: LATE_WHILE('floods'),
};

/**
 * @param {(link: Link) => Promise<Host>} open
 * @param {(keyof typeof STEPS)[]} steps
 * @returns {Promise<{ found: Figures, failure?: string }>} what was found before the step that failed, if one did
 */
export async function round(open, steps) {
  const link = await Link.open();
  const found = {};
  let host;
  let at = 'start';
  try {
    host = await open(link);
    const { shown, usable, warm } = host.start;
    Object.assign(found, { startShown: shown, start: usable, ...(warm && { startWarm: warm }) });
    found.memoryIdle = await host.memory();
    for (const step of steps) {
      at = step;
      Object.assign(found, await take(STEPS[step], host, link));
    }
    return { found };
  } catch (error) {
    return { found, failure: `${at}: ${error.message}` };
  } finally {
    await host?.close();
    link.close();
  }
}

/** @param {Step} step @param {Host} host @param {Link} link */
async function take({ questions, before, measured }, host, link) {
  const called = link.mark;
  await host.call();
  await link.next('called', { after: called });
  await before?.(host);
  const after = link.mark;
  link.order('ask', { questions });
  const [{ at }] = await link.next('asked', { after, count: questions.length });
  const found = await measured({ host, link, at, after });
  link.order('withdraw');
  link.order('end');
  return found;
}

/** A page that is stuck answers nobody. */
function limited(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('stuck')), STUCK + 2_000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
