// What the person chose in the settings: a look before sending, the answer of the last time (issue 3, ELI-06, ELI-11).
import { cleanup, fireEvent, screen } from "@testing-library/svelte";
import axe from "axe-core";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Checked } from "../bindings/Checked";
import { store } from "../state/store.svelte";
import * as fake from "../testing/host";
import {
  afterGuard,
  button,
  choices,
  field,
  form,
  input,
  press,
  question,
  settle,
  setUp,
  show,
  text,
  untouched,
} from "./testing";

const usual = store.settings;
setUp();
afterEach(() => void (store.settings = usual));
const good: Checked = { errors: [], content: '{\n  "name": "Noor"\n}', notSent: ["Work e-mail"] };
const bad: Checked = {
  errors: [{ field: 0, key: "name", reason: "REQUIRED", words: "This needs an answer." }],
  content: null,
  notSent: [],
};

test("with a look before sending, Send shows what goes to whom; the second Send sends it", async () => {
  store.settings = { ...usual, review: true };
  fake.host.checkAnswer.mockResolvedValue(good);
  show(question());
  await afterGuard();
  input("Full name").focus();
  press("Enter", { ctrlKey: true });
  await settle();
  const heading = screen.getByRole("heading", { name: "What is sent" });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByRole("region").textContent).toContain('"name": "Noor"');
  expect(screen.getByText(/This goes to/).textContent).toBe("This goes to Portfolio Desk. Nothing has been sent yet.");
  expect(screen.getByRole("listitem").textContent).toBe("Work e-mail, because you gave no answer.");
  expect(screen.queryByLabelText("Full name")?.closest("[hidden]")).toBeTruthy();
  // A key begun before, or pressed at once, does not count.
  press("Enter", { ctrlKey: true });
  expect(fake.host.answer).not.toHaveBeenCalled();
  await afterGuard();
  vi.useRealTimers();
  const { violations } = await axe.run(document, {
    rules: { "color-contrast": { enabled: false }, "html-has-lang": { enabled: false } },
  });
  expect(violations.map((one) => one.id)).toEqual([]);
  vi.useFakeTimers();
  press("Enter", { ctrlKey: true });
  await settle();
  expect(fake.host.answer).toHaveBeenCalledExactlyOnceWith("q1", { kind: "draft", draft: [untouched, untouched] });
});

test("“Keep answering” and Escape lead back to where the person was; nothing is sent", async () => {
  store.settings = { ...usual, review: true };
  fake.host.checkAnswer.mockResolvedValue(good);
  show(question());
  await afterGuard();
  await fireEvent.input(input("Work e-mail"), { target: { value: "n@example.org" } });
  for (const leave of [() => button("Keep answering").click(), () => press("Escape")]) {
    input("Work e-mail").focus();
    button("Send").click();
    await settle();
    await afterGuard();
    const keys = ["Cancel", "Keep answering"].map((name) => button(name).getAttribute("aria-keyshortcuts"));
    expect(keys, "Escape goes back, it does not cancel").toEqual([null, "Escape"]);
    leave();
    await settle();
    await afterGuard();
    expect(screen.queryByRole("heading", { name: "What is sent" })).toBeNull();
    expect(document.activeElement).toBe(input("Work e-mail"));
    expect(input("Work e-mail").value).toBe("n@example.org");
  }
  expect(fake.host.answer).not.toHaveBeenCalled();
});

test("with something wrong there is nothing to look at: the summary is shown", async () => {
  store.settings = { ...usual, review: true };
  fake.host.checkAnswer.mockResolvedValue(bad);
  show(question());
  await afterGuard();
  button("Send").click();
  await settle();
  expect(screen.getByRole("alert").textContent).toContain("1 answer needs a change");
  expect(screen.queryByRole("heading", { name: "What is sent" })).toBeNull();
  expect(fake.host.answer).not.toHaveBeenCalled();
});

test("no offer of the last answer unless the person wants it, nor where there is none", async () => {
  fake.host.lastAnswer.mockResolvedValue([text("Noor"), untouched]);
  show(question());
  await settle();
  expect(fake.host.lastAnswer).not.toHaveBeenCalled();
  cleanup();
  store.settings = { ...usual, lastAnswers: true };
  fake.host.lastAnswer.mockResolvedValue(null);
  show(question());
  await settle();
  expect(screen.queryByRole("button", { name: "Fill from my last answer" })).toBeNull();
});

test("the last answer fills what is untouched, never what was typed, never a secret", async () => {
  store.settings = { ...usual, lastAnswers: true };
  const last = [
    text("Old"),
    text("old@example.org"),
    { kind: "choice", value: 1 } as const,
    text("hunter2"),
    untouched,
  ];
  fake.host.lastAnswer.mockResolvedValue(last);
  const fields = form(
    field(),
    field({ key: "mail", label: "Work e-mail", initial: text("default@example.org") }),
    field({ key: "size", label: "Size", control: { kind: "select", options: choices("s", "m") } }),
    field({ key: "token", label: "Token", secret: true }),
    field({ key: "more", label: "More", initial: text("kept") }),
  );
  show(question({ form: fields }));
  await afterGuard();
  await fireEvent.input(input("Full name"), { target: { value: "Noor" } });
  button("Fill from my last answer").click();
  await settle();
  expect(input("Full name").value).toBe("Noor");
  expect(input("Work e-mail").value).toBe("old@example.org");
  expect(screen.getByRole("radio", { name: /m/ }).getAttribute("aria-checked")).toBe("true");
  expect(input("Token").value).toBe("");
  expect(input("More").value).toBe("kept");
  expect(screen.getByRole("status").textContent).toBe("Filled in 2 answers from the last time. Nothing has been sent.");
  expect(document.activeElement).toBe(input("Token"));
  expect(screen.queryByRole("button", { name: "Fill from my last answer" })).toBeNull();
  expect(fake.host.answer).not.toHaveBeenCalled();
});

test("an answer as JSON is filled in only where nothing is written", async () => {
  store.settings = { ...usual, lastAnswers: true };
  fake.host.lastAnswer.mockResolvedValue([text('{"a": 1}')]);
  const view = question({ form: { fields: [], notes: [], editor: "it asks for a list of objects" } });
  show(view);
  await afterGuard();
  button("Fill from my last answer").click();
  await tick();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your answer as JSON").value).toBe('{"a": 1}');
  cleanup();
  show(question({ ...view, id: "q2", draft: [text("{")] }));
  await afterGuard();
  button("Fill from my last answer").click();
  await tick();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your answer as JSON").value).toBe("{");
  expect(screen.getByText(/Nothing was filled in/)).toBeTruthy();
});
