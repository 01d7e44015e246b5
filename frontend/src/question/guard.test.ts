// A19: what just appeared takes no click and no key, and nothing begun before counts.
import { screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import * as fake from "../testing/host";
import { afterGuard, setUp, inApp, pointerClick, press, question, show } from "./testing";

setUp();
const button = (name: string) => screen.getByRole("button", { name });

test("a press within 500 ms does nothing, one after it answers", async () => {
  const { container } = show(question());
  await tick();
  expect(container.querySelector("main")?.classList).toContain("is-guarded");
  pointerClick(button("Decline"));
  expect(fake.host.answer).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(480);
  pointerClick(button("Decline"));
  expect(fake.host.answer).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30);
  expect(container.querySelector("main")?.classList).not.toContain("is-guarded");
  pointerClick(button("Decline"));
  expect(fake.host.answer).toHaveBeenCalledExactlyOnceWith("q1", { kind: "decline" });
});

test("a press that began while shut does not count when let go after", async () => {
  show(question());
  await tick();
  const decline = button("Decline");
  decline.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, detail: 1 }));
  await afterGuard();
  decline.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  expect(fake.host.answer).not.toHaveBeenCalled();
});

test("the second half of a double click begun before does not count", async () => {
  show(question());
  await afterGuard();
  pointerClick(button("Decline"), 2);
  expect(fake.host.answer).not.toHaveBeenCalled();
  pointerClick(button("Decline"), 1);
  expect(fake.host.answer).toHaveBeenCalledOnce();
});

test("keys within the guard do nothing; a key held since before does not count after", async () => {
  show(question());
  await tick();
  press("Escape");
  press("Enter", { ctrlKey: true });
  await afterGuard();
  expect(fake.host.answer).not.toHaveBeenCalled();
  const held = { key: "Enter", code: "Enter", ctrlKey: true, repeat: true, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new KeyboardEvent("keydown", held));
  expect(fake.host.answer).not.toHaveBeenCalled();
  document.body.dispatchEvent(new KeyboardEvent("keyup", held));
  // a click that letting go of a held Space makes
  button("Decline").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 0 }));
  expect(fake.host.answer).not.toHaveBeenCalled();
});

test("an assistive program may press once the guard is open", async () => {
  show(question());
  await afterGuard();
  button("Decline").click();
  expect(fake.host.answer).toHaveBeenCalledOnce();
});

test("a bar and a replaced renderer are guarded anew", async () => {
  const { update } = show(inApp());
  await afterGuard();
  await update(inApp({ confirm: { untouched: true, values: [["Manager", "Ana"]] } }));
  pointerClick(button("Send"));
  expect(fake.host.confirmAnswer).not.toHaveBeenCalled();
  await afterGuard();
  pointerClick(button("Send"));
  expect(fake.host.confirmAnswer).toHaveBeenCalledExactlyOnceWith("q1");
  await update(question());
  pointerClick(button("Send"));
  expect(fake.host.answer).not.toHaveBeenCalled();
});

test("leaving is never shut: the toolbar and J answer nothing", async () => {
  const { steps } = show(question());
  await tick();
  pointerClick(button("Inbox"));
  expect(steps.onback).toHaveBeenCalledOnce();
  press("j", {}, screen.getByRole("heading", { level: 1 }));
  expect(steps.onnext).toHaveBeenCalledOnce();
});
