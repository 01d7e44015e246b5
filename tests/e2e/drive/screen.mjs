// The program as a person meets it: names and places from the accessible tree, clicks and keys from the real pointer and keyboard.
// This is how tests reach into an app's frame, which WebDriver does not see.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { end, start } from './processes.mjs';
import { until } from './wait.mjs';

const run = promisify(execFile);
const LISTER = path.join(import.meta.dirname, 'atspi.py');
const CLOSER = path.join(import.meta.dirname, 'close.py');
/** Debian's own Python has the GObject bindings; another that comes first in PATH often has not. */
export const PYTHON = process.env.ASKANCE_PYTHON ?? '/usr/bin/python3';

/**
 * @typedef {{ name: string, text: string, role: string, x: number, y: number, width: number, height: number, states: string[], depth: number }} Node
 * @typedef {{ role?: string, name?: string | RegExp, nth?: number, then?: string[] }} Wanted roles as AT-SPI says them: "push
 *   button", "radio button", "entry"; `then`: keys pressed after the click
 */
export class Screen {
  #env;
  #pid;
  /** The reader of the accessible tree and the lines it writes: started once, Python takes longer than the reading. */
  #reader;
  #answers;

  /** @param {import('./display.mjs').Display} display @param {number} pid */
  constructor(display, pid) {
    this.#env = display.env;
    this.#pid = pid;
  }

  /** @returns {Promise<Node[]>} */
  async tree() {
    if (!this.#reader) {
      const stdio = ['pipe', 'pipe', 'inherit'];
      this.#reader = start(PYTHON, [LISTER, String(this.#pid)], { env: this.#env, stdio });
      this.#answers = createInterface({ input: this.#reader.stdout })[Symbol.asyncIterator]();
    }
    this.#reader.stdin.write('\n');
    const { value, done } = await this.#answers.next();
    if (done) throw new Error('the reader of the accessible tree has ended');
    return JSON.parse(value);
  }

  async close() {
    if (this.#reader) await end(this.#reader);
  }

  /** What is on screen with this role and name; what has no name is known by its text. @param {Wanted} wanted */
  async all({ role, name }) {
    const named = ({ name: own, text }) =>
      name === undefined || (name instanceof RegExp ? name.test(own || text) : (own || text) === name);
    return (await this.tree()).filter(
      node =>
        (role === undefined || node.role === role) && named(node) && node.states.includes('showing') && node.width > 0,
    );
  }

  /** @param {Wanted} wanted @returns {Promise<Node>} */
  get(wanted, options) {
    const what = `${wanted.role ?? 'anything'} “${wanted.name ?? ''}” on the screen`;
    return until(what, async () => (await this.all(wanted))[wanted.nth ?? 0], { every: 150, ...options });
  }

  /** Clicks the middle of it, then presses the keys that belong to it. @param {Wanted} wanted */
  async click(wanted, options) {
    const { x, y, width, height } = await this.get(wanted, options);
    await this.clickAt(x + width / 2, y + height / 2);
    if (wanted.then) await this.keys(...wanted.then);
  }

  /**
   * Clicks until it has an effect. What has just appeared takes no click for half a second (the guard), and a row of quick
   * clicks counts as begun before it: so a click is tried again only after a second.
   * @template T @param {Wanted} wanted @param {() => Promise<T>} effect
   */
  async clickUntil(wanted, effect, { limit = 20_000 } = {}) {
    let clicked = 0;
    return until(
      `a click on “${wanted.name}” has its effect`,
      async () => {
        const already = await effect();
        if (already || Date.now() - clicked < 1_000) return already;
        const [target] = (await this.all(wanted)).slice(wanted.nth ?? 0);
        if (target) {
          await this.clickAt(target.x + target.width / 2, target.y + target.height / 2);
          clicked = Date.now();
        }
        return false;
      },
      { limit, every: 150 },
    );
  }

  /** The documents on screen: Askance's own page first, then what is inside apps. */
  async #pages() {
    return (await this.all({ role: 'document web' })).sort((a, b) => a.depth - b.depth);
  }

  /** The place of the app's own frame, inside all others. */
  async frame() {
    return (await this.#pages()).at(-1);
  }

  /** The keyboard is in Askance's page. Controls say that they are focused as long as they are so in their own document. */
  async inPage() {
    return (await this.#pages())[0]?.states.includes('focused');
  }

  /** The app on screen takes clicks and keys: one that has just appeared, or came back, is guarded for half a second. */
  async appOpen() {
    await until('the app takes clicks and keys', async () => {
      const groups = await this.all({ name: /^App of / });
      return groups.some(({ states }) => states.includes('focusable') && !states.includes('busy'));
    });
  }

  /** Clicks an empty place of the app's frame until the keyboard leaves the page for it. */
  async enterApp() {
    await this.focusWindow();
    await this.appOpen();
    await until('the page has the keyboard', () => this.inPage());
    let clicked = 0;
    await until(
      'the keyboard is in the app',
      async () => {
        const [page, ...frames] = await this.#pages();
        if (frames.length > 0 && !page.states.includes('focused')) return true;
        const frame = frames.at(-1);
        if (frame && Date.now() - clicked > 300) {
          await this.clickAt(frame.x + frame.width - 4, frame.y + frame.height - 4);
          clicked = Date.now();
        }
        return false;
      },
      { every: 20 },
    );
  }

  async clickAt(x, y) {
    await this.pointAt(x, y, 'click', '1');
  }

  /** Moves the pointer there, and does what follows. @param {number} x @param {number} y @param {...string} then */
  async pointAt(x, y, ...then) {
    // Without --sync, which waits 15 s for a pointer that is there already; the display keeps the order by itself.
    const place = [String(Math.round(x)), String(Math.round(y))];
    await run('xdotool', ['mousemove', ...place, ...then], { env: this.#env });
  }

  /** Gives the window the keyboard, as a window manager would: a bare display has none. */
  async focusWindow() {
    await run('xdotool', ['windowfocus', '--sync', await this.#window()], { env: this.#env });
  }

  /** Makes the window that large, at the corner of the screen. */
  async resize(width, height) {
    const id = await this.#window();
    await run('xdotool', ['windowmove', id, '0', '0', 'windowsize', id, String(width), String(height)], {
      env: this.#env,
    });
  }

  /** Closes the window as a person does by its title bar. */
  async closeWindow() {
    await run(PYTHON, [CLOSER, await this.#window()], { env: this.#env });
  }

  /** The program's windows on screen: its own, and each that the platform opens for it. @returns {Promise<string[]>} */
  async windows() {
    const { stdout } = await run('xdotool', ['search', '--onlyvisible', '--pid', String(this.#pid)], {
      env: this.#env,
    });
    return stdout.trim().split('\n').filter(Boolean);
  }

  #window() {
    return until('the program has a window', async () => (await this.windows()).at(-1));
  }

  /** Keys by their X names: `Tab`, `Return`, `ctrl+Return`. @param {...string} keys */
  async keys(...keys) {
    await run('xdotool', ['key', '--clearmodifiers', ...keys], { env: this.#env });
  }

  async type(text) {
    await run('xdotool', ['type', '--clearmodifiers', text], { env: this.#env });
  }
}
