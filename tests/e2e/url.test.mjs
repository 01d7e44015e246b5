// URL mode: the full address is shown first, the system browser opens only on consent, nothing is fetched before (URL-02…07).
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { fakeBrowser } from './drive/browser.mjs';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { LEGACY, REVISIONS, elicitHttp, elicitStdio, playing } from './drive/servers.mjs';
import { openSink } from './drive/sink.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Elicit';

/** A server whose tool asks to open that address. */
async function trapped(display, revision, url) {
  const params = { mode: 'url', message: 'Sign in there', url };
  const inputRequests = { q: { method: 'elicitation/create', params } };
  const asks = JSON.stringify({ resultType: 'input_required', requestState: 's', inputRequests });
  const turns =
    revision === LEGACY
      ? [[{ ask: JSON.stringify({ ...params, elicitationId: 'e1' }) }, { echo: true }]]
      : [[{ raw: asks }], [{ echo: true }]];
  return (await playing(display.home, 'sign_in', revision, turns)).entry;
}

for (const revision of REVISIONS) {
  describe(`URL mode, ${revision}`, () => {
    let display, browser, server, trap, program, window;
    const witness = witnessed(() => ({ display, program }));
    before(async () => {
      display = await openDisplay();
      browser = await fakeBrowser(display);
      server = await elicitHttp();
      trap = await openSink();
      const servers = {
        [SERVER]: server.entry(revision),
        Local: elicitStdio(revision),
        Trap: await trapped(display, revision, `http://localhost:${trap.port}/sign-in?token=1`),
      };
      program = await openWindow(display, servers, { env: browser.env });
      window = new Window(program);
    });
    after(async () => {
      await program?.close();
      await server?.close();
      await trap?.close();
      await display?.close();
    });

    const openIt = async () => {
      const pressed = async words =>
        (await window.page.all('button', words)).length > 0 && (await window.page.press('button', words));
      await until(
        'the way to open it is there',
        async () => (await pressed('Open in browser')) || (await pressed('Open anyway')),
      );
    };

    witness('on loopback without encryption: warned, opened on consent, and the server hears only that', async () => {
      const before = (await browser.opened()).length;
      await window.start(SERVER, 'connect_account');
      await window.question('Connect your bank account');
      await window.page.says(`http://127.0.0.1:${server.port}/consent?id=`);
      await window.page.says('Not encrypted, but it does not leave this computer.');
      assert.equal((await browser.opened()).length, before, 'nothing is opened before the person agrees');
      await openIt();
      const address = await until('the browser was told', async () => (await browser.opened())[before]);
      assert.match(address, new RegExp(`^http://127\\.0\\.0\\.1:${server.port}/consent\\?id=[0-9a-f-]{36}$`));
      await finish();
      assert.deepEqual((await window.result()).structuredContent.answers, { consent: { action: 'accept' } });
    });

    witness('an encrypted page of another host', async () => {
      const before = (await browser.opened()).length;
      await window.start('Local', 'connect_account');
      await window.question('Connect your bank account');
      await window.page.says('https://example.com/consent?id=');
      await window.page.says('Encrypted connection (https).');
      await openIt();
      const address = await until('the browser was told', async () => (await browser.opened())[before]);
      assert.match(address, /^https:\/\/example\.com\/consent\?id=/);
      await finish();
      assert.deepEqual((await window.result()).structuredContent.answers, { consent: { action: 'accept' } });
    });

    // URL-04: a trap at the address sees nobody, neither before the person agrees nor from us after that.
    witness('nothing goes to the address before the person agrees', async () => {
      const address = `http://localhost:${trap.port}/sign-in?token=1`;
      await window.start('Trap', 'sign_in');
      await window.question('Sign in there');
      await window.page.says(address);
      // Into the details and back: what shows the address longer fetches no more of it.
      await window.page.press('button', 'Details', { starts: true });
      await window.page.says('Where it came from');
      await window.page.press('button', 'Details', { starts: true });
      assert.equal(trap.connections(), 0, 'nobody came before the person agreed');
      const before = (await browser.opened()).length;
      await openIt();
      assert.equal(await until('the browser was told', async () => (await browser.opened())[before]), address);
      assert.equal(trap.connections(), 0, 'only the browser goes there');
      // The trap is one: whoever goes there is seen.
      await fetch(address);
      assert.equal(trap.connections(), 1);
      await finish();
    });

    witness('declined: nothing is opened', async () => {
      const before = await browser.opened();
      await window.start(SERVER, 'connect_account');
      await window.question('Connect your bank account');
      await window.page.press('button', 'Decline');
      assert.deepEqual((await window.result()).structuredContent.answers, { consent: { action: 'decline' } });
      assert.deepEqual(await browser.opened(), before);
    });

    /** In the stateless era the person says when they have finished there; in the other the answer has already gone out. */
    async function finish() {
      await until('the call is over', async () => {
        if (await window.over()) return true;
        if ((await window.page.all('button', 'I have finished there')).length > 0)
          await window.page.press('button', 'I have finished there');
        return false;
      });
    }

    if (revision === LEGACY) {
      // URL-10: error −32042 names the pages; each is consented to like any other, then the call is made again. This server
      // never has enough, so it ends with the error when the person has.
      for (const [name, origin] of [
        [SERVER, () => `http://127.0.0.1:${server.port}`],
        ['Local', () => 'https://example.com'],
      ]) {
        witness(`a call that fails because a page must be visited first, ${name}`, async t => {
          t.after(() => window.clear());
          const before = (await browser.opened()).length;
          const address = async other =>
            until('the page shows an address', async () => {
              const [found] = (await window.page.said()).match(/https?:\/\/[^ ]+\/consent\?id=[0-9a-f-]{36}/) ?? [];
              return found !== other && found;
            });
          await window.start(name, 'connect_account_error');
          await window.question('Connect your bank account first');
          const first = await address();
          assert.ok(first.startsWith(`${origin()}/consent?id=`), first);
          assert.equal((await browser.opened()).length, before, 'nothing is opened before the person agrees');
          await openIt();
          assert.equal(await until('the browser was told', async () => (await browser.opened())[before]), first);
          await window.page.press('button', 'I have finished there');
          const second = await address(first);
          await window.guardOpen();
          await window.page.press('button', 'Decline');
          await window.page.says(`${name} answered with an error.`);
          await window.page.says('-32042: URL elicitation required');
          assert.deepEqual((await browser.opened()).slice(before), [first], `${second} was not opened`);
        });
      }
    }
  });
}
