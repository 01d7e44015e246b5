// How a question ended, in the exact words.
import type { Ending } from "../bindings/Ending";
import type { QuestionView } from "../bindings/QuestionView";

/** What stands in the note. */
export interface EndingWords {
  kind: "info" | "warn" | "bad" | "good";
  first: string;
  second: string | null;
  /** Words of the server, set in “ ” behind `second`. */
  quote: string | null;
}

const words = (kind: EndingWords["kind"], first: string, second: string | null = null): EndingWords => ({
  kind,
  first,
  second,
  quote: null,
});

function died(server: string, exit: string | null, spoke: boolean): EndingWords {
  const how = exit === null ? "The program ended." : `The program ${exit}.`;
  const last = spoke ? " Its last words are below." : "";
  return words(
    "bad",
    `${server} stopped, so this question has ended. Nothing was sent.`,
    `${how}${last} Other servers are not affected.`,
  );
}

/** The words of an ending. */
export function endingWords(question: QuestionView, ending: Ending): EndingWords {
  const { server } = question.asker;
  switch (ending.kind) {
    case "sent":
      return words("good", `Sent to ${server}.${question.of === null ? "" : ` ${question.of} goes on.`}`);
    case "declined":
      return words("info", `Declined. ${server} was told no.`);
    case "cancelled":
      return words("info", `Cancelled. ${server} was told that you gave no answer.`);
    case "taskStopped":
      return words("info", `You stopped ${question.of ?? "the task"}, so this question has ended. Nothing was sent.`);
    case "withdrawn":
      return {
        ...words("info", `${server} withdrew this question. Nothing was sent.`, ending.reason && "Its reason:"),
        quote: ending.reason || null,
      };
    case "timeLimit": {
      const time = ending.minutes === 1 ? "1 minute" : `${ending.minutes} minutes`;
      return words("warn", `The time for this question ran out after ${time}. Nothing was sent.`);
    }
    case "serverDied":
      return died(server, ending.exit, ending.lastWords.length > 0);
    case "connectionLost":
      return words("bad", `The connection to ${server} was lost, so this question has ended. Nothing was sent.`);
    case "serverStopped":
      return words("info", `You stopped ${server}, so this question has ended. Nothing was sent.`);
    case "notSent":
      return words("bad", `Not sent: ${server} cannot be reached. Your answer is still here.`, ending.problem.what);
    case "notAllowed":
      return words(
        "info",
        `${server} asked in a way that the protocol forbids: ${ending.why.replace(/\.$/, "")}. It was told so. Nothing is needed from you.`,
      );
  }
}
