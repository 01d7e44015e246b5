// More of the standard form by the keyboard alone: calendars, an empty answer, hundreds of fields.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { brokenApps, forms } from './drive/servers.mjs';
import { Typing } from './drive/typing.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const BOOKING = 'Please complete the booking for your visit.';

describe('the form by keyboard', () => {
  let display, program, window, screen, page, typing, log;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    log = path.join(display.home, 'received.jsonl');
    program = await openWindow(display, { Forms: forms(log), Broken: brokenApps() });
    window = new Window(program);
    typing = new Typing(window);
    ({ screen, page } = program);
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });
  const ask = async (tool, message) => {
    await window.start('Forms', tool);
    await window.question(message);
    await screen.focusWindow();
  };
  /** The day of the calendar that has the focus. */
  const day = value =>
    until(`the focus is on ${value} in the calendar`, () =>
      page.run(
        `return document.activeElement.closest('[role=dialog]') !== null && document.activeElement.dataset.value === arguments[0];`,
        value,
      ),
    );
  const shut = () => until('the calendar is shut', async () => (await page.all('dialog')).length === 0);
  const focusField = name =>
    page.run(`(find('textbox', arguments[0], true)[0] ?? find('combobox', arguments[0], true)[0]).focus();`, name);

  /** Types a day, goes on from it in the calendar, past the end of the month, and thinks better of it once. */
  const choose = async (name, from, over) => {
    await focusField(name);
    await screen.keys('ctrl+a');
    await typing.write(name, from);
    await typing.to('Choose a date', 'Tab');
    await screen.keys('Return');
    await day(from);
    await screen.keys('Right');
    await day(over);
    await screen.keys('Escape');
    await shut();
    // Escape has closed the calendar and nothing else.
    assert.equal(await window.asks(), true);
    await typing.on(name);
    await typing.holds(name, from);
    await typing.to('Choose a date', 'Tab');
    await screen.keys('space');
    await day(from);
    await screen.keys('Right');
    await day(over);
  };

  witness('Ctrl+Z takes back what was typed, Ctrl+Shift+Z gives it again', async () => {
    await ask('every_control', BOOKING);
    await focusField('Earliest day');
    await screen.keys('ctrl+a');
    await typing.write('Earliest day', '2026-12-24');
    await screen.keys('ctrl+z');
    await until('it is taken back', async () => !(await page.said()).includes('24 December 2026'));
    await screen.keys('ctrl+shift+z');
    await page.says('Thursday, 24 December 2026');
    await typing.holds('Earliest day', '2026-12-24');
    await window.clear();
    await window.gone(BOOKING);
  });

  witness('a day from the calendar: arrows, Escape, Enter', async () => {
    await ask('every_control', BOOKING);
    await choose('Earliest day', '2026-10-31', '2026-11-01');
    await screen.keys('Down');
    await day('2026-11-08');
    await screen.keys('Up', 'Left');
    await day('2026-10-31');
    await screen.keys('Left', 'Return');
    await shut();
    await typing.on('Earliest day');
    await typing.holds('Earliest day', '2026-10-30');
    await page.says('Friday, 30 October 2026');
    await window.clear();
    await window.gone(BOOKING);
  });

  witness('the day of a date-time from the calendar; its time and zone stay (SCH-10)', async () => {
    await ask('every_control', BOOKING);
    await choose('Time', '2026-02-28', '2026-03-01');
    await screen.keys('Return');
    await shut();
    await typing.on('Time');
    await typing.holds('Time', '2026-03-01');
    await typing.to('Time', 'Tab', 'Tab');
    await typing.write('Time', '9:30');
    await typing.to('Time zone', 'Tab');
    await screen.keys('ctrl+a');
    await typing.write('Time zone', 'tokyo');
    await page.get('option', 'Asia/Tokyo', { starts: true });
    await screen.keys('Return');
    await page.says('Sent as 2026-03-01T09:30:00+09:00');
    // Back to the calendar: another day keeps the rest.
    await typing.to('Choose a date', 'shift+Tab', 'shift+Tab');
    await screen.keys('Return');
    await day('2026-03-01');
    await screen.keys('Down', 'Return');
    await page.says('Sent as 2026-03-08T09:30:00+09:00');
    await window.clear();
    await window.gone(BOOKING);
  });

  witness('500 fields: each is found by its error, and an empty text is sent where it is said to be one', async () => {
    // U-06
    const message = '500 things at once?';
    /** To the first link of the summary, or the next one, and through it. */
    const mend = async (name, ...tabs) => {
      await until('the focus is on the summary', () =>
        page.run(`return document.activeElement.classList.contains('summary');`),
      );
      await typing.to(name, ...tabs);
      await screen.keys('Return');
      await until(`“${name}” is typed in`, () => page.run(`return document.activeElement.matches('input');`));
      await typing.on(name);
    };
    await ask('five_hundred', message);
    await typing.on('Field 1');
    await screen.keys('ctrl+Return');
    await page.says('2 answers need a change before this can be sent.');
    await mend('Field 500', 'Tab', 'Tab');
    await typing.write('Field 500', 'z');
    await screen.keys('ctrl+Return');
    await page.says('1 answer needs a change before this can be sent.');
    await mend('Field 1', 'Tab');
    await typing.to('Send it empty', 'Tab');
    await screen.keys('space');
    await until('the box is ticked', () =>
      page.run(`return document.activeElement.getAttribute('aria-checked') === 'true';`),
    );
    await screen.keys('ctrl+Return');
    await window.gone(message);
    assert.deepEqual((await window.result()).structuredContent.answer, {
      action: 'accept',
      content: { f1: '', f500: 'z' },
    });
  });

  witness(
    'an app’s answer that fits in part: what fits is kept, the rest is answered by keyboard (APP-22)',
    async () => {
      const message = 'Which animal? (answers_in_part)';
      await window.start('Broken', 'answers_in_part');
      await window.question(message);
      assert.equal(
        await window.fallbackReason(),
        'its answer did not fit the question. Kept from it: Animal, Its name, Tame, Remarks. Left out: ' +
          'Born (“2026-09-31” is not a date), Weight (0 is too small), Likes (“coal” is none of the choices: “fish”, “sun”).',
      );
      await screen.focusWindow();
      // The first one that needs an answer has the focus.
      await typing.on('Born');
      await typing.holds('Its name', 'Fern');
      await typing.write('Born', '2026-09-30');
      await typing.enter('Weight');
      await typing.write('Weight', '4');
      await typing.enter('Tame');
      await typing.enter('Likes');
      await screen.keys('2', 'ctrl+Return');
      await window.gone(message);
      const content = {
        animal: 'bird',
        name: 'Fern',
        born: '2026-09-30',
        weight: 4,
        tame: false,
        likes: ['sun'],
        remarks: '',
      };
      assert.deepEqual((await window.result()).structuredContent.answers, { animal: { action: 'accept', content } });
    },
  );
});
