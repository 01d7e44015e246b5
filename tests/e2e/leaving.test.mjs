// Leaving with something open: a signal, the window's own close button, the time limit. The server hears that nobody waits any
// more, whoever called learns how it went, and nothing is left running (STD-05, STD-08, TMO-05 to TMO-07).
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { openWindow, startCall } from './drive/program.mjs';
import { isRunning } from './drive/processes.mjs';
import { LEGACY, playing } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';

describe('leaving with a question open', () => {
  let display;
  before(async () => (display = await openDisplay()));
  after(() => display.close());

  /** A server that asks a question; each test has one of its own. */
  const server = tool => {
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
    const ask = JSON.stringify({ message: 'Who?', requestedSchema });
    return playing(display.home, tool, LEGACY, [[{ ask }, { echo: true }]]);
  };

  /** The call was given up, its question was answered by nobody, and no word of the person's went out. */
  async function gaveUp(log) {
    const messages = await until('the server has heard the end', async () => {
      const all = (await fs.readFile(log, 'utf8'))
        .trim()
        .split('\n')
        .map(line => JSON.parse(line));
      return all.some(message => message.method === 'notifications/cancelled') && all;
    });
    const call = messages.find(message => message.method === 'tools/call');
    const cancelled = messages.find(message => message.method === 'notifications/cancelled');
    assert.equal(cancelled.params.requestId, call.id);
    assert.ok(!messages.some(message => message.result?.action !== undefined), 'nothing was answered');
  }

  const asking = async (t, tool, ...words) => {
    const { entry, log } = await server(tool);
    const running = await startCall(display, { Old: entry }, ['Old', tool, ...words]);
    t.after(() => running.close());
    await running.screen.get({ name: /Who\?/ });
    return { running, log };
  };

  for (const [name, leave] of Object.entries({
    SIGTERM: running => process.kill(running.pid, 'SIGTERM'),
    SIGINT: running => process.kill(running.pid, 'SIGINT'),
    close: running => running.screen.closeWindow(),
  })) {
    test(`askance call, ${name === 'close' ? 'its window closed' : name}: status 4, and a sentence`, async t => {
      const { running, log } = await asking(t, name);
      await leave(running);
      const outcome = await running.outcome;
      assert.equal(outcome.status, 4, outcome.stderr);
      assert.match(outcome.stderr, /You stopped this task\.\naskance: There is no result\./);
      assert.equal(outcome.stdout, '');
      await gaveUp(log);
    });
  }

  test('askance call, the time limit: status 5, and a sentence', async t => {
    const { running, log } = await asking(t, 'limit', '--timeout', '8');
    const outcome = await running.outcome;
    assert.equal(outcome.status, 5, outcome.stderr);
    assert.match(outcome.stderr, /Old did not finish within 8 seconds\./);
    assert.equal(outcome.stdout, '');
    await gaveUp(log);
  });

  test('the desktop program, its window closed', async t => {
    const { entry, log } = await server('window');
    const program = await openWindow(display, { Old: entry });
    t.after(() => program.close());
    const window = new Window(program);
    await window.start('Old', 'window');
    await window.question('Who?');
    await program.screen.closeWindow();
    await until('the program has ended', () => !isRunning(program.pid));
    await gaveUp(log);
  });
});
