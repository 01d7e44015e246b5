// The published MCP Apps, unchanged, in the window: each shakes hands, gets its input and its result, and draws
// (TUI-01, TUI-02, BRG-20). What each asked for and got goes into the report.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { openDisplay } from '../e2e/drive/display.mjs';
import { openWindow, stepsOf } from '../e2e/drive/program.mjs';
import { until } from '../e2e/drive/wait.mjs';
import { Window } from '../e2e/drive/window.mjs';
import { witnessed } from '../e2e/drive/witness.mjs';
import { PICTURES, colours, crop, differ } from './picture.mjs';
import { row, write } from './report.mjs';
import { apps } from './servers.mjs';

const SIZE = { width: 1280, height: 900 };
/** How long all of them may take to start at once, before the window can do anything else. */
const STARTED = 120_000;
/** Fewer colours than this are an empty page, or the edge of one. */
const DRAWN = 16;
/** How long a drawing may go on before its picture is taken all the same: some never stand still. */
const SETTLED = 4_000;
/** What a handshake and a call are in the trace, in this order. */
const ORDER = [
  'view-to-host ui/initialize',
  'view-to-host ui/notifications/initialized',
  'host-to-view ui/notifications/tool-input',
  'host-to-view ui/notifications/tool-result',
];

/** A message of the trace; the host's reply to the handshake is none of these. */
const crossing = ({ direction, method, verdict }) => verdict !== 'result' && `${direction} ${method}`;

describe('published apps, in the window', () => {
  let display, program, window, page, trace;
  const rows = [];
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    await fs.rm(PICTURES, { recursive: true, force: true });
    await fs.mkdir(PICTURES, { recursive: true });
    display = await openDisplay(SIZE);
    trace = path.join(display.home, 'trace.jsonl');
    const servers = Object.fromEntries(Object.entries(apps).map(([name, { entry }]) => [name, entry]));
    program = await openWindow(display, servers, { args: ['--trace', trace] });
    window = new Window(program);
    ({ page } = window);
    // At the corner of the screen, a place on the page is the same place on the screen.
    await program.screen.resize(SIZE.width, SIZE.height);
    await until('the window has that size', async () => (await page.run('return innerWidth;')) === SIZE.width, {
      limit: STARTED,
    });
    await until('all servers are ready', async () => (await waiting()).length === 0, { limit: STARTED, every: 500 });
  });
  after(async () => {
    await program?.close();
    await display?.close();
    await write(rows);
  });

  /** What the page is told, or what `pick` makes of it: results may be long. */
  const told = async (pick, ...args) => {
    const begin = `window.__told = null;
      const args = arguments;
      window.__TAURI_INTERNALS__.invoke('snapshot').then(({ servers, tasks }) => (window.__told = ${pick}));`;
    await page.run(begin, ...args);
    return until('the page is told', () => page.run('return window.__told;'));
  };
  const waiting = () => told(`servers.filter(({ state }) => state.kind !== 'ready').map(({ asker }) => asker.server)`);
  /** The calls of a server, oldest first; results by what they are only. */
  const calls = server =>
    told(
      `tasks.filter(task => task.asker.server === args[0]).map(({ name, state, app, appFailed }) => ({
         name, app, appFailed, state: state.kind, isError: state.isError, blocks: state.result?.content?.length,
       }))`,
      server,
    );
  const stepsFor = async server => (await stepsOf(trace)).filter(step => step.server === server);
  const hole = () =>
    page.run(
      `const { x, y, width, height } = find('group', 'App of ', true)[0].getBoundingClientRect();
       return { x, y, width, height };`,
    );
  /** Says yes to what the app wants. The plain way of a person who trusts it. */
  const allow = async () => {
    const [yes] = await page.all('button', 'Allow');
    if (yes) await page.press('button', 'Allow', { limit: 2_000 }).catch(() => undefined);
    return Boolean(yes);
  };

  /** The app has drawn: a picture of its frame, once it stands still or has had the time to. */
  const draws = async name => {
    const [now, last] = ['now', 'last'].map(which => path.join(display.home, `${which}.png`));
    const take = async () => {
      if (await allow()) return 0;
      await crop(display, await hole(), now);
      return colours(now);
    };
    await until(`${name} draws`, async () => (await take()) >= DRAWN, { every: 200 });
    const still = async () => {
      await fs.rename(now, last);
      return (await take()) >= DRAWN && !(await differ(now, last));
    };
    await until('it stands still', still, { limit: SETTLED, every: 300 }).catch(() => undefined);
    const drawn = await until('its picture', async () => {
      const count = await take();
      return count >= DRAWN && count;
    });
    await fs.copyFile(now, path.join(PICTURES, `${name}.png`));
    return drawn;
  };

  const answers = url =>
    fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(10_000) }).then(
      () => true,
      () => false,
    );

  for (const [name, { tool, needs }] of Object.entries(apps)) {
    witness(`${name}: ${tool}`, async t => {
      t.after(() => page.press('button', 'Close the app', { limit: 5_000 }).catch(() => undefined));
      await window.start(name, tool);
      const call = await until('the call is over and its app is live', async () => {
        await allow();
        const [first] = (await calls(name)).filter(each => each.name === tool);
        if (first?.appFailed) return first;
        return first?.state === 'done' && first.app?.state.kind === 'live' && first;
      });
      if (needs && !(await answers(needs))) {
        t.diagnostic(`${needs} does not answer: seen to fail as it should, no more`);
        assert.ok(call.isError || call.appFailed === 'it did not start within 10 seconds.', JSON.stringify(call));
        assert.ok(call.blocks > 0, 'the plain result is there');
        return;
      }
      assert.equal(call.appFailed, null);
      assert.notEqual(call.isError, true, 'the tool has a result');
      assert.ok(call.blocks > 0);
      await window.inApp(name);

      // In this order, each once, whatever else is said between them.
      const said = await until('the app has its result', async () => {
        const steps = await stepsFor(name);
        return steps.some(step => crossing(step) === ORDER.at(-1)) && steps;
      });
      const heard = said.map(crossing).filter(step => ORDER.includes(step));
      assert.deepEqual(heard, ORDER);
      assert.equal(said.filter(({ stage }) => stage === 'initialised').length, 1);

      const drawn = await draws(name);
      const made = (await calls(name)).slice(1).map(each => each.name); // the first is ours
      rows.push(await row({ name, tool, page: call.app.page, steps: await stepsFor(name), made, drawn }));
      const failed = (await stepsFor(name)).filter(({ stage }) => stage === 'fell-back');
      assert.deepEqual(failed, [], 'it is still there');
    });
  }
});
