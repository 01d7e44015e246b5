// `--trace FILE`: every message between an app and the host is a step with its members, and nothing of what was said is in
// it (SEC-07, SEC-08). The app is `talks` of tests/fixtures/broken-apps/hostile.mjs.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { SECRET } from '../fixtures/broken-apps/hostile.mjs';
import { openDisplay } from './drive/display.mjs';
import { openWindow, stepsOf } from './drive/program.mjs';
import { MODERN, brokenApps } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Talker';
const MESSAGE = 'Which animal? (talks)';
const NOT_ALLOWED = 'the person, the policy or a bound said no';

/** What must be there, in this order, whatever else is said between: direction, method, verdict, reason. */
const EXPECTED = [
  ['view-to-host', 'ui/initialize', 'replied'],
  ['host-to-view', 'ui/initialize', 'result'],
  ['view-to-host', 'ui/notifications/initialized', 'taken'],
  ['host-to-view', 'elicitation/create', 'sent'],
  ['view-to-host', 'unknown', 'ignored', 'no JSON-RPC 2.0 message'],
  ['view-to-host', 'reply', 'ignored', 'it answers nothing that is open'],
  ['view-to-host', 'unknown', 'ignored', 'no notification of apps'],
  ['view-to-host', 'notifications/cancelled', 'ignored', 'nothing usable in it'],
  ['view-to-host', 'ping', 'replied'],
  ['host-to-view', 'ping', 'result'],
  ['view-to-host', 'unknown', 'refused', '-32601: no method that it may use'],
  ['host-to-view', 'unknown', 'refused', '-32601: no method that it may use'],
  ['view-to-host', 'ui/request-display-mode', 'refused', '-32602: its params do not fit'],
  ['host-to-view', 'ui/request-display-mode', 'refused', '-32602: its params do not fit'],
  ['view-to-host', 'ui/open-link', 'refused', NOT_ALLOWED],
  ['host-to-view', 'ui/open-link', 'refused', NOT_ALLOWED],
  ['view-to-host', 'reply', 'answer'],
  ['host-to-view', 'ui/resource-teardown', 'sent'],
];

describe('the trace', () => {
  let display, program, window, trace;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    trace = path.join(display.home, 'steps.jsonl');
    program = await openWindow(display, { [SERVER]: brokenApps(MODERN) }, { args: ['--trace', trace] });
    window = new Window(program);
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });

  witness('has every message of an app and of the host, without what they carry', async () => {
    await window.start(SERVER, 'talks');
    await window.question(MESSAGE);
    await window.inApp(SERVER);
    await window.screen.enterApp();
    await window.screen.click({ role: 'push button', name: 'Begin' });
    await window.screen.click({ role: 'push button', name: 'Answer with it' });
    await window.gone(MESSAGE);
    const { content } = (await window.result()).structuredContent.answers.animal;
    assert.equal(content.name, SECRET, 'it was said, and it went to the server');

    const steps = await until('the end of the app is in the trace', async () => {
      const all = await stepsOf(trace);
      return all.some(({ method }) => method === 'ui/resource-teardown') && all;
    });
    const question = steps.find(({ stage }) => stage === 'asked').question;
    const messages = steps.filter(({ direction }) => direction !== undefined);
    for (const step of messages) {
      const { ms, stage, server, question: of, method, direction, size, verdict } = step;
      const said = JSON.stringify(step);
      assert.ok(Number.isInteger(ms) && Number.isInteger(size) && size > 0, said);
      assert.deepEqual([stage, server, of], ['bridge', SERVER, question], said);
      assert.match(direction, /^(view-to-host|host-to-view)$/, said);
      assert.ok(method.length > 0 && verdict.length > 0, said);
    }
    let from = 0;
    for (const wanted of EXPECTED) {
      const is = ({ direction, method, verdict, reason }) =>
        direction === wanted[0] && method === wanted[1] && verdict === wanted[2] && reason === wanted[3];
      const at = messages.findIndex((step, index) => index >= from && is(step));
      assert.ok(at >= 0, `${wanted.join(' ')} comes after ${JSON.stringify(messages[from - 1])}`);
      from = at + 1;
    }
    // The steps before the first message too: what it was shown as, with which policy, by whose word.
    const stages = steps.map(({ stage }) => stage);
    for (const stage of [
      'asked',
      'decided',
      'read',
      'policy',
      'consent',
      'loaded',
      'initialised',
      'forwarded',
      'shown',
    ])
      assert.ok(stages.includes(stage), `${stage} is missing in ${stages}`);
    assert.equal((await fs.readFile(trace, 'utf8')).includes(SECRET), false, 'SEC-08');
  });

  // What the window shows of it says the same in words.
  witness('is told in the window too', async t => {
    t.after(() => window.clear());
    await window.start(SERVER, 'talks');
    await window.question(MESSAGE);
    await window.inApp(SERVER);
    await window.screen.enterApp();
    await window.screen.click({ role: 'push button', name: 'Begin' });
    await window.screen.get({ role: 'push button', name: 'Answer with it' });
    await window.page.press('button', 'Details');
    await window.page.says('To the app');
    await window.page.says('refused, -32601: no method that it may use');
    const said = await window.page.said();
    assert.match(said, /From the app ?ui\/initialize, \d+ bytes, answered/);
    assert.doesNotMatch(said, /\bping\b/, 'signs of life would hide the rest');
    assert.equal(said.includes(SECRET), false);
  });
});
