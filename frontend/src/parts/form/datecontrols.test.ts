// Dates and date-times: typed or chosen, sent with an offset (SCH-10).
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Draft } from "../../bindings/Draft";
import type { DraftValue } from "../../bindings/DraftValue";
import type { FieldError } from "../../bindings/FieldError";
import { field, form, press } from "../../question/testing";
import ErrorSummary from "./ErrorSummary.svelte";
import { Said } from "./errors";
import { focusField } from "./focus";
import FormFields from "./FormFields.svelte";
import { one } from "./testing";

afterEach(cleanup);

test("a date is typed; its words stand beside it; the calendar opens by its button", async () => {
  const { told } = one({ control: { kind: "date" } });
  const input = screen.getByLabelText<HTMLInputElement>("It");
  expect(input.placeholder).toBe("yyyy-mm-dd");
  await fireEvent.input(input, { target: { value: "2026-10-01" } });
  expect(told).toEqual([{ kind: "text", value: "2026-10-01" }]);
  expect(screen.getByText("Thursday, 1 October 2026")).toBeTruthy();
  screen.getByRole("button", { name: "Choose a date" }).click();
  await tick();
  const dialog = screen.getByRole("dialog", { name: "Choose a date" });
  await vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  dialog.querySelector<HTMLElement>("[data-bits-day][data-value='2026-10-06']")?.click();
  await tick();
  expect(told.at(-1)).toEqual({ kind: "text", value: "2026-10-06" });
  expect(document.activeElement).toBe(input);
});

test("a date-time leaves with seconds and the offset of its zone (SCH-10)", async () => {
  const { told } = one({ control: { kind: "dateTime" } }, { kind: "text", value: "2026-10-05T09:30:00+02:00" });
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "It" }).value).toBe("2026-10-05");
  await fireEvent.input(screen.getByLabelText("Time"), { target: { value: "9:45" } });
  expect(told.at(-1)).toEqual({ kind: "text", value: "2026-10-05T09:45:00+02:00" });
  expect(screen.getByText("Sent as 2026-10-05T09:45:00+02:00")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Time").value).toBe("9:45");
  const zone = screen.getByRole("combobox", { name: "Time zone" });
  await fireEvent.input(zone, { target: { value: "tokyo" } });
  zone.focus();
  press("Enter");
  await tick();
  expect(told.at(-1)).toEqual({ kind: "text", value: "2026-10-05T09:45:00+09:00" });
});

test("the time of a date-time says what its date says: needed, and what is wrong", async () => {
  const { props, rerender } = one({ control: { kind: "dateTime" } });
  await rerender({ ...props, errors: [{ field: 0, key: "it", reason: "REQUIRED", words: "This needs an answer." }] });
  const time = screen.getByLabelText("Time");
  const date = screen.getByRole("textbox", { name: "It" });
  expect(time.getAttribute("aria-required")).toBe("true");
  expect(time.getAttribute("aria-describedby")).toBe(date.getAttribute("aria-describedby"));
  const live = screen.getByText("This needs an answer.").closest("[aria-live]");
  expect(time.getAttribute("aria-describedby")?.split(" ")).toContain(live?.id);
});

test("a date-time that is shown again is as it was typed, in the form that it was typed in (SCH-10)", async () => {
  const part = { control: { kind: "dateTime" }, required: false } as const;
  const zone = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Time zone" });
  const date = () => screen.getByRole<HTMLInputElement>("textbox", { name: "It optional" });
  const again = (told: DraftValue[], name = "q1") => {
    cleanup();
    return one(part, told.at(-1), name).told;
  };
  let told = one(part, undefined, "q1").told;
  zone().focus();
  await fireEvent.input(zone(), { target: { value: "tokyo" } });
  zone().blur();
  await tick();
  told = again(told);
  expect(zone().value).toBe("Asia/Tokyo");
  await fireEvent.input(date(), { target: { value: "Tuesday" } });
  told = again(told);
  expect([date().value, screen.getByLabelText<HTMLInputElement>("Time").value]).toEqual(["Tuesday", ""]);
  await fireEvent.input(date(), { target: { value: "2026-10-05" } });
  await fireEvent.input(screen.getByLabelText("Time"), { target: { value: "9:30" } });
  told = again(told);
  expect(told).toEqual([]);
  expect(zone().value).toBe("Asia/Tokyo (UTC+09:00)");
  expect(screen.getByLabelText<HTMLInputElement>("Time").value).toBe("9:30");
  cleanup();
  one(part, { kind: "text", value: "2026-10-05T09:30:00+09:00" }, "q2");
  expect(zone().value).toBe("UTC+09:00");
});

