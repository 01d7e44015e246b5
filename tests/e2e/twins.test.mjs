// Two servers may name the same ui:// address: each question shows what its own server handed over (A5, APP-04).
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { REVISIONS, brokenApps } from './drive/servers.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const MESSAGE = 'Which animal? (works)';
const OTHER = { cat: 'dog', dog: 'cat' };

for (const revision of REVISIONS) {
  describe(`one address, two servers, ${revision}`, () => {
    let display, program, window;
    const witness = witnessed(() => ({ display, program }));
    before(async () => {
      display = await openDisplay();
      const servers = { Cats: brokenApps(revision), Dogs: brokenApps(revision, '--animal', 'dog') };
      program = await openWindow(display, servers);
      window = new Window(program);
    });
    after(async () => {
      await program?.close();
      await display?.close();
    });

    const shows = async (server, animal) => {
      await window.inApp(server);
      await window.screen.get({ role: 'push button', name: `Answer with ${animal}` });
      assert.deepEqual(await window.screen.all({ name: `Answer with ${OTHER[animal]}` }), []);
    };
    const answers = async animal => {
      await window.answerInApp(MESSAGE, [{ role: 'push button', name: `Answer with ${animal}` }]);
    };
    const echoed = async animal => {
      const { answers } = (await window.result()).structuredContent;
      assert.deepEqual(answers, { animal: { action: 'accept', content: { animal } } });
    };

    witness('each question shows the app of its own server, both open at once', async () => {
      await window.start('Cats', 'works');
      await window.question(MESSAGE);
      await shows('Cats', 'cat');
      await window.start('Dogs', 'works');
      await window.question(MESSAGE);
      await shows('Dogs', 'dog');
      await answers('dog');
      await echoed('dog');
      await window.openWaiting('Cats');
      await window.question(MESSAGE);
      await shows('Cats', 'cat');
      await answers('cat');
    });

    witness('one after the other, and back', async () => {
      for (const [server, animal] of [
        ['Dogs', 'dog'],
        ['Cats', 'cat'],
        ['Dogs', 'dog'],
      ]) {
        await window.start(server, 'works');
        await window.question(MESSAGE);
        await shows(server, animal);
        await answers(animal);
        await echoed(animal);
      }
    });
  });
}
