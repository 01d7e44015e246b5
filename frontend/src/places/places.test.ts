import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import type { EntryPart } from "../bindings/EntryPart";
import type { OriginView } from "../bindings/OriginView";
import type { ServerView } from "../bindings/ServerView";
import { router } from "../state/route.svelte";
import { store } from "../state/store.svelte";
import { expectAccessible } from "../testing/axe";
import { host } from "../testing/host";
import { local, problem, server, snapshot, task } from "../testing/views";
import Add from "./Add.svelte";
import Received from "./result/Received.svelte";
import Server from "./Server.svelte";
import { press, pressIn, setUpPlaces, write } from "./testing";

setUpPlaces();

describe("adding a server", () => {
  it("says at the fields what is missing, and puts the focus there", async () => {
    const { container } = render(Add);
    await expectAccessible(container);
    await press("Continue…");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Your name for it/u)));
    expect(screen.getAllByText("This needs an answer.")).toHaveLength(2);
    await expectAccessible(container);
  });

  // A22: nothing starts before the exact command was shown and approved.
  it("shows the exact command and starts it only when it is approved", async () => {
    render(Add);
    await write(/Your name for it/u, "Notes");
    await write(/Program and arguments/u, `npx -y @acme/notes-mcp@latest --db "/home/noor/Notes and Lists/\u202En.db"`);
    await write(/Environment/u, "NOTES_TOKEN=secret-value");
    await press("Continue…");
    const dialog = screen.getByRole("dialog", { name: "Approve what will run" });
    expect(document.activeElement?.textContent).toBe("Approve what will run");
    expect([...dialog.querySelectorAll(".argv li")].map((part) => part.textContent)).toEqual([
      "npx",
      "-y",
      "@acme/notes-mcp@latest",
      "--db",
      "/home/noor/Notes and Lists/‹U+202E›n.db",
    ]);
    expect(dialog.textContent).toContain("This exact program starts on your computer, with your rights.");
    expect(dialog.textContent?.replace(/\s+/gu, " ")).toContain(
      "npx downloads @acme/notes-mcp from the npm registry each time, in its newest version. What runs tomorrow may differ from today.",
    );
    expect(dialog.textContent).not.toContain("secret-value");
    await expectAccessible(document.body);
    expect(host.addServer).not.toHaveBeenCalled();
    await waitFor(() => expect(dialog.classList).not.toContain("is-guarded"));
    await pressIn(dialog, "Approve and start");
    await waitFor(() => expect(router.at).toEqual({ place: "server", server: "Notes" }));
    expect(host.addServer).toHaveBeenCalledWith(
      {
        name: "Notes",
        revision: "auto",
        origin: {
          kind: "local",
          command: "npx",
          args: ["-y", "@acme/notes-mcp@latest", "--db", "/home/noor/Notes and Lists/\u202En.db"],
          env: [["NOTES_TOKEN", "secret-value"]],
          cwd: null,
        },
      },
      true,
    );
  });

  // STD-10
  it("saves without starting", async () => {
    render(Add);
    await write(/Your name for it/u, "Notes");
    await write(/Program and arguments/u, "notes --db x");
    await press("Continue…");
    const dialog = screen.getByRole("dialog");
    expect(dialog.textContent).toContain("If a part of this changes later, Askance asks again before it starts.");
    const names = within(dialog)
      .getAllByRole("button")
      .map((button) => button.textContent?.trim());
    expect(names).toEqual(["Cancel Esc", "Save without starting", "Approve and start"]);
    await waitFor(() => expect(dialog.classList).not.toContain("is-guarded"));
    await pressIn(dialog, "Save without starting");
    await waitFor(() => expect(router.at).toEqual({ place: "server", server: "Notes" }));
    expect(host.addServer).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: "Notes" }), false);
  });

  it("closes with Escape and does nothing", async () => {
    render(Add);
    await write(/Your name for it/u, "Notes");
    await write(/Program and arguments/u, "notes");
    await press("Continue…");
    const dialog = screen.getByRole("dialog");
    await waitFor(() => expect(dialog.classList).not.toContain("is-guarded"));
    await fireEvent.keyDown(dialog, { key: "Escape", code: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(host.addServer).not.toHaveBeenCalled();
    expect((screen.getByLabelText(/Your name for it/u) as HTMLInputElement).value).toBe("Notes");
  });

  it("shows what the engine says, at the field or at the top", async () => {
    host.addServer.mockRejectedValueOnce(problem("server.bad-url", "This address has no host."));
    host.addServer.mockRejectedValueOnce(problem("server.config", "The list of servers cannot be written."));
    render(Add);
    await fireEvent.click(screen.getByRole("radio", { name: "Web address" }));
    await write(/Your name for it/u, "Remote");
    await write(/Web address/u, "https://a.example/mcp");
    await press("Add and connect");
    await screen.findByText("This address has no host.");
    expect(screen.getByLabelText(/Web address optional|^Web address$/u).getAttribute("aria-invalid")).toBe("true");
    await press("Add and connect");
    expect((await screen.findByRole("alert")).textContent).toContain("The list of servers cannot be written.");
  });
});