test("a secret date-time is not kept (ELI-11)", async () => {
  const part = { control: { kind: "dateTime" }, secret: true } as const;
  one(part, undefined, "q1");
  const zone = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Time zone" });
  const before = zone().value;
  zone().focus();
  await fireEvent.input(zone(), { target: { value: "nairobi" } });
  zone().blur();
  await tick();
  expect(zone().value).toBe("Africa/Nairobi");
  cleanup();
  one(part, undefined, "q1");
  expect(zone().value).toBe(before);
});

test("a time that the clock skips is an error in its own words, said once", async () => {
  const { props, rerender } = one(
    { control: { kind: "dateTime" } },
    { kind: "text", value: "2026-03-29T01:30:00+01:00" },
    "skips",
  );
  const zone = screen.getByRole<HTMLInputElement>("combobox", { name: "Time zone" });
  zone.focus();
  await fireEvent.input(zone, { target: { value: "stockholm" } });
  zone.blur();
  await fireEvent.input(screen.getByLabelText("Time"), { target: { value: "2:30" } });
  const words = "This time does not exist in Europe/Stockholm: the clock skips it.";
  expect(screen.getByText(words).closest("[aria-live]")).toBeNull();
  const draft = [{ kind: "text", value: "2026-03-29T02:30:00" }] as const;
  await rerender({
    ...props,
    draft: [...draft],
    errors: [{ field: 0, key: "it", reason: "FORMAT", words: "This is not a date and time." }],
  });
  expect(screen.getByText(words).closest("[aria-live]")).not.toBeNull();
  expect(screen.queryByText("This is not a date and time.")).toBeNull();
});

test("a zone that is none leaves no offset of the zone before (SCH-10)", async () => {
  const { told } = one({ control: { kind: "dateTime" } }, { kind: "text", value: "2026-10-05T09:30:00+02:00" });
  const zone = screen.getByRole<HTMLInputElement>("combobox", { name: "Time zone" });
  zone.focus();
  await fireEvent.input(zone, { target: { value: "Atlantis" } });
  zone.blur();
  await tick();
  expect(told.at(-1)).toEqual({ kind: "text", value: "2026-10-05T09:30:00" });
  expect(zone.value).toBe("Atlantis");
  expect(screen.getByText("“Atlantis” is none of the choices.")).toBeTruthy();
});

test("a calendar that opens comes into sight as a whole", async () => {
  const seen = vi.spyOn(Element.prototype, "scrollIntoView");
  one({ control: { kind: "date" } });
  screen.getByRole("button", { name: "Choose a date" }).click();
  await tick();
  expect(seen.mock.contexts).toContain(screen.getByRole("dialog", { name: "Choose a date" }));
  expect(seen).toHaveBeenCalledWith({ block: "nearest" });
  seen.mockRestore();
});

test("a text that is no zone is there again when the form is drawn anew, and can be corrected", async () => {
  const part = { control: { kind: "dateTime" } } as const;
  const zone = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Time zone" });
  let { told } = one(part, { kind: "text", value: "2026-10-05T09:30:00+02:00" }, "no-zone");
  zone().focus();
  await fireEvent.input(zone(), { target: { value: "berlxx" } });
  zone().blur();
  await tick();
  cleanup();
  ({ told } = one(part, told.at(-1), "no-zone"));
  expect(zone().value).toBe("berlxx");
  expect(await screen.findByText("“berlxx” is none of the choices.")).toBeTruthy();
  zone().focus();
  await fireEvent.input(zone(), { target: { value: "tokyo" } });
  zone().blur();
  await tick();
  expect(told.at(-1)).toEqual({ kind: "text", value: "2026-10-05T09:30:00+09:00" });
  expect(screen.queryByText(/none of the choices/)).toBeNull();
});

