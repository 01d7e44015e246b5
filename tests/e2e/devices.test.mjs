// What an app may use of the person's devices, clipboard and disk: what its policy names, once the person has said yes
// (PRM-01, PRM-04, BRG-05). The apps are in tests/fixtures/broken-apps/devices.mjs.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { openWindow, stepsOf } from './drive/program.mjs';
import { MODERN, brokenApps } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Devices';
const message = tool => `Which animal? (${tool})`;

describe('devices, clipboard and disk', () => {
  let display, program, window, screen, page, trace;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    trace = path.join(display.home, 'trace.jsonl');
    program = await openWindow(display, { [SERVER]: brokenApps(MODERN) }, { args: ['--trace', trace] });
    window = new Window(program);
    ({ screen, page } = program);
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });

  const open = async (tool, button) => {
    await window.start(SERVER, tool);
    await window.question(message(tool));
    await window.inApp(SERVER);
    await screen.enterApp();
    await screen.click({ role: 'push button', name: button });
  };
  const report = async tool => {
    await until(`the app of ${tool} has answered`, () => window.left(message(tool)));
    const { content } = (await window.result()).structuredContent.answers.animal;
    return JSON.parse(content.report);
  };

  witness('an app that declares nothing gets nothing, and nobody is asked', async t => {
    t.after(() => window.clear());
    await open('uses_none', 'Use');
    assert.deepEqual(await report('uses_none'), {
      copy: false,
      writeText: 'NotAllowedError',
      'copy inside': 'TypeError',
      'writeText inside': 'SecurityError',
      place: 'code 1',
      'place again': 'code 1',
      camera: 'TypeError',
      microphone: 'TypeError',
      devices: 'TypeError',
      screen: 'TypeError',
      Notification: 'denied',
    });
  });

  // No test machine has a camera, so WebKit ends before it asks; and WebKit tells no sandboxed frame where the person is.
  witness('an app that declares all of them gets past its policy, and not to the screen', async t => {
    t.after(() => window.clear());
    await open('uses_devices', 'Use');
    await page.says('Devices’s app wants to put something on the clipboard');
    await page.press('button', 'Allow');
    const { camera, microphone, screen: seen, ...rest } = await report('uses_devices');
    assert.deepEqual(rest, {
      // It can't wait for the person; what can, did.
      copy: false,
      writeText: 'written',
      'copy inside': 'TypeError',
      'writeText inside': 'SecurityError',
      place: 'code 1',
      'place again': 'code 1',
      devices: 0,
      Notification: 'denied',
    });
    for (const device of [camera, microphone]) assert.notEqual(device, 'TypeError', 'the frame may ask for it');
    assert.match(seen, /Error$/);
  });

  // PRM-04: the first write waits for the person, and what they say holds.
  for (const [answer, first, then] of [
    ['Allow', 'written', 'written'],
    ['Don’t allow', 'NotAllowedError', 'NotAllowedError'],
  ])
    witness(`the clipboard is asked for at its first use: ${answer}`, async t => {
      t.after(() => window.clear());
      await open('copies', 'Copy');
      await page.says('Devices’s app wants to put something on the clipboard');
      await page.press('button', answer);
      await screen.get({ role: 'push button', name: `Copy ${first}` });
      await screen.enterApp();
      await screen.click({ role: 'push button', name: `Copy ${first}` });
      await screen.get({ role: 'push button', name: `Copy ${first} ${then}` });
      await screen.click({ role: 'entry', then: ['ctrl+v'] });
      if (answer === 'Allow') await screen.get({ role: 'entry', name: 'a cat' });
      const steps = await stepsOf(trace);
      assert.ok(steps.some(({ reason }) => reason === 'the person is asked'));
      assert.equal(JSON.stringify(steps).includes('a cat'), false, 'no trace has what was written');
    });

  // BRG-05
  witness('a file is saved where the person says, and does not run', async t => {
    t.after(() => window.clear());
    await open('saves', 'Save');
    await page.press('button', 'Save…', { starts: true });
    const target = path.join(program.place.dir, 'saved.txt');
    await screen.get({ role: 'file chooser' });
    await screen.keys('ctrl+a');
    await screen.type(target);
    await screen.keys('alt+s');
    await until('it is there', () => statSync(target, { throwIfNoEntry: false }));
    assert.equal(readFileSync(target, 'utf8'), 'a cat');
    assert.equal(statSync(target).mode & 0o111, 0);
  });
});
