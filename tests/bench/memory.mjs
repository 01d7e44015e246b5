// How much memory a host takes: the proportional share (PSS) of each of its processes, its MCP server left out.
import fs from 'node:fs/promises';
import { familyOf } from '../e2e/drive/family.mjs';
import { until } from '../e2e/drive/wait.mjs';

/** Readings that differ by less, as a share, are the same. */
const SAME = 0.02;
/** So many in a row, and nothing is being loaded any more; longer than the second after which Askance starts a spare webview. */
const STEADY = 4;
const EVERY = 400;
/** What has not settled by then never does, in ms: the last reading counts. */
const LIMIT = 10_000;

/**
 * MiB that these processes and all that they started take, once that has settled.
 * @param {number[]} roots @param {number} server process of the MCP server
 */
export async function settledMemory(roots, server) {
  const end = Date.now() + LIMIT;
  let before = 0;
  let steady = 0;
  const settled = async () => {
    const now = await memory(roots, server);
    steady = Math.abs(now - before) < now * SAME ? steady + 1 : 0;
    before = now;
    return (steady >= STEADY || Date.now() > end) && now;
  };
  return until('its memory has settled', settled, { every: EVERY });
}

async function memory(roots, server) {
  const families = await Promise.all([server, ...roots].map(familyOf));
  const [servers, ...hosts] = families.map(family => family.map(({ pid }) => pid));
  const left = new Set([server, ...servers]);
  const pids = new Set([...roots, ...hosts.flat()].filter(pid => !left.has(pid)));
  return (await Promise.all([...pids].map(share))).reduce((sum, part) => sum + part, 0);
}

/** Nothing for a process that has gone meanwhile. */
async function share(pid) {
  const text = await fs.readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(error => {
    if (['ENOENT', 'ESRCH'].includes(error.code)) return '';
    throw error;
  });
  const of = name => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  return (of('Pss') + of('SwapPss')) / 1024;
}
