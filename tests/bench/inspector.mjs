// MCP Inspector's web client in a headless Chromium, started and driven for a measurement.
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { end, start } from '../e2e/drive/processes.mjs';
import { until } from '../e2e/drive/wait.mjs';
import { freePort } from '../e2e/drive/webdriver.mjs';
import { settledMemory } from './memory.mjs';

const require = createRequire(import.meta.url);
const SERVER = 'Bench';
export const CHROMIUM = process.env.ASKANCE_CHROMIUM ?? '/usr/bin/chromium';
const SIZE = { width: 1280, height: 900 };
export const NAME = 'Inspector';
export const { version: VERSION } = require('@modelcontextprotocol/inspector/package.json');

/** As it comes, but for what keeps it from asking anything beyond this machine. */
const ARGUMENTS = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-proxy-server',
  // No name but loopback's leads anywhere: the page wants fonts of others.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  `--window-size=${SIZE.width},${SIZE.height}`,
  // Its sandbox refuses root.
  ...(process.getuid() === 0 ? ['--no-sandbox'] : []),
];

/**
 * Starts its backend, then the browser on its address, as the backend itself would.
 * @param {import('./link.mjs').Link} link
 * @returns {Promise<import('./round.mjs').Host>}
 */
export async function open(link) {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'inspector-'));
  const parts = [];
  let leave;
  const close = async () => {
    await leave?.();
    for (const part of parts.reverse()) await end(part);
    await fs.rm(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const config = path.join(dir, 'mcp.json');
    await fs.writeFile(config, JSON.stringify({ mcpServers: { [SERVER]: link.entry } }));
    const env = await surroundings(dir);
    const started = Date.now();
    const backend = start(process.execPath, [launcher(), '--web', '--config', config], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    parts.push(backend);
    const [address] = await said(backend, backend.stdout, /http:\/\/127\.0\.0\.1:\d+\S*/);
    const listening = Date.now();
    const browser = start(CHROMIUM, [...ARGUMENTS, `--user-data-dir=${path.join(dir, 'profile')}`, address], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    parts.push(browser);
    const [, socket] = await said(browser, browser.stderr, /DevTools listening on (\S+)/);
    const running = Date.now();
    const page = await attach(socket, new URL(address).origin);
    leave = () => page.browser().disconnect();
    const run = (body, ...words) => page.evaluate(`(function () {${body}\n})(...${JSON.stringify(words)})`);
    await until('the server is listed', () => run(LISTED, SERVER), { every: 10 });
    const shown = Date.now();
    await until('it connects', () => run(PRESS, '[role=switch]', 'Connect or disconnect "Bench"'));
    await link.next('listed');
    await until('its tools are listed', () => run(PRESS, 'label', 'Tools'));
    return {
      start: { shown: shown - started, usable: shown - started, warm: shown - started - (running - listening) },
      call: async () => {
        // The result of the last call stands before the tool.
        const steps = ['Execute Tool', 'Close results', 'measure'];
        const pressed = async () => {
          for (const step of steps) if (await run(PRESS, 'button', step)) return step === steps[0];
          return false;
        };
        await until('its tool can be run', pressed);
      },
      run,
      memory: () => settledMemory([backend.pid, browser.pid], link.pid),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const LISTED = 'return document.body?.innerText.includes(arguments[0]) ?? false;';
/** Clicks what has this name, if it is there and can be clicked. */
const PRESS = `const [selector, name] = arguments;
  const target = [...document.querySelectorAll(selector)]
    .find(node => (node.ariaLabel ?? node.innerText.trim()) === name && !node.disabled);
  target?.click();
  return Boolean(target);`;

/** Its own ports and places, nothing opened by itself, nothing of the person who runs this. */
async function surroundings(dir) {
  return {
    PATH: process.env.PATH,
    HOME: dir,
    LANG: 'C.UTF-8',
    HOST: '127.0.0.1',
    CLIENT_PORT: String(await freePort()),
    MCP_SANDBOX_PORT: '0',
    MCP_APP_ORIGIN_PORT: '0',
    MCP_STORAGE_DIR: path.join(dir, 'storage'),
    MCP_INSPECTOR_SECRET_STORE: 'memory',
    MCP_AUTO_OPEN_ENABLED: 'false',
  };
}

function launcher() {
  const { bin } = require('@modelcontextprotocol/inspector/package.json');
  return path.join(path.dirname(require.resolve('@modelcontextprotocol/inspector/package.json')), bin.inspector);
}

/** The page of the browser that has this origin. */
async function attach(socket, origin) {
  const { default: puppeteer } = await import('puppeteer-core');
  const browser = await puppeteer.connect({ browserWSEndpoint: socket, defaultViewport: null });
  const own = async () => (await browser.pages()).find(page => page.url().startsWith(origin));
  return until('the browser has its page', own, { every: 10 });
}

/** The first thing that a program says that matches. */
function said(child, stream, wanted, limit = 30_000) {
  return new Promise((resolve, reject) => {
    let text = '';
    const late = setTimeout(
      () => reject(new Error(`${wanted} not said within ${limit} ms: ${text.slice(-500)}`)),
      limit,
    );
    stream.on('data', chunk => {
      text += chunk;
      const found = wanted.exec(text);
      // The rest of an address may be on its way.
      if (found && text.length > found.index + found[0].length) {
        clearTimeout(late);
        resolve(found);
      }
    });
    child.once('exit', () => reject(new Error(`it ended: ${text.slice(-500)}`)));
    child.once('error', reject);
  });
}
