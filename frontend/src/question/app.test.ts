// The app's frame: where the app is put, when it is hidden, how the keyboard goes in and out.
import { screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { AppState } from "../bindings/AppState";
import { appPage, appView } from "../testing/views";
import * as fake from "../testing/host";
import { afterGuard, setUp, inApp, press, question, setNarrow, show } from "./testing";

const rect = { x: 10, y: 20, width: 300, height: 200 };
setUp();
beforeEach(() => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(
    () => ({ ...rect, top: 20, left: 10, right: 310, bottom: 220 }) as DOMRect,
  );
});
const button = (name: string) => screen.getByRole("button", { name });
const appIn = (app: object, more = {}) => inApp({ shown: { kind: "app", app: appView(app as AppState) }, ...more });
const places = () => fake.host.placeApp.mock.calls;

test("the app is placed once when it is live and the guard is open, and hidden when the question is left", async () => {
  const { unmount } = show(inApp());
  await tick();
  expect(places().every(([, where]) => where === null)).toBe(true);
  await afterGuard();
  expect(places().filter(([, where]) => where !== null)).toEqual([["i1", rect]]);
  window.dispatchEvent(new Event("resize"));
  expect(places().at(-1)).toEqual(["i1", rect]);
  const before = places().length;
  window.dispatchEvent(new Event("resize"));
  expect(places()).toHaveLength(before);
  unmount();
  expect(places().at(-1)).toEqual(["i1", null]);
});

// A19: hidden and shown again, it would lose the keyboard and take no click for half a second.
test("news of the question, such as a step of the trace, leaves it where it is", async () => {
  const { update } = show(inApp());
  await afterGuard();
  const before = places().length;
  const step = { ms: 9, stage: "bridge", server: null, question: null, renderer: "app", reason: null };
  for (let steps = 1; steps <= 3; steps += 1) await update(inApp({ trace: Array.from({ length: steps }, () => step) }));
  await afterGuard();
  expect(places()).toHaveLength(before);
});

// APP-29
test("what has just appeared in the frame takes no click yet, and is drawn so", async () => {
  const group = () => screen.getByRole("group", { name: "App of Portfolio Desk" });
  const hint = () => document.querySelector(".f6")?.classList.contains("is-guarded");
  const app = (open: boolean) =>
    inApp({ shown: { kind: "app", app: appView({ kind: "live", reaches: [] }, { open }) } });
  const { update } = show(app(false));
  await afterGuard();
  expect([group().getAttribute("aria-busy"), hint()]).toEqual(["true", true]);
  const before = places().length;
  await update(app(true));
  expect([group().getAttribute("aria-busy"), hint()]).toEqual(["false", false]);
  expect(places()).toHaveLength(before);
});

test("it is hidden while it starts, is silent, waits for a confirmation, or has ended", async () => {
  const { update } = show(inApp());
  await afterGuard();
  expect(places().at(-1)).toEqual(["i1", rect]);
  await update(appIn({ kind: "notResponding", seconds: 90 }));
  await afterGuard();
  expect(places().at(-1)).toEqual(["i1", null]);
  await update(inApp({ confirm: { untouched: true, values: [] } }));
  await afterGuard();
  expect(places().at(-1)).toEqual(["i1", null]);
  expect(screen.getByText("Paused")).toBeTruthy();
});

test("narrow: the drawer covers it, so it is hidden", async () => {
  setNarrow(true);
  show(inApp());
  await afterGuard();
  expect(places().at(-1)).toEqual(["i1", rect]);
  press("i", { ctrlKey: true });
  await tick();
  expect(places().at(-1)).toEqual(["i1", null]);
  setNarrow(false);
});

test("starting is said after 400 ms, never before", async () => {
  show(appIn({ kind: "starting" }));
  await vi.advanceTimersByTimeAsync(390);
  expect(screen.queryByText(/^Starting/)).toBeNull();
  await vi.advanceTimersByTimeAsync(20);
  expect(screen.getByText(/^Starting/).textContent).toBe("Starting Portfolio Desk’s app");
});

