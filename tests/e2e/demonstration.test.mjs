// What `./dev run` shows where there is no display: it is run as it is, so that it cannot go missing unnoticed.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { binary } from './drive/program.mjs';

test('the demonstration: each step with its time, two pictures, status 0', async t => {
  const script = path.join(import.meta.dirname, 'demonstration.mjs');
  const env = { ...process.env, ASKANCE_BIN: binary() };
  // Rejects where the status is not 0, with what was written.
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env, timeout: 240_000 });
  const pictures = [...stdout.matchAll(/screenshot: (.+\.png)$/gm)].map(([, file]) => file);
  t.after(() => fs.rm(path.dirname(pictures[0] ?? ''), { recursive: true, force: true }));
  const steps = stdout
    .trimEnd()
    .split('\n')
    .map(line => /^ +\d+\.\d s {2}(.+)$/.exec(line)?.[1] ?? assert.fail(line));
  const told = words => steps.findIndex(step => step.includes(words));
  const way = [
    'connected',
    'called its tool',
    'its own app is on screen',
    'a real click',
    'the result came back',
    'done',
  ];
  assert.ok(
    way.every((words, at) => told(words) > (at === 0 ? -1 : told(way[at - 1]))),
    stdout,
  );
  assert.equal(pictures.length, 2, stdout);
  for (const file of pictures) assert.ok((await fs.stat(file)).size > 10_000, file);
});
