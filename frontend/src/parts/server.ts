// A server's state and revision in the window's words.
import type { EntryPart } from "../bindings/EntryPart";
import type { ServerState } from "../bindings/ServerState";
import type { ServerView } from "../bindings/ServerView";
import { startWords } from "../places/add/command";
import type { IconName } from "./icons";
import { literal } from "./literal";

/** How a state looks: words and icon always together, never colour alone. */
export interface StateLook {
  words: string;
  icon: IconName;
  tone: "good" | "warn" | "bad" | "";
}

/** The look of a server's state. */
export function stateLook(state: ServerState): StateLook {
  switch (state.kind) {
    case "ready":
      return { words: "Ready", icon: "check", tone: "good" };
    case "connecting":
      return { words: "Connecting", icon: "spin", tone: "" };
    case "unapproved":
      return { words: changeWords(state.changed), icon: "warn", tone: "warn" };
    case "signIn":
      return { words: "Sign in needed", icon: "warn", tone: "warn" };
    case "noAnswer":
      return { words: "No answer", icon: "stop", tone: "bad" };
    case "stopped":
      return state.problem === null
        ? { words: "Stopped", icon: "minus", tone: "" }
        : { words: "Stopped", icon: "stop", tone: "bad" };
  }
}

/** What an entry that waits for approval is called. */
function changeWords(changed: readonly EntryPart[]): string {
  if (changed.length === 0) return "Waits for your approval";
  return changed.some((part) => part === "address" || part === "headers")
    ? "Its address changed"
    : "Its command changed";
}

const PARTS: Readonly<Record<EntryPart, string>> = {
  command: "its program",
  arguments: "its arguments",
  environment: "its environment",
  workingDirectory: "its working directory",
  address: "its address",
  headers: "its headers",
};

/** Why an entry waits for approval; what changed is named. */
export function whyUnapproved(changed: readonly EntryPart[]): string {
  if (changed.length === 0) return "Nothing of it starts before you approve it.";
  const words = changed.map((part) => PARTS[part]);
  const last = words.pop() ?? "";
  const list = words.length === 0 ? last : `${words.join(", ")} and ${last}`;
  return `Changed since you approved it: ${list}.`;
}

/** Whether the server's own apps are used for its questions: all four gates are open. */
export function asksInApps(server: ServerView): boolean {
  return server.gates.length > 0 && server.gates.every((gate) => gate.open);
}

/** What is wrong with a server, if something is. */
export const problemOf = (state: ServerState) => ("problem" in state ? state.problem : null);

/** What a server that connects is waited for; nothing in any other state. */
export function waitsFor({ state, asker: { origin } }: ServerView): string | null {
  if (state.kind !== "connecting") return null;
  return literal(origin.kind === "local" ? startWords(origin.argv) : `Waits for ${origin.host} to answer.`);
}
