import { render, screen, waitFor, within } from "@testing-library/svelte";
import { fireEvent } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import App from "./App.svelte";
import { choices, field, form, question as asked } from "./question/testing";
import { router } from "./state/route.svelte";
import { store } from "./state/store.svelte";
import { expectAccessible } from "./testing/axe";
import { emit, host } from "./testing/host";
import { done, ended, problem, question, server, snapshot, task } from "./testing/views";

const start = async (change = {}): Promise<HTMLElement> => {
  host.snapshot.mockResolvedValueOnce(snapshot(change));
  const { container } = render(App);
  await waitFor(() => expect(store.ready).toBe(true));
  await fireEvent.pointerDown(window);
  await tick();
  return container;
};
const key = (target: Element | Window, name: string, change = {}): Promise<boolean> =>
  fireEvent.keyDown(target, { key: name, ...change });
const at = async (place: string): Promise<void> => waitFor(() => expect(router.at.place).toBe(place));

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
});
afterEach(() => {
  store.ready = false;
  while (router.canGoBack) router.back();
});

const servers = [
  server("Clinic"),
  server("Warehouse", { state: { kind: "noAnswer", problem: problem("connection.refused") } }),
];

describe("the frame", () => {
  it("counts what waits and follows the engine", async () => {
    const container = await start({ servers, questions: [question("1")] });
    const nav = within(screen.getByRole("navigation", { name: "Askance" }));
    expect(nav.getByRole("link", { name: /Inbox/u }).textContent).toMatch(/1\s*waiting/u);
    emit({ kind: "question", value: question("2") });
    await waitFor(() => expect(nav.getByRole("link", { name: /Inbox/u }).textContent).toMatch(/2\s*waiting/u));
    emit({ kind: "serverGone", value: "Clinic" });
    await waitFor(() => expect(nav.queryByText("Clinic")).toBeNull());
    // Colour never stands alone.
    expect(nav.getByRole("link", { name: /Warehouse/u }).textContent).toContain("No answer");
    await expectAccessible(container);
  });

  it("has no way to places that do not exist", async () => {
    const container = await start({ servers });
    expect(container.textContent).not.toMatch(/History|Import/u);
  });

  it("says it when the engine does not answer", async () => {
    host.snapshot.mockRejectedValueOnce(problem("host.gone", "The engine stopped."));
    render(App);
    expect((await screen.findByRole("alert")).textContent).toContain("The engine stopped.");
  });

  it("searches a list with Ctrl and F: the one that has the focus, else the first", async () => {
    const options = choices(..."abcdefghijklmn");
    const many = field({ label: "Some", control: { kind: "multiSelect", options, min: null, max: null } });
    const one = field({ label: "One", control: { kind: "select", options } });
    const view = asked({ form: form(field(), many, one) });
    await start({ servers, questions: [view] });
    router.go({ place: "question", question: view.id });
    const box = await screen.findByRole<HTMLInputElement>("searchbox");
    await waitFor(() => expect(document.querySelector(".is-guarded")).toBeNull(), { timeout: 5_000 });
    screen.getByLabelText("Full name").focus();
    await key(screen.getByLabelText("Full name"), "f", { ctrlKey: true });
    expect(document.activeElement).toBe(box);
    screen.getAllByRole("checkbox")[3]?.focus();
    await key(document.activeElement ?? window, "f", { ctrlKey: true });
    expect(document.activeElement).toBe(box);
    const combo = screen.getByRole("combobox", { name: "One" });
    combo.focus();
    await key(combo, "f", { ctrlKey: true });
    expect(document.activeElement).toBe(combo);
  });

  it("goes with Ctrl and digits, and back with Alt and Left", async () => {
    await start({ servers });
    await key(window, "3", { ctrlKey: true });
    await at("servers");
    await key(window, "4", { ctrlKey: true });
    await at("settings");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Settings");
    await key(window, "1", { ctrlKey: true });
    await at("inbox");
    await key(window, "ArrowLeft", { altKey: true });
    await at("settings");
  });

  it("changes the size of text within limits", async () => {
    await start();
    const size = () => host.setZoom.mock.lastCall;
    for (let step = 0; step < 30; step += 1) await key(window, "+", { ctrlKey: true });
    expect(size()).toEqual([2]);
    await key(window, "0", { ctrlKey: true });
    expect(size()).toEqual([1]);
    for (let step = 0; step < 30; step += 1) await key(window, "-", { ctrlKey: true });
    expect(size()).toEqual([0.7]);
    await key(window, "0", { ctrlKey: true });
  });

  it("goes round the regions with F6 and closes the menu with Escape", async () => {
    await start({ servers });
    await key(window, "F6");
    expect(screen.getByRole("navigation", { name: "Askance" }).contains(document.activeElement)).toBe(true);
    await key(window, "F6");
    expect(screen.getByRole("main").contains(document.activeElement)).toBe(true);
    const menu = screen.getByRole("button", { name: "Menu" });
    menu.click();
    await waitFor(() => expect(menu.getAttribute("aria-expanded")).toBe("true"));
    await key(window, "Escape");
    expect(menu.getAttribute("aria-expanded")).toBe("false");
  });
});

