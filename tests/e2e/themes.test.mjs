// The demo server's apps in the theme of the window, as they are really drawn: the host's theme and colours arrive in each of
// them (INI-14), and what is written there can be read.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { promisify } from 'node:util';
import { openDisplay } from './drive/display.mjs';
import { binary, openWindow } from './drive/program.mjs';
import { demo } from './drive/servers.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Windowsill';
const PLANT = 'Which plant shall we send?';

/** What WCAG calls relative luminance, of a shade of grey as it is stored. */
const luminance = grey => (grey <= 0.04045 ? grey / 12.92 : ((grey + 0.055) / 1.055) ** 2.4);
const contrast = (one, other) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

for (const theme of ['light', 'dark']) {
  describe(`the demo server’s apps, ${theme}`, () => {
    let display, program, window, paper;
    const witness = witnessed(() => ({ display, program }));
    before(async () => {
      display = await openDisplay();
      const env = { GTK_THEME: theme === 'dark' ? 'Adwaita:dark' : 'Adwaita' };
      program = await openWindow(display, { [SERVER]: demo(binary()) }, { env });
      window = new Window(program);
      assert.equal(
        await window.page.run("return matchMedia('(prefers-color-scheme: dark)').matches;"),
        theme === 'dark',
        'the window has the theme of the system',
      );
      // The colour that apps are told to use for their ground, as the page draws it.
      paper = await window.page.run(
        `const probe = document.body.appendChild(document.createElement('i'));
         probe.style.background = 'var(--color-background-primary)';
         const colour = getComputedStyle(probe).backgroundColor.match(/[0-9]+/g).slice(0, 3).map(Number);
         probe.remove();
         return colour;`,
      );
    });
    after(async () => {
      await program?.close();
      await display?.close();
    });

    /** Looks at the app's frame on the screen once its content is there. */
    async function look(name, content) {
      await window.inApp(SERVER);
      await window.screen.get(content);
      const frames = await window.screen.all({ role: 'document web' });
      const { x, y, width, height } = frames.sort((a, b) => a.depth - b.depth).at(-1);
      const picture = path.join(process.env.ASKANCE_E2E_PICTURES ?? display.home, `app-${name}-${theme}.png`);
      await display.screenshot(picture);
      // The ground beside the content, and the darkest and lightest that is drawn on it.
      const seen =
        '%[fx:int(255*p{3,3}.r+.5)] %[fx:int(255*p{3,3}.g+.5)] %[fx:int(255*p{3,3}.b+.5)] %[fx:minima] %[fx:maxima]';
      const crop = ['-crop', `${width}x${height}+${x}+${y}`, '+repage'];
      const { stdout } = await promisify(execFile)('convert', [picture, ...crop, '-format', seen, 'info:']);
      const [red, green, blue, darkest, lightest] = stdout.split(' ').map(Number);
      assert.deepEqual([red, green, blue], paper, `the ground of ${name} is the host’s`);
      const ground = (red + green + blue) / 3 / 255;
      assert.equal(ground > 0.5, theme === 'light', stdout);
      assert.ok(contrast(ground, theme === 'light' ? darkest : lightest) > 7, `the words of ${name}: ${stdout}`);
    }

    witness(`cards to choose from, then a week, ${theme}`, async () => {
      await window.start(SERVER, 'send_plant');
      await window.question(PLANT);
      const cactus = { role: 'radio button', name: /^Cactus/ };
      await look('plants', cactus);
      await window.answerInApp(PLANT, [cactus, { role: 'push button', name: 'Choose this' }]);
      await window.question('When shall we bring the ');
      await look('week', { role: 'radio button' });
      await window.clear();
    });

    witness(`a pot, ${theme}`, async () => {
      await window.start(SERVER, 'wrap_gift');
      await window.question('What shall we write on the card?');
      await window.page.press('button', 'Cancel');
      await window.question('What should the pot look like?');
      await look('pot', { role: 'radio button' });
      await window.clear();
    });

    witness(`the view of a tool, ${theme}`, async () => {
      await window.start(SERVER, 'opening_hours');
      await look('hours', { name: /When the shop is open/ });
    });
  });
}
