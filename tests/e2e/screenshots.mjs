// The pictures of the guide, taken from the built program: `./dev screenshots`. One fixed font, so that they change only
// when the window does.
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openDisplay } from './drive/display.mjs';
import { binary, openWindow } from './drive/program.mjs';
import { demo, forms } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';

const run = promisify(execFile);
const OUT = path.resolve(import.meta.dirname, '../../docs/images/guide');
const SIZE = { width: 1100, height: 760 };
/** The whole of a long form at once. */
const TALL = 2300;
/** The most that a picture of the guide may weigh. */
const MOST = 60 * 1024;

let display, program, window, page, screen;

/** Short commands, found by name: no picture shows a path of the machine that it was taken on. */
async function short(name, { command, args }) {
  const bin = path.join(display.home, 'bin');
  await fs.mkdir(bin, { recursive: true });
  const words = [command, ...args].map(word => `'${word}'`).join(' ');
  await fs.writeFile(path.join(bin, name), `#!/bin/sh\nexec ${words}\n`, { mode: 0o755 });
  return { command: name };
}
async function open(height) {
  display = await openDisplay({ width: SIZE.width, height });
  const servers = {
    Clinic: await short('clinic-calendar', forms()),
    Windowsill: await short('windowsill', demo(binary())),
  };
  program = await openWindow(display, servers, {
    env: { PATH: `${path.join(display.home, 'bin')}:${process.env.PATH}` },
  });
  window = new Window(program);
  ({ page, screen } = program);
}
async function close() {
  await program?.close();
  await display?.close();
  program = display = undefined;
}

/** Resolves after the page has drawn what it knows now. */
const drawn = () =>
  page
    .run(
      `window.__drawn = false;
    requestAnimationFrame(() => requestAnimationFrame(() => (window.__drawn = true)));`,
    )
    .then(() => until('the page is drawn', () => page.run('return window.__drawn;')));
async function look(theme) {
  await page.run(
    `const root = document.documentElement;
     root.dataset.theme = arguments[0];
     root.style.setProperty('--font-sans', '"DejaVu Sans"');
     root.style.setProperty('--font-mono', '"DejaVu Sans Mono"');`,
    theme,
  );
  await drawn();
}
async function size(height) {
  await screen.resize(SIZE.width, height);
  await until('the window has that size', async () => Math.abs((await page.run('return innerHeight;')) - height) < 2);
  await drawn();
}
/** Takes a part of the screen, in few colours. */
async function take(name, { x = 0, y = 0, width = SIZE.width, height = SIZE.height } = {}) {
  const whole = path.join(display.home, 'screen.png');
  const file = path.join(OUT, `${name}.png`);
  await display.screenshot(whole);
  const crop = `${Math.round(width)}x${Math.round(height)}+${Math.round(x)}+${Math.round(y)}`;
  const plain = ['-crop', crop, '+repage', '-strip', '+dither', '-colors', '64'];
  await run('convert', [whole, ...plain, '-define', 'png:compression-level=9', `PNG8:${file}`]);
  const { size: bytes } = await fs.stat(file);
  if (bytes > MOST) throw new Error(`${name}.png has ${bytes} bytes, ${MOST} is the most`);
  console.log(`  ${name}.png  ${(bytes / 1024).toFixed(0)} KB`);
}
/** The same in both themes. */
async function both(name, part) {
  for (const theme of ['light', 'dark']) {
    await look(theme);
    await take(`${name}-${theme}`, await part?.());
  }
  await look('light');
}
/** From the top of one field to the bottom of another. */
const fields = (first, last) =>
  page.run(
    `const all = [...document.querySelectorAll('[data-field]')].map(node => node.getBoundingClientRect());
     const [from, to] = [all[arguments[0]], all[arguments[1]]];
     return { x: from.x - 24, y: from.y - 16, width: Math.min(from.width + 48, innerWidth - from.x), height: to.bottom - from.top + 32 };`,
    first,
    last,
  );
const question = async (tool, message) => {
  await window.start('Clinic', tool);
  await window.question(message);
  await screen.focusWindow();
  await look('light');
};

async function fill() {
  await window.write('Full name', 'Noor Haddad');
  await window.write('Work e-mail', 'noor.haddad@clinic.example');
  await window.write('Reason', 'Second opinion on the knee.');
  await window.write('Minutes', '30');
  await window.write('Earliest day', '2026-10-05');
  await window.write('Time', '2026-10-05');
  const time = (await page.all('textbox', 'Time')).at(-1);
  await page.click(time);
  await page.type(time, '9:30');
  await window.choose('Insured', 'Yes');
  await window.choose('Meeting', 'Video call');
  await window.choose('Doctor', 'Dr Andersson, Maja');
  await window.tick('English');
  await window.tick('Svenska');
}

