// Answers by the keyboard alone, as the window's shortcuts promise.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { binary, openWindow } from './drive/program.mjs';
import { demo, elicitStdio } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

describe('by keyboard alone', () => {
  let display, program, window, screen;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    program = await openWindow(display, { Demo: demo(binary()), Elicit: elicitStdio() });
    window = new Window(program);
    screen = program.screen;
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });

  witness('a standard form: a digit chooses, Ctrl+Enter sends', async () => {
    await window.start('Elicit', 'native_form_only');
    await window.question('Who should manage the Contoso portfolio?');
    await screen.focusWindow();
    // The focus is on the first field that needs input; a digit chooses in a list, and never sends.
    await screen.keys('2');
    await until('the second is chosen', () =>
      window.page.run(
        `return find('radio', 'Grace Hopper — Industrials').some(node => node.getAttribute('aria-checked') === 'true');`,
      ),
    );
    assert.equal(await window.asks(), true);
    await screen.keys('ctrl+Return');
    await window.gone('Who should manage the Contoso portfolio?');
    const answer = { action: 'accept', content: { managerId: 'm-grace' } };
    assert.deepEqual((await window.result()).structuredContent.answers, { answer });
  });

  witness('an app: F6 goes in, arrows choose, F6 comes out, and no confirmation is needed', async () => {
    const message = 'Which plant would you like on your windowsill?';
    await window.start('Demo', 'choose_plant');
    await window.question(message);
    await window.inApp('Demo');
    await screen.get({ role: 'radio button', name: /^Fern/ });
    await screen.focusWindow();
    const focused = async () => (await screen.tree()).filter(node => node.states.includes('focused'));
    await until(
      'the keyboard is in the app',
      async () => {
        if ((await focused()).some(node => /^Fern|^Cactus/.test(node.name))) return true;
        await screen.keys((await screen.inPage()) ? 'F6' : 'Tab');
        return (await focused()).some(node => /^Fern|^Cactus/.test(node.name));
      },
      { every: 1_000 },
    );
    await until('a card is chosen by arrow', async () => {
      await screen.keys('Down');
      return (await screen.all({ role: 'radio button' })).some(node => node.states.includes('checked'));
    });
    const chosen = (await screen.all({ role: 'radio button' })).find(node => node.states.includes('checked'));
    await screen.keys('F6');
    await until('the keyboard is back in host chrome', () => screen.inPage());
    assert.equal(await window.asks(), true);
    // Back in, and the button of the app by Tab and Space.
    await until(
      'the answer is sent',
      async () => {
        if (await window.left(message)) return true;
        const names = (await focused()).map(node => node.name);
        if (await screen.inPage()) await screen.keys('F6');
        else if (names.includes('Choose this')) await screen.keys('space');
        else await screen.keys('Tab');
        return window.left(message);
      },
      { every: 700, limit: 45_000 },
    );
    const { plant } = (await window.result()).structuredContent.answers;
    assert.equal(plant.action, 'accept');
    assert.match(chosen.name, new RegExp(`^${plant.content.plant}`, 'i'));
  });

  witness('Escape cancels a question that nothing was typed in', async () => {
    await window.start('Elicit', 'native_form_only');
    await window.question('Who should manage the Contoso portfolio?');
    await screen.focusWindow();
    await screen.keys('Escape');
    const giveUp = await until(
      'it is over, or asks',
      async () => (await window.over()) || (await window.page.all('button', 'Cancel question'))[0],
    );
    if (giveUp !== true) await window.page.press('button', 'Cancel question');
    assert.deepEqual((await window.result()).structuredContent.answers, { answer: { action: 'cancel' } });
  });
});
