// A click meant for what was there before is no answer (A19, APP-29): a pointer that clicks without pause where the app's
// button will be, from before the app is shown until the question is answered.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { end, start } from './drive/processes.mjs';
import { openDisplay } from './drive/display.mjs';
import { openWindow, stepsOf } from './drive/program.mjs';
import { MODERN, brokenApps } from './drive/servers.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Animals';
const MESSAGE = 'Which animal? (works)';
const BUTTON = { role: 'push button', name: 'Answer with cat' };
/** How long an app takes no click after it is shown, less what a busy engine may take to note that it was: unguarded, the first click would count within 50 ms. */
const GUARDED = 350;

describe('an early click', () => {
  let display, program, window, screen, trace;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    trace = path.join(display.home, 'steps.jsonl');
    program = await openWindow(display, { [SERVER]: brokenApps(MODERN) }, { args: ['--trace', trace] });
    window = new Window(program);
    ({ screen } = program);
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });

  witness('is no answer, and one after half a second is, without being asked again', async t => {
    t.after(() => window.clear());
    await window.start(SERVER, 'works');
    await window.question(MESSAGE);
    await window.inApp(SERVER);
    const { x, y, width, height } = await screen.get(BUTTON);
    await window.page.press('link', 'Inbox', { starts: true });
    await screen.clickAt(x + width / 2, y + height / 2);
    const clicks = start('xdotool', ['click', '--repeat', '2000', '--delay', '20', '1'], { env: display.env });
    t.after(() => end(clicks));
    await window.openWaiting(SERVER);
    await window.gone(MESSAGE);
    const said = await window.page.said();
    assert.doesNotMatch(said, /answered by itself/);
    const answer = { action: 'accept', content: { animal: 'cat' } };
    assert.deepEqual((await window.result()).structuredContent.answers, { animal: answer });

    const steps = await stepsOf(trace);
    const answered = steps.findIndex(({ stage }) => stage === 'answered');
    const shown = steps.slice(0, answered).findLastIndex(({ stage }) => stage === 'shown');
    const apart = steps[answered].ms - steps[shown].ms;
    t.diagnostic(`answered ${apart} ms after it was shown, clicked at every 20 ms`);
    assert.ok(apart >= GUARDED, `${apart} ms`);
    assert.equal(steps.filter(({ reason }) => reason === 'the answer waits for the person').length, 0);
  });
});
