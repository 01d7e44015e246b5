// Finding options by what the person types, letters without their marks: “and” finds “Fernández”.
import type { Choice } from "../../bindings/Choice";
import { isUnseen, literal, NAME_FOLD_AT } from "../literal";

/** One unit of text, lower case, without marks; always exactly one unit, so that places stay comparable. */
function plainUnit(unit: string): string {
  return unit.normalize("NFD").charAt(0).toLowerCase().charAt(0) || unit;
}

/** Same length as the text. */
export function plain(text: string): string {
  let out = "";
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    out += code < 128 ? text.charAt(i).toLowerCase() : plainUnit(text.charAt(i));
  }
  return out;
}

/** What stands for an option without words that can be seen; nothing where there are some. */
export function blankWords(label: string): string | null {
  if (label === "") return "(empty)";
  return isUnseen(label) ? "(only spaces)" : null;
}

/** Whether some of them are so long that they fold. */
export const someFold = (options: Choice[]): boolean =>
  options.some(({ label, detail }) => Math.max(label.length, detail?.length ?? 0) > NAME_FOLD_AT);

/** An option as it is shown and can be typed (ELI-09). */
export const shownName = (label: string): string => blankWords(label) ?? literal(label);

/** The text that an option is found by: as it is shown. */
export function searchable(options: Choice[]): string[] {
  return options.map(({ label, detail }) => {
    const name = shownName(label);
    return plain(detail === null ? name : `${name} ${literal(detail)}`);
  });
}

/** Positions of the options that contain every typed word, those that begin with the text first. */
export function matches(texts: string[], query: string): number[] {
  return ordered(texts, plain(query.trim()), null);
}

/** A search that is typed: each letter more looks only at what the ones before it have left. */
export class Search {
  #wanted = "";
  #found: number[] | null = null;

  constructor(private readonly texts: string[]) {}

  find(query: string): number[] {
    const wanted = plain(query.trim());
    if (this.#found === null || wanted !== this.#wanted) {
      const narrower = this.#found !== null && this.#wanted !== "" && wanted.startsWith(this.#wanted);
      // What begins with the text comes first: the order of before does not count.
      const among = narrower && this.#found !== null ? [...this.#found].sort((a, b) => a - b) : null;
      this.#found = ordered(this.texts, wanted, among);
      this.#wanted = wanted;
    }
    return this.#found;
  }
}

function ordered(texts: string[], wanted: string, among: number[] | null): number[] {
  if (wanted === "") return texts.map((_, at) => at);
  const words = wanted.split(/\s+/);
  const first: number[] = [];
  const rest: number[] = [];
  const look = (at: number) => {
    const text = texts[at] ?? "";
    for (const word of words) if (!text.includes(word)) return;
    (text.startsWith(wanted) ? first : rest).push(at);
  };
  if (among) among.forEach(look);
  else for (let at = 0; at < texts.length; at += 1) look(at);
  return first.concat(rest);
}

/** The option that the text can only mean: the only one called so, else the only one found, if by the beginning of words. */
export function meant(options: Choice[], found: number[], query: string): number | undefined {
  const wanted = query.trim();
  const exact = found.filter((at) => called(options[at]) === wanted);
  const alike = exact.length > 0 ? exact : found.filter((at) => plain(called(options[at])) === plain(wanted));
  const begins = found.length === 1 && beginsWords(options[found[0] ?? 0], plain(wanted));
  const likely = alike.length > 0 ? alike : begins ? found : [];
  return likely.length === 1 ? likely[0] : undefined;
}

/** Who types “le” on the way to “Lebanon” does not mean “Chile”. */
function beginsWords(option: Choice | undefined, wanted: string): boolean {
  const words = plain(option ? `${called(option)} ${option.detail ?? ""}` : "").split(/[^\p{L}\p{N}]+/u);
  return wanted.split(/[^\p{L}\p{N}]+/u).every((part) => words.some((word) => word.startsWith(part)));
}

const called = (option: Choice | undefined): string => (option ? shownName(option.label).trim() : "");

/** A label cut at the found text: before, found, after. */
export function marked(label: string, query: string): [string, string, string] {
  const wanted = plain(query.trim());
  const at = wanted === "" ? -1 : plain(label).indexOf(wanted);
  if (at < 0) return [label, "", ""];
  return [label.slice(0, at), label.slice(at, at + wanted.length), label.slice(at + wanted.length)];
}
