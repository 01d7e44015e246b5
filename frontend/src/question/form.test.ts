// The form in the window: focus, keys, errors, what is kept, what is sent.
import { cleanup, fireEvent, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import type { Checked } from "../bindings/Checked";
import { REST_MS } from "./answering.svelte";
import { PRESS_MS } from "../parts/press";
import * as fake from "../testing/host";
import {
  afterGuard,
  button,
  choices,
  field,
  form,
  inApp,
  input,
  open,
  press,
  question,
  settle,
  setUp,
  show,
  text,
  type,
  untouched,
} from "./testing";

setUp();
const badMail: Checked = {
  errors: [
    { field: 0, key: "name", reason: "REQUIRED", words: "This needs an answer." },
    {
      field: 1,
      key: "mail",
      reason: "FORMAT",
      words: "“x” is not a full e-mail address. Write it like name@example.org.",
    },
  ],
  content: null,
  notSent: [],
};

/** The focus is in a field whose text Rust does not take. */
async function typeBadMail() {
  fake.host.checkAnswer.mockResolvedValue(badMail);
  await open();
  input("Work e-mail").focus();
  await type("Work e-mail", "x");
}
/** The focus is led away, as by Tab. */
async function leave() {
  input("Full name").focus();
  await settle();
}
const NOT_FULL = /not a full e-mail address/;

test("focus starts on the first field that needs input, on the heading if none does", async () => {
  show(question({ draft: [text("Noor"), untouched] }));
  await tick();
  expect(document.activeElement).toBe(input("Work e-mail"));
  cleanup();
  show(question({ draft: [text("Noor"), text("n@example.org")] }));
  await tick();
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

test("an error is shown for the field that was left, not for the others (ELI-07)", async () => {
  await typeBadMail();
  await vi.advanceTimersByTimeAsync(REST_MS + 10);
  expect(screen.queryByText(NOT_FULL)).toBeNull();
  await leave();
  expect(screen.getByText(NOT_FULL)).toBeTruthy();
  expect(input("Work e-mail").getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByText("This needs an answer.")).toBeNull();
});

test("a field that is left by a press moves nothing until the press is over", async () => {
  await typeBadMail();
  await fireEvent.pointerDown(input("Full name"));
  input("Full name").focus();
  await vi.advanceTimersByTimeAsync(PRESS_MS / 2);
  expect(screen.queryByText(NOT_FULL)).toBeNull();
  await fireEvent.pointerUp(document.body);
  await settle();
  expect(screen.getByText(NOT_FULL)).toBeTruthy();
});

test("a press whose end is not seen keeps an error back for a moment only", async () => {
  await typeBadMail();
  await fireEvent.pointerDown(input("Full name"));
  input("Full name").focus();
  await vi.advanceTimersByTimeAsync(PRESS_MS + 10);
  expect(screen.getByText(NOT_FULL)).toBeTruthy();
});

test("what was wrong before the last change is not shown when the field is left", async () => {
  await typeBadMail();
  await vi.advanceTimersByTimeAsync(REST_MS + 10);
  let say: (checked: Checked) => void = () => undefined;
  fake.host.checkAnswer.mockReturnValue(new Promise((resolve) => (say = resolve)));
  await type("Work e-mail", "x@example.org");
  await leave();
  expect(screen.queryByText(NOT_FULL)).toBeNull();
  say(badMail);
  await settle();
  expect(screen.getByText(NOT_FULL)).toBeTruthy();
});

test("a shown error goes as soon as it is mended", async () => {
  await typeBadMail();
  await leave();
  fake.host.checkAnswer.mockResolvedValue(fake.fits);
  await type("Work e-mail", "x@example.org");
  await vi.advanceTimersByTimeAsync(REST_MS + 10);
  expect(screen.queryByText(NOT_FULL)).toBeNull();
  expect(input("Work e-mail").getAttribute("aria-invalid")).toBeNull();
});

test("sending with errors: nothing is lost, the summary has the focus and leads to the field", async () => {
  fake.host.answer.mockResolvedValue(badMail);
  await open();
  await type("Work e-mail", "x");
  button("Send").click();
  await settle();
  const summary = screen.getByRole("alert");
  expect(within(summary).getByText("2 answers need a change before this can be sent.")).toBeTruthy();
  expect(summary.parentElement).toBe(document.activeElement);
  expect(input("Work e-mail").value).toBe("x");
  within(summary).getByRole("button", { name: "Work e-mail" }).click();
  expect(document.activeElement).toBe(input("Work e-mail"));
});

test("Enter goes to the next field, on the last one it sends; Ctrl+Enter sends from anywhere", async () => {
  await open();
  input("Full name").focus();
  press("Enter");
  expect(document.activeElement).toBe(input("Work e-mail"));
  expect(fake.host.answer).not.toHaveBeenCalled();
  press("Enter");
  expect(fake.host.answer).toHaveBeenCalledOnce();
  await settle();
  screen.getByRole("heading", { level: 1 }).focus();
  press("Enter", { ctrlKey: true });
  expect(fake.host.answer).toHaveBeenCalledTimes(2);
});

test("what is typed is sent as typed, once, and kept when typing rests", async () => {
  await open();
  await type("Full name", "Noor");
  await type("Full name", "Noor Haddad");
  expect(fake.host.keepDraft).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(REST_MS + 10);
  const draft = [text("Noor Haddad"), untouched];
  expect(fake.host.keepDraft).toHaveBeenCalledExactlyOnceWith("q1", draft);
  let done: (checked: Checked) => void = () => undefined;
  fake.host.answer.mockReturnValue(new Promise((resolve) => (done = resolve)));
  button("Send").click();
  await tick();
  press("Enter", { ctrlKey: true });
  expect(fake.host.answer).toHaveBeenCalledExactlyOnceWith("q1", { kind: "draft", draft });
  expect(button("Decline").hasAttribute("disabled")).toBe(true);
  done(fake.fits);
});

test("a question that is left keeps its draft at once, but never a secret (ELI-11)", async () => {
  const fields = form(field(), field({ key: "token", label: "Token", secret: true, initial: text("prefilled") }));
  const { unmount } = await open(question({ form: fields }));
  expect(input("Token").value).toBe("");
  await type("Full name", "Noor");
  await type("Token", "hunter2");
  unmount();
  expect(fake.host.keepDraft).toHaveBeenCalledExactlyOnceWith("q1", [text("Noor"), untouched]);
});

test("a question that is shown again has what was typed", async () => {
  show(question({ draft: [text("Noor"), untouched] }));
  await tick();
  expect(input("Full name").value).toBe("Noor");
});

test("what an emptied field is, Rust judges (ELI-15, U-06)", async () => {
  const fields = form(field({ required: false, initial: text("a") }), field({ label: "Needed", initial: text("b") }));
  await open(question({ form: fields }));
  await type("Full name optional", "");
  await type("Needed", "");
  button("Send").click();
  expect(fake.host.answer).toHaveBeenCalledExactlyOnceWith("q1", { kind: "draft", draft: [text(""), text("")] });
});

test("Escape and Cancel ask first if something was typed, else cancel at once (ELI-05)", async () => {
  await open();
  await type("Full name", "Noor");
  input("Full name").focus();
  press("Escape");
  await afterGuard();
  expect(document.activeElement?.textContent).toBe("Cancel and lose what you entered?");
  press("Escape");
  await afterGuard();
  expect(fake.host.answer).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(input("Full name"));
  expect(input("Full name").value).toBe("Noor");
  button("Cancel").click();
  await afterGuard();
  button("Cancel question").click();
  expect(fake.host.answer).toHaveBeenCalledExactlyOnceWith("q1", { kind: "cancel" });
  cleanup();
  await open(question({ id: "q2" }));
  press("Escape");
  expect(fake.host.answer).toHaveBeenLastCalledWith("q2", { kind: "cancel" });
});

test("Escape closes the drawer before it cancels", async () => {
  await open();
  press("i", { ctrlKey: true });
  await tick();
  expect(screen.getByRole("complementary")).toBeTruthy();
  expect(button("Cancel").getAttribute("aria-keyshortcuts"), "it closes the drawer").toBeNull();
  press("Escape");
  await tick();
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(fake.host.answer).not.toHaveBeenCalled();
});

test("both ways to refuse say what they tell the server", async () => {
  show(question());
  await tick();
  expect(button("Decline").getAttribute("aria-description")).toBe("Decline tells the server no.");
  expect(button("Cancel").getAttribute("aria-description")).toBe("Cancel tells the server that there was no answer.");
});

test("a failure to send is said, and the answer stays", async () => {
  const problem = {
    code: "question.settled",
    what: "This question has been answered already.",
    remedy: "Go to the Inbox.",
    details: [],
  };
  fake.host.answer.mockRejectedValue(problem);
  await open();
  await type("Full name", "Noor");
  button("Send").click();
  await settle();
  expect(screen.getByRole("alert").textContent).toContain("This question has been answered already.");
  expect(input("Full name").value).toBe("Noor");
});

test("See what is sent shows the content as Rust has it, and what is not sent (ELI-06)", async () => {
  fake.host.checkAnswer.mockResolvedValue({
    errors: [],
    content: '{\n  "big": 12345678901234567890\n}',
    notSent: ["Reminders", " "],
  });
  await open();
  button("See what is sent").click();
  await settle();
  const drawer = screen.getByRole("complementary", { name: "What is sent" });
  expect(drawer.textContent).toContain('"big": 12345678901234567890');
  expect(drawer.textContent).toContain("To Portfolio Desk, and only when you press Send.");
  expect(drawer.textContent).toContain("Reminders, because you gave no answer.");
  expect(drawer.textContent).toContain("(no name), because you gave no answer.");
});

test("beyond a form: the sentence, the schema beside it, the text as JSON", async () => {
  await open(question({ form: { fields: [], notes: [], editor: "it asks for a list of objects" } }));
  expect(screen.getByText(/goes beyond/).textContent).toBe(
    "This question goes beyond what a form can show: it asks for a list of objects.",
  );
  const editor = screen.getByLabelText("Your answer as JSON");
  expect(document.activeElement).toBe(editor);
  await fireEvent.input(editor, { target: { value: '{"a":1}' } });
  await vi.advanceTimersByTimeAsync(REST_MS + 10);
  expect(fake.host.checkAnswer).toHaveBeenCalledWith("q1", { kind: "json", text: '{"a":1}' });
  expect(screen.getByText("Fits the description")).toBeTruthy();
  expect(fake.host.keepDraft).toHaveBeenCalledExactlyOnceWith("q1", [text('{"a":1}')]);
  press("Enter", {}, editor);
  expect(fake.host.answer).not.toHaveBeenCalled();
  press("Enter", { ctrlKey: true }, editor);
  expect(fake.host.answer).toHaveBeenCalledExactlyOnceWith("q1", { kind: "json", text: '{"a":1}' });
});

// ELI-15: the focus is not lost to the page's body.
test("beyond a form: after a try to send the editor has the focus and says all errors, up to twenty", async () => {
  const errors = Array.from({ length: 23 }, (_, at) => {
    return { field: null, key: `n${at}`, reason: "REQUIRED" as const, words: `“n${at}” is missing.` };
  });
  fake.host.answer.mockResolvedValue({ errors, content: null, notSent: [] });
  await open(question({ form: { fields: [], notes: [], editor: "it asks for a list of objects" } }));
  const editor = screen.getByLabelText("Your answer as JSON");
  button("Send").focus();
  button("Send").click();
  await settle();
  expect(document.activeElement).toBe(editor);
  const said = document.getElementById(editor.getAttribute("aria-describedby") ?? "");
  const lines = [...(said?.querySelectorAll("p") ?? [])].map((line) => line.textContent?.trim());
  expect(lines.slice(0, 2)).toEqual(["“n0” is missing.", "“n1” is missing."]);
  expect(lines.slice(19)).toEqual(["“n19” is missing.", "And 3 more."]);
});

test("beyond a form: the text is kept when the question is left, and there again (ELI-19)", async () => {
  const beyond = { fields: [], notes: [], editor: "it asks for a list of objects" };
  const { unmount } = await open(question({ form: beyond }));
  expect(screen.queryByText(/looks like a secret/)).toBeNull();
  await fireEvent.input(screen.getByLabelText("Your answer as JSON"), { target: { value: '{"a":' } });
  unmount();
  expect(fake.host.keepDraft).toHaveBeenCalledExactlyOnceWith("q1", [text('{"a":')]);
  await open(question({ form: beyond, draft: [text('{"a":')] }));
  expect(input("Your answer as JSON").value).toBe('{"a":');
});

test("beyond a form: what looks like a secret is warned of above the editor (ELI-11)", async () => {
  await open(question({ form: { fields: [], notes: [], editor: "it asks for a list of objects", secret: true } }));
  const described = input("Your answer as JSON").getAttribute("aria-describedby")?.split(" ")[0] ?? "";
  expect(document.getElementById(described)?.textContent).toContain(
    "This looks like a secret. Portfolio Desk receives it as plain text. Send it only if you are sure; Askance never keeps it.",
  );
});

test("an update from outside never touches what is being typed", async () => {
  const { update } = await open();
  await type("Full name", "Noor");
  await update(
    question({ trace: [{ ms: 1, stage: "note", server: null, question: null, renderer: null, reason: "x" }] }),
  );
  await tick();
  expect(input("Full name").value).toBe("Noor");
});

test("keys are opaque: __proto__, a.b and an empty key are fields like others (ELI-18)", async () => {
  const keys = ["__proto__", "a.b", ""];
  await open(question({ form: form(...keys.map((key) => field({ key, label: key }))) }));
  await type("__proto__", "1");
  await type("a.b", "2");
  await type("(no name)", "3");
  button("Send").click();
  expect(fake.host.answer).toHaveBeenCalledExactlyOnceWith("q1", { kind: "draft", draft: ["1", "2", "3"].map(text) });
});

test("words of a server stay literal: no markup, no link, direction characters shown (ELI-08, ELI-09)", async () => {
  const nasty = "<b>x</b> [click](https://example.org) \u202Eabc";
  const fields = form(
    field({ label: nasty, help: nasty, limits: [nasty], notes: [nasty], brokenDefault: nasty }),
    field({ label: "Pick", control: { kind: "select", options: choices(nasty, "b") } }),
  );
  const { container } = show(question({ message: nasty, form: fields, of: nasty }));
  await tick();
  expect(container.querySelectorAll("main a, main .message b, .label b, .option b")).toHaveLength(0);
  const message = container.querySelector(".message");
  expect(message?.textContent).toContain("<b>x</b> [click](https://example.org) ‹U+202E›abc");
  expect(container.textContent).not.toContain("\u202E");
});

test("an app's form by choice carries no note and nothing from the app", async () => {
  const { update } = await open(inApp());
  await update(question());
  await tick();
  expect(screen.queryByRole("status")).toBeNull();
  expect(input("Full name").value).toBe("");
});

test("a question without a field says that it needs nothing", async () => {
  await open(question({ form: form() }));
  expect(screen.getByText("It needs nothing from you.")).toBeTruthy();
  expect(button("Send").hasAttribute("disabled")).toBe(false);
});
