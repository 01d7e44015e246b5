// The exact words of a question's frame. Names of servers and tools are set in by the components, literally.
import type { Asker } from "../bindings/Asker";
import type { QuestionView } from "../bindings/QuestionView";
import type { UrlView } from "../bindings/UrlView";
import { fieldName } from "../parts/form/fieldwords";
import { commandLine } from "../parts/origin";
import { span } from "../parts/time";

/** “just now”, “40 s ago”, “2 min ago”. */
export function ago(ms: number): string {
  return ms < 10_000 ? "just now" : `${span(ms)} ago`;
}

/** What the person configured: the whole command, or the host. */
export function from(asker: Asker): string {
  return asker.origin.kind === "local" ? commandLine(asker.origin.argv) : asker.origin.host;
}

/** A name too long to stand in a sentence is “the server above” there. */
export function shortName(server: string): string | null {
  return [...server].length <= 48 ? server : null;
}

/** Fields in “Kept from it: … Left out: …”. */
export function salvageWords(kept: string[], leftOut: [string, string][]): string {
  const parts: string[] = [];
  if (kept.length > 0) parts.push(`Kept from it: ${kept.map(fieldName).join(", ")}.`);
  if (leftOut.length > 0)
    parts.push(`Left out: ${leftOut.map(([field, why]) => `${fieldName(field)} (${why})`).join(", ")}.`);
  return parts.join(" ");
}

/** The full address of a page to open. */
export function address(question: QuestionView): string {
  return question.url?.parts.join("") ?? "";
}

export const DECLINE_MEANS = "Decline tells the server no.";
export const CANCEL_MEANS = "Cancel tells the server that there was no answer.";

/** The host of a page to open as it is written, without port or path. */
export function writtenHost(url: UrlView): string {
  const [before, main] = url.parts;
  const slashes = before.indexOf("//");
  return `${slashes < 0 ? "" : before.slice(slashes + 2)}${main}`;
}

/** Opening it needs a second look: it is not accented (ui.md, principle 5). */
export function isRisky(url: UrlView): boolean {
  return url.warnings.length > 0 || !url.encrypted;
}
