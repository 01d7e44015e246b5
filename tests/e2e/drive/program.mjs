// The built program: where it is, and how it is started for a test.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { end, isRunning, start } from './processes.mjs';
import { Screen } from './screen.mjs';
import { configure } from './servers.mjs';
import { until } from './wait.mjs';
import { Page } from './webdriver.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The program under test: ASKANCE_BIN, else the release build. */
export function binary() {
  const built = path.join(process.env.CARGO_TARGET_DIR ?? path.join(ROOT, 'target'), 'release', 'askance');
  const found = path.resolve(process.env.ASKANCE_BIN ?? built);
  if (!existsSync(found)) throw new Error(`the program is not built: ${found} is missing (./dev e2e builds it)`);
  return found;
}

/** What the program needs from the system, and nothing of the machine that runs the tests. */
const surroundings = (display, extra = {}) => ({ ...display.env, ...extra });

/**
 * The desktop program with these servers, held by WebDriver.
 * @param {import('./display.mjs').Display} display
 * @param {Record<string, object> | string} servers entries of `mcpServers`, or the text of a configuration file as it is
 * @param {{ args?: string[], env?: NodeJS.ProcessEnv, settings?: object, again?: { place: Awaited<ReturnType<typeof configure>> } }} [options]
 *   `again`: a window that was left before, whose files this one finds and leaves in its turn
 */
export async function openWindow(display, servers, { args = [], env = {}, settings, again } = {}) {
  const place = again?.place ?? (await configure(servers, settings));
  // WebKitWebDriver starts what it is given, with its own streams: the wrapper puts the program's into files.
  const wrapper = path.join(place.dir, 'askance.sh');
  const words = [binary(), '--config', place.config, '--data-dir', place.data, ...args].map(quoted).join(' ');
  await fs.writeFile(
    wrapper,
    `#!/bin/sh\nexec ${words} >${quoted(path.join(place.dir, 'out'))} 2>${quoted(path.join(place.dir, 'err'))}\n`,
    {
      mode: 0o755,
    },
  );
  const complain = async error =>
    new Error(`${error.message}\nstderr: ${await tail(path.join(place.dir, 'err'))}`, { cause: error });
  try {
    const page = await Page.open({ binary: wrapper, env: surroundings(display, env) });
    const pid = await until('the program is a child of WebKitWebDriver', () => childOf(page.driverPid));
    const screen = new Screen(display, pid);
    return {
      page,
      pid,
      place,
      screen,
      errors: () => tail(path.join(place.dir, 'err')),
      /** Ends the program and keeps its files, for another one to find. */
      leave: () => leave(screen, page, pid),
      close: async () => {
        await leave(screen, page, pid);
        await place.remove();
      },
    };
  } catch (error) {
    throw await complain(error);
  }
}

/** Ends the program by itself first, and then what held it (see `end`). */
async function leave(screen, page, pid) {
  await screen.close();
  if (isRunning(pid)) {
    process.kill(pid, 'SIGTERM');
    await until('the program has ended', () => !isRunning(pid), { limit: 10_000 }).catch(() => undefined);
  }
  await page.close();
}

/**
 * One `askance call`, its window met by pointer and keyboard.
 * @param {import('./display.mjs').Display | { env: NodeJS.ProcessEnv }} display `{ env }` without DISPLAY: no screen at all
 * @param {Record<string, object> | string} servers entries, or the text of a configuration file as it is
 * @param {string[]} words what comes after `askance call`
 */
export async function startCall(display, servers, words, { env = {} } = {}) {
  const place = await configure(servers);
  const trace = path.join(place.dir, 'trace.jsonl');
  const args = ['call', '--config', place.config, '--data-dir', place.data, '--trace', trace, ...words];
  const child = start(binary(), args, { env: surroundings(display, env), stdio: ['ignore', 'pipe', 'pipe'] });
  let over = false;
  const outcome = collect(child).finally(() => (over = true));
  const screen = new Screen(display, child.pid);
  return {
    /** It has ended. */
    isOver: () => over,
    pid: child.pid,
    screen,
    /** The exit status and what was written; waits for the end. */
    outcome,
    /** Steps so far. @returns {Promise<object[]>} */
    steps: () => stepsOf(trace),
    close: async () => {
      await screen.close();
      await end(child);
      await place.remove();
    },
  };
}

/** A place without a screen and without a session: what a server or a pipeline has. */
export async function noDisplay() {
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'askance-bare-'));
  return {
    env: { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8' },
    close: () => fs.rm(home, { recursive: true, force: true }),
  };
}

/** A short run of the program to its end. @param {string[]} args */
export async function runProgram(display, args, { env = {} } = {}) {
  return collect(start(binary(), args, { env: surroundings(display, env), stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** @returns {Promise<{ status: number | null, stdout: string, stderr: string, result: () => any }>} */
async function collect(child) {
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', chunk => (stdout += chunk));
  child.stderr.on('data', chunk => (stderr += chunk));
  const [status] = await once(child, 'close');
  return { status, stdout, stderr, result: () => JSON.parse(stdout) };
}

/** The steps of a trace so far. @returns {Promise<object[]>} */
export async function stepsOf(file) {
  const text = await fs.readFile(file, 'utf8').catch(() => '');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line));
}

/** The last words of a program, without what WebKit says of an inspector that it cannot reach from its sandbox. */
async function tail(file) {
  const text = await fs.readFile(file, 'utf8').catch(() => '');
  const said = text
    .split('\n')
    .filter(line => line.trim() !== '' && !line.includes('RemoteInspector failed to connect'));
  return said.join('\n').slice(-2_000);
}

/** The first process that another one started. */
async function childOf(pid) {
  const text = await fs.readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const direct = text.trim().split(/\s+/).filter(Boolean).map(Number);
  if (direct.length > 0) return direct[0];
  // The driver may have started it from another of its threads.
  for (const task of await fs.readdir(`/proc/${pid}/task`)) {
    const other = (await fs.readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')).trim();
    if (other) return Number(other.split(/\s+/)[0]);
  }
  return undefined;
}

const quoted = word => `'${word.replaceAll("'", `'\\''`)}'`;
