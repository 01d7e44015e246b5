import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EntryPart } from "../bindings/EntryPart";
import type { Field } from "../bindings/Field";
import type { OriginView } from "../bindings/OriginView";
import type { ServerView } from "../bindings/ServerView";
import { router } from "../state/route.svelte";
import { store } from "../state/store.svelte";
import { expectAccessible } from "../testing/axe";
import { host } from "../testing/host";
import { emptyForm, local, problem, server, snapshot, task } from "../testing/views";
import Add from "./Add.svelte";
import Prompt from "./Prompt.svelte";
import Resource from "./Resource.svelte";
import Received from "./result/Received.svelte";
import Server from "./Server.svelte";
import Tool from "./Tool.svelte";

const press = async (name: string | RegExp): Promise<void> => {
  await fireEvent.click(await screen.findByRole("button", { name }));
};
const pressIn = async (place: HTMLElement, name: string): Promise<void> => {
  const button = within(place).getByRole("button", { name });
  await fireEvent.mouseDown(button, { detail: 1 });
  await fireEvent.click(button, { detail: 1 });
};
const write = (label: RegExp, value: string): Promise<boolean> =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

beforeEach(() => {
  vi.clearAllMocks();
  store.fill(snapshot({ servers: [server("Clinic")] }));
});
afterEach(() => {
  while (router.canGoBack) router.back();
  router.replace({ place: "inbox" });
});

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

const field = (key: string): Field => ({
  key,
  label: key,
  help: null,
  required: true,
  control: { kind: "text", multiline: false, maxLength: null },
  initial: { kind: "untouched" },
  limits: [],
  takesEmpty: true,
  notes: [],
  brokenDefault: null,
  secret: false,
});
const tool = (name: string, form = { ...emptyForm, fields: [field("doctor")] }) =>
  server("Clinic", {
    tools: [{ name, title: "Find a time", description: "Lists free times.", form, schema: "{}", hasView: false }],
  });

