// The view of a tool on the page of its task: its frame, its consent, what it wants, and the plain result (TUI-01).
import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppState } from "../bindings/AppState";
import type { AppView } from "../bindings/AppView";
import type { TaskView } from "../bindings/TaskView";
import { menu } from "../frame/menu.svelte";
import { afterGuard, press, setNarrow, setUp } from "../question/testing";
import { store } from "../state/store.svelte";
import { expectAccessible } from "../testing/axe";
import { appKey, host } from "../testing/host";
import { appPage, appView, done, server, snapshot, task } from "../testing/views";
import Result from "./Result.svelte";

setUp();
const rect = { x: 10, y: 20, width: 300, height: 200 };
beforeEach(() => {
  store.fill(snapshot({ servers: [server("Clinic")] }));
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(
    () => ({ ...rect, top: 20, left: 10, right: 310, bottom: 220 }) as DOMRect,
  );
});
afterEach(() => store.fill(snapshot()));

const live: AppState = { kind: "live", reaches: [] };
const result = done({ content: [{ type: "text", text: "Nine free times." }] });
const withApp = (app: AppView | null, change: Partial<TaskView> = {}) => task("t1", { state: result, app, ...change });
function show(view: TaskView) {
  const shown = render(Result, { task: view });
  return { ...shown, update: (next: TaskView) => shown.rerender({ task: next }) };
}
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const plain = () => screen.queryByText("Nine free times.");
const places = () => host.placeApp.mock.calls;
const text = (selector: string) => document.querySelector(selector)?.textContent?.replace(/\s+/gu, " ").trim() ?? "";

test("live: in its frame with the server's colour, the route said, the plain result one press away", async () => {
  const { container, unmount } = show(withApp(appView(live)));
  await afterGuard();
  expect(places().at(-1)).toEqual(["i1", rect]);
  expect(screen.getByRole("group", { name: "App of Clinic" }).dataset["c"]).toBe("lagoon");
  expect(text(".stage-label")).toContain("Inside this frame: Clinic’s app");
  expect(text(".tools p")).toBe("What you do in it goes to Clinic and nowhere else.");
  expect(plain()).toBeNull();
  button("Show the plain result").click();
  await tick();
  expect(plain()).not.toBeNull();
  expect(places().at(-1)).toEqual(["i1", rect]);
  button("Hide the plain result").click();
  await tick();
  expect(plain()).toBeNull();
  vi.useRealTimers();
  await expectAccessible(container);
  // It lives on, unseen, while its page is left.
  unmount();
  expect(places().at(-1)).toEqual(["i1", null]);
  expect(host.closeView).not.toHaveBeenCalled();
});

// Principle 3: what is Askance's own never lies under an app.
test("narrow: the menu covers it, so it is hidden until the menu closes", async () => {
  setNarrow(true);
  show(withApp(appView(live)));
  await afterGuard();
  for (const [open, where] of [
    [true, null],
    [false, rect],
  ] as const) {
    menu.open = open;
    await tick();
    expect(places().at(-1)).toEqual(["i1", where]);
  }
  setNarrow(false);
  menu.open = true;
  await tick();
  expect(places().at(-1)).toEqual(["i1", rect]);
  menu.open = false;
});

test("what it reaches is said", async () => {
  show(withApp(appView({ kind: "live", reaches: ["https://a.example"] })));
  await tick();
  expect(text(".tools p")).toBe("What you do in it goes to Clinic and can go to the hosts it reaches.");
  expect(screen.getByText("Reaches 1 host")).toBeTruthy();
});

test("consent: words that fit a result, which is there already; never is the plain result (SEC-06)", async () => {
  const { container } = show(withApp(appView({ kind: "consent", wider: [] }, { page: appPage() })));
  await afterGuard();
  expect(plain()).not.toBeNull();
  expect(text(".consent")).toContain("It runs shut in a frame, for this result only.");
  expect(text(".consent")).toContain("Do the same for every app of Clinic");
  expect(document.activeElement?.textContent?.trim()).toBe("Clinic wants to show its own app for this");
  expect(places().filter(([, where]) => where !== null)).toEqual([]);
  button("Show the app").click();
  expect(host.consentToApp).toHaveBeenLastCalledWith("i1", "once");
  await vi.advanceTimersByTimeAsync(0);
  button("Show the plain result").click();
  expect(host.consentToApp).toHaveBeenLastCalledWith("i1", "never");
  vi.useRealTimers();
  await expectAccessible(container);
});

test("consent is guarded, and takes the focus from nobody who does something else (A19)", async () => {
  const { update } = show(withApp(null));
  screen.getByRole("radio", { name: "Readable" }).focus();
  await update(withApp(appView({ kind: "consent", wider: [] }, { page: appPage() })));
  await tick();
  const yes = button("Show the app");
  await fireEvent.mouseDown(yes, { detail: 1 });
  await fireEvent.click(yes, { detail: 1 });
  expect(host.consentToApp).not.toHaveBeenCalled();
  await afterGuard();
  await fireEvent.mouseDown(yes, { detail: 1 });
  await fireEvent.click(yes, { detail: 1 });
  expect(host.consentToApp).toHaveBeenCalledOnce();
});

