// What an app may use of the person's devices, clipboard and disk: what its policy names, once the person has said yes
// (PRM-01, PRM-04, BRG-05). The apps are in tests/fixtures/broken-apps/devices.mjs.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { MODERN, brokenApps } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Devices';
const message = tool => `Which animal? (${tool})`;

describe('devices, clipboard and disk', () => {
  let display, program, window, screen, page;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    program = await openWindow(display, { [SERVER]: brokenApps(MODERN) });
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
    const { copy, writeText, ...rest } = await report('uses_none');
    t.diagnostic(JSON.stringify({ copy, writeText }));
    assert.deepEqual(rest, {
      place: 'code 1',
      'place again': 'code 1',
      camera: 'TypeError',
      microphone: 'TypeError',
      devices: 'TypeError',
      screen: 'TypeError',
      Notification: 'denied',
    });
  });

  witness('an app that declares all of them gets what the person allows, asked once for each', async t => {
    t.after(() => window.clear());
    await open('uses_devices', 'Use');
    await page.press('button', 'Allow');
    const asked = [];
    const found = await until('it is over', async () => {
      if (await window.left(message('uses_devices'))) return report('uses_devices');
      const no = (await page.all('button', 'Don’t allow'))[0];
      if (no) {
        asked.push((await page.said()).match(/wants to [^.”]*/)?.[0]);
        await page.press('button', 'Don’t allow', { limit: 3_000 }).catch(() => undefined);
      }
      return undefined;
    });
    t.diagnostic(JSON.stringify({ found, asked }));
    assert.equal(found.place, 'code 2');
    assert.equal(found['place again'], 'code 2');
  });

  // BRG-05
  witness('a file is saved where the person says, and does not run', async t => {
    t.after(() => window.clear());
    await open('saves', 'Save');
    await page.press('button', 'Save…', { starts: true });
    const target = path.join(program.place.dir, 'saved.txt');
    await screen.get({ role: 'file chooser' });
    await screen.keys('ctrl+a');
    await screen.type(`${target}\n`);
    await until('it is there', () => statSync(target, { throwIfNoEntry: false }));
    assert.equal(readFileSync(target, 'utf8'), 'a cat');
    assert.equal(statSync(target).mode & 0o111, 0);
  });
});