describe("a tool", () => {
  it("shows what is sent, then runs and goes to the result", async () => {
    host.checkArguments.mockResolvedValueOnce({ errors: [], content: '{ "doctor": "<Maja>" }', notSent: ["days"] });
    const { container } = render(Tool, { server: tool("find_a"), name: "find_a" });
    await expectAccessible(container);
    expect(screen.getByText("Find a time"), "what people call it, below its name").toBeTruthy();
    await write(/doctor/u, "Maja");
    await press("See what is sent");
    expect((await screen.findByText('{ "doctor": "<Maja>" }')).getAttribute("dir")).toBe("ltr");
    expect(screen.getByText(/Not sent:/u).textContent).toContain("days");
    await expectAccessible(container);
    expect(host.callTool).not.toHaveBeenCalled();
    await press(/Run/u);
    await waitFor(() => expect(router.at).toEqual({ place: "task", task: "task" }));
    expect(host.callTool).toHaveBeenCalledWith("Clinic", "find_a", {
      kind: "draft",
      draft: [{ kind: "text", value: "Maja" }],
    });
  });

  it("sends nothing that does not fit, and keeps what was typed", async () => {
    const errors = [{ field: 0, key: "doctor", reason: "MIN_LENGTH" as const, words: "Write at least 3 characters." }];
    host.checkArguments.mockResolvedValueOnce({ errors, content: null, notSent: [] });
    const first = render(Tool, { server: tool("find_b"), name: "find_b" });
    await write(/doctor/u, "M");
    await press(/Run/u);
    await screen.findAllByText(/Write at least 3 characters\./u);
    expect(host.callTool).not.toHaveBeenCalled();
    await expectAccessible(first.container);
    first.unmount();
    render(Tool, { server: tool("find_b"), name: "find_b" });
    expect((screen.getByLabelText(/doctor/u) as HTMLInputElement).value).toBe("M");
  });

  it("takes JSON where a form can't show it, and runs with Ctrl and Enter", async () => {
    const form = { ...emptyForm, editor: "it asks for a list of objects" };
    const { container } = render(Tool, { server: tool("find_c", form), name: "find_c" });
    expect(screen.getByText(/goes beyond what a form can show/u).textContent).toContain(
      "it asks for a list of objects",
    );
    await fireEvent.input(screen.getByRole("textbox"), { target: { value: '{"a":[{}]}' } });
    await expectAccessible(container);
    await fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
    await waitFor(() => expect(router.at.place).toBe("task"));
    expect(host.callTool).toHaveBeenCalledWith("Clinic", "find_c", { kind: "json", text: '{"a":[{}]}' });
  });

  it("starts the JSON with what the form holds, and leaves alone what the person wrote", async () => {
    const errors = [{ field: 0, key: "doctor", reason: "MIN_LENGTH" as const, words: "Write more." }];
    host.checkArguments.mockResolvedValueOnce({ errors, content: null, notSent: [], json: '{"day": 1}' });
    render(Tool, { server: tool("find_f"), name: "find_f" });
    await fireEvent.click(screen.getByRole("radio", { name: "JSON" }));
    const text = () => (screen.getByRole("textbox", { name: "Values as JSON" }) as HTMLTextAreaElement).value;
    await waitFor(() => expect(text()).toBe('{"day": 1}'));
    await fireEvent.input(screen.getByRole("textbox"), { target: { value: "{ }" } });
    await fireEvent.click(screen.getByRole("radio", { name: "Form" }));
    await fireEvent.click(screen.getByRole("radio", { name: "JSON" }));
    expect(text()).toBe("{ }");
  });

  it("goes on in the form with what was written as JSON, and keeps what the form cannot show", async () => {
    const radio = (name: string) => fireEvent.click(screen.getByRole("radio", { name }));
    const json = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Values as JSON" });
    const doctor = () => screen.getByLabelText<HTMLInputElement>(/doctor/u);
    const nothing = { errors: [], content: null, notSent: [] };
    host.checkArguments.mockResolvedValueOnce({ ...nothing, json: "{}" });
    render(Tool, { server: tool("find_g"), name: "find_g" });
    await radio("JSON");
    await fireEvent.input(json(), { target: { value: '{"doctor":"Maja"}' } });
    host.checkArguments.mockResolvedValueOnce({ ...nothing, draft: [{ kind: "text", value: "Maja" }] });
    await radio("Form");
    expect(host.checkArguments).toHaveBeenLastCalledWith("Clinic", "find_g", {
      kind: "json",
      text: '{"doctor":"Maja"}',
    });
    await waitFor(() => expect(doctor().value).toBe("Maja"));
    // Unchanged, it stays as it was written; changed in the form, it is written again.
    await radio("JSON");
    expect(json().value).toBe('{"doctor":"Maja"}');
    await radio("Form");
    await write(/doctor/u, "Noor");
    host.checkArguments.mockResolvedValueOnce({ ...nothing, json: '{ "doctor": "Noor" }' });
    await radio("JSON");
    await waitFor(() => expect(json().value).toBe('{ "doctor": "Noor" }'));
    // More than the form shows: it is not written over.
    await fireEvent.input(json(), { target: { value: '{"doctor":"Ana","more":1}' } });
    const draft = [{ kind: "text" as const, value: "Ana" }];
    host.checkArguments.mockResolvedValueOnce({ ...nothing, draft, beyondForm: true });
    await radio("Form");
    await waitFor(() => expect(doctor().value).toBe("Ana"));
    await write(/doctor/u, "Ida");
    host.checkArguments.mockResolvedValueOnce({ ...nothing, json: '{ "doctor": "Ida" }' });
    await radio("JSON");
    expect(json().value).toBe('{"doctor":"Ana","more":1}');
    host.checkArguments.mockReset();
  });

  it("keeps no JSON of a form that asks for a secret, and warns above it (ELI-11)", async () => {
    for (const secret of [true, false]) {
      const form = { ...emptyForm, fields: [field("doctor")], secret };
      const at = { server: tool("find_s", form), name: `find_s` };
      host.checkArguments.mockResolvedValue({ errors: [], content: null, notSent: [], json: "{}" });
      const first = render(Tool, at);
      await fireEvent.click(screen.getByRole("radio", { name: "JSON" }));
      const json = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Values as JSON" });
      expect(screen.queryByText(/Clinic receives it as plain text/u) !== null).toBe(secret);
      await fireEvent.input(json(), { target: { value: '{"pin":1}' } });
      first.unmount();
      render(Tool, at);
      await fireEvent.click(screen.getByRole("radio", { name: "JSON" }));
      await tick();
      expect(json().value).toBe(secret ? "{}" : '{"pin":1}');
      cleanup();
    }
    host.checkArguments.mockReset();
  });

  it("names the field before each error where the values are written as JSON, and the editor has the focus", async () => {
    const day = field("day");
    const group: Field = { ...field("place"), control: { kind: "group", fields: [field("zip")] } };
    const form = { ...emptyForm, fields: [day, group] };
    host.checkArguments.mockResolvedValueOnce({ errors: [], content: "{}", notSent: [] });
    render(Tool, { server: tool("find_n", form), name: "find_n" });
    await fireEvent.click(screen.getByRole("radio", { name: "JSON" }));
    const wrong = { key: "k", reason: "TYPE", words: "This has to be text." } as const;
    const errors = [
      { ...wrong, field: 0 },
      { ...wrong, field: 1, below: [0] },
      { ...wrong, field: null },
    ];
    host.checkArguments.mockResolvedValueOnce({ errors, content: null, notSent: [] });
    await press(/Run/u);
    const editor = screen.getByRole("textbox", { name: "Values as JSON" });
    await waitFor(() => expect(document.activeElement).toBe(editor));
    const said = document.getElementById(editor.getAttribute("aria-describedby") ?? "");
    expect([...(said?.querySelectorAll("p") ?? [])].map((line) => line.textContent?.trim())).toEqual([
      `${day.label}: This has to be text.`,
      `${group.label}, ${field("zip").label}: This has to be text.`,
      "This has to be text.",
    ]);
  });

  it("cannot run while the server is away, and says so", async () => {
    const away = { ...tool("find_d"), state: { kind: "connecting" as const } };
    render(Tool, { server: away, name: "find_d" });
    expect((screen.getByRole("button", { name: /Run/u }) as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByText("Clinic is not connected.")).toBeTruthy();
    await fireEvent.keyDown(window, { key: "Enter", ctrlKey: true });
    await tick();
    expect(host.callTool).not.toHaveBeenCalled();
  });

  it("says why it could not be called", async () => {
    host.callTool.mockRejectedValueOnce(problem("tool.unknown", "Clinic has no such tool any more."));
    render(Tool, { server: tool("find_e"), name: "find_e" });
    await press(/Run/u);
    expect((await screen.findByRole("alert")).textContent).toContain("Clinic has no such tool any more.");
    expect(router.at.place).toBe("inbox");
  });
});

describe("prompts and resources", () => {
  it("marks what a prompt misses, and does not ask for it", async () => {
    const errors = [{ field: 0, key: "doctor", reason: "REQUIRED" as const, words: "This needs an answer." }];
    host.checkPrompt.mockResolvedValueOnce({ errors, content: null, notSent: [] });
    const form = { ...emptyForm, fields: [field("doctor")] };
    const prompts = [{ name: "summary", title: null, description: null, form }];
    render(Prompt, { server: server("Clinic", { prompts }), name: "summary" });
    await press(/Get/u);
    await screen.findAllByText(/This needs an answer\./u);
    expect(host.checkPrompt).toHaveBeenCalledWith("Clinic", "summary", expect.objectContaining({ kind: "draft" }));
    expect(host.getPrompt).not.toHaveBeenCalled();
  });

  it("are asked for and lead to their result", async () => {
    const prompt = render(Prompt, { server: server("Clinic"), name: "summary" });
    await expectAccessible(prompt.container);
    await press(/Get/u);
    await waitFor(() => expect(router.at.place).toBe("task"));
    expect(host.getPrompt).toHaveBeenCalledWith("Clinic", "summary", { kind: "draft", draft: [] });
    prompt.unmount();
    router.back();
    const resource = render(Resource, { server: server("Clinic"), uri: "notes://a/1" });
    await expectAccessible(resource.container);
    await press("Read");
    await waitFor(() => expect(router.at.place).toBe("task"));
    expect(host.readResource).toHaveBeenCalledWith("Clinic", "notes://a/1");
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