// STD-10, A23
describe("a server that waits for approval", () => {
  const waits = (changed: EntryPart[], origin = local): ServerView =>
    server("Notes", { state: { kind: "unapproved", changed }, asker: { server: "Notes", colour: "moss", origin } });

  it("says what changed, and starts only after what it starts was shown", async () => {
    const { container } = render(Server, { server: waits(["arguments", "environment"]) });
    expect(container.textContent).toContain("Its command changed");
    expect(container.textContent).toContain("Changed since you approved it: its arguments and its environment.");
    expect(screen.queryByRole("button", { name: "Start" })).toBeNull();
    await expectAccessible(container);
    await press("Review…");
    const dialog = screen.getByRole("dialog", { name: "Approve what will run" });
    expect(document.activeElement?.textContent).toBe("Approve what will run");
    expect([...dialog.querySelectorAll(".argv li")].map((part) => part.textContent)).toEqual([
      "npx",
      "-y",
      "@clinic/calendar-mcp",
    ]);
    expect(dialog.textContent).toContain("Changed since you approved it: its arguments and its environment.");
    expect(within(dialog).queryByRole("button", { name: "Save without starting" })).toBeNull();
    await expectAccessible(document.body);
    await waitFor(() => expect(dialog.classList).not.toContain("is-guarded"));
    await pressIn(dialog, "Approve and start");
    await waitFor(() => expect(host.approveServer).toHaveBeenCalledWith("Notes"));
    expect(host.connect).not.toHaveBeenCalled();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("that was never approved changed nothing", () => {
    const { container } = render(Server, { server: waits([]) });
    expect(container.textContent).toContain("Waits for your approval");
    expect(container.textContent).toContain("Nothing of it starts before you approve it.");
  });

  it("at another address says so", async () => {
    const origin: OriginView = { kind: "remote", url: "https://b.example/mcp", host: "b.example", headers: ["X-Key"] };
    const { container } = render(Server, { server: waits(["address"], origin) });
    expect(container.textContent).toContain("Its address changed");
    await press("Review…");
    const dialog = screen.getByRole("dialog", { name: "Approve where it leads" });
    expect(dialog.textContent).toContain("https://b.example/mcp");
    expect(dialog.textContent).toContain("X-Key");
    within(dialog).getByRole("button", { name: "Approve and connect" });
  });
});

describe("a server’s page", () => {
  it("leads back to its running tasks, and to no other’s", async () => {
    const other = task("t3", { asker: { ...task("t3").asker, server: "Warehouse" } });
    store.fill(snapshot({ servers: [server("Clinic")], tasks: [task("t1"), other] }));
    const { container } = render(Server, { server: server("Clinic") });
    const running = within(screen.getByRole("region", { name: "Running" }));
    expect(running.getAllByRole("link")).toHaveLength(1);
    await expectAccessible(container);
    await fireEvent.click(running.getByRole("link"));
    expect(router.at).toEqual({ place: "task", task: "t1" });
  });

  it("says what a connecting server is waited for", () => {
    render(Server, { server: server("Clinic", { state: { kind: "connecting" } }) });
    expect(screen.getByText(/^Waits for/u).textContent).toBe(
      "Waits for the program to answer. npx may have to download @clinic/calendar-mcp first.",
    );
  });
});

describe("a result as received", () => {
  it("is drawn piece by piece, all of it in the end", async () => {
    const text = JSON.stringify("x".repeat(150_000));
    const { container } = render(Received, { text });
    const drawn = () => container.querySelector(".received")?.textContent?.trim();
    expect(drawn()).toHaveLength(100_000);
    expect(screen.getByText(/Copy takes all\./u).textContent).toContain("50,002 more characters.");
    await press("Show more");
    expect(drawn()).toBe(text);
    expect(screen.queryByText(/Copy takes all/u)).toBeNull();
  });
});
