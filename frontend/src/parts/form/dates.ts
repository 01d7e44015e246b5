// Dates as people type them, and the offset that a date-time leaves with (SCH-10).
import { CalendarDate, parseDate, parseDateTime, toCalendarDateTime, toZoned } from "@internationalized/date";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)([Zz]|[+-]\d{2}:\d{2})?$/;
const TIME = /^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/** A real date, or nothing. */
export function calendarDate(text: string): CalendarDate | null {
  if (!DATE.test(text)) return null;
  try {
    return parseDate(text);
  } catch {
    return null;
  }
}

/** “Thursday, 1 October 2026”, or nothing if it is no date. */
export function dateInWords(text: string): string {
  const date = calendarDate(text);
  if (!date) return "";
  const words = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });
  return words.format(date.toDate("UTC"));
}

/** Whether a clock shows that time. */
export function isTime(text: string): boolean {
  if (!TIME.test(text)) return false;
  const [hour = 0, minute = 0, second = 0] = text.split(":").map(Number);
  return hour < 24 && minute < 60 && second < 60;
}

/** The person's own zone. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

// Asked for once: a form may have hundreds of date-times.
let zones: readonly string[] | undefined;

/** Every zone by name; fixed offsets are written `UTC+02:00`. */
export function allZones(): readonly string[] {
  if (zones === undefined) {
    const named = typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone") : [];
    zones = named.includes("UTC") ? named : ["UTC", ...named];
  }
  return zones;
}

function minutesAsOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/**
 * The offsets at which a zone's clock shows that time: one; two where it is set back, the first one first; none where
 * it skips the time. Nothing while the time is incomplete or the zone is not known.
 */
export function offsetsOf({ zone, date, time }: When): string[] | null {
  if (zone === "" || !DATE.test(date) || !TIME.test(time)) return null;
  const fixed = /^UTC([+-]\d{2}:\d{2})$/.exec(zone)?.[1];
  if (fixed !== undefined) return [fixed];
  try {
    const wall = parseDateTime(`${date}T${fullTime(time).slice(0, 8)}`);
    const both = (["earlier", "later"] as const).map((which) => toZoned(wall, zone, which));
    const shown = both.filter((zoned) => toCalendarDateTime(zoned).compare(wall) === 0);
    return [...new Set(shown.map((zoned) => minutesAsOffset(Math.round(zoned.offset / 60_000))))];
  } catch {
    return null;
  }
}

/** The offset that the time leaves with: `+02:00`; nothing while there is none. */
export function offsetOf(when: When): string | null {
  return offsetsOf(when)?.[0] ?? null;
}

/** `9:30` → `09:30:00`; what is no time stays as typed. */
export function fullTime(time: string): string {
  if (!TIME.test(time)) return time;
  const padded = time.indexOf(":") === 1 ? `0${time}` : time;
  return padded.length === 5 ? `${padded}:00` : padded;
}

/** The parts that a person edits. */
export interface When {
  date: string;
  time: string;
  /** Empty while none is chosen: no offset then. */
  zone: string;
  /** What was typed in its place and is none. */
  noZone?: string;
}

/** The text of a date-time from its parts: complete with seconds and offset, or as far as it was typed. */
export function joined(when: When): string {
  if (when.date === "" && when.time === "") return "";
  const offset = offsetOf(when);
  return `${when.date}T${fullTime(when.time)}${offset ?? ""}`;
}

/** The parts of a date-time; the wall clock stays as it was written. */
export function parted(text: string, own: string): When {
  const found = DATE_TIME.exec(text);
  if (!found) {
    // Only a T between a date and a time parts them: “Tuesday” stays whole.
    const at = text.search(/T(?=[\d:]|$)/);
    return at < 0
      ? { date: text, time: "", zone: own }
      : { date: text.slice(0, at), time: text.slice(at + 1), zone: own };
  }
  const [, date = "", time = "", suffix] = found;
  const short = time.endsWith(":00") && time.length === 8 ? time.slice(0, 5) : time;
  if (!suffix) return { date, time: short, zone: own };
  const offset = suffix.toUpperCase() === "Z" ? "+00:00" : suffix;
  const zone = offsetOf({ date, time, zone: own }) === offset ? own : offset === "+00:00" ? "UTC" : `UTC${offset}`;
  return { date, time: short, zone };
}
