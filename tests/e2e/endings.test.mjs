// What ends a question besides its answer: the server's death, the person's stop. Other servers go on (APP-44).
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { familyOf } from './drive/family.mjs';
import { openWindow } from './drive/program.mjs';
import { LEGACY, REVISIONS, brokenApps, elicitHttp, elicitStdio } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

for (const revision of REVISIONS) {
  describe(`a question without an answer, ${revision}`, () => {
    let display, program, window;
    const witness = witnessed(() => ({ display, program }));
    before(async () => {
      display = await openDisplay();
      program = await openWindow(display, { Animals: brokenApps(revision), Elicit: elicitStdio(revision) });
      window = new Window(program);
    });
    after(async () => {
      await program?.close();
      await display?.close();
    });

    const signal = async name => {
      const family = await familyOf(program.pid);
      const server = family.find(one => one.command.some(word => word.endsWith('broken-apps/server.mjs')));
      assert.ok(server, 'the server is a process of the program');
      process.kill(server.pid, name);
    };

    witness('declined in host chrome: the server is told no', async () => {
      await window.start('Animals', 'works');
      await window.question('Which animal? (works)');
      await window.page.press('button', 'Decline');
      assert.deepEqual((await window.result()).structuredContent.answers, { animal: { action: 'decline' } });
    });

    witness('cancelled in host chrome: the server is told that there was no answer', async () => {
      await window.start('Animals', 'works');
      await window.question('Which animal? (works)');
      await window.page.press('button', 'Cancel');
      assert.deepEqual((await window.result()).structuredContent.answers, { animal: { action: 'cancel' } });
    });

    if (revision === LEGACY) {
      // The server's `notifications/cancelled` for its own request (APP-44).
      for (const place of ['in its app', 'in the standard form']) {
        witness(`withdrawn by its server, ${place}`, async () => {
          await window.start('Animals', 'works');
          await window.question('Which animal? (works)');
          await window.inApp('Animals');
          if (place === 'in the standard form') await window.useStandardForm();
          await signal('SIGUSR2');
          await window.page.says('Animals withdrew this question. Nothing was sent.');
          await window.page.says('Its reason: “The animal has been chosen.”');
          assert.equal(await window.asks(), false, 'there is nothing left to answer');
          await until(
            'the app has left the screen',
            async () => (await window.screen.all({ name: 'Answer with cat' })).length === 0,
          );
        });
      }
    }

    witness('the server dies with a question open: the question ends, the others go on', async () => {
      await window.start('Animals', 'works');
      await window.question('Which animal? (works)');
      await window.inApp('Animals');
      await signal('SIGKILL');
      await window.page.says('Animals stopped, so this question has ended. Nothing was sent.');
      await window.page.says('Other servers are not affected.');
      // Its app is gone with it.
      await until(
        'the app has left the screen',
        async () => (await window.screen.all({ name: 'Answer with cat' })).length === 0,
      );

      await window.start('Elicit', 'native_form_only');
      await window.question('Who should manage the Contoso portfolio?');
      await window.page.press('button', 'Decline');
      assert.deepEqual((await window.result()).structuredContent.answers, { answer: { action: 'decline' } });
    });

    witness('started again, it asks again', async () => {
      await window.page.press('link', 'Animals', { starts: true });
      await window.page.press('button', 'Start');
      await window.start('Animals', 'works');
      await window.question('Which animal? (works)');
      await window.page.press('button', 'Decline');
      assert.deepEqual((await window.result()).structuredContent.answers, { animal: { action: 'decline' } });
    });
  });
}

// ELI-21: over HTTP nothing says that a server has died; it stays away when its broken stream is opened again.
test('a server on the web that dies with a question open: the question and its task end', async t => {
  const display = await openDisplay();
  t.after(() => display.close());
  const server = await elicitHttp();
  const program = await openWindow(display, { Web: server.entry(LEGACY) });
  t.after(() => program.close());
  const window = new Window(program);
  await window.start('Web', 'native_form_only');
  await window.question('Who should manage the Contoso portfolio?');
  await server.close();
  await window.page.says('The connection to Web was lost, so this question has ended. Nothing was sent.', {
    limit: 60_000,
  });
  await window.page.press('link', 'Web', { starts: true });
  await window.page.get('button', 'Connect');
});

// STD-05: nothing of a local server is left when the program ends.
test('the program takes its servers with it', async t => {
  const display = await openDisplay();
  t.after(() => display.close());
  const program = await openWindow(display, { Animals: brokenApps() });
  const window = new Window(program);
  await window.openServer('Animals');
  const servers = (await familyOf(program.pid)).filter(one =>
    one.command.some(word => word.endsWith('broken-apps/server.mjs')),
  );
  assert.equal(servers.length, 1);
  await program.close();
  await until(
    'the server has gone',
    () => {
      try {
        process.kill(servers[0].pid, 0);
        return false;
      } catch {
        return true;
      }
    },
    { limit: 15_000 },
  );
});
