// Somebody who listens on loopback and counts who comes: even a connection that says nothing is one too many.
import { once } from 'node:events';
import http from 'node:http';

/** @returns {Promise<{ port: number, connections: () => number, close: () => Promise<void> }>} */
export async function openSink() {
  let connections = 0;
  const server = http.createServer((request, response) => {
    // It lets everybody in: nothing but the frame itself keeps an app from it.
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' }).end('<p>hello</p>');
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: server.address().port,
    connections: () => connections,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
