// A configuration file with a mistake in it: what is right works, and the window says what is wrong, and where.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { brokenApps } from './drive/servers.mjs';
import { Window } from './drive/window.mjs';

describe('a configuration file with a mistake in it', () => {
  let display;
  before(async () => {
    display = await openDisplay();
  });
  after(() => display?.close());

  const open = async (t, text) => {
    const program = await openWindow(display, text);
    t.after(() => program.close());
    return { window: new Window(program), file: program.place.config };
  };
  const works = async window => {
    await window.start('Good', 'works');
    await window.question('Which animal? (works)');
    await window.page.press('button', 'Decline');
    assert.deepEqual((await window.result()).structuredContent.answers, { animal: { action: 'decline' } });
  };
  const good = JSON.stringify(brokenApps());

  const WRONG = {
    'is no object': ['7', 'it must be an object.'],
    'has neither command nor url': ['{"args": []}', 'it has neither “command” nor “url”.'],
    'has both': [
      '{"command": "x", "url": "http://127.0.0.1/"}',
      'it has both “command” and “url”; one of them is wanted.',
    ],
  };
  for (const [what, [entry, why]] of Object.entries(WRONG)) {
    test(`an entry that ${what} beside a good one`, async t => {
      const text = `{\n  "mcpServers": {\n    "Good": ${good},\n    "Bad": ${entry}\n  }\n}\n`;
      const { window, file } = await open(t, text);
      await window.page.says(`${file}, line 4: the server “Bad” is left out: ${why}`);
      assert.equal((await window.page.all('link', 'Bad', { starts: true })).length, 0, 'it is no server');
      await works(window);
    });
  }

  test('a name that stands twice: which entry counts is said, and that one works', async t => {
    const { window, file } = await open(
      t,
      `{\n  "mcpServers": {\n    "Good": {"command": "/nowhere"},\n    "Good": ${good}\n  }\n}\n`,
    );
    await window.page.says(`${file}, line 4: the server “Good” stands twice, first in line 3. This last one counts.`);
    await works(window);
  });

  test('a file that is no JSON: the window opens and says where', async t => {
    const { window, file } = await open(t, `{\n  "mcpServers": {\n    "Good": ${good},\n  }\n}\n`);
    await window.page.says(`${file}, line 4, column 3: this is not valid JSON: `);
    await window.page.says('Expected: {"mcpServers": {"name": {"command": …} or {"url": …}}}.');
  });

  test('a file without servers in it', async t => {
    const { window, file } = await open(t, '{\n  "servers": {}\n}\n');
    await window.page.says(`${file}, line 1, column 1: “mcpServers” is missing.`);
  });
});
