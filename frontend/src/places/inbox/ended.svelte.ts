// Questions that ended, and what the Inbox says about them.
import { SvelteSet } from "svelte/reactivity";
import type { Ending } from "../../bindings/Ending";
import type { QuestionView } from "../../bindings/QuestionView";
import { timeOfDay } from "../../parts/time";
import type { Store } from "../../state/store.svelte";

const dismissed = new SvelteSet<string>();
const withoutPerson: readonly Ending["kind"][] = [
  "withdrawn",
  "timeLimit",
  "serverDied",
  "connectionLost",
  "notSent",
  "notAllowed",
];

/** The person has read it: it is not listed any more. */
export function dismiss(question: string): void {
  dismissed.add(question);
}

/** Questions that ended without an answer of the person and that they have not dismissed, newest first. */
export function endedWithoutPerson(store: Store): QuestionView[] {
  return [...store.questions.values()]
    .filter(
      ({ id, state }) => state.kind === "ended" && withoutPerson.includes(state.ending.kind) && !dismissed.has(id),
    )
    .reverse();
}

/** How it ended, in one sentence for a row. */
export function endedWords(question: QuestionView): string {
  if (question.state.kind !== "ended") return "";
  const { at, ending } = question.state;
  const server = question.asker.server;
  switch (ending.kind) {
    case "withdrawn":
      return `${server} withdrew it at ${timeOfDay(at)}. Nothing was sent.`;
    case "timeLimit":
      return `Its time ran out at ${timeOfDay(at)}. Nothing was sent.`;
    case "serverDied":
      return `${server} stopped at ${timeOfDay(at)}. Nothing was sent.`;
    case "connectionLost":
      return `The connection to ${server} was lost at ${timeOfDay(at)}. Nothing was sent.`;
    case "notSent":
      return `Not sent: ${ending.problem.what}`;
    case "notAllowed":
      return `${server} asked in a way that the protocol forbids: ${ending.why}. It was told so.`;
    default:
      return endedShort(question);
  }
}

/** How it ended, for the end of a row. */
export function endedShort(question: QuestionView): string {
  if (question.state.kind !== "ended") return question.mayChange ? "Answered" : "Being sent";
  const words: Partial<Record<Ending["kind"], string>> = {
    sent: "Sent",
    declined: "Declined",
    cancelled: "Cancelled",
    taskStopped: "Stopped",
  };
  return `${words[question.state.ending.kind] ?? "Ended"} ${timeOfDay(question.state.at)}`;
}
