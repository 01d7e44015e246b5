// An app before it runs: what it may do, what it can never do, how to refuse (SEC-06).
import { screen, waitFor, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import type { AppView } from "../bindings/AppView";
import { expectAccessible } from "../testing/axe";
import { host } from "../testing/host";
import { appPage, appView, problem } from "../testing/views";
import { afterGuard, inApp, pointerClick, press, setUp, show } from "./testing";

setUp();
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const waiting = (change: Partial<AppView> = {}, wider: string[] = []) =>
  inApp({ shown: { kind: "app", app: appView({ kind: "consent", wider }, { page: appPage(), ...change }) } });
const words = () => document.querySelector(".consent")?.textContent?.replace(/\s+/gu, " ") ?? "";

test("the exact words, focus on the heading, no app on the screen, nothing ticked", async () => {
  const { container } = show(waiting());
  await afterGuard();
  expect(document.activeElement?.textContent?.trim()).toBe("Portfolio Desk wants to show its own app for this");
  expect(words()).toContain(
    "The app is a small program from the server. It runs shut in a frame, for this question only.",
  );
  expect(words()).toContain("Reach https://quotes.portfolio.example What you do in the app could be sent there.");
  expect(words()).toContain("Use camera, microphone or location");
  expect(words()).toContain("48 kB · ui://portfolio/assign-manager");
  const same = screen.getByRole("checkbox");
  expect(same.textContent?.replace(/\s+/gu, " ").trim()).toBe(
    "Do the same for every question of Portfolio Desk and ask again only if its apps want more",
  );
  expect(same.getAttribute("aria-checked")).toBe("false");
  expect(host.placeApp.mock.calls.filter(([, where]) => where !== null)).toEqual([]);
  vi.useRealTimers();
  await expectAccessible(container);
});

test("a press begun before it appeared says nothing (A19)", async () => {
  show(waiting());
  await tick();
  pointerClick(button("Show the app"));
  press("Enter", { ctrlKey: true });
  expect(host.consentToApp).not.toHaveBeenCalled();
  await afterGuard();
  pointerClick(button("Show the app"));
  expect(host.consentToApp).toHaveBeenCalledExactlyOnceWith("i1", "once");
});

test("ticked: always; the standard form: never, also by its key; Cancel and Decline are there", async () => {
  show(waiting());
  await afterGuard();
  screen.getByRole("checkbox").click();
  await tick();
  expect(screen.getByRole("checkbox").getAttribute("aria-checked")).toBe("true");
  press("Enter", { ctrlKey: true });
  expect(host.consentToApp).toHaveBeenLastCalledWith("i1", "always");
  await vi.advanceTimersByTimeAsync(0);
  button("Use standard form").click();
  expect(host.consentToApp).toHaveBeenLastCalledWith("i1", "never");
  await vi.advanceTimersByTimeAsync(0);
  press("u", { ctrlKey: true });
  expect(host.consentToApp).toHaveBeenCalledTimes(3);
  expect(host.useStandardForm).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  button("Decline").click();
  expect(host.answer).toHaveBeenCalledExactlyOnceWith("q1", { kind: "decline" });
});

test("no letter and no plain Enter consents", async () => {
  show(waiting());
  await afterGuard();
  for (const key of ["Enter", " ", "y", "s", "1", "a"]) press(key);
  expect(host.consentToApp).not.toHaveBeenCalled();
});

test("wider than before: what is new", async () => {
  show(waiting({}, ["Reach https://new.example", "Use the camera"]));
  await afterGuard();
  expect(words()).toContain("Portfolio Desk’s app now asks for more than you allowed.");
  expect(words()).toContain("New: Reach https://new.example, Use the camera.");
});

test("a document or a policy that is another one since it was allowed is said (RES-12)", async () => {
  const allowedAt = new Date(2020, 4, 3, 12).getTime();
  const { update } = show(waiting({ page: appPage({ allowedAt, changed: ["document", "policy"] }) }));
  await afterGuard();
  expect(words()).toContain("This app has changed since you allowed it on 3 May 2020.");
  await update(waiting({ page: appPage({ allowedAt, changed: ["policy"] }) }));
  expect(words()).toContain("What this app asks for has changed since you allowed it on 3 May 2020.");
  await update(waiting({ page: appPage({ allowedAt }) }));
  expect(words()).not.toContain("since you allowed it");
  const page = appPage({ allowedAt, changed: ["document"] });
  await update(inApp({ shown: { kind: "app", app: appView({ kind: "live", reaches: [] }, { page }) } }));
  await afterGuard();
  press("i", { ctrlKey: true });
  await tick();
  const text = screen.getByRole("complementary", { name: "Details" }).textContent?.replace(/\s+/gu, " ");
  expect(text).toContain("This app has changed since you allowed it on 3 May 2020.");
  expect(text).not.toContain("Same as when you allowed it");
});

test("what is dropped, a camera that is asked for, and developer mode are said", async () => {
  const page = appPage({
    asks: [{ feature: "camera", hosts: [], granted: false }],
    dropped: [["*", "Too broad, never allowed"]],
    developer: true,
  });
  show(waiting({ page }));
  await afterGuard();
  expect(words()).toContain("Use the camera You are asked again when it does.");
  expect(words()).toContain("Use microphone or location");
  expect(words()).toContain("Reach * Too broad, never allowed");
  expect(words()).toContain("You set developer mode for this server.");
});

test("many hosts fold, and are shown in full on request; names are literal", async () => {
  const hosts = Array.from({ length: 30 }, (_, at) => `h${at}.example`).concat("evil\u202Eelpmaxe");
  show(waiting({ page: appPage({ asks: [{ feature: "connect", hosts, granted: false }] }) }));
  await afterGuard();
  expect(words()).not.toContain("h29.example");
  button("and 25 more").click();
  await tick();
  expect(words()).toContain("h29.example");
  expect(words()).toContain("evil‹U+202E›elpmaxe");
});

test("its source can be read before it runs: literal, in steps, and Escape closes only that", async () => {
  host.appSource.mockResolvedValueOnce(`<script>alert(1)</script>${"x".repeat(70_000)}END`);
  const { container } = show(waiting());
  await afterGuard();
  button("View source").click();
  const dialog = await screen.findByRole("dialog", { name: "Source of the app" });
  const source = await within(dialog).findByRole("region", { name: "Source" });
  expect(host.appSource).toHaveBeenCalledExactlyOnceWith("i1");
  expect(source.textContent).toContain("<script>alert(1)</script>");
  expect(source.querySelector("script")).toBeNull();
  expect(source.textContent).not.toContain("END");
  await afterGuard();
  for (let at = 0; at < 2; at += 1) {
    within(dialog).getByRole("button", { name: "Show more" }).click();
    await tick();
  }
  expect(source.textContent).toContain("END");
  press("Escape", {}, within(dialog).getByRole("heading"));
  await tick();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(host.answer).not.toHaveBeenCalled();
  expect(container.querySelector(".consent")).not.toBeNull();
});

test("while the source is open no app is on the screen; a source that is gone says so", async () => {
  host.appSource.mockRejectedValueOnce(problem("app.gone", "This app is not there any more."));
  show(inApp({ shown: { kind: "app", app: appView({ kind: "live", reaches: [] }, { page: appPage() }) } }));
  await afterGuard();
  expect(host.placeApp.mock.calls.at(-1)?.[1]).not.toBeNull();
  press("i", { ctrlKey: true });
  await tick();
  button("View source").click();
  await tick();
  expect(host.placeApp.mock.calls.at(-1)).toEqual(["i1", null]);
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("This app is not there any more."));
});

