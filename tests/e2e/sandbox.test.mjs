// WebKit's own process sandbox around an app: where the system allows it, it holds on the live process; where not, the
// program says so, in the settings and in the trace.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { webProcessesOf } from './drive/family.mjs';
import { openWindow, stepsOf } from './drive/program.mjs';
import { MODERN, brokenApps } from './drive/servers.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Animals';
const HOLDS = 'Apps are shut in by the system’s process sandbox';
const LACKS = 'The system’s process sandbox is not available';
const NOTE = /sandbox for apps \(bubblewrap\)/;

/** What the kernel says of a process: its filter of system calls, and the spaces that it lives in. */
async function shut(pid) {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8');
  const spaces = await Promise.all(['mnt', 'pid', 'net'].map(name => fs.readlink(`/proc/${pid}/ns/${name}`)));
  return { seccomp: /^Seccomp:\s+(\d)/m.exec(status)[1], spaces };
}

for (const [name, env] of [
  ['as the system allows it', {}],
  ['switched off', { WEBKIT_FORCE_SANDBOX: '0' }],
]) {
  describe(`the process sandbox, ${name}`, () => {
    let display, program, window, trace;
    const witness = witnessed(() => ({ display, program }));
    before(async () => {
      display = await openDisplay();
      trace = path.join(display.home, 'steps.jsonl');
      program = await openWindow(display, { [SERVER]: brokenApps(MODERN) }, { args: ['--trace', trace], env });
      window = new Window(program);
    });
    after(async () => {
      await program?.close();
      await display?.close();
    });

    witness('holds on the process of an app, or the program says that it does not', async t => {
      t.after(() => window.clear());
      await window.start(SERVER, 'works');
      await window.question('Which animal? (works)');
      await window.inApp(SERVER);
      const ours = await shut(program.pid);
      const [, ...apps] = await webProcessesOf(program.pid);
      assert.ok(apps.length > 0, 'the app has a process');
      const all = await Promise.all(apps.map(shut));
      const inside = all.every(
        ({ seccomp, spaces }) => seccomp === '2' && spaces.every((space, at) => space !== ours.spaces[at]),
      );
      await window.page.press('link', 'Settings');
      await window.page.says(inside ? HOLDS : LACKS);
      const noted = (await stepsOf(trace)).some(({ reason }) => NOTE.test(reason ?? ''));
      assert.equal(noted, !inside);
      if (env.WEBKIT_FORCE_SANDBOX) assert.equal(inside, false, 'nothing shuts it in');
      t.diagnostic(inside ? 'seccomp, and mount, process and network spaces of its own' : LACKS);
      await window.openWaiting(SERVER);
    });
  });
}
