// What the program would hand an address to, in place of the person's browser.
import fs from 'node:fs/promises';
import path from 'node:path';

/** A browser that only writes down what it is told to open. */
export async function fakeBrowser(display) {
  const bin = path.join(display.home, 'bin');
  const log = path.join(display.home, 'opened');
  await fs.mkdir(bin, { recursive: true });
  for (const name of ['xdg-open', 'gio', 'gnome-open', 'kde-open', 'x-www-browser', 'sensible-browser']) {
    await fs.writeFile(
      path.join(bin, name),
      `#!/bin/sh\nfor word do last=$word; done\nprintf '%s\\n' "$last" >> '${log}'\n`,
      { mode: 0o755 },
    );
  }
  const opened = async () => (await fs.readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  return { env: { PATH: `${bin}:${process.env.PATH}` }, opened };
}
