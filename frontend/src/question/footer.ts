// Which buttons stand in the footer. Cancel, Decline, then the way on; none easier than another (ui.md, principle 5).
import type { QuestionView } from "../bindings/QuestionView";
import { consentWays, requestWays, silentWays, without } from "../app/ways";
import type { AppRequest } from "../bindings/AppRequest";
import type { Way } from "../parts/way";
import { isRisky } from "./words";

/** Where a question stands on the screen. */
export type Stage = "app" | "consent" | "confirm" | "form" | "review" | "url" | "opened" | "ended";

export const stageOf = (question: QuestionView): Stage => {
  if (question.state.kind === "ended") return "ended";
  if (question.shown.kind === "url") return question.url?.openedAt != null ? "opened" : "url";
  if (question.shown.kind === "form") return "form";
  if (question.confirm !== null) return "confirm";
  return question.shown.app.state.kind === "consent" && question.shown.app.page !== null ? "consent" : "app";
};

/** What the app of a question is about, apart from the question. */
export interface AppWishes {
  /** What it wants, and the person has not decided. */
  request: AppRequest | null;
  /** It does not respond, and that is said. */
  silent: boolean;
}

function endedWays(question: QuestionView, waiting: number): Way[] {
  const ending = question.state.kind === "ended" ? question.state.ending.kind : null;
  if (ending === "serverDied" || ending === "connectionLost" || ending === "serverStopped") {
    const words = question.asker.origin.kind === "local" ? "Start it again" : "Connect again";
    return [
      { act: "server", words: "Open server", kind: "plain" },
      { act: "restart", words, kind: "go" },
    ];
  }
  const next: Way =
    waiting > 0
      ? { act: "next", words: "Next question", kind: "go", keys: "J" }
      : { act: "back", words: "Back to the Inbox", kind: "go" };
  if (ending !== "notSent") return [next];
  return [
    { ...next, kind: "plain" },
    { act: "again", words: "Try again", kind: "go" },
  ];
}

/** The buttons at the end of the footer, the way on last. */
export function ways(question: QuestionView, stage: Stage, waiting: number, { request, silent }: AppWishes): Way[] {
  switch (stage) {
    case "app":
      if (request !== null) return requestWays(request);
      return silent ? silentWays("question") : [without("question")];
    case "consent":
      return consentWays("question");
    case "confirm":
      return [
        { ...without("question"), words: "Change in standard form" },
        { act: "confirm", words: "Send", kind: "go", keys: "Ctrl ↵" },
      ];
    case "form":
      return [
        { act: "sent", words: "See what is sent", kind: "ghost", icon: "eye" },
        { act: "send", words: "Send", kind: "go", keys: "Ctrl ↵" },
      ];
    case "review":
      return [
        { act: "keep", words: "Keep answering", kind: "plain", keys: "Esc" },
        { act: "send", words: "Send", kind: "go", keys: "Ctrl ↵" },
      ];
    case "url": {
      const risky = question.url !== null && isRisky(question.url);
      const open: Way = risky
        ? { act: "open", words: "Open anyway", kind: "plain", icon: "out" }
        : { act: "open", words: "Open in browser", kind: "go", icon: "out", keys: "Ctrl ↵" };
      return [{ act: "copy", words: "Copy address", kind: "ghost", icon: "copy" }, open];
    }
    case "opened":
      return [
        { act: "open", words: "Open again", kind: "plain", icon: "out" },
        { act: "finished", words: "I have finished there", kind: "go" },
      ];
    case "ended":
      return endedWays(question, waiting);
  }
}
