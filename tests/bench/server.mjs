// The MCP server that both hosts are measured with: node server.mjs PORT. Stdio, plain Node, revision 2025-11-25, where a server
// asks in its own time. It does what the bench says over a socket on 127.0.0.1:PORT and tells it, with the time, what it sends
// and gets. One call of its tool is open all the while, so that its questions belong to something that the person started.
import net from 'node:net';
import readline from 'node:readline';
import { APPS, REPORT } from './apps.mjs';

const UI = 'io.modelcontextprotocol/ui';
const MIME = 'text/html;profile=mcp-app';
const REVISION = '2025-11-25';
const ADDRESS = 'ui://bench/';
const TOOL = {
  name: 'measure',
  description: 'Asks what the bench wants',
  inputSchema: { type: 'object', properties: {} },
};
const SCHEMA = {
  type: 'object',
  properties: {
    animal: { type: 'string', title: 'Animal', enum: ['cat', 'dog', 'bird'] },
    name: { type: 'string', title: 'Its name', maxLength: 20 },
  },
  required: ['animal'],
};

const bench = net.connect(Number(process.argv[2]), '127.0.0.1');
const tell = (event, more) => bench.write(`${JSON.stringify({ event, at: Date.now(), ...more })}\n`);
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const reply = (id, result) => send({ id, result });

/** The call that is open, and the questions that are: their ids. */
let call;
const open = new Set();
let count = 0;

/** @param {{ app?: string }} question `app`: the last part of its address */
function ask({ app }) {
  const id = `q${(count += 1)}`;
  const message = `Question ${count} of the bench`;
  const _meta = app && { ui: { resourceUri: ADDRESS + app } };
  open.add(id);
  const params = { mode: 'form', message, requestedSchema: SCHEMA, ...(_meta && { _meta }) };
  tell('asked', { message });
  send({ id, method: 'elicitation/create', params });
}

function withdraw() {
  for (const requestId of open)
    send({ method: 'notifications/cancelled', params: { requestId, reason: 'It has been measured.' } });
  open.clear();
}

/** What the bench orders. */
const orders = {
  ask: ({ questions }) => questions.forEach(ask),
  withdraw,
  end: () => call !== undefined && reply(call, { content: [{ type: 'text', text: 'Measured.' }] }),
};

const capabilities = { tools: {}, resources: {}, extensions: { [UI]: { elicitation: {} } } };
const requests = {
  initialize: () => ({ protocolVersion: REVISION, capabilities, serverInfo: { name: 'bench', version: '1.0.0' } }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [TOOL] }),
  'resources/list': () => ({ resources: [] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': ({ uri }) => {
    if (uri.startsWith(REPORT)) {
      tell('reported', JSON.parse(decodeURIComponent(uri.slice(REPORT.length))));
      return { contents: [{ uri, mimeType: 'text/plain', text: 'noted' }] };
    }
    tell('read');
    return { contents: [{ uri, mimeType: MIME, text: APPS.get(uri.slice(ADDRESS.length)) }] };
  },
};

function take({ id, method, params, result, error }) {
  if (method === undefined) {
    if (open.delete(id)) tell('settled', { id, result, error });
  } else if (method === 'tools/call') {
    call = id;
    tell('called');
  } else if (id !== undefined) {
    if (requests[method]) reply(id, requests[method](params));
    else send({ id, error: { code: -32601, message: 'Method not found' } });
    if (method === 'tools/list') tell('listed');
  }
}

tell('started', { pid: process.pid });
readline.createInterface({ input: bench }).on('line', line => {
  const { order, ...what } = JSON.parse(line);
  orders[order](what);
});
bench.on('close', () => process.exit());
readline
  .createInterface({ input: process.stdin })
  .on('line', line => take(JSON.parse(line)))
  .on('close', () => process.exit());
