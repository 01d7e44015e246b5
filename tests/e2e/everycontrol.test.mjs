// A form with every control, by the keyboard alone: filled, wrong, corrected, sent; the bytes at the server are right.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { forms } from './drive/servers.mjs';
import { Typing } from './drive/typing.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const MESSAGE = 'Please complete the booking for your visit.';

describe('every control by keyboard alone', () => {
  let display, program, window, screen, log, typing;
  const witness = witnessed(() => ({ display, program }));
  const answers = async () => {
    const text = await fs.readFile(log, 'utf8');
    return text.split('\n').filter(line => line.includes('"action"'));
  };
  before(async () => {
    display = await openDisplay();
    log = path.join(display.home, 'received.jsonl');
    program = await openWindow(display, { Forms: forms(log) });
    window = new Window(program);
    typing = new Typing(window);
    screen = program.screen;
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });

  witness('filled, wrong, corrected, sent', async () => {
    // ELI-06, ELI-07, ELI-13…18, SCH-08, SCH-10
    const { page } = window;
    await window.start('Forms', 'every_control');
    await window.question(MESSAGE);
    await screen.focusWindow();
    await typing.on('Full name');
    await typing.write('Full name', 'Noor Haddad');
    await typing.enter('Work e-mail');
    await typing.write('Work e-mail', 'noor@');
    await typing.enter('Reason');
    // The error stands at its field once it is left; nothing has been sent.
    await page.says('“noor@” is not a full e-mail address. Write it like name@example.org.');
    await screen.type('Knee');
    await screen.keys('Return');
    await screen.type('and "hip"');
    await typing.holds('Reason', 'Knee\nand "hip"');
    await screen.keys('Tab');
    await typing.on('Web page');
    await typing.write('Web page', 'https://clinic.example/a?b=c');
    await typing.enter('Minutes');
    await typing.write('Minutes', '5');
    await typing.enter('Height');
    await typing.write('Height', '1.740');
    await typing.enter('Earliest day');
    await typing.write('Earliest day', '2026-02-30');
    await typing.enter('Time');
    await typing.write('Time', '2026-10-05');
    await screen.keys('Tab', 'Tab');
    await typing.write('Time', '9:30');
    await screen.keys('Tab');
    await typing.on('Time zone');
    await screen.keys('ctrl+a');
    await typing.write('Time zone', 'tokyo');
    await page.get('option', 'Asia/Tokyo', { starts: true });
    await screen.keys('Return');
    await page.says('Sent as 2026-10-05T09:30:00+09:00');
    await typing.enter('Reminders');
    // Nothing chosen is an answer of its own; then Yes.
    await screen.keys('Right');
    await typing.enter('Insured');
    await screen.keys('Right');
    await typing.enter('Meeting');
    await screen.keys('2');
    await typing.enter('Doctor');
    await screen.type('fern');
    await page.get('option', 'Dr Fernández, Maja', { starts: true });
    await screen.keys('Down', 'Return');
    await typing.holds('Doctor', 'Dr Fernández, Nikos');
    await typing.enter('Languages');
    await screen.keys('1', '4');
    await page.says('2 of 3 chosen');
    await typing.enter('Insurance access token');
    await page.says('This looks like a secret. Forms receives it as plain text.');
    await typing.enter('Valid until');
    await page.says('The server suggests “2026-09-31”, which does not fit its own question. It is not filled in.');
    await typing.enter('Other names');
    await screen.type('Nono');
    await screen.keys('Return');
    await screen.type('Nana');
    await typing.holds('Other names', 'Nono\nNana');

    await screen.keys('ctrl+Return');
    await page.says('3 answers need a change before this can be sent.');
    assert.deepEqual(await answers(), []);
    // From the summary to each in turn, which is a link.
    const mend = async (name, text) => {
      await until('the focus is on the summary', () =>
        page.run(`return document.activeElement.classList.contains('summary');`),
      );
      await screen.keys('Tab', 'Return');
      await typing.on(name);
      await screen.keys('ctrl+a');
      await typing.write(name, text);
      await screen.keys('ctrl+Return');
    };
    await mend('Work e-mail', 'noor@clinic.example');
    await page.says('2 answers need a change before this can be sent.');
    await mend('Minutes', '30');
    await page.says('1 answer needs a change before this can be sent.');
    assert.deepEqual(await answers(), []);
    await mend('Earliest day', '2026-02-28');
    await window.gone(MESSAGE);

    const content =
      '{"name":"Noor Haddad","mail":"noor@clinic.example","reason":"Knee\\nand \\"hip\\"",' +
      '"site":"https://clinic.example/a?b=c","minutes":30,"height":1.74,"day":"2026-02-28",' +
      '"time":"2026-10-05T09:30:00+09:00","reminders":true,"insured":false,"meeting":"video","doctor":"d-21",' +
      '"languages":["ar","sv"],"names":["Nono","Nana"]}';
    const [line, ...more] = await until('the answer is there', async () => (await answers()).length > 0 && answers());
    assert.equal(line, `{"jsonrpc":"2.0","id":"q1","result":{"action":"accept","content":${content}}}`);
    assert.deepEqual(more, []);
  });

  /** The middle of the times from a key's arrival in the page to the frame after which its effect is on screen, in ms. */
  const keyTime = async keys => {
    await window.page.run(`
      window.__keys = [];
      window.__timing ??= addEventListener('keydown', () => {
        const start = performance.now();
        requestAnimationFrame(() => setTimeout(() => window.__keys.push(performance.now() - start)));
      }, true) ?? true;`);
    const drawn = () => window.page.run('return window.__keys;');
    for (const [nth, key] of keys.entries()) {
      await screen.keys(key);
      await until(`key ${nth} is drawn`, async () => (await drawn()).length > nth);
    }
    const times = (await drawn()).sort((a, b) => a - b);
    return Math.round(times[Math.floor(times.length / 2)]);
  };

  witness('10,000 options: one is found by typing, taken and sent', async t => {
    // How long a key takes is said and not asserted: it is the machine's business too.
    const once = ['9', '9', '9', '8', 'BackSpace', '7'];
    const keys = [...[1, 2, 3].flatMap(() => [...once, ...once.slice(0, 4).fill('BackSpace')]), ...once];
    await window.start('Forms', 'every_control');
    await window.question(MESSAGE);
    await screen.focusWindow();
    await typing.on('Full name');
    const plain = await keyTime(keys);
    await window.clear();
    await window.gone(MESSAGE);
    await window.start('Forms', 'ten_thousand');
    await window.question('Which of ten thousand?');
    await screen.focusWindow();
    await typing.on('One of them');
    const listed = await keyTime(keys);
    await window.page.get('option', 'Option 9997', { starts: true });
    t.diagnostic(`ms from key to frame, in the middle: plain ${plain}, list ${listed}`);
    await screen.keys('Return');
    await typing.holds('One of them', 'Option 9997');
    await screen.keys('ctrl+Return');
    await window.gone('Which of ten thousand?');
    assert.match((await answers()).at(-1), /"content":\{"one":"Option 9997"\}/);
  });

  witness('arguments with parts: groups and items by keyboard', async () => {
    const { page } = window;
    await window.openServer('Forms');
    await page.press('link', 'order', { starts: true });
    await page.get('button', 'Run');
    await page.click(await page.get('textbox', 'Name', { starts: true }));
    await screen.focusWindow();
    await typing.write('Name', 'Ada');
    await screen.keys('Return');
    // Past “Very important”, “Add” is the next stop.
    await screen.keys('Tab', 'space');
    await typing.on('Article');
    await typing.write('Article', 'Fern');
    await screen.keys('Return');
    await typing.write('Count', '0');
    await screen.keys('ctrl+Return');
    await page.says('Order lines, Item 1, Count');
    await until('the focus is on the summary', () =>
      page.run(`return document.activeElement.classList.contains('summary');`),
    );
    await screen.keys('Tab', 'Return');
    await typing.on('Count');
    await screen.keys('ctrl+a');
    await typing.write('Count', '2');
    await screen.keys('ctrl+Return');
    const result = await window.result();
    assert.deepEqual(result.structuredContent.arguments, {
      customer: { name: 'Ada' },
      lines: [{ item: 'Fern', count: 2 }],
    });
  });
});
