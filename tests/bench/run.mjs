// Measures apps: `node tests/bench/run.mjs apps|peer [--rounds N] [--write]`. `peer`: MCP Inspector too, round by round beside
// Askance. `--write` puts the tables into docs/benchmarks.md.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { binary } from '../e2e/drive/program.mjs';
import { alone, beside, write } from './report.mjs';
import { round } from './round.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '9' }, write: { type: 'boolean', default: false } },
});
const [what] = positionals;
const rounds = Number(options.rounds);
/** Rounds in which the peer is asked ten questions: each takes it up to the 15 s after which it gives apps up. */
const PEER_MANY = 5;
/** More than this, and something else was running. */
const QUIET = 0.5;
const DOCS = path.resolve(import.meta.dirname, '../../docs/benchmarks.md');

if (!['apps', 'peer'].includes(what) || !(rounds >= 1)) {
  console.error('node tests/bench/run.mjs apps|peer [--rounds N] [--write]');
  process.exit(2);
}
const program = binary();

// Everything goes into one place that is removed at the end, whichever way it ends. The programs are ended before: the handler of
// drive/processes.mjs is the first.
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'askance-bench-'));
process.env.TMPDIR = place;
process.on('exit', () => fs.rmSync(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const hosts = [{ ...(await import('./askance.mjs')), rounds: [] }];
if (what === 'peer') hosts.push({ ...(await import('./inspector.mjs')), rounds: [] });
const [askance, peer] = hosts;

const load = os.loadavg()[0];
const begun = Date.now();
const time = () => `${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s`;
if (load > QUIET)
  console.log(`  WARNING: load ${load.toFixed(2)}: something else is running, the figures are worth little`);

/** One start of a host; what fails is said, and the others go on. */
async function measure(host, number, steps) {
  const { found, failure } = await round(host.open, steps);
  host.rounds.push(found);
  console.log(`  ${time()}  ${number} ${host.NAME}${failure ? ` failed: ${failure}` : ''}`);
  if (failure && host === askance) process.exitCode = 1;
}

for (let n = 1; n <= rounds; n += 1) {
  // Each is first as often as it is second.
  for (const host of n % 2 === 0 ? hosts.toReversed() : hosts) {
    const many = host === askance || n <= PEER_MANY ? ['many'] : [];
    await measure(host, n, ['form', 'formNext', 'app', 'pings', ...many]);
  }
}
for (const host of hosts) for (const app of ['loops', 'floods']) await measure(host, app, [app]);

const version = (...command) =>
  execFileSync(command[0], command.slice(1), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const conditions = `${os.cpus().length} × ${os.cpus()[0].model}, Linux ${os.release().split('-')[0]}, load ${load.toFixed(2)} at the
start. Medians of ${rounds} fresh starts on empty profiles; Askance’s release build under Xvfb, WebKit’s sandbox as it comes`;
const sections = {
  apps: `\`./dev bench apps\`: ${conditions}. The MCP server’s memory is left
out; the first app of a start finds a spare webview, the next one may come too soon for that.

${alone(askance.rounds)}`,
};
if (peer) {
  const chromium = version(peer.CHROMIUM, '--version').split(' ').slice(0, 2).join(' ');
  sections['beside MCP Inspector'] =
    `\`./dev bench peer\`: the same server and the same app in MCP Inspector ${peer.VERSION} (web client, ${chromium}
headless, Node ${process.versions.node}), round by round beside Askance. ${conditions}.
Memory and times of the peer are those of its backend and its browser together.

${beside(askance.rounds, peer.rounds, `Inspector ${peer.VERSION}`)}`;
}
for (const [heading, body] of Object.entries(sections)) console.log(`\n${heading}\n\n${body}`);
if (options.write) await write(DOCS, sections);
console.log(`\n  measured in ${((Date.now() - begun) / 1000).toFixed(0)} s: ${program}`);
process.exit();
