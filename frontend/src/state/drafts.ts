// What the person typed for a tool or prompt, kept while the window is open: text typed is never lost (ui.md).
import type { Draft } from "../bindings/Draft";

/** What was typed: in the form, as JSON, and which of the two is in use. */
export interface Typed {
  draft: Draft;
  json: string;
  /** The JSON holds what the form does not show: it is not written again from the form. */
  own: boolean;
  mode: "form" | "json";
}

const kept = new Map<string, Typed>();
const key = (server: string, what: string, name: string): string => JSON.stringify([server, what, name]);

/** What was typed before; none the first time. */
export const typedBefore = (server: string, what: string, name: string): Typed | undefined =>
  kept.get(key(server, what, name));

/** Keeps what was typed. */
export function keepTyped(server: string, what: string, name: string, typed: Typed): void {
  kept.set(key(server, what, name), typed);
}
