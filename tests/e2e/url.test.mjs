// URL mode: the full address is shown first, the system browser opens only on consent, nothing is fetched before (URL-02…07).
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { fakeBrowser } from './drive/browser.mjs';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { LEGACY, REVISIONS, elicitHttp, elicitStdio } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Elicit';

for (const revision of REVISIONS) {
  describe(`URL mode, ${revision}`, () => {
    let display, browser, server, program, window;
    const witness = witnessed(() => ({ display, program }));
    before(async () => {
      display = await openDisplay();
      browser = await fakeBrowser(display);
      server = await elicitHttp();
      const servers = { [SERVER]: server.entry(revision), Local: elicitStdio(revision) };
      program = await openWindow(display, servers, { env: browser.env });
      window = new Window(program);
    });
    after(async () => {
      await program?.close();
      await server?.close();
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
      await window.page.says('Not encrypted: others on the network can read and change this page.');
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
      // URL-10: error −32042 names the pages; each is consented to like any other.
      witness('a call that fails because a page must be visited first', async () => {
        const before = (await browser.opened()).length;
        await window.start(SERVER, 'connect_account_error');
        await window.question('Connect your bank account first');
        await window.page.says(`http://127.0.0.1:${server.port}/consent?id=`);
        await openIt();
        await until('the browser was told', async () => (await browser.opened())[before]);
      });
    }
  });
}
