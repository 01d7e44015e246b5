// What `./dev run` shows where there is no display: the program under Xvfb, a question in an app, a real click, the result.
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDisplay } from './drive/display.mjs';
import { binary, openWindow } from './drive/program.mjs';
import { demo } from './drive/servers.mjs';
import { Window } from './drive/window.mjs';

const SERVER = 'Windowsill';
const MESSAGE = 'Which plant would you like on your windowsill?';

const start = Date.now();
/** Says a step with the time since the start. */
const tell = words => console.log(`  ${((Date.now() - start) / 1000).toFixed(1).padStart(5)} s  ${words}`);

async function demonstrate(display, pictures) {
  const program = await openWindow(display, { [SERVER]: demo(binary()) });
  try {
    const window = new Window(program);
    tell('the window is open');
    await window.openServer(SERVER);
    tell('connected to the demo server');
    await window.start(SERVER, 'choose_plant');
    tell('called its tool choose_plant');
    await window.question(MESSAGE);
    await window.inApp(SERVER);
    const card = { role: 'radio button', name: /^Cactus/ };
    await window.screen.get(card);
    tell(`it asks “${MESSAGE}”, and its own app is on screen`);
    const picture = path.join(pictures, 'question.png');
    await display.screenshot(picture);
    tell(`screenshot: ${picture}`);
    await window.answerInApp(MESSAGE, [card, { role: 'push button', name: 'Choose this' }]);
    tell('a real click chose a card, another sent the answer');
    const result = await window.result();
    const shown = path.join(pictures, 'result.png');
    await display.screenshot(shown);
    tell(`the result came back: “${result.content[0].text}”`);
    tell(`screenshot: ${shown}`);
    if (result.structuredContent.answers.plant?.content?.plant !== 'cactus')
      throw new Error('the server got another answer');
  } catch (error) {
    // While the window is still there to be seen.
    const picture = path.join(pictures, 'failed.png');
    await display.screenshot(picture);
    throw new Error(`${error.message}\n           screenshot: ${picture}`, { cause: error });
  } finally {
    await program.close();
  }
}

const pictures = await fs.mkdtemp(path.join(os.tmpdir(), 'askance-demonstration-'));
const display = await openDisplay();
try {
  await demonstrate(display, pictures);
  tell('done');
} catch (error) {
  tell(`failed: ${error.message}`);
  process.exitCode = 1;
} finally {
  await display.close();
}
