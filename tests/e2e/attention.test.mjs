// A question that comes while the person looks elsewhere calls for them, and says no more than whose it is (APP-45).
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe } from 'node:test';
import { promisify } from 'node:util';
import { openDisplay } from './drive/display.mjs';
import { openNotifications } from './drive/notifications.mjs';
import { openWindow } from './drive/program.mjs';
import { MODERN, brokenApps } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const run = promisify(execFile);
const MESSAGE = 'Which animal? (works)';

describe('a question that comes', () => {
  let display, notifications, program, window;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    notifications = await openNotifications(display);
    program = await openWindow(display, { Zoo: brokenApps(MODERN), Circus: brokenApps(MODERN) });
    window = new Window(program);
  });
  after(async () => {
    await program?.close();
    await notifications?.close();
    await display?.close();
  });

  /** What a window manager is told of the window: its title, and whether it asks for attention. */
  const told = async () => {
    const ids = await run('xdotool', ['search', '--onlyvisible', '--pid', String(program.pid)], { env: display.env });
    const id = ids.stdout.trim().split('\n').at(-1);
    const { stdout } = await run('xprop', ['-id', id, '_NET_WM_NAME', 'WM_HINTS'], { env: display.env });
    return { title: /_NET_WM_NAME.*= "(.*)"/.exec(stdout)?.[1], urgent: /urgency hint bit is set/.test(stdout) };
  };
  const says = (title, urgent) =>
    until(`the window is ${title}, urgent: ${urgent}`, async () => {
      const now = await told();
      return now.title === title && now.urgent === urgent;
    });

  witness('calls the person who looks elsewhere, once, and not the one who is there', async t => {
    // On a bare display the window under the pointer has the keyboard: elsewhere is where no window is.
    await run('xdotool', ['mousemove', '1270', '890'], { env: display.env });
    await says('Askance', false);
    await window.start('Zoo', 'works');
    await window.question(MESSAGE);
    await says('(1) Askance', true);
    const [first, ...more] = await until(
      'a notification',
      () => notifications.shown().length > 0 && notifications.shown(),
    );
    assert.deepEqual(more, []);
    assert.equal(first.title, 'Zoo asks you something');
    assert.deepEqual(
      [first.app, first.replaces, first.body, first.actions],
      ['Askance', 0, '', ['default', 'Open Askance']],
    );

    // There by a click on it; what comes now is on screen, or counted.
    await notifications.press('default');
    await says('(1) Askance', false);
    await window.start('Circus', 'works');
    await window.question(MESSAGE);
    await says('(2) Askance', false);
    await window.page.press('button', 'Decline');
    await says('(1) Askance', false);
    await window.openWaiting('Zoo');
    await window.guardOpen();
    await window.page.press('button', 'Decline');
    await says('Askance', false);
    assert.equal(notifications.shown().length, 1, JSON.stringify(notifications.shown()));
  });
});
