// A test that leaves a picture of the screen behind when it fails, and what the program wrote to stderr.
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

const PICTURES = process.env.ASKANCE_E2E_PICTURES ?? path.join(os.tmpdir(), 'askance-e2e');

/**
 * @param {() => { display?: import('./display.mjs').Display, program?: { errors: () => Promise<string> } }} scene what there
 *   is to see when the test fails
 * @returns {(name: string, body: (t: import('node:test').TestContext) => Promise<void>) => void}
 */
export function witnessed(scene) {
  return (name, body) =>
    test(name, async t => {
      try {
        await body(t);
      } catch (error) {
        const { display, program } = scene();
        const picture = path.join(PICTURES, `${name.replace(/[^A-Za-z0-9]+/g, '-')}-${process.pid}.png`);
        await fs.mkdir(PICTURES, { recursive: true });
        const taken = await display?.screenshot(picture).then(
          () => picture,
          () => undefined,
        );
        if (taken) t.diagnostic(`screenshot: ${taken}`);
        const errors = await program?.errors();
        if (errors) t.diagnostic(`stderr: ${errors}`);
        throw error;
      }
    });
}
