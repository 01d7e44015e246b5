// The person's consent to a server's apps, and turning them off, in the window (SEC-06, SEC-12).
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { binary, openWindow } from './drive/program.mjs';
import { asking, demo } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const MESSAGE = 'Which plant would you like on your windowsill?';
const ASKS = 'Demo wants to show its own app for this';
const CACTUS = [
  { role: 'radio button', name: /^Cactus/ },
  { role: 'push button', name: 'Choose this' },
];

describe('consent to apps', () => {
  let display, program, window, page;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    program = await openWindow(display, { Demo: asking(demo(binary())) });
    window = new Window(program);
    ({ page } = window);
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });

  /** Calls the tool; its question is on screen. */
  const call = async () => {
    await window.start('Demo', 'choose_plant');
    await window.question(MESSAGE);
  };
  /** The answer that the server got. */
  const plant = async () => (await window.result()).structuredContent.answers.plant.content.plant;

  witness('the first app waits, and its source can be read before it runs', async () => {
    await call();
    await page.says(ASKS);
    assert.ok(!(await page.said()).includes('Inside this frame'), 'nothing of it is on screen');
    await page.press('button', 'View source');
    await until('the source is there', async () => /<!doctype html>/i.test(await page.said()));
    await page.press('button', 'Close');
    await window.guardOpen();
    await page.press('button', 'Use standard form');
    await page.get('button', 'Send');
    assert.ok(!(await page.said()).includes('could not be used'), 'a form by choice has no note');
    await page.press('button', 'Decline');
    await window.gone(MESSAGE);
  });

  witness('allowed this time, it is asked for again; allowed for good, it is not', async () => {
    await call();
    await page.says(ASKS);
    await page.press('button', 'Show the app', { starts: true });
    await window.inApp('Demo');
    await window.answerInApp(MESSAGE, CACTUS);
    assert.equal(await plant(), 'cactus');
    await call();
    await page.says(ASKS);
    await page.press('checkbox', 'Do the same for every question of Demo', { starts: true });
    await page.press('button', 'Show the app', { starts: true });
    await window.inApp('Demo');
    await window.answerInApp(MESSAGE, CACTUS);
    await call();
    await window.inApp('Demo');
    await window.answerInApp(MESSAGE, CACTUS);
    assert.equal(await plant(), 'cactus');
  });

  witness('turned off for the server, its questions are forms at once; what the file says stays', async () => {
    await window.openServer('Demo');
    await page.press('radio', 'Never');
    await page.says('This holds until Askance ends: the file that names Demo is not changed.');
    await call();
    await page.get('button', 'Send');
    const said = await page.said();
    assert.ok(!said.includes(ASKS) && !said.includes('could not be used'), said);
    await page.press('button', 'Decline');
    await window.gone(MESSAGE);
    await window.openServer('Demo');
    await page.press('radio', 'Ask first');
    // One change at a time: the button is shut until this one is done.
    await page.says('You are asked before the first one runs');
    await until('the button takes a click', async () => {
      const [button] = await page.all('button', 'Forget what I allowed');
      return button && (await page.run('return !arguments[0].disabled;', button));
    });
    await page.press('button', 'Forget what I allowed');
    await page.says('Forgotten.');
    await call();
    await page.says(ASKS);
    await page.press('button', 'Decline');
    await window.gone(MESSAGE);
  });
});
