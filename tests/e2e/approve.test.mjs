// What starts is what the person approved: saved for later, or changed in a file since, it waits (STD-10, A23).
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { familyOf } from './drive/family.mjs';
import { openWindow, runProgram } from './drive/program.mjs';
import { results } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const { command, args } = results();
const SCRIPT = args[0];

describe('what the person did not approve', () => {
  let display, program, window, page;
  const witness = witnessed(() => ({ display, program }));
  const open = async again => {
    program = await openWindow(display, { Listed: results() }, { again });
    window = new Window(program);
    ({ page } = program);
  };
  const restart = async () => {
    const before = program;
    await before.leave();
    await open(before);
  };
  /** How many programs of this server run that have this among their words. */
  const running = async (mark = SCRIPT) =>
    (await familyOf(program.pid)).filter(one => one.command.includes(SCRIPT) && one.command.includes(mark)).length;
  /** Changes the entry of a name in a file, as another program would. */
  const change = async (file, name, entry) => {
    const document = JSON.parse(await fs.readFile(file, 'utf8'));
    document.mcpServers[name] = entry;
    await fs.writeFile(file, JSON.stringify(document));
  };
  const own = () => path.join(program.place.data, 'servers.json');
  const ready = name => window.openServer(name);
  const see = async name => {
    await page.press('link', name, { starts: true });
    await page.get('heading', name);
  };
  const approve = async title => {
    await page.press('button', 'Review…');
    const dialog = await page.get('dialog', title);
    const said = await page.run('return said(arguments[0]);', dialog);
    await page.press('button', 'Approve and start');
    return said;
  };

  before(async () => {
    display = await openDisplay();
    await open();
  });
  after(async () => {
    await program?.close();
    await display?.close();
  });

  witness('saved without starting, it waits, after a restart too, and no call starts it', async () => {
    await ready('Listed');
    await page.press('link', 'Servers', { starts: true });
    await page.press('button', 'Add server…');
    await page.fill('Your name for it', 'Later');
    await page.fill('Program and arguments', `"${command}" '${SCRIPT}' --later`);
    await page.press('button', 'Continue…');
    await page.get('dialog', 'Approve what will run');
    await page.says('If a part of this changes later, Askance asks again before it starts.');
    await page.press('button', 'Save without starting');
    await page.get('heading', 'Later');
    for (const again of [false, true]) {
      if (again) {
        await restart();
        await ready('Listed');
        await see('Later');
      }
      await page.says('Waits for your approval');
      await page.says('Nothing of it starts before you approve it.');
      assert.equal((await page.all('button', 'Start')).length, 0);
      assert.equal(await running('--later'), 0);
    }
    const call = await runProgram(display, ['call', '--data-dir', program.place.data, 'Later', 'text']);
    assert.equal(call.status, 2, call.stderr);
    assert.match(call.stderr, /Later waits for your approval\./);
  });

  witness('approved, it starts, now and the next time', async () => {
    await approve('Approve what will run');
    await ready('Later');
    assert.equal(await running('--later'), 1);
    await restart();
    await ready('Later');
  });

  witness('changed in a file since, each asks again, and says what changed; the others start', async () => {
    const listed = program.place.config;
    await program.leave();
    const left = program;
    await change(own(), 'Later', { command, args: [SCRIPT, '--changed'] });
    await change(listed, 'Listed', { ...results(), env: { NODE_OPTIONS: '--no-warnings' } });
    await change(listed, 'Slipped in', { command, args: [SCRIPT, '--slipped'] });
    await open(left);
    await see('Slipped in');
    await page.says('Waits for your approval');
    await see('Listed');
    await page.says('Its command changed');
    await page.says('Changed since you approved it: its environment.');
    await see('Later');
    await page.says('Its command changed');
    await page.says('Changed since you approved it: its arguments.');
    assert.equal(await running(), 0);
    const said = await approve('Approve what will run');
    assert.ok(said.includes('--changed') && said.includes('its arguments'), said);
    await ready('Later');
    assert.deepEqual([await running('--changed'), await running()], [1, 1]);
  });

  witness('a call names the file and the server: that is the word for both', async () => {
    const { config, data } = program.place;
    const call = await runProgram(display, ['call', '--config', config, '--data-dir', data, 'Slipped in', 'none']);
    assert.notEqual(call.status, 3, call.stderr);
    assert.doesNotMatch(call.stderr, /approval/);
    // The window still asks.
    await see('Slipped in');
    await page.says('Waits for your approval');
    assert.equal(await running('--slipped'), 0);
  });

  witness('removed, it is gone for good', async () => {
    await see('Later');
    await page.press('button', 'Remove…');
    await page.press('button', 'Remove');
    await page.get('heading', 'Servers');
    await until('its program has ended', async () => (await running('--changed')) === 0);
    assert.ok(!(await fs.readFile(path.join(program.place.data, 'approvals.json'), 'utf8')).includes('Later'));
  });
});
