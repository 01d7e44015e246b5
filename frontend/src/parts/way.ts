// A button at the foot of a question or an app: what it says, and what it does.
import type { IconName } from "./icons";

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
  | "giveUp"
  // of an app, whatever it was opened for
  | "show"
  | "plain"
  | "close"
  | "allow"
  | "refuse";

/** A button. */
export interface Way {
  act: Act;
  words: string;
  kind: "plain" | "go" | "ghost";
  icon?: IconName;
  /** The shortcut that presses it. */
  keys?: "Esc" | "J" | "Ctrl ↵";
}
