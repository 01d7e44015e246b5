// The words around a date-time: what it is sent as, and which of its parts is wrong (SCH-10).
import { calendarDate, isTime, offsetsOf, type When } from "./dates";
import { noneWords, quoted } from "./fieldwords";

/** A part that is typed by itself. */
export type WhenPart = "date" | "time" | "zone";

export interface WhenFault {
  part: WhenPart;
  /** With what can be done about it there. */
  words: string;
}

/** What is wrong, part by part: of the text of all three together nobody typed a letter. None where nothing is typed. */
export function whenFaults(when: When): WhenFault[] {
  if (when.date === "" && when.time === "") return [];
  const wrong = { date: dateFault(when), time: timeFault(when), zone: zoneFault(when) };
  const parts = ["date", "time", "zone"] as const;
  return parts.flatMap((part) => (wrong[part] === null ? [] : [{ part, words: wrong[part] }]));
}

function dateFault({ date }: When): string | null {
  if (date === "") return "The day is missing. Write it like 2026-10-01.";
  return calendarDate(date) === null ? `${quoted(date)} is not a date. Write it like 2026-10-01.` : null;
}

function timeFault(when: When): string | null {
  if (when.time === "") return "The time is missing. Write it like 09:30.";
  return isTime(when.time) ? skippedWords(when) : `${quoted(when.time)} is not a time of day. Write it like 09:30.`;
}

function zoneFault({ zone, noZone = "" }: When): string | null {
  if (zone !== "") return null;
  return noZone === "" ? "The time zone is missing. Choose it from the list." : noneWords(noZone);
}

/** SCH-10: the clock of its zone never shows that time. */
function skippedWords(when: When): string | null {
  return offsetsOf(when)?.length === 0 ? `This time does not exist in ${when.zone}: the clock skips it.` : null;
}

/** SCH-10: what a date-time is sent as, and what the clock of its zone does with it. */
export function whenWords(text: string, when: When): string[] {
  const offsets = offsetsOf(when);
  const skipped = skippedWords(when);
  if (skipped !== null) return [skipped];
  if (offsets === null) return [];
  if (!/([Zz]|[+-]\d{2}:\d{2})$/.test(text)) return [];
  const sent = `Sent as ${text}`;
  return offsets.length === 1 ? [sent] : [sent, "This time occurs twice; the first one is sent."];
}
