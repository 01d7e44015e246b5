// `askance call`: exit statuses, what goes to which stream, its window, and bad input, each a sentence and a way on.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, describe, test } from 'node:test';
import { openDisplay } from './drive/display.mjs';
import { binary, noDisplay, runProgram, startCall } from './drive/program.mjs';
import { end, firstLine, start } from './drive/processes.mjs';
import { REVISIONS, demo, elicitStdio } from './drive/servers.mjs';
import { until } from './drive/wait.mjs';
import { freePort } from './drive/webdriver.mjs';

const CARD = { role: 'radio button', name: /^Cactus/ };
const CHOOSE = { role: 'push button', name: 'Choose this' };

describe('askance call without a display', () => {
  let bare;
  before(async () => (bare = await noDisplay()));
  after(() => bare.close());

  const call = async (t, servers, ...words) => {
    const running = await startCall(bare, servers, words);
    t.after(() => running.close());
    return running.outcome;
  };

  for (const revision of REVISIONS) {
    test(`a tool that asks nothing answers on stdout, status 0, ${revision}`, async t => {
      const outcome = await call(
        t,
        { Demo: demo(binary(), revision) },
        'Demo',
        'opening_hours',
        '--arguments',
        '{"day":"sunday"}',
      );
      assert.equal(outcome.status, 0, outcome.stderr);
      assert.equal(outcome.result().content[0].text, 'Closed on Sunday. The plants rest.');
    });
  }

  test('the demo server over HTTP says where it listens, and answers there', async t => {
    const server = start(binary(), ['demo-server', '--http', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
    t.after(() => end(server));
    const line = await firstLine(server, server.stderr, 'the demo server');
    const [, url] = /listens at (http:\/\/127\.0\.0\.1:[1-9]\d*\/mcp)\./.exec(line) ?? assert.fail(line);
    const outcome = await call(t, { Demo: { url } }, 'Demo', 'opening_hours', '--arguments', '{"day":"sunday"}');
    assert.equal(outcome.status, 0, outcome.stderr);
  });

  test('a tool that asks says clearly that it can’t here', async t => {
    const outcome = await call(t, { Demo: demo(binary()) }, 'Demo', 'choose_plant');
    assert.notEqual(outcome.status, 0);
    assert.match(outcome.stderr, /display/i);
  });

  // Usage and configuration: status 2, and the sentence names what is wrong.
  test('an unknown server', async t => {
    const outcome = await call(t, { Demo: demo(binary()) }, 'Dmeo', 'opening_hours');
    assert.equal(outcome.status, 2, outcome.stderr);
    assert.match(outcome.stderr, /Dmeo/);
    assert.equal(outcome.stdout, '');
  });
  test('an unknown tool', async t => {
    const outcome = await call(t, { Demo: demo(binary()) }, 'Demo', 'opening_horus');
    assert.equal(outcome.status, 2, outcome.stderr);
    assert.match(outcome.stderr, /opening_horus/);
  });
  test('arguments that are not JSON', async t => {
    const outcome = await call(t, { Demo: demo(binary()) }, 'Demo', 'opening_hours', '--arguments', '{day: sunday}');
    assert.equal(outcome.status, 2, outcome.stderr);
    assert.match(outcome.stderr, /JSON/);
  });
  test('a configuration that is not JSON: the file and the line', async t => {
    const outcome = await call(
      t,
      '{\n  "mcpServers": {\n    "Demo": { "command": "x", }\n  }\n}\n',
      'Demo',
      'opening_hours',
    );
    assert.equal(outcome.status, 2, outcome.stderr);
    assert.match(outcome.stderr, /servers\.json/);
    assert.match(outcome.stderr, /\b3\b/);
  });
  test('one malformed entry leaves the others usable', async t => {
    const outcome = await call(t, { Bad: { args: 7 }, Demo: demo(binary()) }, 'Demo', 'opening_hours');
    assert.equal(outcome.status, 0, outcome.stderr);
    const why = 'the server “Bad” is left out: it has neither “command” nor “url”.';
    assert.ok(outcome.stderr.includes(why), outcome.stderr);
  });
  test('a malformed entry that is asked for: why it is left out, and who is there', async t => {
    const outcome = await call(t, { Bad: { args: 7 }, Demo: demo(binary()) }, 'Bad', 'opening_hours');
    assert.equal(outcome.status, 2, outcome.stderr);
    assert.match(outcome.stderr, /the server “Bad” is left out: /);
    assert.ok(
      outcome.stderr.includes('There is no server named "Bad" that can be used. There are: Demo.'),
      outcome.stderr,
    );
  });
  test('no such configuration file', async () => {
    const outcome = await runProgram(bare, ['call', '--config', '/nowhere/servers.json', 'Demo', 'opening_hours']);
    assert.equal(outcome.status, 2, outcome.stderr);
    assert.match(outcome.stderr, /There is no server list \/nowhere\/servers\.json\. Check its path/);
  });
  test('an option that does not exist', async () => {
    const outcome = await runProgram(bare, ['call', '--colour', 'Demo', 'opening_hours']);
    assert.equal(outcome.status, 2);
  });
  test('--version and --help', async () => {
    const version = await runProgram(bare, ['--version']);
    assert.equal(version.status, 0);
    assert.match(version.stdout, /^askance \d+\.\d+\.\d+/);
    const help = await runProgram(bare, ['call', '--help']);
    assert.equal(help.status, 0);
    assert.match(help.stdout, /--arguments/);
  });

  // No connection: status 3.
  test('a command that does not exist', async t => {
    const outcome = await call(t, { Gone: { command: '/nowhere/server' } }, 'Gone', 'x');
    assert.equal(outcome.status, 3, outcome.stderr);
    assert.match(outcome.stderr, /\/nowhere\/server/);
  });
  test('a command that ends at once: its last words', async t => {
    const script = 'process.stderr.write("the licence has run out\\n"); process.exitCode = 9';
    const outcome = await call(t, { Short: { command: process.execPath, args: ['-e', script] } }, 'Short', 'x');
    assert.equal(outcome.status, 3, outcome.stderr);
    assert.match(outcome.stderr, /the licence has run out/);
  });
  test('an address where nobody listens', async t => {
    const place = `127.0.0.1:${await freePort()}`;
    const outcome = await call(t, { Silent: { url: `http://${place}/mcp` } }, 'Silent', 'x');
    assert.equal(outcome.status, 3, outcome.stderr);
    assert.ok(outcome.stderr.includes(`Nothing answers at ${place}. Start the server, or correct its address.`));
  });
  /** What a server says that is none: its answer, and the sentence, `HERE` for its place. */
  const ODD = {
    'HTTP 500': [response => response.writeHead(500).end('broken'), 'HERE answered with 500 Internal Server Error.'],
    'HTTP 404': [response => response.writeHead(404).end(), 'There is no MCP server at this address of HERE'],
    'HTTP 401': [response => response.writeHead(401).end(), 'HERE wants you to sign in.'],
    'HTTP 403': [response => response.writeHead(403).end(), 'HERE refused access.'],
    'HTTP 503': [response => response.writeHead(503).end(), 'HERE turned this away (503 Service Unavailable).'],
    'another place': [
      response => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      'HERE redirects to another place, which is not followed.',
    ],
    'a page instead of a protocol': [
      response => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
      'HERE answers, but not as an MCP server.',
    ],
  };
  const serve = async (t, answer) => {
    const server = http.createServer((_, response) => answer(response));
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    return `127.0.0.1:${server.address().port}`;
  };
  for (const [name, [answer, sentence]] of Object.entries(ODD)) {
    test(`an address that answers with ${name}`, async t => {
      const place = await serve(t, answer);
      const outcome = await call(t, { Odd: { url: `http://${place}/mcp` } }, 'Odd', 'x');
      assert.equal(outcome.status, 3, outcome.stderr);
      assert.ok(outcome.stderr.includes(sentence.replace('HERE', place)), outcome.stderr);
    });
  }
  test('an https address that does not speak TLS', async t => {
    const place = await serve(t, response => response.end());
    const outcome = await call(t, { Plain: { url: `https://${place}/mcp` } }, 'Plain', 'x');
    assert.equal(outcome.status, 3, outcome.stderr);
    assert.ok(outcome.stderr.includes(`No secure connection to ${place} could be made.`), outcome.stderr);
  });
  test('a server that speaks no common revision: both lists', async t => {
    const script = `require('node:readline').createInterface({input: process.stdin}).on('line', line => {
      const {id, method} = JSON.parse(line);
      if (id === undefined) return;
      const error = {code: -32022, message: 'Unsupported protocol version', data: {supported: ['2099-01-01']}};
      const reply = method === 'initialize' ? {result: {protocolVersion: '2099-01-01', capabilities: {}, serverInfo: {name: 'f', version: '1'}}} : {error};
      process.stdout.write(JSON.stringify({jsonrpc: '2.0', id, ...reply}) + '\\n');
    });`;
    const outcome = await call(t, { Future: { command: process.execPath, args: ['-e', script] } }, 'Future', 'x');
    assert.equal(outcome.status, 3, outcome.stderr);
    for (const revision of ['2099-01-01', '2026-07-28', '2025-11-25', '2025-06-18']) {
      assert.ok(outcome.stderr.includes(revision), outcome.stderr);
    }
  });
});

describe('askance call with a display', () => {
  let display;
  before(async () => (display = await openDisplay()));
  after(() => display.close());

  const start = async (t, servers, ...words) => {
    const running = await startCall(display, servers, words);
    t.after(() => running.close());
    return running;
  };

  for (const revision of REVISIONS) {
    test(`its question opens in a window and is answered in the app, ${revision}`, async t => {
      const running = await start(t, { Demo: demo(binary(), revision) }, 'Demo', 'choose_plant');
      await until('the card is chosen', async () => {
        await running.screen.click(CARD);
        return until('the card is chosen', async () => (await running.screen.get(CARD)).states.includes('checked'), {
          limit: 2_000,
        });
      });
      await running.screen.clickUntil(CHOOSE, async () => running.isOver());
      const outcome = await running.outcome;
      assert.equal(outcome.status, 0, outcome.stderr);
      const plant = { action: 'accept', content: { plant: 'cactus' } };
      assert.deepEqual(outcome.result().structuredContent.answers, { plant });

      // The trace tells the steps with their times, and never what was answered.
      const steps = await running.steps();
      const stages = steps.map(step => step.stage);
      for (const stage of ['negotiated', 'read', 'loaded', 'initialised', 'forwarded', 'answered']) {
        assert.ok(stages.includes(stage), `${stage} is missing in ${stages}`);
      }
      assert.ok(
        steps.every((step, at) => at === 0 || step.ms >= steps[at - 1].ms),
        'times go forward',
      );
      assert.doesNotMatch(JSON.stringify(steps), /cactus/i);
    });
  }

  for (const [name, status] of [
    ['Decline', 4],
    ['Cancel', 4],
  ]) {
    test(`${name}: status ${status}`, async t => {
      const running = await start(t, { Demo: demo(binary()) }, 'Demo', 'join_club');
      await running.screen.clickUntil({ role: 'push button', name: new RegExp(`^${name}`) }, async () =>
        running.isOver(),
      );
      const outcome = await running.outcome;
      assert.equal(outcome.status, status, outcome.stderr);
    });
  }

  test('an app that is broken on purpose: the form and its note', async t => {
    const running = await start(t, { Demo: demo(binary()) }, 'Demo', 'ask_gardener');
    await running.screen.get({ name: /could not be used/ });
    await running.screen.clickUntil({ role: 'push button', name: /^Decline/ }, async () => running.isOver());
    assert.equal((await running.outcome).status, 4);
  });

  test('the time limit: status 5', async t => {
    const words = ['Elicit', 'wait_then_ask', '--arguments', '{"ms":60000}', '--timeout', '2'];
    const running = await start(t, { Elicit: elicitStdio() }, ...words);
    const outcome = await running.outcome;
    assert.equal(outcome.status, 5, outcome.stderr);
  });
});
