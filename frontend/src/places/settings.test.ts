// What the person sets, for the program and for one server; and apps that wait, in the Inbox.
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { store } from "../state/store.svelte";
import { expectAccessible } from "../testing/axe";
import { host } from "../testing/host";
import { appPage, appView, problem, server, snapshot, task, usual } from "../testing/views";
import Inbox from "./Inbox.svelte";
import Apps from "./server/Apps.svelte";
import Settings from "./Settings.svelte";

beforeEach(() => {
  vi.resetAllMocks();
  localStorage.clear();
  store.fill(snapshot({ servers: [server("Clinic")] }));
});
const toggle = (name: string) => screen.getByRole("switch", { name });

describe("settings", () => {
  it.each([
    ["Show what is sent before it goes", { review: true }],
    ["Offer my last answer again", { lastAnswers: true }],
    ["Let servers show their own apps", { apps: false }],
    ["In questions", { appsInQuestions: false }],
    ["In results of tools", { appsInResults: false }],
  ])("%s", async (name, change) => {
    const { container } = render(Settings);
    const before = toggle(name).getAttribute("aria-checked");
    toggle(name).click();
    expect(host.setSettings).toHaveBeenCalledExactlyOnceWith({ ...usual, ...change });
    await tick();
    // The old value stands until the engine has taken the new one.
    expect(toggle(name).getAttribute("aria-checked")).toBe(before);
    store.apply({ kind: "settings", value: { ...usual, ...change } });
    await tick();
    expect(toggle(name).getAttribute("aria-checked")).not.toBe(before);
    await expectAccessible(container);
  });

  it("two that are switched one right after the other are both kept", async () => {
    let done = (): void => undefined;
    host.setSettings.mockReturnValueOnce(new Promise((resolve) => (done = () => resolve(undefined))));
    render(Settings);
    await fireEvent.click(screen.getByRole("switch", { name: "Show what is sent before it goes" }));
    await fireEvent.click(screen.getByRole("switch", { name: "Offer my last answer again" }));
    done();
    const both = { ...usual, review: true, lastAnswers: true };
    await waitFor(() => expect(host.setSettings).toHaveBeenLastCalledWith(both));
    expect(host.setSettings).toHaveBeenCalledTimes(2);
  });

  it("memory for one app: four sizes, and what a file says besides (SBX-13)", async () => {
    store.settings = { ...usual, appMemoryMb: 768 };
    render(Settings);
    const select = screen.getByRole("combobox", { name: "Memory for one app" }) as HTMLSelectElement;
    expect([...select.options].map((one) => one.textContent)).toEqual([
      "256 MB",
      "512 MB",
      "768 MB",
      "1024 MB",
      "2048 MB",
    ]);
    expect(select.value).toBe("768");
    await fireEvent.change(select, { target: { value: "1024" } });
    expect(host.setSettings).toHaveBeenCalledExactlyOnceWith({ ...usual, appMemoryMb: 1024 });
  });

  it("says what the system adds to the frames of apps, and what it cannot (SBX-13)", () => {
    const said = () => (render(Settings).container.textContent ?? "").replace(/\s+/gu, " ");
    const usually = said();
    expect(usually).toContain("Apps are shut in by the system’s process sandbox");
    expect(usually).toContain("Active");
    expect(usually).toContain("It is stopped above this");
    cleanup();
    store.fill(snapshot({ sandboxed: false, memoryLimited: false }));
    const without = said();
    expect(without).toContain("The system’s process sandbox is not available");
    expect(without).toContain("The memory of an app cannot be measured on this system");
    expect(without).not.toContain("Active");
  });

  it("text size is set at once and kept", async () => {
    render(Settings);
    const select = screen.getByRole("combobox", { name: "Text size" }) as HTMLSelectElement;
    await fireEvent.change(select, { target: { value: "130" } });
    expect(host.setZoom).toHaveBeenCalledExactlyOnceWith(1.3);
    expect(localStorage.getItem("text-size")).toBe("130");
    await tick();
    expect(select.value).toBe("130");
  });

  it("says what could not be kept", async () => {
    host.setSettings.mockRejectedValueOnce(problem("settings.write", "The settings cannot be written."));
    render(Settings);
    toggle("In results of tools").click();
    expect((await screen.findByRole("alert")).textContent).toContain("The settings cannot be written.");
    expect(toggle("In results of tools").getAttribute("aria-checked")).toBe("true");
  });

  it("where they are shown is nothing to set while apps are off (SEC-12)", () => {
    store.settings = { ...usual, apps: false };
    render(Settings);
    for (const name of ["In questions", "In results of tools"]) {
      expect((toggle(name) as HTMLButtonElement).disabled).toBe(true);
      expect(toggle(name).getAttribute("aria-checked")).toBe("false");
    }
  });
});

describe("a server's apps (SEC-12)", () => {
  it("asked first, always or never; each says what it means", async () => {
    const { container, rerender } = render(Apps, { server: server("Clinic") });
    await expectAccessible(container);
    expect(screen.getByText(/You are asked before the first one runs/u)).toBeTruthy();
    screen.getByRole("radio", { name: "Never" }).click();
    expect(host.setApps).toHaveBeenCalledExactlyOnceWith("Clinic", "never", false);
    await rerender({ server: server("Clinic", { apps: "never", developer: true }) });
    expect(screen.getByRole("radio", { name: "Never" }).getAttribute("aria-checked")).toBe("true");
    expect(screen.getByText("Its questions are standard forms, its results stay plain")).toBeTruthy();
    screen.getByRole("radio", { name: "Always" }).click();
    expect(host.setApps).toHaveBeenLastCalledWith("Clinic", "always", true);
  });

  it("developer mode, and forgetting what was allowed", async () => {
    render(Apps, { server: server("Clinic") });
    toggle("Developer mode").click();
    expect(host.setApps).toHaveBeenCalledExactlyOnceWith("Clinic", "ask", true);
    await tick();
    await fireEvent.click(screen.getByRole("button", { name: "Forget what I allowed" }));
    expect(host.forgetAppConsent).toHaveBeenCalledExactlyOnceWith("Clinic");
    expect(await screen.findByText("Forgotten. You are asked again")).toBeTruthy();
  });

  it("says so where apps are off for all", () => {
    store.settings = { ...usual, apps: false };
    render(Apps, { server: server("Clinic") });
    expect(screen.getByText(/Apps are off for all servers\./u)).toBeTruthy();
  });
});

it("an app that waits for consent beside a result is in the Inbox and counts", async () => {
  const waits = task("t1", { app: appView({ kind: "consent", wider: [] }, { page: appPage() }) });
  store.fill(snapshot({ servers: [server("Clinic")], tasks: [waits, task("t2")] }));
  expect(store.count).toBe(1);
  const { container } = render(Inbox);
  expect(screen.getByRole("link", { name: /Clinic wants to show its own app/u })).toBeTruthy();
  expect(screen.queryByText("Nothing is asking for you")).toBeNull();
  await expectAccessible(container);
});
