// Ended questions: the exact words, and the way on.
import { cleanup, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Ending } from "../bindings/Ending";
import type { QuestionView } from "../bindings/QuestionView";
import { store } from "../state/store.svelte";
import * as fake from "../testing/host";
import { afterGuard, inApp, setUp, press, question, show } from "./testing";

setUp();
const usual = store.settings;
afterEach(() => void (store.settings = usual));
const button = (name: string) => screen.getByRole("button", { name });
const ended = (ending: Ending) => question({ state: { kind: "ended", at: Date.now(), ending } });
const problem = { code: "connection.lost", what: "The connection was refused.", remedy: null, details: [] };

test.each<[Ending, string[]]>([
  [{ kind: "sent" }, ["Sent to Portfolio Desk. assign_manager goes on."]],
  [{ kind: "declined" }, ["Declined. Portfolio Desk was told no."]],
  [{ kind: "cancelled" }, ["Cancelled. Portfolio Desk was told that you gave no answer."]],
  [{ kind: "taskStopped" }, ["You stopped assign_manager, so this question has ended. Nothing was sent."]],
  [
    { kind: "withdrawn", reason: "Assigned \u202Ealready." },
    ["Portfolio Desk withdrew this question. Nothing was sent.", "Its reason: “Assigned ‹U+202E›already.”"],
  ],
  [{ kind: "withdrawn", reason: null }, ["Portfolio Desk withdrew this question. Nothing was sent."]],
  [{ kind: "timeLimit", minutes: 5 }, ["The time for this question ran out after 5 minutes. Nothing was sent."]],
  [{ kind: "timeLimit", minutes: 1 }, ["The time for this question ran out after 1 minute. Nothing was sent."]],
  [
    { kind: "serverDied", exit: "ended with status 137", lastWords: ["Killed"] },
    [
      "Portfolio Desk stopped, so this question has ended. Nothing was sent.",
      "The program ended with status 137. Its last words are below. Other servers are not affected.",
    ],
  ],
  [
    { kind: "serverDied", exit: null, lastWords: [] },
    [
      "Portfolio Desk stopped, so this question has ended. Nothing was sent.",
      "The program ended. Other servers are not affected.",
    ],
  ],
  [
    { kind: "connectionLost" },
    ["The connection to Portfolio Desk was lost, so this question has ended. Nothing was sent."],
  ],
  [{ kind: "serverStopped" }, ["You stopped Portfolio Desk, so this question has ended. Nothing was sent."]],
  [
    { kind: "notSent", problem },
    ["Not sent: Portfolio Desk cannot be reached. Your answer is still here.", "The connection was refused."],
  ],
  [
    { kind: "notAllowed", why: "its address is no web address" },
    [
      "Portfolio Desk asked in a way that the protocol forbids: its address is no web address. It was told so. Nothing is needed from you.",
    ],
  ],
])("%j", async (ending, sentences) => {
  show(ended(ending));
  await tick();
  const said = [...screen.getByRole("status").querySelectorAll("p")].map((p) =>
    p.textContent?.replaceAll("\u00A0", " ").trim(),
  );
  expect(said).toEqual(sentences);
  expect(document.activeElement?.textContent).toBe("Portfolio Desk asked");
  expect(screen.queryByRole("button", { name: "Decline" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
  expect(screen.getByText("Ended")).toBeTruthy();
});

test("next question by button and J; the Inbox if none waits", async () => {
  const { steps } = show(ended({ kind: "declined" }));
  await afterGuard();
  button("Next question").click();
  press("j");
  expect(steps.onnext).toHaveBeenCalledTimes(2);
  cleanup();
  const alone = show(ended({ kind: "declined" }), { index: -1, count: 0 });
  await afterGuard();
  button("Back to the Inbox").click();
  expect(alone.steps.onback).toHaveBeenCalledOnce();
});

test("a server that died: its last words literally, a way to its page, and to start it again", async () => {
  const { steps, container } = show(ended({ kind: "serverDied", exit: null, lastWords: ["a <b>", "Killed"] }));
  await afterGuard();
  expect(container.querySelector(".code")?.textContent?.trim()).toBe("a <b>\nKilled");
  button("Open server").click();
  expect(steps.onopenserver).toHaveBeenCalledExactlyOnceWith("Portfolio Desk");
  button("Start it again").click();
  await vi.advanceTimersByTimeAsync(0);
  expect(fake.host.connect).toHaveBeenCalledExactlyOnceWith("Portfolio Desk");
});

test("not sent: the answer is still there, and Try again sends it", async () => {
  show({ ...ended({ kind: "notSent", problem }), draft: [{ kind: "text", value: "Noor" }, { kind: "untouched" }] });
  await afterGuard();
  expect(screen.getByLabelText<HTMLInputElement>("Full name").value).toBe("Noor");
  button("Try again").click();
  expect(fake.host.answer).toHaveBeenCalledExactlyOnceWith("q1", {
    kind: "draft",
    draft: [{ kind: "text", value: "Noor" }, { kind: "untouched" }],
  });
});

// MRT-17: what an app answered is held by the engine; the form shows it, and nothing is asked of it again.
test("not sent, given in the app: its values are shown, and Try again needs no look before", async () => {
  store.settings = { ...usual, review: true };
  const { update } = show(inApp());
  await afterGuard();
  const draft: QuestionView["draft"] = [{ kind: "text", value: "Noor" }, { kind: "untouched" }];
  await update({ ...ended({ kind: "notSent", problem }), shown: inApp().shown, draft });
  await afterGuard();
  expect(screen.getByLabelText<HTMLInputElement>("Full name").value).toBe("Noor");
  fake.host.checkAnswer.mockClear();
  button("Try again").click();
  await vi.advanceTimersByTimeAsync(0);
  expect(fake.host.checkAnswer).not.toHaveBeenCalled();
  expect(fake.host.answer).toHaveBeenCalledOnce();
});

test("Escape and Ctrl+Enter do nothing once it has ended", async () => {
  show(ended({ kind: "sent" }));
  await afterGuard();
  press("Escape");
  press("Enter", { ctrlKey: true });
  expect(fake.host.answer).not.toHaveBeenCalled();
});
