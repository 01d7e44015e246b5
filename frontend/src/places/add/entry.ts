// What the person writes to add a server, and what it amounts to.
import type { NewServer } from "../../bindings/NewServer";
import type { OriginView } from "../../bindings/OriginView";
import { split } from "./command";

/** The revisions that can be pinned, in words. */
export const REVISIONS: readonly (readonly [string, string])[] = [
  ["auto", "Find out when connecting"],
  ["2026-07-28", "2026-07-28"],
  ["2025-11-25", "2025-11-25"],
  ["2025-06-18", "2025-06-18"],
];

/** The fields as typed. */
export interface Entry {
  kind: "local" | "remote";
  name: string;
  command: string;
  cwd: string;
  /** One `NAME=value` a line. */
  env: string;
  url: string;
  /** One `Name: value` a line. */
  headers: string;
  revision: string;
}

/** A field that can be wrong. */
export type FieldName = "name" | "command" | "env" | "url" | "headers" | "revision";

/** An empty entry. */
export const blank = (): Entry => ({
  kind: "local",
  name: "",
  command: "",
  cwd: "",
  env: "",
  url: "",
  headers: "",
  revision: "auto",
});

/** The lines of a text that say something. */
const lines = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

/** A line cut at the first separator; none where there is no name before it. */
function pair(line: string, separator: string): [string, string] | null {
  const at = line.indexOf(separator);
  const name = line.slice(0, at).trim();
  return at < 1 || name === "" || /\s/u.test(name) ? null : [name, line.slice(at + 1)];
}

/** The pairs of all lines that have the right form. */
function pairs(text: string, separator: string): [string, string][] {
  return lines(text)
    .map((line) => pair(line, separator))
    .filter((found) => found !== null);
}

/** What is wrong, at each field. The engine checks again; this is so that nobody has to wait for it. */
export function check(entry: Entry, taken: ReadonlySet<string>): Partial<Record<FieldName, string>> {
  const errors: Partial<Record<FieldName, string>> = {};
  const name = entry.name.trim();
  if (name === "") errors.name = "This needs an answer.";
  else if (taken.has(name)) errors.name = `There is already a server named ${name}.`;
  if (entry.kind === "local") {
    const parts = split(entry.command);
    if (parts === null) errors.command = "A quotation mark is not closed.";
    else if (parts.length === 0) errors.command = "This needs an answer.";
    if (lines(entry.env).some((line) => pair(line, "=") === null)) errors.env = "Write each line like NAME=value.";
  } else {
    if (entry.url.trim() === "") errors.url = "This needs an answer.";
    else if (!isWebAddress(entry.url.trim()))
      errors.url = "This is not a web address. Write it like https://example.org/mcp.";
    if (lines(entry.headers).some((line) => pair(line, ":") === null))
      errors.headers = "Write each line like Name: value.";
  }
  return errors;
}

/** Whether it is a whole http(s) address. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\//iu.test(text) && URL.canParse(text);
}

/** What the engine is asked to add. */
export function toServer(entry: Entry): NewServer {
  const [command = "", ...args] = split(entry.command) ?? [];
  const cwd = entry.cwd.trim();
  return {
    name: entry.name.trim(),
    revision: entry.revision,
    origin:
      entry.kind === "local"
        ? { kind: "local", command, args, env: pairs(entry.env, "="), cwd: cwd === "" ? null : cwd }
        : {
            kind: "remote",
            url: entry.url.trim(),
            headers: pairs(entry.headers, ":").map(([name, value]) => [name, value.trim()]),
          },
  };
}

/** The program that would start, as the engine shows one: no values of variables. */
export function toProgram(entry: Entry): OriginView {
  const cwd = entry.cwd.trim();
  return {
    kind: "local",
    argv: split(entry.command) ?? [],
    cwd: cwd === "" ? null : cwd,
    env: pairs(entry.env, "=").map(([name]) => name),
  };
}

/** The problems of the engine that are about one field. */
const FIELD_OF: Readonly<Record<string, FieldName>> = {
  "server.no-name": "name",
  "server.name-taken": "name",
  "server.no-command": "command",
  "server.bad-url": "url",
  "server.bad-revision": "revision",
};

/** The field that a problem's code is about; none where it is about the whole. */
export const fieldOf = (code: string): FieldName | null => FIELD_OF[code] ?? null;
