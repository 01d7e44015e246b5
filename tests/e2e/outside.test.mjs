// What the platform draws for an app stays in its frame, or is not drawn (SBX-12, known-problems A18): a picker, a bubble, a
// tip or a list is a window or a layer of the system's, and would carry the app's words over the host's own. The app is in
// tests/fixtures/broken-apps/outside.mjs.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { CLICKED } from '../fixtures/broken-apps/outside.mjs';
import { openDisplay } from './drive/display.mjs';
import { changedOutside } from './drive/pixels.mjs';
import { openWindow } from './drive/program.mjs';
import { MODERN, brokenApps } from './drive/servers.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Hostile';
const QUESTION = 'Which animal? (draws_outside)';

describe('what the platform draws for an app', () => {
  let display, program, window, screen;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    program = await openWindow(display, { [SERVER]: brokenApps(MODERN) });
    window = new Window(program);
    ({ screen } = program);
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });

  /** Begins one way; what the app saw of it, and what was drawn outside its frame meanwhile. */
  const goes = async (frame, way, begin) => {
    const shots = ['before', 'after'].map(when => path.join(program.place.dir, `${way}-${when}.png`));
    const { x, y, width, height } = await screen.get({ name: way });
    await display.screenshot(shots[0]);
    // At their right end fields have what opens.
    await begin(x + width - 8, y + height / 2);
    const { name } = await screen.get({ name: new RegExp(`^${way}: `) });
    await display.screenshot(shots[1]);
    const more = (await screen.windows()).length - 1;
    const pixels = await changedOutside(shots, frame);
    // What has opened closes by a click beside it, so that the next one is seen for itself.
    if (more + pixels > 0) await screen.clickAt(frame.x + frame.width - 4, frame.y + frame.height - 4);
    return { seen: JSON.parse(name.slice(way.length + 2)), drawn: more + pixels > 0 && { way, windows: more, pixels } };
  };

  witness('leaves nothing outside its frame, and its forms are checked all the same', async t => {
    t.after(() => window.clear());
    await window.start(SERVER, 'draws_outside');
    await window.question(QUESTION);
    await window.inApp(SERVER);
    await window.still();
    await screen.enterApp();
    const frame = await screen.frame();
    const came = { Tip: await goes(frame, 'Tip', (x, y) => screen.pointAt(x, y)) };
    for (const way of CLICKED) came[way] = await goes(frame, way, (x, y) => screen.clickAt(x, y));
    const drawn = Object.values(came).flatMap(({ drawn }) => drawn || []);
    t.diagnostic(JSON.stringify(Object.entries(came).map(([way, { seen }]) => [way, seen])));
    assert.deepEqual(drawn, []);
    // No form that is wrong is sent, and the keyboard goes to the first field of which the app says nothing itself.
    assert.deepEqual(came.Validate.seen, [true, 1, 1, [0, false, false], true]);
    assert.deepEqual(came.Element.seen, [false, true]);
    assert.equal(came.Inside.seen[0], false);
  });
});
