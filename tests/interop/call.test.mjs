// Published servers through `askance call`, without a display: connect, call, one JSON document.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noDisplay, startCall } from '../e2e/drive/program.mjs';
import { LEGACY, MODERN } from '../e2e/drive/servers.mjs';
import { apps, everything, library } from './servers.mjs';

describe('published servers, called', () => {
  let bare;
  before(async () => (bare = await noDisplay()));
  after(() => bare.close());

  const call = async (t, entry, ...words) => {
    const running = await startCall(bare, { There: entry }, ['There', ...words]);
    t.after(() => running.close());
    const outcome = await running.outcome;
    assert.equal(outcome.status, 0, outcome.stderr);
    return outcome.result();
  };

  test('server-everything: echo', async t => {
    const result = await call(t, everything, 'echo', '--arguments', '{"message":"à la carte"}');
    assert.equal(result.content[0].text, 'Echo: à la carte');
  });
  test('server-everything: numbers', async t => {
    const result = await call(t, everything, 'get-sum', '--arguments', '{"a":1.5,"b":2}');
    assert.match(result.content[0].text, /3\.5/);
  });
  test('server-everything: an image', async t => {
    const result = await call(t, everything, 'get-tiny-image');
    const image = result.content.find(block => block.type === 'image');
    assert.equal(image.mimeType, 'image/png');
    assert.ok(image.data.length > 100);
  });
  test('server-everything: structured content', async t => {
    const result = await call(t, everything, 'get-structured-content', '--arguments', '{"location":"Chicago"}');
    assert.equal(typeof result.structuredContent.temperature, 'number');
  });
  test('server-everything: a long operation', async t => {
    const result = await call(
      t,
      everything,
      'trigger-long-running-operation',
      '--arguments',
      '{"duration":2,"steps":4}',
    );
    assert.match(result.content[0].text, /completed/i);
  });

  // What needs the internet is seen in the window, where its failure is judged too.
  for (const [name, { entry, tool }] of Object.entries(apps).filter(([, { needs }]) => !needs)) {
    test(`${name}: ${tool}`, async t => {
      const result = await call(t, entry, tool);
      assert.ok(result.content.length > 0);
      assert.notEqual(result.isError, true);
    });
  }

  for (const revision of [undefined, MODERN, LEGACY]) {
    test(`FastMCP, ${revision ?? 'whatever it agrees to'}`, async t => {
      const result = await call(t, library(revision), 'count', '--arguments', '{"books":41}');
      assert.equal(result.content[0].text, '42');
    });
  }
});
