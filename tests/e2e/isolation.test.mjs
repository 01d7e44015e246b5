// What an app can reach from inside its frame: nothing but the host's messages (known-problems A1, A4, A9, A10, A11; SBX-07,
// SBX-08, CSP-13, CSP-14). The apps are in tests/fixtures/broken-apps/probes.mjs.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { LEAVING } from '../fixtures/broken-apps/probes.mjs';
import { fakeBrowser } from './drive/browser.mjs';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { MODERN, brokenApps } from './drive/servers.mjs';
import { openSink } from './drive/sink.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Prober';
const message = tool => `Which animal? (${tool})`;

/**
 * What the probe must find. Where the app can't see what became of it (“added”, “called”, “clicked”), the sink tells; the last
 * test tells that it would.
 */
const FOUND = {
  'window.webkit': 'undefined',
  'window.ipc': 'undefined',
  'window.__TAURI__': 'undefined',
  'window.__TAURI_INTERNALS__': 'undefined',
  'window.askance': 'undefined',
  'window.require': 'undefined',
  'window.process': 'undefined',
  'fetch ipc:': 'TypeError',
  'fetch http://ipc.localhost': 'TypeError',
  'fetch tauri:': 'TypeError',
  'fetch asset:': 'TypeError',
  'fetch file:': 'TypeError',
  'fetch mcp-app:': 'TypeError',
  'post mcp-app:': 'TypeError',
  'fetch mcp-content:': 'TypeError',
  'another app': 'TypeError',
  'parent.document': 'SecurityError',
  'parent.askance': 'SecurityError',
  'parent.ipc': 'SecurityError',
  'parent.webkit': 'SecurityError',
  'top.location.href': 'SecurityError',
  'top.name': 'SecurityError',
  frameElement: 'null',
  opener: 'null',
  origin: 'null',
  'set top.location': 'SecurityError',
  'set location to file:': 'no effect',
  'window.name': '',
  localStorage: 'SecurityError',
  sessionStorage: 'SecurityError',
  cookie: '',
  indexedDB: 'SecurityError',
  caches: 'SecurityError',
  BroadcastChannel: 'its own voice',
  'heard from others': 0,
  'storage.getDirectory': 'TypeError',
  RTCPeerConnection: 'undefined',
  WebTransport: 'undefined',
  fetch: 'TypeError',
  'fetch, no-cors': 'TypeError',
  'fetch, keepalive': 'TypeError',
  'fetch localhost': 'TypeError',
  'fetch link-local': 'TypeError',
  'fetch [::1]': 'TypeError',
  XMLHttpRequest: 'error',
  WebSocket: 'SecurityError',
  EventSource: 'SecurityError',
  sendBeacon: 'called',
  img: 'error',
  'img srcset': 'error',
  video: 'error',
  script: 'error',
  'script, module': 'error',
  import: 'TypeError',
  stylesheet: 'error',
  '@import': 'added',
  'css image': 'added',
  font: 'NetworkError',
  'svg image': 'added',
  object: 'added',
  embed: 'added',
  iframe: 'added',
  preconnect: 'added',
  'dns-prefetch': 'added',
  prefetch: 'added',
  preload: 'added',
  manifest: 'added',
  icon: 'added',
  base: 'stays',
  ping: 'clicked',
  'form post': 'submitted',
  'form get': 'submitted',
  'form, new window': 'submitted',
  'window.open': 'null',
  'window.open smb:': 'null',
  'link to a new window': 'clicked',
  'link to the top': 'clicked',
  eval: 'EvalError',
  'new Function': 'EvalError',
  'setTimeout, text': 'silence',
  Worker: 'SecurityError',
  'Worker, far': 'SecurityError',
  serviceWorker: 'SecurityError',
  Notification: 'denied',
  camera: 'TypeError',
  screen: 'TypeError',
  geolocation: 'code 1',
  'clipboard.read': 'NotAllowedError',
  'execCommand paste': false,
  fullscreen: 'TypeError',
  alert: 'undefined',
  confirm: false,
  prompt: 'null',
  print: 'undefined',
  'sound before a click': 'NotAllowedError',
  speechSynthesis: 'undefined',
  mediaSession: 'undefined',
};

describe('an app in its frame', () => {
  let display, sink, browser, program, window;
  const witness = witnessed(() => ({ display, program }));
  before(async () => {
    display = await openDisplay();
    sink = await openSink();
    browser = await fakeBrowser(display);
    const entry = brokenApps(MODERN, '--sink', String(sink.port));
    program = await openWindow(display, { [SERVER]: entry, Other: entry }, { env: browser.env });
    window = new Window(program);
  });
  after(async () => {
    await program?.close();
    await sink?.close();
    await display?.close();
  });

  const start = async (tool, server = SERVER) => {
    await window.start(server, tool);
    await window.question(message(tool));
    await window.inApp(server);
  };
  const probe = async () => {
    await window.answerInApp(message('probe'), [{ role: 'push button', name: 'Probe' }]);
    const { action, content } = (await window.result()).structuredContent.answers.animal;
    assert.equal(action, 'accept');
    assert.deepEqual(JSON.parse(content.report), FOUND);
    assert.equal(sink.connections(), 0);
    assert.deepEqual(await browser.opened(), []);
  };

  witness('reaches nothing', async t => {
    t.after(() => window.clear());
    await start('probe');
    await probe();
  });

  witness('finds nothing that the one before it left behind', async t => {
    t.after(() => window.clear());
    await start('probe');
    await probe();
  });

  witness('does not hear another one that is open', async t => {
    t.after(() => window.clear());
    await start('probe', 'Other');
    await start('probe');
    await probe();
    // The other one was there all the time and listened. Whatever reached it has long arrived.
    await window.openWaiting('Other');
    await window.question(message('probe'));
    await window.inApp('Other');
    await probe();
  });

  for (const tool of LEAVING) {
    witness(`${tool}: the app ends, nobody hears of it`, async t => {
      t.after(() => window.clear());
      await start(tool);
      await window.screen.enterApp();
      await window.screen.click({ role: 'push button', name: 'Leave' });
      assert.equal(await window.fallbackReason(), 'it tried to leave its frame.');
      assert.equal(sink.connections(), 0);
      assert.deepEqual(await browser.opened(), []);
      await window.page.press('button', 'Decline');
      assert.deepEqual((await window.result()).structuredContent.answers, { animal: { action: 'decline' } });
    });
  }

  witness('the sink counts who comes', async () => {
    await fetch(`http://127.0.0.1:${sink.port}/`).then(response => response.text());
    assert.equal(sink.connections(), 1);
  });
});
