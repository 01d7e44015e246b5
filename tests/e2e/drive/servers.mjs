// The servers that the tests connect to, and the configuration files that name them.
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { end, start } from './processes.mjs';
import { until } from './wait.mjs';
import { freePort } from './webdriver.mjs';

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures');
const ELICIT = path.join(FIXTURES, 'elicit-server/start.mjs');
const BROKEN = path.join(FIXTURES, 'broken-apps/server.mjs');
const FORMS = path.join(FIXTURES, 'form-server/server.mjs');
const ATTACKS = path.join(FIXTURES, 'attacks/server.mjs');
const VIEWS = path.join(FIXTURES, 'views/server.mjs');
const RESULTS = path.join(FIXTURES, 'results/server.mjs');
const PLAY = path.resolve(FIXTURES, '../../host/tests/host/play.mjs');

export const MODERN = '2026-07-28';
export const LEGACY = '2025-11-25';
export const REVISIONS = [MODERN, LEGACY];

/**
 * An entry of `mcpServers` whose apps are shown without asking, and whose revision is pinned where it matters, so that a
 * test knows which era it tests.
 */
const pinned = (entry, revision) => ({ ...entry, askance: { apps: 'always', ...(revision && { revision }) } });

/** elicit-server over stdio. @param {string} [revision] @param {...string} options */
export const elicitStdio = (revision, ...options) =>
  pinned({ command: process.execPath, args: [ELICIT, 'stdio', ...options] }, revision);

/** The server whose every app is broken in its own way. @param {string} [revision] @param {...string} options */
export const brokenApps = (revision, ...options) =>
  pinned({ command: process.execPath, args: [BROKEN, ...options] }, revision);

/**
 * A server with one tool, which plays a script (see play.mjs); what it receives goes into `log`.
 * @param {string} dir where its two files are @param {string} tool @param {object[][]} turns
 */
export async function playing(dir, tool, revision, turns) {
  const tools = { resultType: 'complete', tools: [{ name: tool, inputSchema: { type: 'object' } }] };
  const lists = { 'tools/list': JSON.stringify(tools) };
  const script = path.join(dir, `${tool}.json`);
  const log = path.join(dir, `${tool}.log`);
  await fs.writeFile(
    script,
    JSON.stringify({ revision, capabilities: { tools: {} }, lists, plays: { 'tools/call': turns } }),
  );
  return { entry: pinned({ command: process.execPath, args: [PLAY, script, log] }, revision), log };
}

/** The server with one tool for each kind of result. @param {string} [revision] */
export const results = revision => pinned({ command: process.execPath, args: [RESULTS] }, revision);

/** The server whose tools have views, and whose question has an app that wants things. */
export const views = () => pinned({ command: process.execPath, args: [VIEWS] }, MODERN);

/**
 * elicit-server over HTTP, running until `close`.
 * @returns {Promise<{ entry: (revision?: string) => object, port: number, close: () => Promise<void> }>}
 */
export async function elicitHttp(...options) {
  const port = await freePort();
  const child = start(process.execPath, [ELICIT, 'http', '--port', String(port), ...options]);
  try {
    // Any answer will do: it listens.
    await until('elicit-server listens', async () => (await fetch(`http://127.0.0.1:${port}/`)).status === 404, {
      limit: 20_000,
    });
  } catch (error) {
    await end(child);
    throw error;
  }
  return {
    port,
    entry: revision => pinned({ url: `http://127.0.0.1:${port}/mcp` }, revision),
    close: () => end(child),
  };
}

/** The server of forms; `log` gets what it receives. @param {string} [log] */
export const forms = log => pinned({ command: process.execPath, args: [FORMS, ...(log ? [log] : [])] }, LEGACY);

/** The server that attacks with what it says. */
export const attacks = () => pinned({ command: process.execPath, args: [ATTACKS] }, LEGACY);

/** The demo server inside the program. @param {string} binary @param {string} [revision] */
export const demo = (binary, revision) => pinned({ command: binary, args: ['demo-server'] }, revision);

/** The same server with its apps asked for, as every server's are that nobody has set otherwise. @param {object} entry */
export const asking = entry => ({ ...entry, askance: { ...entry.askance, apps: 'ask' } });

/**
 * A directory of the test's own with a configuration file in it.
 * @param {Record<string, object> | string} servers entries of `mcpServers`, or the text of a file as it is
 * @param {object} [settings] what the person set in an earlier run
 */
export async function configure(servers, settings) {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'askance-test-'));
  const config = path.join(dir, 'servers.json');
  const text = typeof servers === 'string' ? servers : JSON.stringify({ mcpServers: servers }, null, 2);
  await fs.writeFile(config, text);
  const data = path.join(dir, 'data');
  if (settings) {
    await fs.mkdir(data);
    await fs.writeFile(path.join(data, 'settings.json'), JSON.stringify(settings));
  }
  return {
    dir,
    config,
    data,
    remove: () => fs.rm(dir, { recursive: true, force: true, maxRetries: 5 }),
  };
}
