// What leaves in names (A9, CSP-14): a lookup tells whoever answers for a domain what an app put into it. Only what an app was
// granted is looked up, by the fence; WebKit itself asks nobody. Watched where the system's resolver asks us.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { APART, canBeApart, openResolver, runApart } from './drive/apart.mjs';
import { openDisplay } from './drive/display.mjs';
import { openOrigin } from './drive/origin.mjs';
import { openWindow } from './drive/program.mjs';
import { MODERN, brokenApps } from './drive/servers.mjs';
import { openSink } from './drive/sink.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Prober';
const MESSAGE = 'Which animal? (fenced_names)';

if (APART) {
  describe('names that an app makes up', () => {
    let resolver, display, sink, origin, program, window;
    const witness = witnessed(() => ({ display, program }));
    before(async () => {
      resolver = await openResolver();
      display = await openDisplay();
      sink = await openSink();
      origin = await openOrigin(sink.port);
      const entry = brokenApps(MODERN, '--sink', String(sink.port), '--granted', String(origin.port));
      entry.askance = { ...entry.askance, apps: 'always', developer: true };
      program = await openWindow(display, { [SERVER]: entry });
      window = new Window(program);
    });
    after(async () => {
      await program?.close();
      await origin?.close();
      await sink?.close();
      await display?.close();
      await resolver?.close();
    });

    // It tries `secret.example` in every way, in its own document and in a frame where no policy of ours holds.
    witness('are not looked up', async () => {
      await window.start(SERVER, 'fenced_names');
      await window.question(MESSAGE);
      await window.inApp(SERVER);
      await window.answerInApp(MESSAGE, [{ role: 'push button', name: 'Probe' }]);
      const { content } = (await window.result()).structuredContent.answers.animal;
      const { granted, app, frame } = JSON.parse(content.report);
      assert.equal(granted, 'TypeError', 'no such name');
      for (const tried of [app, ...frame.refused]) assert.equal(tried['dns-prefetch'], 'added');
      assert.equal(sink.connections(), 0);
      const names = [...resolver.names()];
      assert.ok(names.includes('granted.example'), `the resolver hears what is looked up: ${names}`);
      assert.deepEqual(
        names.filter(name => name.includes('secret')),
        [],
      );
    });
  });
} else {
  const skip = (await canBeApart()) ? false : 'this system lets us make no network of our own';
  test('names that an app makes up are not looked up', { skip }, async () => {
    const { status, said } = await runApart(import.meta.filename);
    assert.equal(status, 0, said);
  });
}
