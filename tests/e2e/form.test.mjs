// What the standard form promises besides its controls: nothing wrong goes out, a look before sending, the last answer,
// words shown as they are, room in a narrow window.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { forms } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const ONE = 'Which of ten thousand?';

describe('the standard form', () => {
  let display, program, window, screen, page, log;
  const witness = witnessed(() => ({ display, program }));
  const received = () => fs.readFile(log, 'utf8');
  const chooseOne = async nth => {
    await screen.focusWindow();
    await page.fill('One of them', `Option ${nth}`, { role: 'combobox' });
    await page.get('option', `Option ${nth}`);
    await screen.keys('Return');
    await holds(`Option ${nth}`);
  };
  const holds = value =>
    until(`“One of them” holds “${value}”`, () =>
      page.run(`return find('combobox', 'One of them')[0]?.value === arguments[0];`, value),
    );
  const switchOn = async name => {
    await page.press('link', 'Settings', { starts: true });
    await page.press('switch', name);
    await until(`“${name}” is on`, () =>
      page.run(`return find('switch', arguments[0])[0]?.getAttribute('aria-checked') === 'true';`, name),
    );
  };

  before(async () => {
    display = await openDisplay();
    log = path.join(display.home, 'received.jsonl');
    program = await openWindow(display, { Forms: forms(log) });
    window = new Window(program);
    ({ screen, page } = program);
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });

  witness('a bad e-mail address and a day that does not exist never reach the server', async () => {
    // ELI-07, P13
    await window.start('Forms', 'every_control');
    await window.question('Please complete the booking for your visit.');
    await window.write('Work e-mail', 'noor@@clinic');
    await window.write('Earliest day', '2026-02-31');
    await page.press('button', 'Send');
    await page.says('“noor@@clinic” is not a full e-mail address. Write it like name@example.org.');
    await page.says('“2026-02-31” is not a date. Write it like 2026-10-01.');
    await page.press('button', 'Send');
    assert.equal(await window.asks(), true);
    assert.doesNotMatch(await received(), /noor@@clinic|2026-02-31/);
    await page.press('button', 'Decline');
    const { answer } = (await window.result()).structuredContent;
    assert.deepEqual(answer, { action: 'decline' });
  });

  witness('the last answer is offered again once the person wants that, and gone when not', async () => {
    const file = path.join(program.place.data, 'last-answers.json');
    await switchOn('Offer my last answer again');
    await window.start('Forms', 'ten_thousand');
    await window.question(ONE);
    assert.equal((await page.all('button', 'Fill from my last answer')).length, 0);
    await chooseOne(77);
    await window.send();
    await window.gone(ONE);
    await window.start('Forms', 'ten_thousand');
    await window.question(ONE);
    await page.press('button', 'Fill from my last answer');
    await holds('Option 77');
    await page.says('Filled in 1 answer from the last time. Nothing has been sent.');
    await window.send();
    await window.gone(ONE);
    assert.equal((await fs.stat(file)).mode & 0o777, 0o600);
    await page.press('link', 'Settings', { starts: true });
    await page.press('switch', 'Offer my last answer again');
    await until('the file is gone', () =>
      fs.stat(file).then(
        () => false,
        error => error.code === 'ENOENT',
      ),
    );
  });

  witness('a look before sending: what goes to whom, back by Escape, sent by the second Ctrl+Enter', async () => {
    // ELI-06
    await switchOn('Show what is sent before it goes');
    const before = (await received()).length;
    await window.start('Forms', 'ten_thousand');
    await window.question(ONE);
    await chooseOne(123);
    await screen.keys('ctrl+Return');
    await page.get('heading', 'What is sent');
    await page.says('This goes to Forms. Nothing has been sent yet.');
    await window.guardOpen();
    await screen.keys('Escape');
    await holds('Option 123');
    await window.guardOpen();
    await screen.keys('ctrl+Return');
    await page.get('heading', 'What is sent');
    await window.guardOpen();
    assert.doesNotMatch((await received()).slice(before), /"action"/);
    await screen.keys('ctrl+Return');
    await window.gone(ONE);
    assert.match((await received()).slice(before), /"result":\{"action":"accept","content":\{"one":"Option 123"\}\}/);
  });

  witness('words are shown as they are, folded, and nothing leaves a narrow window', async () => {
    // ELI-08, ELI-09, A21
    await window.start('Forms', 'words');
    await window.question('<b>bold</b> [link](https://a.example) ‹U+202E›gnp.exe‹U+0007›');
    assert.equal(await page.run(`return document.querySelectorAll('main a[href^=http], main .message b').length;`), 0);
    await page.get('button', 'Show all', { starts: true });
    await screen.resize(400, 760);
    await until('the window is narrow', () => page.run('return innerWidth === 400;'));
    const wide = `return [...document.querySelectorAll('main *')].filter(node =>
      node.checkVisibility() && node.getBoundingClientRect().right > innerWidth + 1).map(node => node.className);`;
    assert.deepEqual(await page.run(wide), []);
    const send = await page.get('button', 'Send');
    const inSight = `const box = arguments[0].getBoundingClientRect(); return box.bottom <= innerHeight && box.right <= innerWidth;`;
    assert.equal(await page.run(inSight, send), true);
    // Text twice as large too: two hundred of the page's pixels (ui.md, 200 %).
    await until('the text is twice as large', async () => {
      const is = await page.run('return innerWidth;');
      if (is > 200) await screen.keys('ctrl+plus');
      return is === 200;
    });
    assert.deepEqual(await page.run(wide), []);
    for (const name of ['Send', 'Decline', 'Cancel'])
      assert.equal(await page.run(inSight, await page.get('button', name)), true, name);
    await screen.keys('ctrl+0');
    await until('the text is as it was', () => page.run('return innerWidth === 400;'));
    await window.clear();
  });
});
