// What an app wants that only the person can decide (BRG-04, BRG-05, BRG-09, PRM-04, SEC-03).
import { screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import type { AppRequest } from "../bindings/AppRequest";
import type { AppWants } from "../bindings/AppWants";
import { expectAccessible } from "../testing/axe";
import { appKey, host } from "../testing/host";
import { appPage, appView, problem } from "../testing/views";
import { afterGuard, inApp, pointerClick, press, setUp, show } from "./testing";

setUp();
const button = (name: string) => screen.getByRole("button", { name });
const link: AppWants = {
  kind: "openLink",
  parts: ["https://", "portfolio.example", "/managers/ana"],
  warnings: [],
};
const request = (id: string, wants: AppWants): AppRequest => ({ id, wants });
const wanting = (...requests: AppRequest[]) =>
  inApp({ shown: { kind: "app", app: appView({ kind: "live", reaches: [] }, { requests, page: appPage() }) } });
const bar = () => document.querySelector(".confirm")?.textContent?.replace(/\s+/gu, " ").trim() ?? null;

const cases: [string, AppWants, string, string, string][] = [
  [
    "a link",
    link,
    "This app wants to open a page in your browser https://portfolio.example/managers/ana",
    "Don’t open",
    "Open in browser",
  ],
  [
    "a link with a warning",
    { ...link, warnings: ["This address uses look-alike letters."] },
    "This address uses look-alike letters.",
    "Don’t open",
    "Open anyway",
  ],
  [
    "a file",
    { kind: "download", files: [["plan.csv", 2_400]] },
    "This app wants to save a file You choose where. Askance does not open what it saves. plan.csv 2 kB",
    "Don’t save",
    "Save…",
  ],
  [
    "files",
    {
      kind: "download",
      files: [
        ["a.csv", 1],
        ["b.csv", 2],
      ],
    },
    "This app wants to save 2 files",
    "Don’t save",
    "Save…",
  ],
  [
    "a tool",
    { kind: "callTool", tool: "list_managers", arguments: '{ "desk": "emea" }', saysItReadsOnly: true },
    'Portfolio Desk’s app wants to use list_managers The server runs it with the values below. says: reads only { "desk": "emea" }',
    "Don’t allow",
    "Allow",
  ],
  [
    "a resource",
    { kind: "readResource", uri: "notes://desk/1" },
    "Portfolio Desk’s app wants to read something from its server The server hands it to the app. notes://desk/1",
    "Don’t allow",
    "Allow",
  ],
  [
    "the camera",
    { kind: "permission", feature: "camera" },
    "Portfolio Desk’s app wants to use the camera",
    "Don’t allow",
    "Allow",
  ],
  [
    "the clipboard",
    { kind: "permission", feature: "clipboardWrite" },
    "Portfolio Desk’s app wants to put something on the clipboard",
    "Don’t allow",
    "Allow",
  ],
];

test.each(cases)(
  "%s: its words, no and yes, focus on the heading, the app out of the way",
  async (_, wants, words, no, yes) => {
    const { update, container } = show(wanting());
    await afterGuard();
    expect(host.placeApp.mock.calls.at(-1)?.[1]).not.toBeNull();
    await update(wanting(request("r1", wants)));
    await afterGuard();
    expect(bar()).toContain(words);
    expect(bar()).toContain("Asked by ui://portfolio/assign-manager of Portfolio Desk");
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 2 }));
    expect(host.placeApp.mock.calls.at(-1)).toEqual(["i1", null]);
    expect(screen.getByText("Paused")).toBeTruthy();
    // Neither is accented, and both are plain buttons (principle 5).
    for (const name of [no, yes]) expect(button(name).className).not.toContain("go");
    button(yes).click();
    expect(host.decideAppRequest).toHaveBeenCalledExactlyOnceWith("i1", "r1", true);
    vi.useRealTimers();
    await expectAccessible(container);
  },
);

