// Questions of published servers, answered in the window: none of them was written with Askance in mind.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { openDisplay } from '../e2e/drive/display.mjs';
import { openWindow } from '../e2e/drive/program.mjs';
import { LEGACY, MODERN } from '../e2e/drive/servers.mjs';
import { Window } from '../e2e/drive/window.mjs';
import { witnessed } from '../e2e/drive/witness.mjs';
import { everything, library } from './servers.mjs';

describe('published servers, in the window', () => {
  let display, program, window;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    const servers = { Everything: everything, Library: library(LEGACY), 'Stateless library': library(MODERN) };
    program = await openWindow(display, servers);
    window = new Window(program);
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });

  witness('server-everything: every kind of field, defaults as they came', async () => {
    const message = 'Please provide inputs for the following fields:';
    await window.start('Everything', 'trigger-elicitation-request');
    await window.question(message);
    await window.write('String', 'Ada Lovelace');
    await window.choose('Untitled Single Select Enum', 'Chandler');
    await window.send();
    await window.gone(message);
    const text = (await window.result()).content.map(block => block.text).join('\n');
    assert.match(text, /- Name: Ada Lovelace/);
    const raw = JSON.parse(text.slice(text.indexOf('{')));
    assert.equal(raw.action, 'accept');
    assert.deepEqual(raw.content, {
      name: 'Ada Lovelace',
      firstLine: 'It was a dark and stormy night.',
      integer: 42,
      number: 3.14,
      untitledSingleSelectEnum: 'Chandler',
      untitledMultipleSelectEnum: ['Guitar'],
      titledSingleSelectEnum: 'hero-1',
      titledMultipleSelectEnum: ['fish-1'],
      legacyTitledEnum: 'pet-1',
    });
  });

  witness('server-everything: declined', async () => {
    await window.start('Everything', 'trigger-elicitation-request');
    await window.question('Please provide inputs for the following fields:');
    await window.page.press('button', 'Decline');
    assert.match((await window.result()).content[0].text, /declined/i);
  });

  witness('FastMCP: an object of several fields', async () => {
    await window.start('Library', 'lend');
    await window.question('What would you like to borrow?');
    await window.write('Title', 'Sketch of the Analytical Engine');
    await window.write('Weeks', '3');
    await window.send();
    await window.gone('What would you like to borrow?');
    const [block] = (await window.result()).content;
    assert.equal(block.text, 'Sketch of the Analytical Engine for 3 weeks, renew: False');
  });

  witness('FastMCP: one of some choices', async () => {
    await window.start('Library', 'shelf');
    await window.question('Which shelf?');
    await window.choose('Value', 'maps');
    await window.send();
    await window.gone('Which shelf?');
    assert.equal((await window.result()).content[0].text, 'shelf: maps');
  });

  witness('FastMCP on the stateless revision can’t ask; the window says what it reported', async () => {
    await window.start('Stateless library', 'shelf');
    await window.page.says('The tool reported an error');
    assert.equal((await window.result()).isError, true);
  });
});
