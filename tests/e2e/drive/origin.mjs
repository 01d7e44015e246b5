// An origin that an app was granted: a real server on loopback that writes down who asked for what, and serves frames that try
// to reach another place (tests/fixtures/broken-apps/fenced.mjs).
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import http from 'node:http';
import { GOING, attempts } from '../../fixtures/broken-apps/fenced.mjs';

/** What makes WebSocket's handshake one (RFC 6455). */
const SALT = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** A picture of one pixel, for those who ask for one. */
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/**
 * @param {number} refused port of the sink
 * @returns {Promise<{ port: number, asked: () => { path: string, connection?: string }[], close: () => Promise<void> }>}
 */
export async function openOrigin(refused) {
  const asked = [];
  const server = http.createServer((request, response) => {
    asked.push({ path: request.url.slice(1), connection: request.headers.connection });
    const [status, headers, body] = answer(request.url, server.address().port, refused);
    response.writeHead(status, { 'access-control-allow-origin': '*', ...headers }).end(body);
  });
  server.on('upgrade', (request, socket) => {
    asked.push({ path: request.url.slice(1), connection: request.headers.connection });
    const accept = createHash('sha1')
      .update(request.headers['sec-websocket-key'] + SALT)
      .digest('base64');
    socket.on('error', () => undefined);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new Set();
  server.on('connection', socket => sockets.add(socket));
  return {
    port: server.address().port,
    asked: () => asked,
    close: async () => {
      server.close();
      sockets.forEach(socket => socket.destroy());
      await once(server, 'close');
    },
  };
}

/** @returns {[number, Record<string, string>, string | Buffer]} */
function answer(url, own, refused) {
  const path = url.slice(1);
  const html = script => [200, { 'content-type': 'text/html' }, `<!doctype html><body><script>${script}</script>`];
  const there = `http://127.0.0.1:${refused}/`;
  if (path === 'redirect') return [302, { location: there }, ''];
  const local = [`127.0.0.1:${refused}`, `localhost:${refused}`, `[::1]:${refused}`, '169.254.169.254'];
  if (path === 'frame') return html(frame(`127.0.0.1:${own}`, local));
  if (path === 'frame-of-names') return html(frame(`127.0.0.1:${own}`, ['secret.example']));
  if (path in GOING) return html(`const there = '${there}'; ${GOING[path]}`);
  if (path === 'EventSource') return [200, { 'content-type': 'text/event-stream' }, 'data: x\n\n'];
  if (path === 'stylesheet' || path === 'css-import') return [200, { 'content-type': 'text/css' }, ''];
  if (['img', 'srcset', 'css-url', 'svg', 'preload'].includes(path))
    return [200, { 'content-type': 'image/gif' }, PIXEL];
  return [200, { 'content-type': 'text/javascript' }, ''];
}

/** What runs in the granted frame: the control first, then the same towards places that are not granted. */
const frame = (own, others) => `
  const attempts = ${attempts};
  (async () => {
    const report = { control: await attempts('${own}'), refused: [] };
    for (const host of ${JSON.stringify(others)}) report.refused.push(await attempts(host));
    report.redirected = await fetch('/redirect').then(() => 'answered', error => error.name);
    parent.postMessage(report, '*');
  })();`;
