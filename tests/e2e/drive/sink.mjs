// Somebody who listens on loopback and counts who comes: even a connection that says nothing is one too many.
import { once } from 'node:events';
import http from 'node:http';

/** @returns {Promise<{ port: number, connections: () => number, close: () => Promise<void> }>} */
export async function openSink() {
  let connections = 0;
  const open = async (port, host) => {
    const server = http.createServer((request, response) => {
      // It lets everybody in: nothing but the frame itself keeps an app from it.
      response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' }).end('<p>hello</p>');
    });
    server.on('connection', () => (connections += 1));
    server.listen(port, host);
    await once(server, 'listening');
    return server;
  };
  const first = await open(0, '127.0.0.1');
  const { port } = first.address();
  // Some machines have no IPv6; then nobody can come that way either.
  const second = await open(port, '::1').catch(() => undefined);
  const servers = [first, second].filter(server => server !== undefined);
  return {
    port,
    connections: () => connections,
    close: () =>
      Promise.all(
        servers.map(server => {
          server.close();
          server.closeAllConnections();
          return once(server, 'close');
        }),
      ),
  };
}
