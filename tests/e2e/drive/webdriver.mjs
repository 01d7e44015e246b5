// A WebDriver client as small as it can be: fetch against WebKitWebDriver, which starts the program itself.
import fs from 'node:fs/promises';
import path from 'node:path';
import net from 'node:net';
import { end, start } from './processes.mjs';
import { LIMIT, until } from './wait.mjs';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const LIBRARY = await fs.readFile(path.join(import.meta.dirname, 'accessible.js'), 'utf8');

/** @returns {Promise<number>} a port that was free a moment ago */
export async function freePort() {
  const server = net.createServer();
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** The page of a program. An element is kept as its WebDriver reference. */
export class Page {
  #base;
  #session;
  #driver;

  constructor(base, session, driver) {
    this.#base = base;
    this.#session = session;
    this.#driver = driver;
  }

  /**
   * Starts `binary` and takes hold of its page.
   * @param {{ binary: string, args?: string[], env: NodeJS.ProcessEnv }} program
   */
  static async open({ binary, args = [], env }) {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const driver = start('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
      env: { ...env, TAURI_WEBVIEW_AUTOMATION: 'true' },
      stdio: [
        'ignore',
        process.env.ASKANCE_E2E_VERBOSE ? 'inherit' : 'ignore',
        process.env.ASKANCE_E2E_VERBOSE ? 'inherit' : 'ignore',
      ],
    });
    try {
      await until('WebKitWebDriver listens', async () => (await fetch(`${base}/status`)).ok, { limit: 15_000 });
      const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } };
      const value = await ask(base, 'POST', '/session', { capabilities }, 60_000);
      return new Page(base, value.sessionId, driver);
    } catch (error) {
      await end(driver);
      throw error;
    }
  }

  /** The driver's process: the program is its child. */
  get driverPid() {
    return this.#driver.pid;
  }

  #ask(method, command, body) {
    return ask(this.#base, method, `/session/${this.#session}${command}`, body);
  }

  /** Runs a function body in the page; `accessible.js` is in scope. */
  run(body, ...args) {
    return this.#ask('POST', '/execute/sync', { script: `${LIBRARY}\n${body}`, args });
  }

  /** Everything with this role and name that is on screen now. @returns {Promise<object[]>} */
  all(role, name, { starts = false } = {}) {
    return this.run('return find(arguments[0], arguments[1], arguments[2]);', role, name ?? null, starts);
  }

  /** The one with this role and name; waits for it. */
  get(role, name, options = {}) {
    return until(`${role} “${name}” on the page`, async () => (await this.all(role, name, options))[0], options);
  }

  /** Waits until it is drawn at full strength (the guard is open), then clicks its middle. */
  async press(role, name, options = {}) {
    return until(
      `${role} “${name}” can be pressed`,
      async () => {
        const [target] = await this.all(role, name, options);
        if (!target || (await this.run('return strength(arguments[0]);', target)) < 0.99) return false;
        await this.click(target);
        return true;
      },
      options,
    );
  }

  click(target) {
    return this.#ask('POST', `/element/${target[ELEMENT]}/click`, {});
  }

  /** Types into an element that has or takes the focus. */
  type(target, text) {
    return this.#ask('POST', `/element/${target[ELEMENT]}/value`, { text });
  }

  /** Replaces what a text field holds, as a person would: select all, type over it. */
  async fill(name, text, { role = 'textbox' } = {}) {
    const target = await this.get(role, name);
    await this.click(target);
    await this.run('arguments[0].select?.();', target);
    await this.type(target, text);
  }

  /** All that is said on the page. @returns {Promise<string>} */
  said() {
    return this.run('return said();');
  }

  /** Waits until the page says this. */
  says(text, options) {
    return until(`the page says “${text}”`, async () => (await this.said()).includes(text), options);
  }

  /** @param {string} file */
  async screenshot(file) {
    await fs.writeFile(file, Buffer.from(await this.#ask('GET', '/screenshot'), 'base64'));
  }

  /** Ends the program. */
  async close() {
    await this.#ask('DELETE', '', undefined).catch(() => undefined); // it may have ended by itself
    await end(this.#driver);
  }
}

async function ask(base, method, command, body, limit = LIMIT) {
  const response = await fetch(base + command, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(limit),
  });
  const { value } = await response.json();
  if (!response.ok)
    throw new Error(
      `WebDriver ${method} ${command.replace(/^\/session\/[^/]+/, '')}: ${value?.error}: ${value?.message}`,
    );
  return value;
}