async function ofForms() {
  await size(SIZE.height);
  await question('every_control', 'Please complete the booking for your visit.');
  await take('form');
  await size(TALL);
  await fill();
  await both('controls-1', () => fields(0, 6));
  await both('controls-2', () => fields(7, 11));
  await both('controls-3', () => fields(12, 15));
  await page.click(await page.get('combobox', 'Doctor', { starts: true }));
  await page.run('document.activeElement.select();');
  await page.type((await page.all('combobox', 'Doctor', { starts: true }))[0], 'and');
  await page.get('option', 'Dr Andersson', { starts: true });
  await both('list', async () => ({ ...(await fields(11, 11)), height: 400 }));
  // What was chosen before stays chosen.
  await screen.keys('Escape');
  await page.press('button', 'Choose a date');
  await page.get('dialog', 'Choose a date');
  await both('calendar', async () => ({ ...(await fields(6, 6)), height: 400 }));
  await page.run(
    `document.querySelector('[role=dialog]')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));`,
  );
  await size(SIZE.height);
  await page.press('button', 'See what is sent');
  await page.get('region', 'The answer as it is sent');
  await page.run(`document.querySelector('.paper').scrollTo(0, 0);`);
  await look('light');
  await take('what-is-sent');
  await page.press('button', 'See what is sent');
  await window.write('Work e-mail', 'noor@');
  await window.write('Minutes', '5');
  await page.press('button', 'Send');
  await page.says('2 answers need a change');
  await both('errors');
  await page.press('button', 'Decline');
  await page.get('button', 'Run').catch(() => undefined);

  await window.openServer('Clinic');
  await page.press('link', 'order', { starts: true });
  await page.get('button', 'Run');
  await page.press('button', 'Add Item');
  await page.get('textbox', 'Article', { starts: true });
  await both('parts');

  await window.openServer('Clinic');
  await page.press('link', 'report', { starts: true });
  await page.get('button', 'Run');
  await window.write('Title', 'Waiting times');
  await window.write('Labels', '{ "ward": "Orthopaedics", "beds": 24 }');
  await both('json-field');

  await question('languages', 'Which languages does the clinic offer?');
  for (const language of ['Arabic', 'English', 'Somali']) {
    await page.fill('Search 36 options', language.toLowerCase().slice(0, 4));
    await window.tick(language);
  }
  await page.click(await page.get('textbox', 'Search 36 options'));
  await screen.keys('ctrl+a', 'BackSpace');
  await page.get('checkbox', 'Wolof');
  await both('check-list', async () => ({ ...(await fields(0, 0)) }));
  await page.press('button', 'Decline');

  await question('shifts', 'Who is on duty this week?');
  await window.write('Your answer as JSON', '{ "duty": ["Dr Haddad", "Dr Moretti"] }');
  await page.says('Fits the description');
  await both('json-editor');
  await page.press('button', 'Decline');
}

async function ofApps() {
  await page.get('heading', 'Nothing is asking for you', { starts: true });
  await look('light');
  await take('inbox');
  await window.openServer('Windowsill');
  await look('light');
  await take('server');
  await window.start('Windowsill', 'choose_plant');
  await window.question('Which plant would you like on your windowsill?');
  await page.get('button', 'Show the app');
  await look('light');
  await take('consent');
  await page.press('button', 'Show the app');
  await window.inApp('Windowsill');
  await screen.get({ role: 'radio button', name: /^Cactus/ });
  await window.guardOpen();
  await look('light');
  await take('app');
  await window.useStandardForm();
  await page.press('button', 'Decline');
  await page.press('link', 'Settings', { starts: true });
  await page.get('heading', 'Settings');
  await look('light');
  await take('settings');
}

await fs.mkdir(OUT, { recursive: true });
for (const [height, pictures] of [
  [SIZE.height, ofApps],
  [TALL, ofForms],
]) {
  try {
    await open(height);
    await pictures();
  } catch (error) {
    const picture = path.join(os.tmpdir(), 'askance-screenshots-failed.png');
    await display?.screenshot(picture);
    console.error(`${error.message}\n${await program?.errors()}\n  what was on screen: ${picture}`);
    process.exitCode = 1;
  } finally {
    await close();
  }
}
