// A screen and a session bus of our own, so that tests see no other program and no other program sees them.
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { end, firstLine, start } from './processes.mjs';

const run = promisify(execFile);

/**
 * @typedef {object} Display
 * @property {NodeJS.ProcessEnv} env what a program needs to be on this display
 * @property {string} home a directory that is this display's only
 * @property {(file: string) => Promise<void>} screenshot the whole screen as a PNG
 * @property {() => Promise<void>} close
 */

/**
 * Starts Xvfb on a free display, a private session bus and, where programs are to tell their tree, the accessibility bus on it.
 * @returns {Promise<Display>}
 */
export async function openDisplay({ width = 1280, height = 900, accessible = true } = {}) {
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'askance-display-'));
  const parts = [];
  try {
    // Far from other numbers: one that has just become free may lose its socket to the screen that had it before. That it
    // is ready is said on descriptor 3.
    const number = `:${randomInt(1_000, 60_000)}`;
    const screen = `${width}x${height}x24`;
    const xvfb = start('Xvfb', [number, '-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    parts.push(xvfb);
    const display = `:${await firstLine(xvfb, xvfb.stdio[3], 'Xvfb')}`;

    const runtime = path.join(home, 'run');
    await fs.mkdir(runtime, { mode: 0o700 });
    const base = {
      PATH: process.env.PATH,
      HOME: home,
      USER: process.env.USER,
      LANG: 'C.UTF-8',
      DISPLAY: display,
      XDG_RUNTIME_DIR: runtime,
      XDG_CONFIG_HOME: path.join(home, 'config'),
      XDG_DATA_HOME: path.join(home, 'data'),
      XDG_CACHE_HOME: path.join(home, 'cache'),
      GDK_BACKEND: 'x11',
      GSETTINGS_BACKEND: 'memory',
      NO_PROXY: '*',
    };
    const bus = start('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=3'], {
      env: base,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    parts.push(bus);
    const env = { ...base, DBUS_SESSION_BUS_ADDRESS: await firstLine(bus, bus.stdio[3], 'dbus-daemon') };

    if (accessible) await switchAccessibilityOn(env);
    return {
      env,
      home,
      screenshot: async file => void (await run('import', ['-window', 'root', file], { env })),
      close: async () => {
        for (const part of parts.reverse()) await end(part);
        await fs.rm(home, { recursive: true, force: true, maxRetries: 5 });
      },
    };
  } catch (error) {
    for (const part of parts.reverse()) await end(part);
    await fs.rm(home, { recursive: true, force: true });
    throw error;
  }
}

/** Toolkits tell their tree only where somebody asked for it. The call also starts the accessibility bus. */
async function switchAccessibilityOn(env) {
  for (const property of ['IsEnabled', 'ScreenReaderEnabled']) {
    const call = ['--session', '--print-reply', '--reply-timeout=15000', '--dest=org.a11y.Bus', '/org/a11y/bus'];
    const set = [
      'org.freedesktop.DBus.Properties.Set',
      'string:org.a11y.Status',
      `string:${property}`,
      'variant:boolean:true',
    ];
    await run('dbus-send', [...call, ...set], { env });
  }
}
