// The fence behind the policy (CSP-13, CSP-14, A9, A10): an app that was granted one origin reaches nothing else from it, even
// where no policy of ours holds. The apps are in tests/fixtures/broken-apps/fenced.mjs.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { GOING } from '../fixtures/broken-apps/fenced.mjs';
import { openDisplay } from './drive/display.mjs';
import { openOrigin } from './drive/origin.mjs';
import { openWindow, stepsOf } from './drive/program.mjs';
import { MODERN, brokenApps } from './drive/servers.mjs';
import { openSink } from './drive/sink.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Prober';
const message = tool => `Which animal? (${tool})`;

/** What comes of each way where the policy holds: the app's own document. */
const SHUT = {
  fetch: 'TypeError',
  keepalive: 'TypeError',
  'no-cors': 'TypeError',
  XMLHttpRequest: 'error',
  WebSocket: 'SecurityError',
  EventSource: 'SecurityError',
  sendBeacon: 'called',
  img: 'error',
  srcset: 'error',
  video: 'error',
  rtsp: 'error',
  script: 'error',
  module: 'error',
  import: 'TypeError',
  stylesheet: 'error',
  'css-import': 'added',
  'css-url': 'added',
  font: 'NetworkError',
  svg: 'added',
  preconnect: 'added',
  'dns-prefetch': 'added',
  'x-dns-prefetch-control': 'added',
  prefetch: 'added',
  preload: 'added',
  modulepreload: 'added',
  ping: 'clicked',
  worker: 'SecurityError',
  importScripts: 'SecurityError',
  RTCPeerConnection: 'undefined',
  WebTransport: 'undefined',
};
/** Where none does, towards the granted origin: the control. The origin has no video and no font. */
const OPEN = {
  ...SHUT,
  fetch: 'answered',
  keepalive: 'answered',
  'no-cors': 'opaque',
  XMLHttpRequest: 'load',
  WebSocket: 'open',
  EventSource: 'open',
  img: 'load',
  srcset: 'load',
  script: 'load',
  module: 'load',
  import: 'loaded',
  stylesheet: 'load',
  worker: 'answered',
  importScripts: 'loaded',
};
/** Where none does, towards any other place: the fence answers 403, which a page can't read. */
const FENCED = {
  ...SHUT,
  'no-cors': 'opaque',
  WebSocket: 'error',
  EventSource: 'error',
  worker: 'TypeError',
  importScripts: 'error',
};
/** Ways that WebKit has not, or that are shut in it (linux/features.rs): no request of theirs is ever seen. */
const UNSEEN = [
  'rtsp',
  'preconnect',
  'dns-prefetch',
  'x-dns-prefetch-control',
  'prefetch',
  'RTCPeerConnection',
  'WebTransport',
];

describe('an app behind its fence', () => {
  let display, sink, origin, program, window, trace;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    sink = await openSink();
    origin = await openOrigin(sink.port);
    const entry = brokenApps(MODERN, '--sink', String(sink.port), '--granted', String(origin.port));
    entry.askance = { ...entry.askance, apps: 'always', developer: true };
    trace = path.join(display.home, 'steps.jsonl');
    program = await openWindow(display, { [SERVER]: entry }, { args: ['--trace', trace] });
    window = new Window(program);
  });
  after(async () => {
    await program?.close();
    await origin?.close();
    await sink?.close();
    await display?.close();
  });

  const start = async tool => {
    await window.start(SERVER, tool);
    await window.question(message(tool));
    await window.inApp(SERVER);
  };

  witness('reaches what it was granted, and nothing else', async t => {
    t.after(() => window.clear());
    await start('fenced');
    await window.answerInApp(message('fenced'), [{ role: 'push button', name: 'Probe' }]);
    const { content } = (await window.result()).structuredContent.answers.animal;
    const report = JSON.parse(content.report);
    assert.deepEqual(report, {
      granted: ['answered', 'answered'],
      redirected: 'TypeError',
      app: SHUT,
      // 127.0.0.1, localhost, [::1] and 169.254.169.254
      frame: { control: OPEN, refused: [FENCED, FENCED, FENCED, FENCED], redirected: 'TypeError' },
    });
    assert.equal(sink.connections(), 0);
    // Every way of the control was there to be taken, and what took it went through the fence: only it says “close”.
    const asked = origin.asked();
    const ways = Object.keys(OPEN).filter(way => !UNSEEN.includes(way));
    assert.deepEqual(
      new Set(asked.map(({ path }) => path)),
      new Set(['app', 'app-by-name', 'frame', 'redirect', ...ways]),
    );
    for (const { path, connection } of asked)
      assert.equal(connection, path === 'WebSocket' ? 'Upgrade' : 'close', path);
  });

  // A8, A10: what a developer's server may say; what it loads is declared apart, and nobody reaches metadata.
  witness('reaches every host that is there in developer mode, and no metadata', async t => {
    t.after(() => window.clear());
    await start('fenced_any');
    await window.answerInApp(message('fenced_any'), [{ role: 'push button', name: 'Probe' }]);
    const { content } = (await window.result()).structuredContent.answers.animal;
    assert.deepEqual(JSON.parse(content.report), { here: 'answered', metadata: 'TypeError' });
    assert.ok(origin.asked().some(({ path }) => path === 'any'));
    const notes = (await stepsOf(trace)).filter(({ stage }) => stage === 'fence').map(({ reason }) => reason);
    assert.ok(notes.includes('169.254.169.254:80: its name leads to an address that is not of this network'), notes);
  });

  for (const tool of Object.keys(GOING).filter(name => name !== 'frame_frames')) {
    witness(`${tool}: the frame does not get there`, async t => {
      t.after(() => window.clear());
      await start(tool);
      await window.answerInApp(message(tool), [{ role: 'push button', name: 'Go' }]);
      const { animal } = (await window.result()).structuredContent.answers;
      assert.deepEqual(animal, { action: 'accept', content: { report: 'frame-src' } });
      assert.ok(origin.asked().some(({ path }) => path === tool));
      assert.equal(sink.connections(), 0);
    });
  }

  // Below a frame of somebody else's the app's policy ends, and the check of navigations stops it.
  witness('frame_frames: the app ends, nobody hears of it', async t => {
    t.after(() => window.clear());
    await start('frame_frames');
    await window.screen.enterApp();
    await window.screen.click({ role: 'push button', name: 'Go' });
    assert.equal(await window.fallbackReason(), 'it tried to leave its frame.');
    assert.ok(origin.asked().some(({ path }) => path === 'frame_frames'));
    assert.equal(sink.connections(), 0);
  });

  witness('the sink counts who comes', async () => {
    await fetch(`http://127.0.0.1:${sink.port}/`).then(response => response.text());
    assert.equal(sink.connections(), 1);
  });
});
