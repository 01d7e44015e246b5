// Servers that are added in the window: what will run is shown first, it connects, is used, is there again after a restart,
// and is removed (STD-10, A22, SEP-1024).
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { familyOf } from './drive/family.mjs';
import { openWindow } from './drive/program.mjs';
import { elicitHttp, elicitStdio, results } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { freePort } from './drive/webdriver.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const MESSAGE = 'Who should manage the Contoso portfolio?';
const ANSWER = { action: 'accept', content: { managerId: 'm-grace' } };
const { command, args } = elicitStdio();
const SCRIPT = args[0];

describe('a server added in the window', () => {
  let display, http, program, window, page, screen;
  const witness = witnessed(() => ({ display, program }));
  const open = async again => {
    program = await openWindow(display, { Listed: results() }, { again });
    window = new Window(program);
    ({ page, screen } = program);
  };
  const restart = async () => {
    const before = program;
    await before.leave();
    await open(before);
  };
  before(async () => {
    display = await openDisplay();
    http = await elicitHttp();
    await open();
  });
  after(async () => {
    await program?.close();
    await http?.close();
    await display?.close();
  });

  /** The name of what has the keyboard. */
  const focused = () => page.run('return nameOf(document.activeElement);');
  /** Goes on with Tab until it is there; each Tab has moved the focus before the next one. */
  const tabTo = async name => {
    const place = () => page.run(`return [...document.querySelectorAll('*')].indexOf(document.activeElement);`);
    for (let steps = 0; steps < 60; steps += 1) {
      if ((await focused()).startsWith(name)) return;
      const from = await place();
      await screen.keys('Tab');
      await until('Tab moves the focus', async () => (await place()) !== from);
    }
    assert.fail(`Tab does not lead to “${name}”`);
  };
  const startAdding = async () => {
    // What a failed test left open.
    if ((await page.all('dialog')).length > 0) await page.press('button', 'Cancel');
    await page.press('link', 'Servers', { starts: true });
    await page.press('button', 'Add server…');
    await page.get('heading', 'Add a server');
  };
  const runs = async () => (await familyOf(program.pid)).some(one => one.command.includes(SCRIPT));
  const ready = name => window.openServer(name);
  const listed = async name => (await page.all('link', name, { starts: true })).length > 0;
  /** Calls a tool, answers its question in the form, and looks at what the tool made of it. */
  const use = async server => {
    await window.start(server, 'native_form_only');
    await window.question(MESSAGE);
    await page.press('radio', 'Grace Hopper — Industrials');
    await window.send();
    await window.gone(MESSAGE);
    assert.deepEqual((await window.result()).structuredContent.answers, { answer: ANSWER });
  };

  witness('a program, by keyboard alone: nothing runs before it is approved', async () => {
    await page.get('link', 'Listed', { starts: true });
    await screen.focusWindow();
    await until('the page has the keyboard', () => screen.inPage());
    await screen.keys('ctrl+3');
    await page.get('heading', 'Servers');
    await tabTo('Add server…');
    await screen.keys('Return');
    await page.get('heading', 'Add a server');
    await tabTo('Your name for it');
    await screen.type('Typed in');
    await tabTo('Program and arguments');
    await screen.type(`"${command}" '${SCRIPT}' stdio`);
    await page.says('3 parts, exactly as they run');
    await tabTo('Continue…');
    await screen.keys('Return');

    const dialog = await page.get('dialog', 'Approve what will run');
    assert.equal(await focused(), 'Approve what will run', 'the focus is on no button');
    const said = await page.run('return said(arguments[0]);', dialog);
    assert.ok(said.includes('This exact program starts on your computer, with your rights.'), said);
    assert.ok(said.includes('Typed in') && said.includes('3 parts, no shell'), said);
    const parts = await page.run(
      `return [...arguments[0].querySelectorAll('.argv li')].map(node => said(node));`,
      dialog,
    );
    assert.deepEqual(parts, [command, SCRIPT, 'stdio']);
    assert.equal(await runs(), false);

    // Escape does nothing but close; what was written is still there.
    await until('the dialog is closed', async () => {
      await screen.keys('Escape');
      return (await page.all('dialog')).length === 0;
    });
    assert.equal(await runs(), false);
    assert.equal(await listed('Typed in'), false);
    await tabTo('Continue…');
    await screen.keys('Return');
    await page.get('dialog', 'Approve what will run');
    await tabTo('Approve and start');
    await until(
      'it is approved',
      async () => {
        if ((await page.all('dialog')).length === 0) return true;
        await screen.keys('Return');
        return (await page.all('dialog')).length === 0;
      },
      { every: 600 },
    );
    await page.get('heading', 'Typed in');
    await ready('Typed in');
    assert.equal(await runs(), true);
    await use('Typed in');
  });

  witness('a web address, by pointer', async () => {
    await startAdding();
    await page.press('radio', 'Web address');
    await page.says('Askance connects to this address and asks what it offers.');
    await page.fill('Your name for it', 'Far away');
    await page.fill('Web address', http.entry().url);
    await page.press('button', 'Add and connect');
    await page.get('heading', 'Far away');
    await ready('Far away');
    await page.says(http.entry().url);
    await use('Far away');
  });

  witness('a name that is taken, here or in the file: said at the field, nothing is added', async () => {
    for (const name of ['Far away', 'Listed']) {
      await startAdding();
      await page.fill('Your name for it', name);
      await page.fill('Program and arguments', command);
      await page.press('button', 'Continue…');
      await page.says(`There is already a server named ${name}.`);
      assert.equal((await page.all('dialog')).length, 0);
      assert.equal(await focused(), 'Your name for it');
    }
  });

  witness('fields that are wrong are told one by one', async () => {
    await startAdding();
    await page.press('button', 'Continue…');
    await until('both say so', async () => (await page.said()).split('This needs an answer.').length === 3);
    await page.fill('Program and arguments', 'node "half');
    await page.says('A quotation mark is not closed.');
    await page.press('radio', 'Web address');
    await page.fill('Web address', 'ftp://files.example/');
    await page.press('button', 'Add and connect');
    await page.says('This is not a web address. Write it like https://example.org/mcp.');
  });

  const add = async (name, line) => {
    await startAdding();
    await page.fill('Your name for it', name);
    await page.fill('Program and arguments', line);
    await page.press('button', 'Continue…');
    await page.get('dialog', 'Approve what will run');
    await page.press('button', 'Approve and start');
    await page.get('heading', name);
  };

  witness('a program that does not exist', async () => {
    await add('Missing', path.join(program.place.dir, 'no-such-program'));
    await page.says('no-such-program” was not found.');
    await page.says('Install it, or correct the command in the server’s entry.');
  });

  witness('a program that ends at once: warned of what it may run, then its last words', async () => {
    await startAdding();
    await page.fill('Your name for it', 'Short');
    const script = 'console.error("the licence has run out"); process.exitCode = 9';
    await page.fill('Program and arguments', `"${command}" -e '${script}'`);
    await page.press('button', 'Continue…');
    await page.says('node runs whatever its arguments say. Read all of them.');
    await page.press('button', 'Approve and start');
    await page.says('The program ended with status 9 before it answered.');
    await page.says('the licence has run out');
    assert.equal((await page.all('button', 'Start')).length, 1, 'the way on');
  });

  witness('an address where nobody listens', async () => {
    const port = await freePort();
    await startAdding();
    await page.press('radio', 'Web address');
    await page.fill('Your name for it', 'Silent');
    await page.fill('Web address', `http://127.0.0.1:${port}/mcp`);
    await page.press('button', 'Add and connect');
    await page.says(`Nothing answers at 127.0.0.1:${port}.`);
  });

  witness('all are there again after a restart, with what is wrong', async () => {
    await restart();
    for (const name of ['Typed in', 'Far away']) await ready(name);
    await use('Typed in');
    await page.press('link', 'Short', { starts: true });
    await page.says('The program ended with status 9 before it answered.');
  });

  witness('removed: asked first, its program ends, and it stays away', async () => {
    await ready('Typed in');
    await page.press('button', 'Remove…');
    await page.get('dialog', 'Remove Typed in');
    await page.says('Askance stops the program and forgets how it is reached. Nothing else on your computer changes');
    await page.press('button', 'Cancel');
    assert.equal(await listed('Typed in'), true);
    await page.press('button', 'Remove…');
    await page.press('button', 'Remove');
    await page.get('heading', 'Servers');
    assert.equal(await listed('Typed in'), false);
    await until('its program has ended', async () => !(await runs()));
    await restart();
    await ready('Far away');
    assert.equal(await listed('Typed in'), false);
    assert.equal(await listed('Listed'), true);
  });
});
