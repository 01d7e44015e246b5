// How a command is written down so that its parts can be told apart.
import { literal } from "./literal";

/** One line of a command's parts; a part that is empty or holds a space is put in quotes. Only to be read. */
export function commandLine(argv: readonly string[]): string {
  return argv
    .map((part) => (part === "" || /[\s"']/u.test(part) ? JSON.stringify(part) : part))
    .map(literal)
    .join(" ");
}

/** “1 part”, “5 parts”. */
export const partsOf = (argv: readonly string[]): string => (argv.length === 1 ? "1 part" : `${argv.length} parts`);
