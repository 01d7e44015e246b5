// elicit-server's tools over {stdio, HTTP} × {2026-07-28, 2025-11-25}, each answered in its app and by “Use standard form”.
// The echo must be the same for both: the server can't tell which renderer answered (APP-25).
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { TOOLS, answerAll, expected } from './answers.mjs';
import { openDisplay } from './drive/display.mjs';
import { openWindow } from './drive/program.mjs';
import { REVISIONS, elicitHttp, elicitStdio } from './drive/servers.mjs';
import { Window } from './drive/window.mjs';
import { witnessed } from './drive/witness.mjs';

const SERVER = 'Elicit';
const TRANSPORTS = {
  stdio: async revision => ({ entry: elicitStdio(revision), close: async () => undefined }),
  HTTP: async revision => {
    const { entry, close } = await elicitHttp();
    return { entry: entry(revision), close };
  },
};

for (const [transport, connect] of Object.entries(TRANSPORTS)) {
  for (const revision of REVISIONS) {
    describe(`elicit-server over ${transport}, ${revision}`, () => {
      let display, server, program, window;
      const witness = witnessed(() => ({ display, program }));
      before(async () => {
        display = await openDisplay();
        server = await connect(revision);
        program = await openWindow(display, { [SERVER]: server.entry });
        window = new Window(program);
      });
      after(async () => {
        await program?.close();
        await server?.close();
        await display?.close();
      });

      witness('the revision in force is the pinned one', async () => {
        await window.openServer(SERVER);
        await window.page.says(`revision ${revision}`);
      });

      for (const tool of TOOLS) {
        for (const renderer of ['app', 'form']) {
          witness(`${tool.tool}, answered in the ${renderer}`, async () => {
            await window.start(SERVER, tool.tool, tool.arguments);
            await answerAll(window, tool, renderer, SERVER);
            const result = await window.result();
            assert.deepEqual(result.structuredContent.answers, expected(tool));
          });
        }
      }
    });
  }
}
