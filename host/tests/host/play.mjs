// A stdio MCP server that plays a script: node play.mjs SCRIPT LOG. Every line it receives goes into LOG first.
// A script: { revision, capabilities, lists: { method: raw result }, resources: { uri: raw result },
// plays (`tell`: a notification of the subscription): { "method name" or method: [ [action, …], … ] }, repeatLast }. One list of actions for each request, in turn;
// of a notification the first list, each time.
import { appendFileSync, closeSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const script = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const modern = script.revision === '2026-07-28';
const turns = {};
const asked = new Map();
let nextId = 0;
/** The id of the last request to be told of changes. */
let subscription;

const write = (text) => process.stdout.write(text + '\n');
const reply = (id, raw) => write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${raw}}`);
const fail = (id, error) => write(JSON.stringify({ jsonrpc: '2.0', id, error }));
const notify = (method, params) => write(JSON.stringify({ jsonrpc: '2.0', method, params }));

function ask(params) {
  const id = `ask-${nextId++}`;
  write(`{"jsonrpc":"2.0","id":"${id}","method":"elicitation/create","params":${params}}`);
  return { id, answer: new Promise((resolve) => asked.set(id, resolve)) };
}

async function play(actions, id) {
  const answers = [];
  const open = [];
  for (const action of actions) {
    if (action.raw !== undefined) reply(id, action.raw);
    else if (action.line) write(action.line);
    else if (action.error) fail(id, action.error);
    else if (action.ask) answers.push(await ask(action.ask).answer);
    else if (action.askMore) open.push(ask(action.askMore));
    else if (action.await) for (const one of open.splice(0)) answers.push(await one.answer);
    else if (action.withdraw !== undefined) {
      notify('notifications/cancelled', { requestId: open.pop().id, ...(action.withdraw && { reason: action.withdraw }) });
    } else if (action.notify) notify(action.notify.method, action.notify.params);
    else if (action.tell) {
      const _meta = { 'io.modelcontextprotocol/subscriptionId': action.of ?? subscription };
      notify(action.tell, { ...action.params, _meta });
    }
    else if (action.deaf) closeSync(0);
    else if (action.exit !== undefined) {
      process.stderr.write(action.words ?? '', () => process.exit(action.exit));
      await new Promise(() => {});
    } else if (action.echo) {
      reply(id, JSON.stringify({ resultType: 'complete', content: [], structuredContent: { answers } }));
    }
  }
}

function request({ id, method, params }) {
  if (method === 'subscriptions/listen') subscription = id;
  if (method === 'server/discover' && modern) {
    const discovered = { resultType: 'complete', supportedVersions: [script.revision], capabilities: script.capabilities };
    return reply(id, JSON.stringify({ ...discovered, serverInfo: { name: 'play', version: '1' }, ttlMs: 0, cacheScope: 'private' }));
  }
  if (method === 'initialize' && !modern) {
    const { revision: protocolVersion, capabilities } = script;
    return reply(id, JSON.stringify({ protocolVersion, capabilities, serverInfo: { name: 'play', version: '1' } }));
  }
  const key = [`${method} ${params?.name}`, method].find((name) => script.plays[name]);
  if (key) {
    const turn = turns[key] ?? 0;
    turns[key] = turn + 1;
    const plays = script.plays[key];
    return play(plays[script.repeatLast ? Math.min(turn, plays.length - 1) : turn] ?? [], id);
  }
  if (method === 'resources/read' && script.resources?.[params.uri]) return reply(id, script.resources[params.uri]);
  if (script.lists?.[method]) return reply(id, script.lists[method]);
  fail(id, { code: -32601, message: 'Method not found' });
}

createInterface({ input: process.stdin, crlfDelay: Infinity }).on('line', (line) => {
  appendFileSync(process.argv[3], line + '\n');
  const message = JSON.parse(line);
  if (message.method === undefined) {
    const { result, error } = message;
    // Something that the host shows, so that a test can wait for a refusal.
    if (error) notify('notifications/tools/list_changed', {});
    asked.get(message.id)?.(result ?? { error: error.code });
  } else if (message.id !== undefined) request(message);
  else if (script.plays[message.method]) play(script.plays[message.method][0]);
});
