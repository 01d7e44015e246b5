// Drafts of questions that were left, until the engine's next word on the question brings them back. Never secrets.
import type { Draft } from "../bindings/Draft";
import { host } from "../ipc";

/** Of so many questions; the oldest goes first. */
const MOST = 200;

const drafts = new Map<string, Draft>();

/** Keeps a draft, here and in the engine. */
export function keepDraft(question: string, draft: Draft): void {
  drafts.delete(question);
  drafts.set(question, draft);
  for (const oldest of drafts.keys()) if (drafts.size > MOST) drafts.delete(oldest);
  // A question that has just ended keeps nothing.
  void host.keepDraft(question, draft).catch(() => undefined);
}

/** The draft that was kept, else what the engine has. */
export const keptDraft = (question: string, known: Draft): Draft => drafts.get(question) ?? known;

/** The question has ended, or the engine has a newer draft. */
export function forgetDraft(question: string): void {
  drafts.delete(question);
}