test("a view that could not be used: one sentence, and the plain result", async () => {
  const { container } = show(withApp(null, { appFailed: "it did not start within 10 seconds." }));
  await tick();
  expect(screen.getByText(/could not be used/).textContent).toBe(
    "The server’s app could not be used: it did not start within 10 seconds.",
  );
  expect(plain()).not.toBeNull();
  vi.useRealTimers();
  await expectAccessible(container);
});

test("what it wants, below it; Escape says no", async () => {
  const wants = { kind: "callTool", tool: "book", arguments: "{}", saysItReadsOnly: false } as const;
  const { container } = show(withApp(appView(live, { requests: [{ id: "r1", wants }] })));
  await afterGuard();
  expect(text(".confirm")).toContain("Clinic’s app wants to use book");
  expect(text(".confirm")).not.toContain("says: reads only");
  expect(document.activeElement?.textContent).toContain("wants to use book");
  expect(places().at(-1)).toEqual(["i1", null]);
  press("Escape");
  expect(host.decideAppRequest).toHaveBeenCalledExactlyOnceWith("i1", "r1", false);
  vi.useRealTimers();
  await expectAccessible(container);
});

test("what it wants is told to a person who is in the app, whatever the page had the focus on before", async () => {
  const { update } = show(withApp(appView(live)));
  await afterGuard();
  screen.getByRole("link", { name: "Clinic" }).focus();
  window.dispatchEvent(new Event("blur"));
  const wants = { kind: "callTool", tool: "book", arguments: "{}", saysItReadsOnly: false } as const;
  await update(withApp(appView(live, { requests: [{ id: "r1", wants }] })));
  await afterGuard();
  expect(document.activeElement?.textContent).toContain("wants to use book");
  window.dispatchEvent(new Event("focus"));
});

test("not responding: Wait, or close it; the plain result stays", async () => {
  show(withApp(appView({ kind: "notResponding", seconds: 90 })));
  await afterGuard();
  expect(screen.getByText("The app has not responded for 90 seconds.")).toBeTruthy();
  expect(screen.getByText("Closing it stops it. The plain result stays either way.")).toBeTruthy();
  button("Wait").click();
  await tick();
  expect(screen.queryByText(/has not responded/)).toBeNull();
  await tick();
  expect(document.activeElement, "its button has gone").toBe(button("Show the plain result"));
  await afterGuard();
  button("Close the app").click();
  expect(host.closeView).toHaveBeenCalledExactlyOnceWith("t1");
});

test("keys that the app hands over: out to the page, details, the plain result, smaller", async () => {
  const { update, container } = show(withApp(appView(live)));
  await afterGuard();
  const stage = screen.getByRole("group", { name: "App of Clinic" });
  stage.focus();
  expect(host.focusApp).toHaveBeenCalledExactlyOnceWith("i1");
  appKey("F6");
  expect(document.activeElement).not.toBe(document.body);
  appKey("Ctrl+I");
  await tick();
  expect(screen.getByRole("complementary", { name: "Details" })).toBeTruthy();
  press("Escape");
  await tick();
  expect(screen.queryByRole("complementary")).toBeNull();
  appKey("Ctrl+I");
  await tick();
  appKey("Escape");
  await tick();
  expect(screen.queryByRole("complementary"), "Escape in the app closes them too").toBeNull();
  expect(document.activeElement).toBe(button("Show the plain result"));
  appKey("Ctrl+U");
  await tick();
  expect(plain()).not.toBeNull();
  await update(withApp(appView(live, { fullscreen: true })));
  expect(container.querySelector(".view.is-full")).not.toBeNull();
  appKey("Escape");
  expect(host.leaveFullscreen).toHaveBeenCalledExactlyOnceWith("i1");
});

test("the height that it wishes for is what its frame gets, where it is not alone", async () => {
  const { container, update } = show(withApp(appView(live, { height: 320 })));
  await tick();
  const view = () => container.querySelector<HTMLElement>(".view");
  expect(view()?.style.getPropertyValue("--wish")).toBe("320px");
  expect(view()?.className).toContain("is-own");
  await update(withApp(appView(live)));
  expect(view()?.style.getPropertyValue("--wish")).toBe("");
  expect(view()?.className).not.toContain("is-own");
});

test("while the tool runs its view is there, and Stop too", async () => {
  show(withApp(appView(live), { state: { kind: "running" } }));
  await afterGuard();
  expect(button("Stop")).toBeTruthy();
  expect(places().at(-1)).toEqual(["i1", rect]);
});

test("a view that has ended leaves the plain result", async () => {
  const { update } = show(withApp(appView(live)));
  await afterGuard();
  await update(withApp(appView({ kind: "ended" })));
  expect(plain()).not.toBeNull();
  expect(screen.queryByRole("group", { name: "App of Clinic" })).toBeNull();
  expect(places().at(-1)).toEqual(["i1", null]);
});
