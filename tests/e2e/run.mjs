// Runs the end-to-end tests of the built program: `node tests/e2e/run.mjs [FILE…]`. Two files at a time: each has a screen of
// its own, and mostly waits.
import { setMaxListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { binary } from './drive/program.mjs';

try {
  binary();
} catch (error) {
  console.error(error.message);
  process.exit(2);
}
const here = import.meta.dirname;
const wanted = process.argv.slice(2).map(file => path.resolve(file));
const all = readdirSync(here)
  .filter(name => name.endsWith('.test.mjs'))
  .sort()
  .map(name => path.join(here, name));

// Ended from outside, it ends the file that runs, which takes its screen, its bus, its driver and the program with it.
const stopped = new AbortController();
setMaxListeners(all.length + 10, stopped.signal); // each file listens to it
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.removeAllListeners(name); // those of drive/processes.mjs: nothing is started here
  process.once(name, () => {
    stopped.abort();
    process.exitCode = 128 + os.constants.signals[name];
  });
}
run({ files: wanted.length > 0 ? wanted : all, concurrency: 2, timeout: 900_000, signal: stopped.signal })
  .on('test:fail', () => (process.exitCode ??= 1))
  .compose(new spec())
  .pipe(process.stdout);
