// The apps of the bench server: the small correct page of the broken apps, with a stopwatch in it. What it notes goes to the
// server as `resources/read` of an address that says it: the one way out of an app's frame that both hosts leave open unasked.
import { initialize, page } from '../fixtures/broken-apps/pages.mjs';

export const REPORT = 'bench://report/';
/** Round trips that one app makes, one after the other. */
export const PINGS = 200;

const REPORTS = `const report = what => send({ id: 'report', method: 'resources/read',
  params: { uri: '${REPORT}' + encodeURIComponent(JSON.stringify({ message: data.params.message, ...what })) } });
  report({ began, answered, at });`;
/** The app's pings to the host: host → app → host and back again cost the same two deliveries. */
const PING = `const taken = [];
  const before = performance.now();
  for (let n = 0; n < ${PINGS}; n += 1) {
    const start = performance.now();
    await new Promise(resolve => {
      addEventListener('message', function pong({ source, data }) {
        if (source !== parent || data.id !== 'ping-' + n) return;
        removeEventListener('message', pong);
        resolve();
      });
      send({ id: 'ping-' + n, method: 'ping' });
    });
    taken.push(performance.now() - start);
  }
  report({ taken, all: performance.now() - before });`;
/** After it has reported. */
const soon = deed => `setTimeout(() => { ${deed} }, 200);`;

const app = deed =>
  page({
    start: `const began = Date.now(); let answered; ${initialize()}`,
    initialised: "answered = Date.now(); send({ method: 'ui/notifications/initialized', params: {} });",
    asked: `const at = Date.now(); ${REPORTS} ${deed}`,
  });

/** By the last part of their address. */
export const APPS = new Map([
  ['waits', app('')],
  ['pings', app(`(async () => { ${PING} })();`)],
  ['loops', app(soon('for (;;);'))],
  ['floods', app(soon("for (;;) send({ method: 'ui/notifications/size-changed', params: { height: 200 } });"))],
]);
