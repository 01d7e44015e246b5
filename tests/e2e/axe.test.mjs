// The window as axe-core sees it where it is really drawn: names, roles and contrast, in both themes and at 400 px. Page tests
// see the components without colours.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { binary, openWindow } from './drive/program.mjs';
import { asking, brokenApps, demo, forms, results } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const AXE = path.resolve(import.meta.dirname, '../../frontend/node_modules/axe-core/axe.min.js');
const SIZE = { width: 1100, height: 760 };
const NARROW = 400;

describe('accessible where it is drawn', () => {
  let display, program, window, page, screen, axe;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    axe = await fs.readFile(AXE, 'utf8');
    display = await openDisplay(SIZE);
    const servers = {
      Windowsill: asking(demo(binary())),
      Clinic: forms(),
      Animals: brokenApps(),
      Results: results(),
    };
    program = await openWindow(display, servers);
    window = new Window(program);
    ({ page, screen } = window);
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });

  const wide = async width => {
    await screen.resize(width, SIZE.height);
    await until('the window has that width', async () => Math.abs((await page.run('return innerWidth;')) - width) < 2);
  };
  /** What axe-core finds wrong now. */
  async function faults() {
    // Colours that are on their way would be judged as neither of the two.
    await until('nothing moves', () => page.run('return document.getAnimations().length === 0;'));
    await page.run(
      `if (!window.axe) { ${axe}; window.axe = axe; }
       window.__axe = undefined;
       axe.run().then(
         ({ violations, passes }) => (window.__axe = {
           passed: passes.length,
           wrong: violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))),
         }),
         error => (window.__axe = { passed: 0, wrong: [String(error)] }),
       );`,
    );
    return until('axe-core is done', () => page.run('return window.__axe;'));
  }
  /** Holds what is on screen to it, in both themes and narrow. */
  async function clean(what) {
    try {
      for (const [theme, width] of [
        ['light', SIZE.width],
        ['dark', SIZE.width],
        ['light', NARROW],
      ]) {
        await page.run('document.documentElement.dataset.theme = arguments[0];', theme);
        await wide(width);
        await until(`${what}, ${width} px: nothing stands out at the side`, () =>
          page.run('return document.documentElement.scrollWidth <= innerWidth;'),
        );
        const { passed, wrong } = await faults();
        assert.ok(passed > 10, `${what}: axe-core has looked`);
        assert.deepEqual(wrong, [], `${what}, ${theme}, ${width} px`);
      }
    } finally {
      await wide(SIZE.width);
    }
  }

  witness('the places', async () => {
    await page.get('heading', 'Nothing is asking for you', { starts: true });
    await clean('the Inbox');
    await window.openServer('Windowsill');
    await clean('a server');
    await window.openServer('Clinic');
    await page.press('link', 'order', { starts: true });
    await page.press('button', 'Add Item');
    await clean('arguments with parts');
    await page.press('link', 'Settings', { starts: true });
    await page.get('heading', 'Settings');
    await clean('the Settings');
  });

  witness('a question: consent, its app, the details, the standard form', async t => {
    t.after(() => window.clear());
    await window.start('Windowsill', 'choose_plant');
    await window.question('Which plant would you like on your windowsill?');
    await page.get('button', 'Show the app');
    await clean('consent');
    await page.press('button', 'Show the app');
    await window.inApp('Windowsill');
    await screen.get({ role: 'radio button', name: /^Cactus/ });
    await clean('an app');
    await page.press('button', 'Details', { starts: true });
    await page.says('Where the app came from');
    await clean('the details');
    await page.press('button', 'Details', { starts: true });
    await window.useStandardForm();
    await clean('the standard form');
  });

  witness('every control, and what is wrong with them', async t => {
    t.after(() => window.clear());
    await window.start('Clinic', 'every_control');
    await window.question('Please complete the booking for your visit.');
    await clean('every control');
    await page.press('button', 'Send');
    await page.says('answers need a change before this can be sent.');
    await clean('errors');
    // What the form says of its own accord: an emptied field, empty lines, a time that no clock shows, no such choice.
    await window.write('Reason', 'x');
    await screen.focusWindow();
    await screen.keys('BackSpace');
    await page.get('checkbox', 'Send it empty', { starts: true });
    await page.click(await page.get('textbox', 'Other names', { starts: true }));
    await screen.type('Nono');
    await screen.keys('Return', 'Return');
    await screen.type('Nana');
    await page.get('checkbox', 'Send empty lines too');
    await window.write('Time', '2026-03-29');
    const time = (await page.all('textbox', 'Time')).at(-1);
    await page.click(time);
    await page.type(time, '2:30');
    await page.fill('Time zone', 'Stockholm', { role: 'combobox' });
    await page.get('option', 'Europe/Stockholm');
    await screen.keys('Return');
    await page.fill('Doctor', 'nobody', { role: 'combobox' });
    // The press that leaves the list ends where it began, though words appear above it.
    await window.tick('English');
    await page.says('1 of 3 chosen');
    await page.says('“nobody” is none of the choices.');
    await page.says('This time does not exist in Europe/Stockholm: the clock skips it.');
    await clean('what the form says of its own accord');
  });

  witness('an answer as JSON, and a check list to search in', async t => {
    t.after(() => window.clear());
    await window.start('Clinic', 'shifts');
    await window.question('Who is on duty this week?');
    await window.write('Your answer as JSON', '{ "duty": 1 }');
    await page.says('On duty');
    await clean('the JSON editor');
    await window.clear();
    await window.gone('Who is on duty this week?');
    await window.start('Clinic', 'languages');
    await window.question('Which languages does the clinic offer?');
    await page.fill('Search 36 options', 'zz');
    await page.says('Nothing matches');
    await clean('a check list without a match');
    await page.fill('Search 36 options', 'ish');
    await window.tick('English');
    await clean('a check list');
  });

  witness('what asks before it goes out: a held answer, a page to open', async t => {
    t.after(() => window.clear());
    await window.start('Animals', 'answers_by_itself');
    await page.says('This app answered by itself. Send this?');
    await window.guardOpen();
    await clean('a held answer');
    await page.press('button', 'Decline');
    await window.gone('Which animal? (answers_by_itself)');
    await window.start('Results', 'page_letters');
    await page.says('This address uses look-alike letters.');
    await window.guardOpen();
    await clean('a page to open');
  });

  witness('a result', async () => {
    await window.start('Results', 'structured');
    await page.says('Done in');
    await clean('a result');
  });
});