test("a wrong part is told by itself, at the field and in the summary, whose link leads to it (SCH-10)", async () => {
  const when = field({ label: "When", control: { kind: "dateTime" } });
  const control = { kind: "group", fields: [when] } as const;
  const draft: Draft = [
    { kind: "text", value: "2026-03-29T9.30" },
    { kind: "group", value: [{ kind: "text", value: "2026-03-29T25:10" }] },
  ];
  const fault = { key: "when", reason: "FORMAT", words: "“2026-03-29T9.30” is not a date and time." } as const;
  const errors: FieldError[] = [
    { field: 0, ...fault },
    { field: 1, below: [0], ...fault },
  ];
  const said = new Said();
  const both = form(when, field({ label: "Group", control: { ...control, fields: [when] } }));
  const shown = render(FormFields, { form: both, draft, errors, said, onchange: vi.fn() });
  const onfield = (at: number, below: number[]) => void focusField(shown.container, at, below);
  const summary = render(ErrorSummary, { form: both, errors, said, onfield });
  await tick();
  const words = [
    "“9.30” is not a time of day. Write it like 09:30.",
    "“25:10” is not a time of day. Write it like 09:30.",
  ];
  for (const one of words) {
    expect(within(shown.container).getByText(one).closest("[aria-live]")).not.toBeNull();
    expect(within(summary.container.querySelector(".summary") as HTMLElement).getByText(one)).toBeTruthy();
  }
  expect(screen.queryByText(fault.words)).toBeNull();
  const times = screen.getAllByLabelText("Time");
  expect(times.map((time) => time.getAttribute("aria-invalid"))).toEqual(["true", "true"]);
  for (const [at, name] of ["When", "Group, When"].entries()) {
    screen.getByRole("button", { name }).click();
    expect(document.activeElement).toBe(times[at]);
  }
  // Mended, it stays said until Rust has looked again; never in the words for all parts together.
  const mended: Draft = [{ kind: "text", value: "2026-03-29T09:30:00+02:00" }, draft[1] ?? { kind: "untouched" }];
  await shown.rerender({ form: both, draft: mended, errors, said, onchange: vi.fn() });
  expect(screen.queryByText(fault.words)).toBeNull();
  const dates = screen.getAllByRole("textbox", { name: "When" });
  expect(dates.map((date) => date.getAttribute("aria-invalid"))).toEqual([null, null]);
});

test("a text that is no zone is told in the summary too, whose link leads to it", async () => {
  const when = form(field({ label: "When", control: { kind: "dateTime" } }));
  const errors: FieldError[] = [{ field: 0, key: "when", reason: "FORMAT", words: "This is not a date and time." }];
  const said = new Said();
  const draft: Draft = [{ kind: "text", value: "2026-10-05T09:30:00+02:00" }];
  const props = { form: when, draft, errors: [] as FieldError[], said };
  const onchange = (draft: Draft) => void shown.rerender({ ...props, draft, onchange });
  const shown = render(FormFields, { ...props, onchange });
  const zone = screen.getByRole<HTMLInputElement>("combobox", { name: "Time zone" });
  zone.focus();
  await fireEvent.input(zone, { target: { value: "berlxx" } });
  zone.blur();
  await tick();
  const changed: Draft = [{ kind: "text", value: "2026-10-05T09:30:00" }];
  await shown.rerender({ ...props, draft: changed, errors, onchange });
  const onfield = (at: number, below: number[]) => void focusField(shown.container, at, below);
  render(ErrorSummary, { form: when, errors, said, onfield });
  expect(within(screen.getByRole("alert")).getByText("“berlxx” is none of the choices.")).toBeTruthy();
  expect(screen.getAllByText("“berlxx” is none of the choices.")).toHaveLength(2);
  screen.getByRole("button", { name: "When" }).click();
  expect(document.activeElement).toBe(zone);
});
