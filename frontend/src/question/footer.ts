// Which buttons stand in the footer. Cancel, Decline, then the way on; none easier than another (ui.md, principle 5).
import type { QuestionView } from "../bindings/QuestionView";
import type { IconName } from "../parts/icons";
import { isRisky } from "./words";

/** Where a question stands on the screen. */
export type Stage = "app" | "confirm" | "form" | "review" | "url" | "opened" | "ended";

/** What a button does. */
export type Act =
  | "cancel"
  | "decline"
  | "standard"
  | "confirm"
  | "wait"
  | "sent"
  | "send"
  | "copy"
  | "open"
  | "finished"
  | "next"
  | "back"
  | "server"
  | "restart"
  | "again"
  | "keep"
  | "giveUp";

/** A button of the footer. */
export interface Way {
  act: Act;
  words: string;
  kind: "plain" | "go" | "ghost";
  icon?: IconName;
  keys?: string;
}

export const stageOf = (question: QuestionView): Stage => {
  if (question.state.kind === "ended") return "ended";
  if (question.shown.kind === "url") return question.url?.openedAt != null ? "opened" : "url";
  if (question.shown.kind === "form") return "form";
  return question.confirm === null ? "app" : "confirm";
};

const standard: Way = { act: "standard", words: "Use standard form", kind: "plain", icon: "form" };

function endedWays(question: QuestionView, waiting: number): Way[] {
  const ending = question.state.kind === "ended" ? question.state.ending.kind : null;
  if (ending === "serverDied" || ending === "connectionLost") {
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
export function ways(question: QuestionView, stage: Stage, waiting: number, patient: boolean): Way[] {
  switch (stage) {
    case "app": {
      const app = question.shown.kind === "app" ? question.shown.app.state.kind : null;
      if (app !== "notResponding" || patient) return [standard];
      return [
        { act: "wait", words: "Wait", kind: "plain" },
        { ...standard, kind: "go" },
      ];
    }
    case "confirm":
      return [
        { ...standard, words: "Change in standard form" },
        { act: "confirm", words: "Send", kind: "go", keys: "Ctrl ↵" },
      ];
    case "form":
      return [
        { act: "sent", words: "See what is sent", kind: "ghost", icon: "eye" },
        { act: "send", words: "Send", kind: "go", keys: "Ctrl ↵" },
      ];
    case "review":
      return [
        { act: "keep", words: "Keep answering", kind: "plain" },
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