describe("the Inbox", () => {
  const grouped = [
    question("3", { task: "t", state: ended("sent") }),
    question("4", { task: "t" }),
    question("5", { task: "t" }),
  ];

  it("lists single questions, tasks and what ended", async () => {
    const container = await start({
      servers,
      questions: [question("1"), ...grouped, question("6", { state: ended("connectionLost") })],
      tasks: [task("t", { name: "prepare_release" })],
    });
    expect(screen.getByRole("heading", { name: /Waiting for you/u }).textContent).toContain("3");
    expect(screen.getByText(/goes on when both are answered/u)).toBeTruthy();
    expect(screen.getByText(/was lost at .* Nothing was sent\./u)).toBeTruthy();
    await expectAccessible(container);
    screen.getByRole("button", { name: "Stop task" }).click();
    expect(host.stopTask).toHaveBeenCalledWith("t");
    screen.getByRole("button", { name: "Dismiss" }).click();
    await waitFor(() => expect(screen.queryByText("Question 6?")).toBeNull());
  });

  // MRT-12
  it("leads back to an answer that has not gone out", async () => {
    const answered = question("3", { task: "t", state: { kind: "answered" }, mayChange: true });
    const container = await start({ servers, questions: [answered, question("4", { task: "t" })], tasks: [task("t")] });
    await expectAccessible(container);
    const change = screen.getByRole("button", { name: /^Change\s+the answer to “Question 3\?”$/u });
    expect(change.closest(".qrow")?.textContent).toContain("Answered");
    change.click();
    expect(host.changeAnswer).toHaveBeenCalledWith("3");
    // It goes there once the question is open again, and not before.
    await tick();
    expect(router.at).toEqual({ place: "inbox" });
    emit({ kind: "question", value: question("3", { task: "t" }) });
    await waitFor(() => expect(router.at).toEqual({ place: "question", question: "3" }));
  });

  it("opens what the arrows choose, with Enter", async () => {
    await start({ questions: [question("1"), question("2")] });
    await key(window, "ArrowDown");
    await key(document.activeElement ?? window, "ArrowDown");
    expect(document.activeElement?.id).toBe("inbox-2");
    await key(document.activeElement ?? window, "ArrowDown");
    expect(document.activeElement?.id).toBe("inbox-2");
    await key(window, "Enter");
    await at("question");
    expect(router.at).toEqual({ place: "question", question: "2" });
  });

  // ui.md, Focus
  it("never takes the focus or the place for a new question", async () => {
    await start({ servers, questions: [question("1")] });
    router.go({ place: "add" });
    const name = await screen.findByLabelText(/Your name for it/u);
    name.focus();
    emit({ kind: "question", value: question("2") });
    await tick();
    expect(router.at.place).toBe("add");
    expect(document.activeElement).toBe(name);
  });

  it("is calm when nothing asks, and offers the demo", async () => {
    const demo = server("Demo", {
      asker: {
        server: "Demo",
        colour: "slate",
        origin: { kind: "local", argv: ["askance", "demo-server"], cwd: null, env: [] },
      },
    });
    const container = await start({ servers: [demo] });
    expect(screen.getByRole("heading", { name: "Nothing is asking for you" })).toBeTruthy();
    await expectAccessible(container);
    screen.getByRole("button", { name: "Ask me something" }).click();
    await at("task");
    expect(host.callTool).toHaveBeenCalledWith("Demo", "book_visit", { kind: "draft", draft: [] });
  });

  it("shows the problems of the configuration", async () => {
    await start({ problems: [problem("config.syntax", "servers.json, line 3: a comma is missing.")] });
    expect(screen.getByText(/line 3/u)).toBeTruthy();
    router.go({ place: "servers" });
    const main = within(await screen.findByRole("main", { name: "Servers" }));
    expect(main.getByText(/line 3/u)).toBeTruthy();
  });
});

