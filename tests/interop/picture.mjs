// Pictures of a part of the screen, and whether anything is on them.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');

/** Where the report and its pictures are. */
export const PICTURES = path.join(process.env.CARGO_TARGET_DIR ?? path.join(ROOT, 'target'), 'interop-report');

/** Takes this place of the screen. */
export async function crop(display, { x, y, width, height }, file) {
  await display.screenshot(file);
  // Without the frame's edge, which is the host's.
  const [left, top] = [x, y].map(at => Math.ceil(at) + 2);
  const [wide, high] = [width, height].map(size => Math.floor(size) - 4);
  await run('convert', [file, '-crop', `${wide}x${high}+${left}+${top}`, '+repage', '-strip', file]);
}

/** How many colours a picture has: one is a blank. */
export async function colours(file) {
  return Number((await run('identify', ['-format', '%k', file])).stdout);
}

/** Whether two pictures differ at all. */
export async function differ(one, other) {
  const format = ['-metric', 'AE', '-compare', '-format', '%[distortion]', 'info:'];
  // Pictures of different sizes can't be compared.
  return run('convert', [one, other, ...format]).then(
    ({ stdout }) => Number(stdout) > 0,
    () => true,
  );
}
