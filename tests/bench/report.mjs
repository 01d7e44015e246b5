// The figures as tables, on screen and in docs/benchmarks.md.
import fs from 'node:fs/promises';
import { MEASURES, allOf, fallbacks, isMet, median } from './measures.mjs';
import { MANY } from './round.mjs';

const number = (value, { digits = 0 }) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Median, and from where to where. */
function said(values, measure) {
  if (values.length === 0) return 'never';
  const [least, middle, most] = [values[0], median(values), values.at(-1)].map(value => number(value, measure));
  return `${middle} ${measure.unit} (${least}–${most})`;
}

const table = (head, align, rows) => [head, align, ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

/** Askance alone. */
export function alone(rounds) {
  const rows = MEASURES.filter(({ beside }) => !beside).map(measure => {
    const values = allOf(rounds, measure.key);
    return [measure.name, said(values, measure), values.length];
  });
  rows.push(['rounds in which one of ten fell back', fallbacks(rounds, MANY), '']);
  return table(['Measure', 'Median (min–max)', 'Values'], ['---', '--:', '--:'], rows);
}

/** Both, with what must be reached. */
export function beside(ours, theirs, peer) {
  const rows = MEASURES.map(measure => {
    const [our, their] = [allOf(ours, measure.key), allOf(theirs, measure.beside ?? measure.key)];
    const [mine, other] = [median(our), median(their)];
    const ratio = mine !== undefined && other ? (mine / other).toFixed(2) : '–';
    const met = isMet(measure, mine, other);
    const verdict = met === undefined ? '' : met ? 'yes' : '**no**';
    return [measure.name, said(our, measure), said(their, measure), ratio, measure.must?.words ?? '', verdict];
  });
  const never = fallbacks(ours, MANY);
  rows.push([
    'rounds in which one of ten fell back',
    never,
    fallbacks(theirs, MANY),
    '–',
    'none',
    never.startsWith('0 ') ? 'yes' : '**no**',
  ]);
  return table(
    ['Measure', 'Askance', peer, 'Ratio', 'Must reach', 'Met'],
    ['---', '--:', '--:', '--:', '---', '---'],
    rows,
  );
}

/** Puts sections in place of those of the same name, or at the end. @param {Record<string, string>} sections by heading */
export async function write(file, sections) {
  let text = await fs.readFile(file, 'utf8');
  for (const [heading, body] of Object.entries(sections)) {
    const section = `## ${heading}\n\n${body}\n`;
    const begin = `\n${text}`.indexOf(`\n## ${heading}\n`);
    const end = begin < 0 ? -1 : text.indexOf('\n## ', begin + 1);
    const before = begin < 0 ? `${text.trimEnd()}\n\n` : text.slice(0, begin);
    text = before + section + (end < 0 ? '' : text.slice(end));
  }
  await fs.writeFile(file, text);
}
