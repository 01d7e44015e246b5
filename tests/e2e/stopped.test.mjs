// The end-to-end tests themselves: ended by a signal, they leave nothing running.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { familyOf } from './drive/family.mjs';
import { end, start } from './drive/processes.mjs';
import { binary } from './drive/program.mjs';
import { until } from './drive/wait.mjs';

for (const [name, status] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
]) {
  test(`${name} ends what the tests started`, async t => {
    const here = import.meta.dirname;
    // Without the variable that tells a test runner that it is the child of another one.
    const { NODE_TEST_CONTEXT: _, ...env } = { ...process.env, ASKANCE_BIN: binary() };
    const runner = start(process.execPath, [path.join(here, 'run.mjs'), path.join(here, 'keyboard.test.mjs')], { env });
    t.after(() => end(runner));
    const PARTS = ['Xvfb', 'dbus-daemon', 'WebKitWebDriver', 'WebKitWebProcess', path.basename(binary())];
    const family = await until('the tests have started all they need', async () => {
      const found = await familyOf(runner.pid);
      const has = part => found.some(({ command }) => path.basename(command[0] ?? '') === part);
      return PARTS.every(has) && found;
    });
    const ended = once(runner, 'exit');
    process.kill(runner.pid, name);
    assert.deepEqual(await ended, [status, null]);
    const alive = async () => {
      const all = new Map((await familyOf(1)).map(one => [one.pid, one.started]));
      return family.filter(({ pid, started }) => all.get(pid) === started).map(({ command }) => command.join(' '));
    };
    let left = [];
    await until('nothing is left', async () => (left = await alive()).length === 0, { limit: 15_000 }).catch(error => {
      throw new Error(`${error.message}: ${left.join('; ')}`);
    });
  });
}
