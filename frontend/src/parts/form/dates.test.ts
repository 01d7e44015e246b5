import { expect, test } from "vitest";
import { dateInWords, fullTime, joined, offsetOf, parted } from "./dates";
import { whenFaults, whenWords } from "./whenwords";

test.each([
  ["2026-10-01", "Thursday, 1 October 2026"],
  ["2024-02-29", "Thursday, 29 February 2024"],
  ["2026-02-29", ""],
  ["2026-09-31", ""],
  ["1 October", ""],
])("%s in words", (text, words) => expect(dateInWords(text)).toBe(words));

// SCH-10
test.each([
  [{ date: "2026-10-05", time: "09:30", zone: "Europe/Stockholm" }, "2026-10-05T09:30:00+02:00"],
  [{ date: "2026-12-05", time: "9:30", zone: "Europe/Stockholm" }, "2026-12-05T09:30:00+01:00"],
  [{ date: "2026-10-05", time: "09:30:15.25", zone: "UTC-03:30" }, "2026-10-05T09:30:15.25-03:30"],
  [{ date: "2026-10-05", time: "09:30", zone: "Asia/Kathmandu" }, "2026-10-05T09:30:00+05:45"],
  [{ date: "2026-10-05", time: "", zone: "Europe/Stockholm" }, "2026-10-05T"],
  [{ date: "2026-13-05", time: "09:30", zone: "Europe/Stockholm" }, "2026-13-05T09:30:00"],
  [{ date: "", time: "", zone: "Europe/Stockholm" }, ""],
])("%j is sent as %s", (when, text) => expect(joined(when)).toBe(text));

test.each([
  ["2026-10-05T09:30:00+02:00", { date: "2026-10-05", time: "09:30", zone: "Europe/Stockholm" }],
  ["2026-10-05T09:30:00Z", { date: "2026-10-05", time: "09:30", zone: "UTC" }],
  ["2026-10-05T09:30:15-03:30", { date: "2026-10-05", time: "09:30:15", zone: "UTC-03:30" }],
])("%s comes apart and together again", (text, when) => {
  expect(parted(text, "Europe/Stockholm")).toEqual(when);
  expect(joined(when)).toBe(text.replace("Z", "+00:00"));
});

test("a time that is none stays as typed; an unknown zone has no offset", () => {
  expect(fullTime("half nine")).toBe("half nine");
  expect(offsetOf({ date: "2026-10-05", time: "09:30", zone: "Nowhere/City" })).toBeNull();
});

// SCH-10: a clock that is set on skips times, one that is set back shows them twice.
test.each([
  ["2026-03-29", "01:59", "Europe/Stockholm", "2026-03-29T01:59:00+01:00", ["Sent as 2026-03-29T01:59:00+01:00"]],
  [
    "2026-03-29",
    "02:30",
    "Europe/Stockholm",
    "2026-03-29T02:30:00",
    ["This time does not exist in Europe/Stockholm: the clock skips it."],
  ],
  ["2026-03-29", "03:00", "Europe/Stockholm", "2026-03-29T03:00:00+02:00", ["Sent as 2026-03-29T03:00:00+02:00"]],
  [
    "2026-10-25",
    "02:30",
    "Europe/Stockholm",
    "2026-10-25T02:30:00+02:00",
    ["Sent as 2026-10-25T02:30:00+02:00", "This time occurs twice; the first one is sent."],
  ],
  ["2026-10-25", "03:00", "Europe/Stockholm", "2026-10-25T03:00:00+01:00", ["Sent as 2026-10-25T03:00:00+01:00"]],
  [
    "2011-12-30",
    "12:00",
    "Pacific/Apia",
    "2011-12-30T12:00:00",
    ["This time does not exist in Pacific/Apia: the clock skips it."],
  ],
  ["2026-10-05", "", "UTC+02:00", "2026-10-05T", []],
  ["2026-10-05", "09:30", "", "2026-10-05T09:30:00", []],
])("%s %s in %s", (date, time, zone, text, words) => {
  const when = { date, time, zone };
  expect(joined(when)).toBe(text);
  expect(whenWords(text, when)).toEqual(words);
});

test.each([
  ["Tuesday", "Tuesday", ""],
  ["TuesdayT", "Tuesday", ""],
  ["TuesdayT9:30", "Tuesday", "9:30"],
  ["2026-10-05T", "2026-10-05", ""],
  ["T09:30:00", "", "09:30:00"],
])("%s is parted where the time begins", (text, date, time) =>
  expect(parted(text, "UTC")).toEqual({ date, time, zone: "UTC" }),
);

test("the second time of two is not taken for the first", () => {
  const text = "2026-10-25T02:30:00+01:00";
  const when = parted(text, "Europe/Stockholm");
  expect(when.zone).toBe("UTC+01:00");
  expect(joined(when)).toBe(text);
});

// Each part is told by itself, with what can be followed there.
const BERLIN = { date: "2026-10-05", time: "09:30", zone: "Europe/Berlin" };
const NO_TIME = (text: string) => [["time", `“${text}” is not a time of day. Write it like 09:30.`]];
test.each([
  ["nothing is wrong", {}, []],
  ["one digit", { time: "9:30" }, []],
  ["with seconds", { time: "09:30:59.5" }, []],
  ["a point", { time: "9.30" }, NO_TIME("9.30")],
  ["no such hour", { time: "25:10" }, NO_TIME("25:10")],
  ["the end of the day", { time: "24:00" }, NO_TIME("24:00")],
  ["no such minute", { time: "09:60" }, NO_TIME("09:60")],
  ["half a day", { time: "9:30 pm" }, NO_TIME("9:30 pm")],
  ["in a zone of one offset too", { time: "25:10", zone: "UTC+02:00" }, NO_TIME("25:10")],
  ["no time", { time: "" }, [["time", "The time is missing. Write it like 09:30."]]],
  ["no day", { date: "" }, [["date", "The day is missing. Write it like 2026-10-01."]]],
  ["no such day", { date: "2026-02-30" }, [["date", "“2026-02-30” is not a date. Write it like 2026-10-01."]]],
  ["no zone", { zone: "" }, [["zone", "The time zone is missing. Choose it from the list."]]],
  ["none of the zones", { zone: "", noZone: "berlxx" }, [["zone", "“berlxx” is none of the choices."]]],
  ["nothing is typed", { date: "", time: "", zone: "" }, []],
  [
    "two at once",
    { date: "Tuesday", time: "" },
    [
      ["date", "“Tuesday” is not a date. Write it like 2026-10-01."],
      ["time", "The time is missing. Write it like 09:30."],
    ],
  ],
])("a date-time with %s", (_, part, faults) => {
  expect(whenFaults({ ...BERLIN, ...part }).map(({ part, words }) => [part, words])).toEqual(faults);
});
