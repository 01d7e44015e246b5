// Attacks that go through the whole program, from an app's side and from a server's (known-problems A13 to A15, A20, A21, A26,
// A27). The apps are in tests/fixtures/broken-apps/attacks.mjs, the server in tests/fixtures/attacks/.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { QUESTIONS } from '../fixtures/attacks/flood.mjs';
import { REFUSED } from '../fixtures/broken-apps/attacks.mjs';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { MODERN, attacks, brokenApps } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const APPS = 'Apps';
const SERVER = 'Attacker';
/** Questions of one server that wait at once. */
const WAITING = 50;
const message = tool => `Which animal? (${tool})`;

describe('attacks', () => {
  let display, program, window, screen, page, trace;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    trace = path.join(display.home, 'steps.jsonl');
    const servers = { [APPS]: brokenApps(MODERN), [SERVER]: attacks() };
    program = await openWindow(display, servers, { args: ['--trace', trace] });
    window = new Window(program);
    ({ screen, page } = program);
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });

  const open = async tool => {
    await window.start(APPS, tool);
    await window.question(message(tool));
    await window.inApp(APPS);
  };
  const begin = async () => {
    await screen.enterApp();
    await screen.click({ role: 'push button', name: 'Begin' });
  };
  const answerOf = async () => (await window.result()).structuredContent;

  // A13, A14: what came of the forged answers is seen in the one that counts.
  witness('forged answers and the methods of a deputy come to nothing', async t => {
    t.after(() => window.clear());
    await open('forges_answers');
    const button = { role: 'push button', name: `Refused ${REFUSED}` };
    // The call and the read wait for the person, who sees whose they are.
    await page.says('wants to use works');
    await page.press('button', 'Don’t allow');
    await page.says('wants to read something from its server');
    await page.says('file:///etc/passwd');
    await window.guardOpen();
    await page.press('button', 'Don’t allow');
    await screen.get(button);
    assert.equal(await window.asks(), true);
    assert.doesNotMatch(await page.said(), /This app answered by itself|could not be used/);
    await window.answerInApp(message('forges_answers'), [button]);
    assert.deepEqual((await answerOf()).answers, { animal: { action: 'accept', content: { animal: 'cat' } } });
  });

  /** By itself, or, where the app is still busy with its own answer, because the person is told and wants it (APP-43). */
  const formTakesOver = tool =>
    until(
      `the form takes over from ${tool}`,
      async () => {
        const said = await page.said();
        if (said.includes('The server’s app could not be used: ')) return true;
        if (!said.includes('has not responded')) return false;
        await window.useStandardForm();
        return true;
      },
      { limit: 60_000 },
    );

  // A15: the form takes over, the page answers, nothing was sent. What arrives at all says why.
  witness('answers beyond all bounds end in the form', async t => {
    t.after(() => window.clear());
    for (const tool of ['answers_million_keys', 'answers_50_mb', 'answers_too_deep']) {
      await open(tool);
      await begin();
      await formTakesOver(tool);
      if (tool === 'answers_too_deep') assert.equal(await window.fallbackReason(), 'its answer was not an answer.');
      await window.guardOpen();
      await window.choose('Animal', 'dog');
      await window.send();
      await window.gone(message(tool));
      const answer = { action: 'accept', content: { animal: 'dog' } };
      assert.deepEqual((await answerOf()).answers, { animal: answer }, tool);
    }
  });

  // A15
  witness('what was not asked for is not sent', async t => {
    t.after(() => window.clear());
    await open('answers_extra');
    await begin();
    await window.gone(message('answers_extra'));
    const content = { animal: 'cat', name: 'x\ufffd' };
    assert.deepEqual((await answerOf()).answers, { animal: { action: 'accept', content } });
  });

  // A20: the person's name for it is the heading; the direction character is shown, not obeyed.
  witness('a name that turns itself round is shown as it is', async () => {
    await window.openServer(SERVER);
    await page.get('heading', SERVER);
    const said = await page.said();
    assert.match(said, /GitHub \(verified\)‹U\+202E›/);
    assert.doesNotMatch(said, /\u202e/);
  });

  // A21
  witness('a message of a hundred thousand lines leaves the buttons in sight', async t => {
    t.after(() => window.clear());
    await window.start(SERVER, 'tall');
    await window.question('Press accept to continue.');
    for (const name of ['Send', 'Decline', 'Cancel']) {
      const button = await page.get('button', name);
      const inSight = `const box = arguments[0].getBoundingClientRect();
        return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;`;
      assert.equal(await page.run(inSight, button), true, name);
    }
    assert.equal(await page.run(`return document.querySelectorAll('main a[href^=http]').length;`), 0);
    await page.press('button', 'Decline');
    assert.deepEqual(await answerOf(), { answer: { action: 'decline' } });
  });

  // A27, SEC-08: after a whole run; what it finds, it would find: the server's name is in the trace.
  witness('an answer is in no trace, no log and no file', async t => {
    t.after(() => window.clear());
    const secret = 'sk-tangerine-4711';
    await window.start(SERVER, 'secret');
    await window.question('Which key?');
    await window.write('API key', secret);
    await window.send();
    await window.gone('Which key?');
    assert.deepEqual(await answerOf(), { answer: { action: 'accept', content: { secret } } });
    const files = [trace, ...['out', 'err'].map(name => path.join(program.place.dir, name))];
    for (const entry of await fs.readdir(program.place.data, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) files.push(path.join(entry.parentPath, entry.name));
    }
    for (const file of files) assert.equal((await fs.readFile(file)).includes(secret), false, file);
    assert.ok((await fs.readFile(trace, 'utf8')).includes(SERVER), 'the trace tells steps');
  });

  // A26: fifty of its questions wait; all the while the page answers, and so does the person, another server and it itself.
  witness('a server that floods keeps nobody from answering', async () => {
    await window.start(SERVER, 'floods');
    await window.question('Which animal?', { limit: 60_000 });
    await window.start(APPS, 'works');
    await window.question(message('works'));
    await window.answerInApp(message('works'), [{ role: 'push button', name: 'Answer with cat' }]);
    assert.deepEqual((await answerOf()).answers, { animal: { action: 'accept', content: { animal: 'cat' } } });
    await page.press('link', 'Inbox', { starts: true });
    const waiting = () => page.run(`return find('link').filter(node => node.id.startsWith('inbox-')).length;`);
    await until('its questions are in the inbox', async () => (await waiting()) === WAITING);
    const started = performance.now();
    for (let n = 0; n < 20; n++) await page.run('return document.title;');
    const took = (performance.now() - started) / 20;
    assert.ok(took < 500, `the page answers within ${took} ms`);
    await window.start(SERVER, 'calms');
    assert.deepEqual(await answerOf(), { answer: { answered: 0, refused: QUESTIONS - WAITING } });
    const mild = (await fs.stat(trace)).size;
    assert.ok(mild < 4 << 20, `the trace has ${mild} bytes`);
  });
});
