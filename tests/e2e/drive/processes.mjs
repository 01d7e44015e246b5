// Programs that the tests start: each in its own process group, each ended by its own id, none left behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

process.on('exit', () => {
  for (const child of running) signal(child, 'SIGKILL');
});
// A test run that is stopped from outside takes its programs with it too.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => process.exit(1));

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore'], ...options, detached: true });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

/**
 * Ends a program with its group: asks the program itself first, then insists. Asked as a group, a web process that is just
 * starting would die before WebKit knows it, which WebKit takes for a fault and aborts.
 */
export async function end(child, limit = 5_000) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), limit);
  await gone;
  clearTimeout(insist);
  signal(child, 'SIGKILL');
}

function signal(child, name) {
  try {
    process.kill(-child.pid, name);
  } catch {
    // Already gone.
  }
}

/** Whether a process lives; one that only waits to be buried by its parent does not. */
export function isRunning(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
  } catch {
    return false;
  }
}

/** The first line that a program writes to one of its pipes. */
export async function firstLine(child, stream, what, limit = 15_000) {
  let text = '';
  const timer = setTimeout(() => stream.destroy(new Error(`${what} said nothing for ${limit} ms`)), limit);
  try {
    for await (const chunk of stream) {
      text += chunk;
      if (text.includes('\n')) return text.slice(0, text.indexOf('\n')).trim();
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`${what} ended before it said anything: ${text}`);
}
