// What ./dev run shows where there is no display: the built program under Xvfb does its main job once, with a real click.
import path from 'node:path';
import os from 'node:os';
import fs from 'node:fs/promises';
import { openDisplay } from './drive/display.mjs';
import { binary, openWindow } from './drive/program.mjs';
import { Window } from './drive/window.mjs';

const SERVER = 'Windowsill';
const QUESTION = 'Which plant would you like on your windowsill?';

const started = performance.now();
const tell = words => console.log(`  ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${words}`);

const display = await openDisplay();
tell('a screen is up (Xvfb)');
let opened;
try {
  opened = await openWindow(display, { [SERVER]: { command: binary(), args: ['demo-server'] } });
  const window = new Window(opened);
  tell('the window is open');
  await window.openServer(SERVER);
  tell(`${SERVER}, the demo server, is connected`);
  await window.start(SERVER, 'choose_plant');
  tell('its tool choose_plant is called');
  await window.question(QUESTION);
  await window.inApp(SERVER);
  await opened.screen.get({ role: 'radio button', name: /^Fern/ });
  tell(`it asks “${QUESTION}”, in an app of its own`);
  const picture = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'askance-demonstration-')), 'question.png');
  await display.screenshot(picture);
  tell(`screenshot: ${picture}`);
  await window.answerInApp(QUESTION, [
    { role: 'radio button', name: /^Fern/ },
    { role: 'push button', name: 'Send' },
  ]);
  tell('a real click in the app chose the fern and sent it');
  const result = await window.result();
  tell(`the result came back: ${result.content?.[0]?.text ?? JSON.stringify(result)}`);
} finally {
  await opened?.close();
  await display.close();
}
