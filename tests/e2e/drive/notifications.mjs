// What the program has the desktop show beside its window.
import { createInterface } from 'node:readline';
import path from 'node:path';
import { end, start } from './processes.mjs';
import { PYTHON } from './screen.mjs';
import { until } from './wait.mjs';

/**
 * A desktop that only writes down what it is told to show. Before the program starts.
 * @param {import('./display.mjs').Display} display
 */
export async function openNotifications(display) {
  const file = path.join(import.meta.dirname, 'notifications.py');
  const child = start(PYTHON, [file], { env: display.env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = [];
  createInterface({ input: child.stdout }).on('line', line => lines.push(line));
  await until('the notifications can be heard', () => lines.includes('ready'));
  return {
    /** So far, oldest first. @returns {{ app: string, replaces: number, title: string, body: string, actions: string[] }[]} */
    shown: () => lines.filter(line => line !== 'ready').map(line => JSON.parse(line)),
    /** Presses this on the last one. */
    press: action => child.stdin.write(`${action}\n`),
    close: () => end(child),
  };
}