test("what went wrong with saying yes is said", async () => {
  host.consentToApp.mockRejectedValueOnce(problem("app.gone", "This app is not there any more."));
  show(waiting());
  await afterGuard();
  button("Show the app").click();
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getByRole("alert").textContent).toContain("This app is not there any more.");
});

test("details: what it may reach and use, what was dropped, where it came from", async () => {
  const page = appPage({ allowedAt: new Date(2020, 4, 3, 12).getTime(), dropped: [["*", "Too broad, never allowed"]] });
  show(
    inApp({
      shown: {
        kind: "app",
        app: appView(
          { kind: "live", reaches: ["https://quotes.portfolio.example"] },
          {
            page,
            said: [
              { at: 1, message: true, content: [{ type: "text", text: "Hello <b>you</b>" }], structured: null },
              { at: 2, message: false, content: [], structured: { chosen: ["Ana"] } },
            ],
          },
        ),
      },
    }),
  );
  await afterGuard();
  press("i", { ctrlKey: true });
  await tick();
  const drawer = screen.getByRole("complementary", { name: "Details" });
  const text = drawer.textContent?.replace(/\s+/gu, " ") ?? "";
  expect(text).toContain("https://quotes.portfolio.example");
  expect(text).toContain("Allowed by you on 3 May 2020");
  expect(text).toContain("*Too broad, never allowed");
  expect(text).toContain("No camera, microphone, location, clipboard");
  expect(text).toContain("Nothing after this question");
  expect(text).toContain("9f2c 61d0 … 77be e41a");
  expect(text).toContain("Same as when you allowed it");
  expect(text).toContain("These are the app’s words.");
  expect(text).toContain("Hello <b>you</b>");
  expect(text).toContain('"chosen"');
  vi.useRealTimers();
  await expectAccessible(drawer);
});
