// An answer that an app gave by itself waits for the person, who may also change it (APP-29).
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { REVISIONS, brokenApps } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Animals';
const MESSAGE = 'Which animal? (answers_by_itself)';

for (const revision of REVISIONS) {
  describe(`an answer that nobody gave, ${revision}`, () => {
    let display, program, window;
    const witness = witnessed(() => ({ display, program }));
    before(async () => {
      display = await openDisplay();
      program = await openWindow(display, { [SERVER]: brokenApps(revision) });
      window = new Window(program);
    });
    after(async () => {
      await program?.close();
      await display?.close();
    });

    const held = async () => {
      await window.start(SERVER, 'answers_by_itself');
      await window.question(MESSAGE);
      await window.page.says('This app answered by itself. Send this?');
      await window.page.says('You did not click or type in it. Nothing has been sent yet.');
    };
    const chosen = animal =>
      window.page.run(
        `const [radio] = find('radio', arguments[0]);
        return radio && (radio.checked ?? radio.getAttribute('aria-checked') === 'true');`,
        animal,
      );

    // The call ends with the first answer that the server gets: what it echoes is all that was sent.
    witness('changed in the standard form: the form holds it, only the change goes out', async t => {
      t.after(() => window.clear());
      await held();
      await window.page.press('button', 'Change in standard form');
      await window.page.get('button', 'Send');
      await until('the form holds what the app answered', () => chosen('cat'));
      assert.equal(await chosen('dog'), false);
      await window.guardOpen();
      assert.equal(await window.asks(), true);
      await window.choose('Animal', 'dog');
      await window.send();
      await window.gone(MESSAGE);
      const { answers } = (await window.result()).structuredContent;
      assert.deepEqual(answers, { animal: { action: 'accept', content: { animal: 'dog' } } });
    });

    witness('declined: the server hears no, not the answer', async t => {
      t.after(() => window.clear());
      await held();
      await window.guardOpen();
      await window.page.press('button', 'Decline');
      await window.gone(MESSAGE);
      assert.deepEqual((await window.result()).structuredContent.answers, { animal: { action: 'decline' } });
    });
  });
}
