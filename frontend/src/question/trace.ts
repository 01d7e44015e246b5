// The trace in words.
import type { Direction } from "../bindings/Direction";
import type { TraceEntry } from "../bindings/TraceEntry";
import { took } from "../parts/time";
import { reasonInWords } from "./codes";

const WORDS: Record<string, string> = {
  connected: "Connected",
  negotiated: "Revision agreed",
  asked: "Asked",
  decided: "Decided how to show it",
  read: "Read",
  policy: "Policy built",
  permission: "Permission",
  loaded: "Loaded",
  initialised: "Started",
  forwarded: "Question handed over",
  shown: "App on screen",
  hidden: "App off screen",
  answered: "Answered",
  held: "Answer held for you",
  confirmed: "Confirmed by you",
  "fell-back": "Standard form instead",
  opened: "Page opened",
  "not-sent": "Not sent",
  closed: "Connection ended",
  settled: "Ended",
  bridge: "Message",
  note: "Note",
};

const RENDERERS: Record<string, string> = { app: "in its app", form: "as a standard form", url: "as a page to open" };

/** Which way a message went. */
const WAYS: Record<Direction, string> = { "view-to-host": "From the app", "host-to-view": "To the app" };

/** What came of a message. */
const VERDICTS: Record<string, string> = {
  replied: "answered",
  refused: "refused",
  failed: "the app is given up",
  "needs-decision": "somebody has to agree",
  forwarded: "goes to the server",
  answer: "the answer",
  taken: "taken",
  ignored: "ignored",
  sent: "sent",
  result: "a result",
};

/** A message between the app and the host: what it was, how large, what came of it and why; never what was in it. */
function message(entry: TraceEntry): string | null {
  const { method, size, direction } = entry;
  // What was decided on a request is said by its reason.
  const verdict = direction && entry.verdict;
  if (method === undefined) return null;
  const bytes = size !== undefined && `${size} bytes`;
  return [method, bytes, verdict !== undefined && (VERDICTS[verdict] ?? verdict)].filter(Boolean).join(", ");
}

/** One step, ready to show. */
export interface Step {
  what: string;
  detail: string | null;
  /** Since the first step. */
  when: string;
  tone: "" | "warn" | "bad";
}

/** `fell-back` → “Fell back”: for steps that have no words of their own yet. */
function plainly(stage: string): string {
  const text = stage.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The steps in words, with times since the first. */
export function steps(trace: readonly TraceEntry[]): Step[] {
  const start = trace[0]?.ms ?? 0;
  return trace.map((entry) => {
    const how = entry.stage === "decided" && entry.renderer !== null ? RENDERERS[entry.renderer] : undefined;
    return {
      what: (entry.direction && WAYS[entry.direction]) ?? WORDS[entry.stage] ?? plainly(entry.stage),
      detail: [how, message(entry), entry.reason && reasonInWords(entry.reason)].filter(Boolean).join(", ") || null,
      when: took(entry.ms - start),
      tone: entry.stage === "fell-back" ? "warn" : "",
    };
  });
}