describe("servers", () => {
  it("are listed with state and revision", async () => {
    const container = await start({ servers });
    router.go({ place: "servers" });
    const main = within(await screen.findByRole("main", { name: "Servers" }));
    expect(main.getByRole("link", { name: /Clinic/u }).textContent).toContain("Ready");
    expect(main.getByRole("link", { name: /Warehouse/u }).textContent).toContain("No answer");
    await expectAccessible(container);
  });

  // ELI-04, A20, CAP-05
  it("show who they are, what runs and the four gates", async () => {
    const spoofing = server("Clinic", { saysItIs: "GitHub (verified)\u202E <b>" });
    const container = await start({ servers: [spoofing] });
    router.go({ place: "server", server: "Clinic" });
    const main = within(await screen.findByRole("main", { name: "Clinic" }));
    expect(main.getByRole("heading", { level: 1 }).textContent).toBe("Clinic");
    expect(main.getByText("GitHub (verified)‹U+202E› <b>")).toBeTruthy();
    expect(main.getByText(/All four gates have to be open/u)).toBeTruthy();
    expect(container.querySelectorAll(".gate")).toHaveLength(4);
    expect([...container.querySelectorAll(".argv li")].map((part) => part.textContent)).toEqual([
      "npx",
      "-y",
      "@clinic/calendar-mcp",
    ]);
    await expectAccessible(container);
  });

  it("are removed only after asking", async () => {
    await start({ servers });
    router.go({ place: "server", server: "Clinic" });
    await tick();
    const ask = screen.getByRole("button", { name: "Remove…" });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    ask.click();
    await tick();
    const dialog = within(screen.getByRole("dialog", { name: "Remove Clinic" }));
    expect(document.activeElement?.textContent).toBe("Remove Clinic");
    // A19: a press right after it appeared does nothing.
    await fireEvent.click(dialog.getByRole("button", { name: "Remove" }), { detail: 1 });
    expect(host.removeServer).not.toHaveBeenCalled();
    vi.runAllTimers();
    vi.useRealTimers();
    await expectAccessible(document.body);
    const remove = dialog.getByRole("button", { name: "Remove" });
    await fireEvent.mouseDown(remove, { detail: 1 });
    await fireEvent.click(remove, { detail: 1 });
    await at("servers");
    expect(host.removeServer).toHaveBeenCalledWith("Clinic");
  });

  it("say what went wrong where a command fails", async () => {
    host.disconnect.mockRejectedValueOnce(problem("server.unknown", "There is no such server."));
    await start({ servers });
    router.go({ place: "server", server: "Clinic" });
    (await screen.findByRole("button", { name: "Stop" })).click();
    expect((await screen.findByRole("alert")).textContent).toContain("There is no such server.");
  });
});

describe("a result", () => {
  const show = async (state: ReturnType<typeof done>): Promise<HTMLElement> => {
    const container = await start({ servers, tasks: [task("t", { state })] });
    router.go({ place: "task", task: "t" });
    await screen.findByRole("main", { name: "book_visit" });
    return container;
  };

  // ELI-08, ELI-09
  it("is text without markup, and opens a link only after showing its target", async () => {
    const text = "<script>alert(1)</script> see https://evil.example/a\u202E";
    const container = await show(done({ content: [{ type: "text", text }], structuredContent: { k: ["<i>"] } }));
    expect(screen.getByText(/<script>alert\(1\)<\/script>.*‹U\+202E›/u)).toBeTruthy();
    expect(container.querySelectorAll("main script, main i, main a[href^=http]")).toHaveLength(0);
    const open = screen.getByRole("button", { name: /Open evil\.example…/u });
    open.click();
    await screen.findByText("evil.example");
    expect(host.openLink).not.toHaveBeenCalled();
    await expectAccessible(container);
    screen.getByRole("button", { name: "Open in browser" }).click();
    expect(host.openLink).toHaveBeenCalledWith("https://evil.example/a");
  });

  it("shows pictures and sounds from base64 only", async () => {
    const content = [
      { type: "image", mimeType: "image/png", data: "AAAA" },
      { type: "image", mimeType: "image/png", data: "https://evil.example/x.png" },
      { type: "audio", mimeType: "audio/wav", data: "AAAA" },
    ];
    const container = await show(done({ content }));
    expect([...container.querySelectorAll("img")].map((image) => image.src)).toEqual(["data:image/png;base64,AAAA"]);
    expect(container.querySelector("audio")?.src).toBe("data:audio/wav;base64,AAAA");
    expect(screen.getByText(/cannot be shown\. Its data is damaged/u)).toBeTruthy();
  });

  // P21
  it("says that nothing was returned", async () => {
    await show(done({ content: [] }));
    expect(screen.getByText("Completed. The server returned nothing.")).toBeTruthy();
    expect(screen.getByText("Done in 212 ms")).toBeTruthy();
  });

  it("does not call an error without words a success", async () => {
    await show(done({ content: [] }, true));
    expect(screen.getByText("The server said nothing about it.")).toBeTruthy();
    expect(screen.queryByText(/Completed/u)).toBeNull();
  });

  it("says that the tool reported an error", async () => {
    await show(done({ content: [{ type: "text", text: "no such doctor" }] }, true));
    expect(screen.getByText(/The tool reported an error/u)).toBeTruthy();
    expect(screen.getByText("no such doctor")).toBeTruthy();
  });

  it("shows what was received", async () => {
    const container = await show(done({ content: [{ type: "text", text: "a" }], _meta: { x: 1 } }));
    screen.getByRole("radio", { name: "As received" }).click();
    expect((await screen.findByRole("region", { name: /as it was received/u })).textContent).toContain('"_meta"');
    await expectAccessible(container);
  });

  it("shows progress while it runs, and stops", async () => {
    const container = await show({ kind: "running" } as never);
    emit({ kind: "task", value: task("t", { progress: [3, 10, "Looking"] }) });
    expect((await screen.findByRole("progressbar")).getAttribute("value")).toBe("0.3");
    await expectAccessible(container);
    screen.getByRole("button", { name: "Stop" }).click();
    expect(host.stopTask).toHaveBeenCalledWith("t");
    emit({
      kind: "task",
      value: task("t", { state: { kind: "failed", problem: problem("task.timeout", "It took too long.") } }),
    });
    expect((await screen.findByRole("alert")).textContent).toContain("It took too long.");
  });
});