test("Escape says no to it and does not cancel the question; letters, Enter and Ctrl+Enter say nothing", async () => {
  show(wanting(request("r1", link)));
  await afterGuard();
  for (const key of ["Enter", "o", "y", "1", " "]) press(key);
  press("Enter", { ctrlKey: true });
  press("u", { ctrlKey: true });
  expect(host.decideAppRequest).not.toHaveBeenCalled();
  expect(host.useStandardForm).not.toHaveBeenCalled();
  press("Escape");
  expect(host.decideAppRequest).toHaveBeenCalledExactlyOnceWith("i1", "r1", false);
  expect(host.answer).not.toHaveBeenCalled();
  expect(button("Cancel").getAttribute("aria-keyshortcuts")).toBeNull();
});

test("one at a time: the next one is guarded anew, and a double click decides one (A19)", async () => {
  const { update } = show(wanting(request("r1", link), request("r2", { kind: "permission", feature: "camera" })));
  await tick();
  pointerClick(button("Open in browser"));
  expect(host.decideAppRequest).not.toHaveBeenCalled();
  await afterGuard();
  pointerClick(button("Open in browser"));
  await vi.advanceTimersByTimeAsync(0);
  await tick();
  expect(bar()).toContain("wants to use the camera");
  pointerClick(button("Allow"), 2);
  expect(host.decideAppRequest).toHaveBeenCalledTimes(1);
  await update(wanting(request("r2", { kind: "permission", feature: "camera" })));
  await afterGuard();
  pointerClick(button("Don’t allow"));
  expect(host.decideAppRequest).toHaveBeenLastCalledWith("i1", "r2", false);
});

test("what it wants waits behind an answer that waits, and behind a cancel that is asked about", async () => {
  const { update } = show({
    ...wanting(request("r1", link)),
    confirm: { untouched: true, values: [["Manager", "Ana"]] },
  });
  await afterGuard();
  expect(bar()).toContain("This app answered by itself.");
  await update(wanting());
  await afterGuard();
  appKey("Escape");
  await afterGuard();
  await update(wanting(request("r1", link)));
  await afterGuard();
  expect(bar()).toContain("Cancel and lose what you entered?");
  button("Keep answering").click();
  await afterGuard();
  expect(bar()).toContain("wants to open a page");
});

test("a decision that fails is said, and can be made again", async () => {
  host.decideAppRequest.mockRejectedValueOnce(problem("app.save", "The file could not be saved."));
  show(wanting(request("r1", { kind: "download", files: [["a", 1]] })));
  await afterGuard();
  button("Save…").click();
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getByRole("alert").textContent).toContain("The file could not be saved.");
  expect(bar()).toContain("wants to save a file");
});

test("names of files and tools are literal", async () => {
  show(wanting(request("r1", { kind: "download", files: [["cod.\u202Eexe", 1]] })));
  await afterGuard();
  expect(bar()).toContain("cod.‹U+202E›exe");
});

test("an answer that the person wants to see before it goes (APP-30)", async () => {
  show(inApp({ confirm: { untouched: false, values: [["Manager", "Ana"]] } }));
  await afterGuard();
  expect(document.activeElement?.textContent).toBe("Send this?");
  expect(bar()).toContain("This is what the app answers. Nothing has been sent yet.");
  button("Send").click();
  expect(host.confirmAnswer).toHaveBeenCalledExactlyOnceWith("q1");
});

test("an app that fills the window keeps our bars, and a button and Escape make it smaller (BRG-08)", async () => {
  const full = () =>
    inApp({ shown: { kind: "app", app: appView({ kind: "live", reaches: [] }, { fullscreen: true }) } });
  const { update, container } = show(full());
  await afterGuard();
  const isFull = () => container.querySelector("main")?.classList.contains("is-full");
  expect(isFull()).toBe(true);
  for (const name of ["Cancel", "Decline", "Use standard form"]) expect(button(name)).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("Portfolio Desk");
  press("Escape");
  expect(host.leaveFullscreen).toHaveBeenCalledExactlyOnceWith("i1");
  expect(host.answer).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  button("Make the app smaller").click();
  expect(host.leaveFullscreen).toHaveBeenCalledTimes(2);
  await update(wanting());
  expect(isFull()).toBe(false);
});
