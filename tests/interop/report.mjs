// The report on the published apps: a table of what each asked for, got and did, beside its picture.
import fs from 'node:fs/promises';
import path from 'node:path';
import { PICTURES } from './picture.mjs';

const MODULES = path.join(import.meta.dirname, 'node_modules/@modelcontextprotocol');
/** What every app says: its handshake, its size, its replies. */
const USUAL = /^(ui\/initialize|ui\/notifications\/initialized|ui\/notifications\/size-changed|reply|ping)$/;
const WORDS = { geolocation: 'location', clipboardWrite: 'clipboard' };

/**
 * What the report says of one app.
 * @param {{ name: string, tool: string, page: object, steps: object[], made: string[], drawn: number }} seen
 */
export async function row({ name, tool, page, steps, made, drawn }) {
  const { version } = JSON.parse(await fs.readFile(path.join(MODULES, `server-${name}`, 'package.json'), 'utf8'));
  const started = steps.find(({ reason }) => reason === 'tools/call started');
  const initialised = steps.find(({ stage }) => stage === 'initialised');
  return {
    name,
    version,
    tool,
    asked: [...page.asks.map(ask), ...page.dropped.map(([entry, why]) => `\`${entry}\` → dropped: ${why}`)],
    did: did(steps, made),
    bytes: page.bytes,
    ms: initialised.ms - started.ms,
    drawn,
  };
}

const ask = ({ feature, hosts, granted }) =>
  `${[WORDS[feature] ?? feature, ...hosts.map(host => `\`${host}\``)].join(' ')} → ${granted ? 'granted' : 'not granted'}`;

/** What it wanted of the host or of its server, each once, with the names of the tools that it called. */
function did(steps, made) {
  const heard = steps.filter(({ direction }) => direction === 'view-to-host');
  const wanted = heard.filter(({ method }) => !USUAL.test(method));
  const methods = new Set(
    wanted.map(({ method, verdict }) => (verdict === 'refused' ? `${method} (refused)` : method)),
  );
  const tools = [...new Set(made)].map(tool => `\`${tool}\``);
  return [...methods].map(method =>
    method === 'tools/call' && tools.length > 0 ? `${method} ${tools.join(', ')}` : method,
  );
}

/** The table, without pictures where they are not kept. */
function table(rows, pictures) {
  const head = ['Server', 'Tool', 'Asked → got', 'Wanted through the bridge', 'Size', 'Initialised after', 'Drawn'];
  const cells = rows.map(each => [
    `${each.name} ${each.version}`,
    `\`${each.tool}\``,
    each.asked.join('<br>') || 'nothing',
    each.did.join('<br>') || 'nothing',
    `${Math.ceil(each.bytes / 1024)} KB`,
    `${each.ms} ms`,
    pictures ? `![${each.name}](${each.name}.png) ${each.drawn} colours` : 'yes',
  ]);
  return [head, head.map(() => '---'), ...cells].map(line => `| ${line.join(' | ')} |`).join('\n');
}

/** Writes the report: with pictures to look at, and the table alone to keep. */
export async function write(rows) {
  await fs.writeFile(path.join(PICTURES, 'report.md'), `# Published apps\n\n${table(rows, true)}\n`);
  await fs.writeFile(path.join(PICTURES, 'table.md'), `${table(rows, false)}\n`);
}
