// What a tool gives back, as it is seen: one test for each kind of result, the running task, questions asked together, pages
// with odd addresses (ELI-08, URL-03…06, MRT-04).
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { fakeBrowser } from './drive/browser.mjs';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { MODERN, REVISIONS, results } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Garden';

for (const revision of REVISIONS) {
  describe(`results, ${revision}`, () => {
    let display, browser, program, window, page;
    const witness = witnessed(() => ({ display, program }));
    before(async () => {
      display = await openDisplay();
      browser = await fakeBrowser(display);
      program = await openWindow(display, { [SERVER]: results(revision) }, { env: browser.env });
      window = new Window(program);
      ({ page } = program);
    });
    after(async () => {
      await program?.close();
      await display?.close();
    });

    /** Calls a tool that asks nothing, and waits for its result. */
    const call = async tool => {
      await window.start(SERVER, tool);
      await page.get('heading', tool);
      await page.get('radio', 'Readable');
    };

    witness('text', async () => {
      await call('plain');
      await page.says('The plants are watered.');
    });

    witness('a picture is drawn, with its size in words', async () => {
      await call('picture');
      await page.says('Image, PNG, 320 × 160');
      const drawn = () =>
        page.run(
          `const [one] = document.querySelectorAll('main img'); return one && [one.naturalWidth, one.clientWidth];`,
        );
      assert.deepEqual(await until('it is drawn', drawn), [320, 320]);
    });

    witness('a picture wider than the window is made smaller, never cut', async () => {
      await call('wide_picture');
      await page.says('Image, PNG, 2400 × 300');
      const fits = await page.run(
        `const [one] = document.querySelectorAll('main img'); return one.getBoundingClientRect().right <= innerWidth && document.documentElement.scrollWidth <= innerWidth;`,
      );
      assert.equal(fits, true);
    });

    witness('a sound has a button, a place and a length; or the page says that it can’t be played', async () => {
      await call('sound');
      await page.says('Audio, WAV, 16 kB');
      await until('it is ready, or refused', async () => {
        const said = await page.said();
        return said.includes('0:00 of 0:01') || said.includes('The sound cannot be played on this system.');
      });
      if ((await page.all('button', 'Play')).length > 0) await page.get('slider', 'Position in the sound');
    });

    witness('links open nothing before their whole target was shown', async () => {
      const before = await browser.opened();
      await call('links');
      await page.says('The manual');
      await page.says('https://garden.example/manual.pdf');
      assert.equal((await page.all('link', 'garden.example', { starts: true })).length, 0, 'text is no link');
      await page.press('button', 'Open garden.example…');
      await page.says('https://garden.example/care?plant=fern');
      await page.says('Encrypted connection (https).');
      assert.deepEqual(await browser.opened(), before);
      await page.press('button', 'Open in browser');
      const [address] = await until('the browser was told', async () => {
        const opened = (await browser.opened()).slice(before.length);
        return opened.length > 0 && opened;
      });
      assert.equal(address, 'https://garden.example/care?plant=fern');
      await page.press('button', 'Open xn--grten-hra.example…');
      await page.says('This address uses look-alike letters.');
      await page.says('Not encrypted: others on the network can read and change this page.');
      await page.get('button', 'Open anyway');
    });

    witness('a link that is not of the web is read from the server that named it', async () => {
      await call('links');
      await page.press('button', 'Read it from Garden');
      await page.get('heading', 'note://fern');
      await page.says('Water it daily.');
    });

    witness('embedded resources: text as text, data by its type and size, pictures as pictures', async () => {
      await call('embedded');
      for (const words of ['# Fern', 'Resource, application/zip, 8 B', 'It is data that Askance does not show.'])
        await page.says(words);
      await page.says('Image, PNG, 64 × 64');
    });

    witness('structured content is a tree, and the text that repeats it is left out', async () => {
      await call('structured');
      const said = await page.said();
      assert.equal(said.split('The Garden, Year by Year').length, 2, said.slice(0, 400));
      assert.deepEqual((await window.result()).structuredContent.price, 18.5);
    });

    witness('a huge text is folded and opens piece by piece, and the page stays quick', async () => {
      await call('huge');
      await page.says('line 1 word');
      const { nodes, length } = await page.run(
        `const text = document.querySelector('main'); return { nodes: text.querySelectorAll('*').length, length: text.textContent.length };`,
      );
      assert.ok(nodes < 5_000 && length < 500_000, `${nodes} elements, ${length} characters`);
      await page.press('radio', 'As received');
      await page.says('more characters. Copy takes all.');
      const drawn = () => page.run(`return document.querySelector('main .received').textContent.length;`);
      const first = await drawn();
      await page.press('button', 'Show more');
      await until('more of it is drawn', async () => (await drawn()) > first);
    });

    witness('markup, control and direction characters are text', async () => {
      await call('hostile');
      await page.says('<b>bold</b> <img src=x onerror=alert(1)> ‹U+202E›gnp.exe‹U+0007› [link](javascript:alert(1))');
      assert.equal(await page.run(`return document.querySelectorAll('main .text b, main .text img').length;`), 0);
    });

    witness('what is damaged or unknown is said or shown as JSON, never lost', async () => {
      await call('damaged');
      for (const words of [
        'The picture cannot be shown. Its data is damaged.',
        'Askance does not show the type image/svg+xml.',
        'The sound cannot be played. Its data is damaged.',
        'Unknown content',
        '"hologram"',
      ])
        await page.says(words);
    });

    witness('nothing, and an error', async () => {
      await call('empty');
      await page.says('Completed. The server returned nothing.');
      await call('fails');
      await page.says('The tool reported an error after');
      await page.says('There is no water left.');
    });

    witness('an error of the server’s own: its code, that it gave no reason, and its data', async () => {
      await window.start(SERVER, 'fails_silently');
      for (const words of ['Garden answered with an error.', '-32000: It gave no reason.', '{"pump":"dry"}'])
        await page.says(words);
    });

    // MRT-01: prompts and resources may ask before they answer, as tools do.
    witness('a prompt: what is missing is marked, then it asks, then its words are shown', async () => {
      await window.openServer(SERVER);
      await page.press('link', 'plan', { starts: true });
      await page.press('button', 'Get');
      await page.says('This needs an answer.');
      assert.ok(!(await page.said()).includes('REQUIRED'), 'a reason is words, not code');
      await window.write('plant', 'fern');
      await page.press('button', 'See what is sent');
      await page.says('"plant": "fern"');
      await page.press('button', 'Get');
      await window.question('Which often?');
      await page.press('radio', 'weekly');
      await window.send();
      await page.says('Plan: {"plant":"fern"} {"often":"weekly"}');
    });

    witness('a resource that asks before it is read', async () => {
      await window.openServer(SERVER);
      await page.press('link', 'Season', { starts: true });
      await page.press('button', 'Read');
      await window.question('Which season?');
      await page.press('radio', 'autumn');
      await window.send();
      await page.says('Sow now. {"season":"autumn"}');
    });

    witness('a running task tells its progress, and is left and found again', async () => {
      await window.start(SERVER, 'long_task');
      await page.says('Running');
      for (const step of [1, 2]) {
        await call('next_step');
        // The server's page leads back to what runs.
        await window.openServer(SERVER);
        await page.press('link', 'long_task', { starts: true });
        await page.says(`${step} of 3 · Watering pot ${step}`);
        const [bar] = await page.run(`return [...document.querySelectorAll('progress')].map(node => node.value);`);
        assert.ok(Math.abs(bar - step / 3) < 0.01, String(bar));
      }
      await page.press('button', 'Stop');
      await page.says('Garden was told so. What it did before that stays done.');
    });

    witness('two questions of one call: one after the other, then the result', async () => {
      await window.start(SERVER, 'two_questions');
      const open = new Map([
        ['Which plant?', ['plant', 'cactus']],
        ['Which pot?', ['pot', 'glass']],
      ]);
      while (open.size > 0) {
        const message = await window.oneOf([...open.keys()]);
        await window.guardOpen();
        const [, option] = open.get(message);
        await page.press('radio', option);
        await window.send();
        await window.gone(message);
        open.delete(message);
      }
      assert.deepEqual((await window.result()).structuredContent.answers, {
        plant: { action: 'accept', content: { plant: 'cactus' } },
        pot: { action: 'accept', content: { pot: 'glass' } },
      });
    });

    // MRT-12: a stateful server's questions go out one by one.
    if (revision === MODERN) {
      witness('the first of two answers is changed before the last one is given', async () => {
        const options = { 'Which plant?': ['cactus', 'fern'], 'Which pot?': ['glass', 'clay'] };
        await window.start(SERVER, 'two_questions');
        const answer = async (message, option) => {
          await window.question(message);
          await page.press('radio', option);
          await window.send();
          await window.gone(message);
        };
        const first = await window.oneOf(Object.keys(options));
        const last = Object.keys(options).find(message => message !== first);
        await answer(first, options[first][0]);
        await window.question(last);
        await page.press('link', 'Inbox', { starts: true });
        await page.press('button', `Change the answer to “${first}”`);
        await window.question(first);
        const chosen = await page.run(
          `return [...document.querySelectorAll('[aria-checked="true"], :checked')].map(nameOf);`,
        );
        assert.deepEqual(chosen, [options[first][0]], 'what was answered is still there');
        await answer(first, options[first][1]);
        await answer(last, options[last][0]);
        const { plant, pot } = (await window.result()).structuredContent.answers;
        const got = { 'Which plant?': plant.content.plant, 'Which pot?': pot.content.pot };
        assert.deepEqual([got[first], got[last]], [options[first][1], options[last][0]]);
      });
    }

    // URL-03, URL-05: what is odd about an address is said, and the way on is no longer accented.
    for (const [tool, host, words, button] of [
      ['page_of_another', 'sign.delivery.example.co.uk', 'Encrypted connection (https).', 'Open in browser'],
      ['page_punycode', 'xn--grten-hra.example', 'This address uses look-alike letters.', 'Open anyway'],
      ['page_letters', 'xn--grden-4ve.example', 'This address uses look-alike letters.', 'Open anyway'],
      ['page_here', '127.0.0.1', 'This address leads to a program on this computer.', 'Open anyway'],
      ['page_number', '192.0.2.7', 'This address is a number instead of a name', 'Open anyway'],
    ]) {
      witness(`a page to open: ${tool}`, async t => {
        t.after(() => window.clear());
        const before = await browser.opened();
        await window.start(SERVER, tool);
        await window.question('Sign for the delivery');
        await page.says(words);
        await page.says(host);
        const [go] = await page.all('button', button);
        assert.equal(await page.run('return arguments[0].classList.contains("go");', go), button === 'Open in browser');
        await page.press('button', 'Decline');
        assert.deepEqual((await window.result()).structuredContent.answers, { page: { action: 'decline' } });
        assert.deepEqual(await browser.opened(), before);
      });
    }

    // URL-08, MRT-02: each page is gone through by itself, and the window leads on.
    witness('two pages asked for together: opened and finished, then declined', async t => {
      t.after(() => window.clear());
      const before = (await browser.opened()).length;
      await window.start(SERVER, 'two_pages');
      await window.question('Sign for the delivery');
      const [, first] = /sign\.delivery\.example\/([12])/.exec(await page.said());
      await page.press('button', 'Open in browser');
      await until('the browser was told', async () => (await browser.opened())[before]);
      await page.press('button', 'I have finished there');
      const other = first === '1' ? '2' : '1';
      await page.says(`https://sign.delivery.example/${other}`);
      await window.guardOpen();
      await page.press('button', 'Decline');
      const accepted = { action: 'accept' };
      const declined = { action: 'decline' };
      const answers = first === '1' ? { first: accepted, second: declined } : { first: declined, second: accepted };
      assert.deepEqual((await window.result()).structuredContent.answers, answers);
    });

    // URL-06: refused, told to the server, and nobody is asked.
    for (const [tool, why] of [
      ['page_with_name', 'the address of its page has a user name in it'],
      ['page_open', 'the address of its page is not encrypted'],
    ]) {
      witness(`a page that is refused: ${tool}`, async () => {
        await window.start(SERVER, tool);
        await page.says(why);
        assert.equal(await window.asks(), false);
        assert.equal((await page.all('button', 'Open in browser')).length, 0);
      });
    }
  });
}
