// Askance, started and driven for a measurement.
import fs from 'node:fs/promises';
import { openDisplay } from '../e2e/drive/display.mjs';
import { openWindow } from '../e2e/drive/program.mjs';
import { LEGACY } from '../e2e/drive/servers.mjs';
import { until } from '../e2e/drive/wait.mjs';
import { Window } from '../e2e/drive/window.mjs';
import { settledMemory } from './memory.mjs';

export const NAME = 'Askance';
const SERVER = 'Bench';
/** Clock ticks a second in /proc: the same on every Linux. */
const TICKS = 100;

/**
 * When its servers were drawn, by the page's own clock: WebDriver is let in only once the page has loaded, and asks late.
 * The peer's page is asked from the moment it exists.
 */
const LISTED = `const [listed] = performance.getEntriesByName('listed');
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  return Math.round(performance.timeOrigin + Math.max(listed.startTime, painted.startTime));`;

/**
 * Starts the program on a display of its own.
 * @param {import('./link.mjs').Link} link
 * @returns {Promise<import('./round.mjs').Host>}
 */
export async function open(link) {
  const display = await openDisplay({ accessible: false });
  try {
    const entry = { ...link.entry, askance: { apps: 'always', revision: LEGACY } };
    const program = await openWindow(display, { [SERVER]: entry });
    const window = new Window(program);
    const { page } = program;
    await until('the server is listed', async () => (await page.all('link', SERVER, { starts: true })).length > 0);
    const shown = await page.run(LISTED);
    const [{ at: connected }] = await link.next('listed');
    const started = await startOf(program.pid);
    return {
      start: { shown: shown - started, usable: Math.max(shown, connected) - started },
      call: () => window.start(SERVER, 'measure'),
      run: (body, ...words) => page.run(`return (function () {${body}\n})(...arguments);`, ...words),
      memory: () => settledMemory([program.pid], link.pid),
      close: async () => {
        await program.close();
        await display.close();
      },
    };
  } catch (error) {
    await display.close();
    throw error;
  }
}

/** When a process was started, to the 10 ms that the kernel keeps; what drives it is started before, and not counted. */
async function startOf(pid) {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8');
  const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  const uptime = Number((await fs.readFile('/proc/uptime', 'utf8')).split(' ')[0]);
  return Date.now() - (uptime - ticks / TICKS) * 1000;
}
