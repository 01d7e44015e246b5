// The bench's end of the socket to its MCP server, which the measured host starts: orders out, notes in.
import net from 'node:net';
import { once } from 'node:events';
import readline from 'node:readline';
import path from 'node:path';

/** How long a host may take for one step, in ms. Longer than the 15 s after which the peer gives an app up. */
const PATIENCE = 30_000;
const SERVER = path.join(import.meta.dirname, 'server.mjs');

/** Waits for the server that one host starts. One link for one start of a host. */
export class Link {
  #listener;
  #socket;
  #notes = [];
  #waiting = new Set();

  static async open() {
    const link = new Link();
    link.#listener = net.createServer(socket => link.#connected(socket)).listen(0, '127.0.0.1');
    await once(link.#listener, 'listening');
    return link;
  }

  /** What starts the server: an entry of `mcpServers`. */
  get entry() {
    return { command: process.execPath, args: [SERVER, String(this.#listener.address().port)] };
  }

  /** Process of the server. */
  get pid() {
    return this.#notes.find(({ event }) => event === 'started')?.pid;
  }

  // A host may start a server more than once, to find out what it speaks: the last one counts.
  #connected(socket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    readline.createInterface({ input: socket }).on('line', line => {
      if (socket !== this.#socket) return;
      this.#notes.push(JSON.parse(line));
      for (const look of this.#waiting) look();
    });
  }

  order(order, what) {
    this.#socket.write(`${JSON.stringify({ order, ...what })}\n`);
  }

  /** Where the notes stand, to wait for those that come after. */
  get mark() {
    return this.#notes.length;
  }

  /** The notes of this kind after a mark, so far. */
  since(mark, event) {
    return this.#notes.slice(mark).filter(note => note.event === event);
  }

  /** Waits for so many notes of a kind; gives what came if the time is over first and `few` allows it. */
  async next(event, { after = 0, count = 1, limit = PATIENCE, few = false, where = () => true } = {}) {
    let found = [];
    const enough = () => (found = this.since(after, event).filter(where)).length >= count;
    if (enough()) return found;
    await new Promise((resolve, reject) => {
      const end = outcome => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        outcome();
      };
      const look = () => enough() && end(resolve);
      const late = () => (few ? resolve() : reject(new Error(`“${event}” ×${count} not within ${limit} ms`)));
      const timer = setTimeout(() => end(late), limit);
      this.#waiting.add(look);
    });
    return found;
  }

  close() {
    this.#socket?.destroy();
    this.#listener.close();
  }
}