test.each([
  [[], "Reaches nothing"],
  [["quotes.example"], "Reaches 1 host"],
  [["a.example", "b.example"], "Reaches 2 hosts"],
  [["http://localhost:3000"], "Local addresses allowed"],
  [["https://localhost.example.org"], "Reaches 1 host"],
])("the frame says what it reaches: %j", async (reaches, words) => {
  show(appIn({ kind: "live", reaches }));
  await tick();
  expect(screen.getByText(words)).toBeTruthy();
  expect(document.querySelector(".stage-label")?.textContent).toContain("Inside this frame: Portfolio Desk’s app");
});

test("developer mode shows in the frame's label while it is on", async () => {
  const app = appView({ kind: "live", reaches: [] }, { page: appPage({ developer: true }) });
  show(inApp({ shown: { kind: "app", app } }));
  await tick();
  expect(screen.getByText("Local addresses allowed")).toBeTruthy();
});

// RES-17, SBX-12
test.each([
  [true, true],
  [false, false],
  [null, false],
])("prefersBorder %s: its own border inside the frame %s, and the frame in any case", async (prefersBorder, is) => {
  show(
    inApp({
      shown: { kind: "app", app: appView({ kind: "live", reaches: [] }, { page: appPage({ prefersBorder }) }) },
    }),
  );
  await afterGuard();
  const frame = screen.getByRole("group", { name: "App of Portfolio Desk" });
  expect(frame.querySelector(".place")?.classList.contains("is-bordered")).toBe(is);
  expect(places().at(-1)?.[1]).not.toBeNull();
});

test("F6 goes in; keys that the app hands over come out: details, standard form, the footer", async () => {
  show(inApp());
  await afterGuard();
  press("F6");
  expect(fake.host.focusApp).toHaveBeenCalledExactlyOnceWith("i1");
  fake.appKey("F6");
  expect(document.activeElement).toBe(button("Cancel"));
  fake.appKey("Shift+F6");
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  fake.appKey("Ctrl+I");
  await tick();
  expect(screen.getByRole("complementary", { name: "Details" })).toBeTruthy();
  fake.appKey("Ctrl+U");
  expect(fake.host.useStandardForm).toHaveBeenCalledExactlyOnceWith("q1");
  fake.appKey("Ctrl+U", "other");
  expect(fake.host.useStandardForm).toHaveBeenCalledOnce();
});

test("Tab leads into the app and is not kept there; its edge says where the keyboard is", async () => {
  show(inApp());
  await afterGuard();
  const frame = screen.getByRole("group", { name: "App of Portfolio Desk" });
  expect(frame.tabIndex).toBe(0);
  frame.focus();
  expect(fake.host.focusApp).toHaveBeenCalledExactlyOnceWith("i1");
  expect(document.activeElement).toBe(document.body);
  window.dispatchEvent(new Event("blur"));
  await tick();
  expect(frame.className).toContain("has-focus");
  fake.windowActive(false);
  await tick();
  expect(frame.className).not.toContain("has-focus");
  fake.windowActive(true);
  window.dispatchEvent(new Event("focus"));
  await tick();
  expect(frame.className).not.toContain("has-focus");
});

test("Cancel asks first once the person has been in the app", async () => {
  show(inApp());
  await afterGuard();
  window.dispatchEvent(new Event("blur"));
  await tick();
  window.dispatchEvent(new Event("focus"));
  button("Cancel").click();
  await afterGuard();
  expect(fake.host.answer).not.toHaveBeenCalled();
  expect(document.activeElement?.textContent).toBe("Cancel and lose what you entered?");
  button("Cancel question").click();
  expect(fake.host.answer).toHaveBeenCalledExactlyOnceWith("q1", { kind: "cancel" });
});

test("Escape from inside the app asks first: what was done there is not known", async () => {
  show(inApp());
  await afterGuard();
  fake.appKey("Escape");
  await afterGuard();
  expect(places().at(-1)).toEqual(["i1", null]);
  expect(document.activeElement?.textContent).toBe("Cancel and lose what you entered?");
  expect(fake.host.answer).not.toHaveBeenCalled();
  button("Cancel question").click();
  expect(fake.host.answer).toHaveBeenCalledExactlyOnceWith("q1", { kind: "cancel" });
});

