// What changed on a screen, from two pictures of it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * How many pixels outside a rectangle differ between two pictures of one size; what is inside is painted over in both.
 * @param {[string, string]} shots files @param {{ x: number, y: number, width: number, height: number }} frame
 */
export async function changedOutside(shots, { x, y, width, height }) {
  const black = ['-fill', 'black', '-draw', `rectangle ${x},${y} ${x + width},${y + height}`];
  for (const shot of shots) await run('convert', [shot, ...black, shot]);
  const compared = ['-metric', 'AE', '-compare', '-format', '%[distortion]', 'info:'];
  return Number((await run('convert', [...shots, ...compared])).stdout);
}
