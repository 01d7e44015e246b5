import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { describe, expect, it } from "vitest";
import type { Field } from "../bindings/Field";
import { router } from "../state/route.svelte";
import { expectAccessible } from "../testing/axe";
import { host } from "../testing/host";
import { emptyForm, problem, server } from "../testing/views";
import Prompt from "./Prompt.svelte";
import Resource from "./Resource.svelte";
import Tool from "./Tool.svelte";
import { press, setUpPlaces, write } from "./testing";

setUpPlaces();

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
    expect(screen.getByText("Connecting to Clinic…")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Start" })).toBeNull();
    cleanup();
    render(Tool, { server: { ...away, state: { kind: "stopped", problem: null } }, name: "find_d" });
    expect(screen.getByText("Clinic is not connected.")).toBeTruthy();
    await press("Start");
    expect(host.connect).toHaveBeenCalledExactlyOnceWith("Clinic");
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