test("Escape from inside the app closes the details before it asks to cancel", async () => {
  show(inApp());
  await afterGuard();
  press("i", { ctrlKey: true });
  await afterGuard();
  expect(screen.getByRole("complementary")).toBeTruthy();
  fake.appKey("Escape");
  await afterGuard();
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(screen.queryByText("Cancel and lose what you entered?")).toBeNull();
});

test("not responding: the sentence, Wait, Use standard form (APP-43)", async () => {
  const { update } = show(appIn({ kind: "notResponding", seconds: 90 }));
  await afterGuard();
  expect(screen.getByText("The app has not responded for 90 seconds.")).toBeTruthy();
  expect(screen.getByText("Using the standard form stops it. The question stays open either way.")).toBeTruthy();
  button("Wait").click();
  await tick();
  expect(screen.queryByText(/has not responded/)).toBeNull();
  await tick();
  expect(document.activeElement?.tagName, "its button has gone").toBe("H1");
  await update(appIn({ kind: "notResponding", seconds: 150 }));
  expect(screen.getByText("The app has not responded for 150 seconds.")).toBeTruthy();
  await afterGuard();
  button("Use standard form").click();
  expect(fake.host.useStandardForm).toHaveBeenCalledExactlyOnceWith("q1");
});

// ui.md, Focus and keyboard: F6 leads round what is there.
test("F6 goes past an app that does not respond", async () => {
  show(appIn({ kind: "notResponding", seconds: 15 }));
  await afterGuard();
  document.querySelector("h1")?.focus();
  press("F6");
  expect(document.activeElement?.closest("footer")).toBeTruthy();
  press("F6");
  expect(document.activeElement?.tagName).toBe("H1");
});

test("the form that takes its place has the focus in its first field, though the call is still under way", async () => {
  let done = (): void => undefined;
  fake.host.useStandardForm.mockReturnValueOnce(new Promise((resolve) => (done = () => resolve(undefined))));
  const { update } = show(inApp());
  await afterGuard();
  button("Use standard form").click();
  await update(question());
  await afterGuard();
  expect(document.activeElement).toBe(screen.getByLabelText("Full name"));
  done();
});

test("an app that answered by itself: exact words, all values, focus on the bar (APP-29)", async () => {
  show(
    inApp({
      confirm: {
        untouched: true,
        values: [
          ["Manager", "Ana Lindqvist"],
          ["Tell the clients", "Yes"],
        ],
      },
    }),
  );
  await afterGuard();
  expect(document.activeElement?.textContent).toBe("This app answered by itself. Send this?");
  expect(screen.getByText("You did not click or type in it. Nothing has been sent yet.")).toBeTruthy();
  expect(screen.getByText("Ana Lindqvist")).toBeTruthy();
  button("Change in standard form").click();
  expect(fake.host.useStandardForm).toHaveBeenCalledExactlyOnceWith("q1");
  await vi.advanceTimersByTimeAsync(0);
  press("Enter", { ctrlKey: true });
  expect(fake.host.confirmAnswer).toHaveBeenCalledExactlyOnceWith("q1");
});

test("a fallback opens the form with the sentence and the kept values (APP-22, APP-41)", async () => {
  const { update } = show(inApp());
  await afterGuard();
  await update(
    question({
      draft: [{ kind: "text", value: "Ana" }, { kind: "untouched" }],
      fallback: {
        reason: "its answer did not fit the question.",
        kept: ["Full name", ""],
        leftOut: [["Work e-mail", "“x” is not a full e-mail address"]],
      },
    }),
  );
  await tick();
  expect(screen.getByText(/could not be used/).textContent).toBe(
    "The server’s app could not be used: its answer did not fit the question.",
  );
  expect(screen.getByText(/^Kept from it/).textContent).toBe(
    "Kept from it: Full name, (no name). Left out: Work e-mail (“x” is not a full e-mail address).",
  );
  expect((screen.getByLabelText("Full name") as HTMLInputElement).value).toBe("Ana");
  expect(document.activeElement).toBe(screen.getByLabelText("Work e-mail"));
});
