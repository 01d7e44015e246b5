// The view of a tool's result, in the window (TUI-01 to TUI-06, BRG-19, BRG-20). The server is tests/fixtures/views.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { asking, views } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

describe('the view of a tool', () => {
  let display, program, window, page, screen;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    program = await openWindow(display, { Shelf: views(), Careful: asking(views()) });
    window = new Window(program);
    ({ page, screen } = window);
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });

  /** What the app wrote down on its page. */
  const noted = pattern => screen.get({ name: pattern });

  witness('consent first, the plain result below it; then the app, with arguments and result', async () => {
    await window.start('Careful', 'show_shelf', () => window.write('Row', 'top'));
    await page.says('Careful wants to show its own app for this');
    await page.says('for this result only');
    await page.says('The top row has 3 pots.');
    await page.press('button', 'Show the app', { starts: true });
    await window.inApp('Careful');
    await noted(/tool-input: \{"arguments":\{"row":"top"\}\}/);
    await noted(/tool-result: .*The top row has 3 pots\./);
    // One press away, and back; what is around the app is guarded with it.
    await screen.appOpen();
    await until('the plain result is put away', async () => !(await page.said()).includes('The top row has 3 pots.'));
    await page.press('button', 'Show the plain result');
    await page.says('The top row has 3 pots.');
    assert.deepEqual((await window.result()).structuredContent, { pots: 3 });
    await page.press('button', 'Hide the plain result');
    await page.press('button', 'Close the app');
    await until('the app is gone', async () => !(await page.said()).includes('Inside this frame'));
    assert.deepEqual((await window.result()).structuredContent, { pots: 3 });
    assert.ok(!(await page.said()).includes('could not be used'), 'closing it is no failure');
  });

  witness('a person who does not want it has the plain result', async () => {
    await window.start('Careful', 'show_shelf');
    await page.press('button', 'Show the plain result');
    await until('nothing is asked', async () => !(await page.said()).includes('wants to show'));
    assert.deepEqual((await window.result()).structuredContent, { pots: 3 });
  });

  witness('an app that cannot be used leaves the plain result and says why', async () => {
    await window.start('Shelf', 'show_broken');
    await page.says('The server’s app could not be used: it is not an app page (text/html).');
    await page.says('This is the plain result. Nothing of it is lost.');
    await page.says('Three pots, in plain words.');
  });

  witness('a result that is an error reaches the app, and the page says so too', async () => {
    await window.start('Shelf', 'show_trouble');
    await window.inApp('Shelf');
    await page.says('The tool reported an error after');
    await noted(/tool-result: .*The shelf fell down\..*"isError":true/);
    await screen.appOpen();
    await page.press('button', 'Close the app');
    await page.says('The shelf fell down.');
  });

  witness('a question of the same call opens beside it; the app stays and hears how it ended', async () => {
    await window.start('Shelf', 'show_and_ask');
    await window.question('How many pots?');
    await window.write('Pots', '4');
    await window.send();
    await window.inApp('Shelf');
    await noted(/tool-input: /);
    await noted(/tool-result: .*Noted\./);
    await page.press('button', 'Show the plain result');
    assert.deepEqual((await window.result()).structuredContent.answer, { action: 'accept', content: { pots: 4 } });
  });

  // The person finds out where they are and what is theirs, by ear and by key (principle 3, Focus).
  witness('names and the order of the focus, as a screen reader meets them', async () => {
    await window.start('Shelf', 'show_shelf');
    await window.inApp('Shelf');
    await noted(/tool-result: /);
    const order = (await screen.tree())
      .filter(({ role, states }) => role === 'push button' && states.includes('showing'))
      .map(({ name }) => name);
    const seen = ['Show the plain result', 'Details', 'Close the app', 'Open the guide'];
    const places = seen.map(name => order.findIndex(one => one.startsWith(name)));
    assert.ok(
      places.every((place, at) => place >= 0 && (at === 0 || place > places[at - 1])),
      `the chrome comes before the app: ${order.join(' / ')}`,
    );
    assert.equal((await screen.all({ name: 'App of Shelf' })).length > 0, true);
    // Tab leads in, F6 leads out.
    const close = await page.get('button', 'Close the app');
    await screen.focusWindow();
    await page.run('arguments[0].focus();', close);
    await screen.keys('Tab');
    await until('the keyboard is in the app', async () => !(await screen.inPage()));
    await screen.keys('F6');
    await until('the keyboard is in the page', () => screen.inPage());
  });

  // SEC-12: each place has its switch, and the other one keeps its apps.
  witness('off in questions, then off in results: the other one keeps its apps', async () => {
    const set = async (name, on) => {
      await page.press('link', 'Settings');
      await page.press('switch', name);
      const state = `return find('switch', arguments[0])[0]?.getAttribute('aria-checked');`;
      await until(`${name} is ${on}`, async () => (await page.run(state, name)) === String(on));
    };
    const asked = async () => {
      await window.start('Shelf', 'ask_with_app');
      await window.question('How many pots?');
    };
    await set('In questions', false);
    await asked();
    await page.get('button', 'Send');
    assert.doesNotMatch(await page.said(), /Inside this frame|could not be used/);
    await window.clear();
    await window.start('Shelf', 'show_shelf');
    await window.inApp('Shelf');
    await set('In questions', true);
    await set('In results of tools', false);
    await asked();
    await window.inApp('Shelf');
    await window.clear();
    await window.start('Shelf', 'show_shelf');
    await page.says('row has 3 pots.');
    assert.doesNotMatch(await page.said(), /Inside this frame|could not be used/);
  });
});
