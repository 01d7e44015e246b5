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
import { until } from './drive/wait.mjs';
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
    const had = (await screen.windows()).length;
    const shots = ['before', 'after'].map(when => path.join(program.place.dir, `${way}-${when}.png`));
    const { x, y, width, height } = await screen.get({ name: way });
    await display.screenshot(shots[0]);
    // At their right end fields have what opens.
    await begin(x + width - 8, y + height / 2);
    const { name } = await screen.get({ name: new RegExp(`^${way}: `) });
    await display.screenshot(shots[1]);
    const windows = (await screen.windows()).length - had;
    const pixels = await changedOutside(shots, frame);
    // What has opened closes by a click beside it, so that the next one is seen for itself.
    if (windows + pixels > 0 && way !== 'Drag')
      await screen.clickAt(frame.x + frame.width - 4, frame.y + frame.height - 4);
    return { seen: JSON.parse(name.slice(way.length + 2)), windows, pixels };
  };

  /** The app's frame, with the keyboard in it. */
  const open = async () => {
    await window.start(SERVER, 'draws_outside');
    await window.question(QUESTION);
    await window.inApp(SERVER);
    await window.still();
    await screen.enterApp();
    return screen.frame();
  };

  witness('leaves nothing outside its frame, and its forms are checked all the same', async t => {
    t.after(() => window.clear());
    const frame = await open();
    const came = { Tip: await goes(frame, 'Tip', (x, y) => screen.pointAt(x, y)) };
    for (const way of CLICKED) came[way] = await goes(frame, way, (x, y) => screen.clickAt(x, y));
    const drawn = Object.entries(came).filter(([, { windows, pixels }]) => windows + pixels > 0);
    t.diagnostic(JSON.stringify(Object.entries(came).map(([way, { seen }]) => [way, seen])));
    assert.deepEqual(drawn, []);
    // No form that is wrong is sent, and the keyboard goes to the first field of which the app says nothing itself.
    assert.deepEqual(came.Validate.seen, [true, 1, 1, [0, false, false], true]);
    assert.deepEqual(came.Element.seen, [false, true]);
    assert.equal(came.Inside.seen[0], false);
  });

  witness('shows nothing of what is dragged outside its frame', async t => {
    t.after(() => window.clear());
    const frame = await open();
    const { seen, pixels } = await goes(frame, 'Drag', async (x, y) => {
      await screen.pointAt(x, y, 'mousedown', '1');
      let down = 0;
      await until('what is dragged has its window', async () => {
        await screen.pointAt(x, y + (down += 10));
        return (await screen.windows()).length > 1;
      });
      await screen.pointAt(frame.x + 60, y + 60);
    });
    await screen.pointAt(frame.x + 60, frame.y + frame.height / 2, 'mouseup', '1');
    assert.deepEqual({ seen, pixels }, { seen: 'seen', pixels: 0 });
  });
});
