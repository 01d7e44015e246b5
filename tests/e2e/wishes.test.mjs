// What an app may want, and that the person decides it below the app: links, files, tools, words, room (BRG-04 to BRG-09,
// BRG-15, SEC-03). The server is tests/fixtures/views; its one app stands in a question and in a view.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { fakeBrowser } from './drive/browser.mjs';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { views } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Shelf';
const MESSAGE = 'How many pots?';
const GUIDE = 'https://guide.example/pots?size=3#top';

describe('what an app wants', () => {
  let display, browser, program, window, page, screen;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    browser = await fakeBrowser(display);
    program = await openWindow(display, { [SERVER]: views() }, { env: browser.env });
    window = new Window(program);
    ({ page, screen } = window);
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });

  /** What the app wrote down on its page. */
  const noted = pattern => screen.get({ name: pattern });
  /** Presses a button of the app, once it takes clicks: it is hidden while the person decides in the bar. */
  const press = async name => {
    await screen.appOpen();
    await screen.click({ role: 'push button', name });
  };
  const inQuestion = async () => {
    await window.start(SERVER, 'ask_with_app');
    await window.question(MESSAGE);
    await window.inApp(SERVER);
  };
  const inView = async () => {
    await window.start(SERVER, 'show_shelf');
    await window.inApp(SERVER);
    await noted(/tool-result: /);
  };
  /** The place of the frame on the page. */
  const frame = () => page.run('return find("group", "App of Shelf")[0]?.getBoundingClientRect().toJSON();');

  for (const [where, open] of [
    ['a question', inQuestion],
    ['a view', inView],
  ]) {
    witness(`in ${where}: a link is shown whole, and opened only by the person`, async t => {
      t.after(() => window.clear());
      await open();
      const before = await browser.opened();
      await press('Open the guide');
      await page.says('This app wants to open a page in your browser');
      await page.says(GUIDE);
      await page.press('button', 'Don’t open');
      await noted(/Open the guide: \{"isError":true\}/);
      assert.deepEqual(await browser.opened(), before);
      await press('Open the guide');
      await page.says('This app wants to open a page in your browser');
      await page.press('button', 'Open in browser');
      await noted(/Open the guide: \{\}/);
      await until('the browser was told', async () => (await browser.opened()).length > before.length);
      assert.deepEqual(await browser.opened(), [...before, GUIDE]);
    });

    witness(`in ${where}: a file that the person does not want is not saved`, async t => {
      t.after(() => window.clear());
      await open();
      await press('Save the list');
      await page.says('pots.txt');
      await page.press('button', 'Save…', { starts: true });
      await screen.get({ role: 'file chooser' });
      await screen.keys('Escape');
      await noted(/Save the list: \{"isError":true\}/);
    });

    witness(`in ${where}: a tool runs when the person allows it, with the values they saw`, async t => {
      t.after(() => window.clear());
      await open();
      await press('Water the pots');
      await page.says('Shelf’s app wants to use water_pots');
      await page.says('"pots": 3');
      await page.press('button', 'Don’t allow');
      await noted(/Water the pots: \{"error":-?\d+\}/);
      await press('Water the pots');
      await page.says('Shelf’s app wants to use water_pots');
      await page.press('button', 'Allow');
      await noted(/Water the pots: .*Watered 3 pots\./);
      // Its apps are always shown: its word on tools that only read counts, and nobody is asked (SEC-04).
      await press('Count the pots');
      await noted(/Count the pots: .*Counted 3 pots\./);
      await press('Use a hidden tool');
      await noted(/Use a hidden tool: \{"error":-32602\}/);
    });

    witness(`in ${where}: what it says to nobody is shown as its words`, async t => {
      t.after(() => window.clear());
      await open();
      await press('Say hello');
      await noted(/Say hello: \{\}/);
      await press('Tell the context');
      await noted(/Tell the context: \{\}/);
      await page.press('button', 'Details', { starts: true });
      await page.says('Said by the app');
      await page.says('Hello from the shelf');
      await page.says('The second pot is dry');
      await page.press('button', 'Details', { starts: true });
    });

    witness(`in ${where}: it fills the window between the bars, and the person takes it back`, async t => {
      t.after(() => window.clear());
      await open();
      const usual = await frame();
      const larger = () => until('it is larger', async () => (await frame()).height > usual.height);
      const back = () =>
        until('it has its usual place', async () => Math.abs((await frame()).height - usual.height) < 2);
      await press('Fill the window');
      await noted(/Fill the window: \{"mode":"fullscreen"\}/);
      await larger();
      await page.says(`Inside this frame: ${SERVER}’s app`);
      await page.press('button', 'Make the app smaller');
      await back();
      await noted(/mode: "inline"/);
      await press('Fill the window');
      await larger();
      await screen.keys('Escape');
      await back();
    });
  }

  witness('the answer of a question goes out after all that', async () => {
    await inQuestion();
    await window.answerInApp(MESSAGE, [{ role: 'push button', name: 'Answer' }]);
    assert.deepEqual((await window.result()).structuredContent.answer, { action: 'accept', content: { pots: 3 } });
  });

  witness('a view is as high as it wishes, and lies exactly in its hole', async () => {
    await inView();
    for (const [name, height] of [
      ['Be low', 180],
      ['Be high', 260],
    ]) {
      await press(name);
      await until(`it is ${height} high`, async () => Math.abs((await frame()).height - height) <= 8);
      await until('the app lies inside its frame’s edge', async () => {
        const [outer, ...inner] = (await screen.all({ role: 'document web' })).sort((a, b) => a.depth - b.depth);
        const app = inner[0];
        const hole = await frame();
        return app && app.y - outer.y >= hole.y && app.y + app.height - outer.y <= hole.bottom + 1;
      });
    }
  });
});
