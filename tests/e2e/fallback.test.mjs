// Every row of the fallback matrix (APP-22, APP-23): each failure of an app ends in the standard form for the same question,
// with its sentence, and the server sees an ordinary answer.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ROWS } from '../fixtures/broken-apps/rows.mjs';
import { openDisplay } from './drive/display.mjs';
import { webProcessesOf } from './drive/family.mjs';
import { openWindow } from './drive/program.mjs';
import { REVISIONS, brokenApps, elicitStdio } from './drive/servers.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Broken';
const CAT = { action: 'accept', content: { animal: 'cat' } };
const message = tool => `Which animal? (${tool})`;

for (const revision of REVISIONS) {
  describe(`broken apps, ${revision}`, () => {
    let display, program, window;
    const witness = witnessed(() => ({ display, program }));
    before(async () => {
      display = await openDisplay();
      program = await openWindow(display, { [SERVER]: brokenApps(revision) });
      window = new Window(program);
    });
    after(async () => {
      await program?.close();
      await display?.close();
    });

    for (const row of ROWS.filter(one => !one.eras || one.eras.includes(revision))) {
      witness(`${row.stage}: ${row.tool}`, async t => {
        t.after(() => window.clear());
        await window.start(SERVER, row.tool);
        await window.question(message(row.tool));
        if (row.then === 'kill') await killApp(window, program.pid);
        if (row.sentence !== null) {
          assert.equal(await window.fallbackReason({ limit: row.limit }), row.sentence);
          await window.choose('Animal', 'cat');
          await window.send();
        } else if (row.then === 'confirm') {
          await confirmWhatItSent(window);
        } else {
          await window.inApp(SERVER);
          await window.answerInApp(message(row.tool), [{ role: 'push button', name: 'Answer with cat' }]);
        }
        await window.gone(message(row.tool));
        assert.deepEqual((await window.result()).structuredContent.answers, { animal: CAT });
      });
    }
  });
}

/** Ends the web process of the app, and of whatever is kept warm beside it, but not that of the page itself. */
async function killApp(window, pid) {
  await window.screen.get({ role: 'push button', name: 'Answer with cat' });
  const [page, ...apps] = await webProcessesOf(pid);
  assert.ok(page !== undefined && apps.length > 0, 'the app has a process of its own');
  for (const app of apps) process.kill(app, 'SIGKILL');
}

/** APP-29: what the app sent by itself waits; nothing goes out before the person agrees. */
async function confirmWhatItSent(window) {
  await window.page.says('This app answered by itself. Send this?');
  await window.page.says('You did not click or type in it. Nothing has been sent yet.');
  await window.guardOpen();
  await window.send();
}

// CAP-05, CAP-07, APP-02: a shut gate is no failure. An ordinary form, no note, and the server is not told.
describe('the fourth gate is shut', () => {
  let display;
  before(async () => {
    display = await openDisplay();
  });
  after(() => display?.close());

  for (const capability of ['none', 'true', 'null', 'array']) {
    for (const revision of REVISIONS) {
      test(`its setting is ${capability}, ${revision}`, async t => {
        const entry = brokenApps(revision);
        entry.args.push('--capability', capability);
        await answersInAForm(t, entry, 'works', message('works'), 'Animal', 'cat', { animal: CAT });
      });
    }
  }
  for (const revision of REVISIONS) {
    test(`a server that hints without having said so, ${revision}`, async t => {
      const entry = elicitStdio(revision, '--always-ui', '--no-server-capability');
      const grace = { answer: { action: 'accept', content: { managerId: 'm-grace' } } };
      const asked = 'Who should manage the Contoso portfolio?';
      await answersInAForm(
        t,
        entry,
        'assign_portfolio_manager',
        asked,
        'Portfolio manager',
        'Grace Hopper — Industrials',
        grace,
      );
    });
  }

  async function answersInAForm(t, entry, tool, asked, field, option, answers) {
    const program = await openWindow(display, { [SERVER]: entry });
    t.after(() => program.close());
    const window = new Window(program);
    await window.start(SERVER, tool);
    await window.question(asked);
    await window.page.get('button', 'Send');
    assert.doesNotMatch(await window.page.said(), /could not be used|Inside this frame/);
    await window.choose(field, option);
    await window.send();
    await window.gone(asked);
    assert.deepEqual((await window.result()).structuredContent.answers, answers);
  }
});
