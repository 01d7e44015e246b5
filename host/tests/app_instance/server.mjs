// A server of 2026-07-28 on stdio whose apps are broken, each in its own way; the address says how.
import { createInterface } from 'node:readline';

const mimeType = 'text/html;profile=mcp-app';
const text = '<!doctype html><title>t</title>';
const csp = host => ({ ui: { csp: { connectDomains: [`https://${host}.example.org`] } } });

const contents = {
  'ui://t/good': [{ text, _meta: csp('item') }],
  'ui://t/listed': [{ text }],
  'ui://t/own': [{ text, _meta: { ui: { domain: 'own.example.org', prefersBorder: false } } }],
  'ui://t/blob': [{ blob: Buffer.from(text + 'é').toString('base64') }],
  'ui://t/../dots': [{ text }],
  'ui://t/none': [],
  'ui://t/other': [{ uri: 'ui://t/another', text }],
  'ui://t/two': [{ text }, { text }],
  'ui://t/mime': [{ text, mimeType: 'text/html' }],
  'ui://t/empty': [{}],
  'ui://t/both': [{ text, blob: '' }],
  'ui://t/damaged': [{ blob: '/w==' }],
  'ui://t/json': [{ text: '{}' }],
  'ui://t/huge': [{ text: text + 'x'.repeat(10 * 1024 * 1024) }],
};

const answer = ({ method, params }) => {
  if (method === 'server/discover') {
    const capabilities = { resources: {}, extensions: { 'io.modelcontextprotocol/ui': { elicitation: {} } } };
    return { result: { supportedVersions: ['2026-07-28'], capabilities, serverInfo: { name: 't', version: '1' } } };
  }
  if (method === 'resources/list') {
    return { result: { resources: [{ uri: 'ui://t/listed', name: 'l', _meta: csp('listing') }] } };
  }
  if (method !== 'resources/read') return { error: { code: -32601, message: 'no' } };
  const { uri } = params;
  if (uri === 'ui://t/silent') return undefined;
  if (uri === 'ui://t/broken') return { error: { code: -32603, message: 'no' } };
  if (uri === 'ui://t/asks') {
    return { result: { resultType: 'input_required', requestState: 's', inputRequests: {} } };
  }
  const items = contents[uri];
  if (!items) return { error: { code: -32602, message: 'no such resource' } };
  return { result: { resultType: 'complete', contents: items.map(item => ({ uri, mimeType, ...item })) } };
};

createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line);
  const reply = message.id === undefined ? undefined : answer(message);
  if (reply) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...reply }) + '\n');
});
