// axe-core finds nothing in any state. Colours are checked elsewhere: jsdom draws nothing.
import { screen } from "@testing-library/svelte";
import axe from "axe-core";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import type { Ending } from "../bindings/Ending";
import type { QuestionView } from "../bindings/QuestionView";
import { appView } from "../testing/views";
import { asUrl, choices, setUp, field, form, inApp, question, show } from "./testing";

setUp({ timers: false });

const every = form(
  field({ help: "Help.", limits: ["Up to 80 characters"] }),
  field({ label: "Long", control: { kind: "text", multiline: true, maxLength: 600 } }),
  field({ label: "Mail", control: { kind: "email" }, secret: true, required: false }),
  field({ label: "Number", control: { kind: "number" }, brokenDefault: "x" }),
  field({ label: "Day", control: { kind: "date" } }),
  field({ label: "When", control: { kind: "dateTime" } }),
  field({ label: "Yes or no", control: { kind: "toggle" }, required: false }),
  field({ label: "One", control: { kind: "select", options: choices("a", "b") } }),
  field({ label: "One of many", control: { kind: "select", options: choices(..."abcdefghij") } }),
  field({ label: "Some", control: { kind: "multiSelect", options: choices("a", "b"), min: 1, max: 2 } }),
  field({
    label: "Some of many",
    control: { kind: "multiSelect", options: choices(..."abcdefghijklmno"), min: 1, max: 2 },
  }),
  field({ label: "Texts", control: { kind: "textList", min: null, max: null } }),
  field({ label: "Any", control: { kind: "json" } }),
);
const died: Ending = { kind: "serverDied", exit: null, lastWords: ["Killed"] };
const scenes: Record<string, QuestionView> = {
  "every control": question({ form: every }),
  editor: question({ form: { fields: [], notes: [], editor: "it asks for a list of objects" } }),
  app: inApp({ gates: [{ open: true, words: "Askance can show forms", holder: "askance" }] }),
  starting: question({ shown: { kind: "app", app: appView({ kind: "starting" }) } }),
  silent: question({ shown: { kind: "app", app: appView({ kind: "notResponding", seconds: 90 }) } }),
  confirm: inApp({ confirm: { untouched: true, values: [["Manager", "Ana"]] } }),
  url: asUrl({ warnings: ["a", "b"] }),
  opened: asUrl({ openedAt: 1 }),
  died: question({ state: { kind: "ended", at: 1, ending: died } }),
};

async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document, {
    rules: { "color-contrast": { enabled: false }, "html-has-lang": { enabled: false } },
  });
  return found.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" | ")}`);
}

test.each(Object.keys(scenes))("%s", { timeout: 30_000 }, async (name) => {
  const view = scenes[name];
  if (!view) throw new Error(name);
  show(view);
  await tick();
  screen.getByRole("button", { name: "Details" }).click();
  await tick();
  expect(await violations()).toEqual([]);
});

test("open pickers", { timeout: 30_000 }, async () => {
  const { container } = show(question({ form: every }));
  await vi.waitFor(() => expect(container.querySelector(".is-guarded")).toBeNull());
  screen.getByRole("combobox", { name: "One of many" }).click();
  screen.getAllByRole("button", { name: "Choose a date" })[0]?.click();
  await tick();
  expect(container.querySelector(".cal, [data-calendar-root]")).not.toBeNull();
  expect(await violations()).toEqual([]);
});
