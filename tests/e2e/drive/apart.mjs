// A test file run apart: in a network that is its own loopback only, where the system's resolver asks on 127.0.0.1.
import dgram from 'node:dgram';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { end, start } from './processes.mjs';

const run = promisify(execFile);
/** Root needs no user namespace; others get one in which they are root. */
const UNSHARE = ['--net', '--mount', ...(process.getuid() === 0 ? [] : ['--user', '--map-root-user'])];
const ENTER = 'ip link set lo up && mount --bind "$1" /etc/resolv.conf && exec "$2" "$3"';

/** Set where a file runs apart. */
export const APART = process.env.ASKANCE_APART === '1';

/** Whether this system lets us. Containers without the right to make namespaces do not. */
export const canBeApart = () =>
  run('unshare', [...UNSHARE, 'true']).then(
    () => true,
    () => false,
  );

/** Runs a test file apart and gives its exit status and what it said. @param {string} file */
export async function runApart(file, limit = 300_000) {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'askance-apart-'));
  const resolver = path.join(dir, 'resolv.conf');
  await fs.writeFile(resolver, 'nameserver 127.0.0.1\noptions timeout:2 attempts:1\n');
  // The file is its own run of tests, not a part of ours.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = start('unshare', [...UNSHARE, 'sh', '-c', ENTER, 'sh', resolver, process.execPath, file], {
    env: { ...env, ASKANCE_APART: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk));
  const timer = setTimeout(() => void end(child), limit);
  const [status] = await once(child, 'close');
  clearTimeout(timer);
  await fs.rm(dir, { recursive: true, force: true });
  return { status, said };
}

/** Answers every name with “no such name”, and writes it down. @returns {Promise<{ names: () => Set<string>, close: () => Promise<void> }>} */
export async function openResolver() {
  const names = new Set();
  const socket = dgram.createSocket('udp4');
  socket.on('message', (question, { address, port }) => {
    const labels = [];
    let at = 12;
    while (question[at] > 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + question[at]));
      at += question[at] + 1;
    }
    names.add(labels.join('.').toLowerCase());
    const header = Buffer.from([question[0], question[1], 0x81, 0x83, 0, 1, 0, 0, 0, 0, 0, 0]);
    socket.send(Buffer.concat([header, question.subarray(12, at + 5)]), port, address);
  });
  socket.bind(53, '127.0.0.1');
  await once(socket, 'listening');
  const close = async () => {
    socket.close();
    await once(socket, 'close');
  };
  return { names: () => names, close };
}
