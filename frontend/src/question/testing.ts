// What the tests of a question share: how each begins and ends, and questions to show.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, vi } from "vitest";
import type { Field } from "../bindings/Field";
import type { Form } from "../bindings/Form";
import type { QuestionView } from "../bindings/QuestionView";
import { appView } from "../testing/views";
import Question from "./Question.svelte";

let narrow = false;
/** What the width query answers. */
export const setNarrow = (yes: boolean) => (narrow = yes);

/** What every test of a question begins with and leaves behind. */
export function setUp({ timers = true } = {}) {
  beforeEach(() => {
    if (timers) vi.useFakeTimers();
    fakeLayout();
    vi.resetAllMocks();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

/** What jsdom has not: layout and media. */
function fakeLayout() {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return narrow;
    },
    addEventListener() {},
    removeEventListener() {},
  }));
}

export const button = (name: string) => screen.getByRole("button", { name });
export const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** Puts a text into a field in place of what it holds. */
export const type = (label: string, value: string) => fireEvent.input(input(label), { target: { value } });
/** Lets what has been asked for be answered; needs fake timers. */
export const settle = () => vi.advanceTimersByTimeAsync(0);

export const text = (value: string) => ({ kind: "text", value }) as const;
export const untouched = { kind: "untouched" } as const;

export const field = (part: Partial<Field> = {}): Field => ({
  key: "name",
  label: "Full name",
  help: null,
  required: true,
  control: { kind: "text", multiline: false, maxLength: 80 },
  initial: { kind: "untouched" },
  limits: [],
  takesEmpty: true,
  notes: [],
  brokenDefault: null,
  secret: false,
  ...part,
});

export const form = (...fields: Field[]): Form => ({ fields, notes: [], editor: null });
export const choices = (...labels: string[]) => labels.map((label) => ({ label, detail: null }));

export const question = (part: Partial<QuestionView> = {}): QuestionView => ({
  id: "q1",
  asker: {
    server: "Portfolio Desk",
    colour: "plum",
    origin: { kind: "local", argv: ["uvx", "portfolio-mcp", "--book", "emea"], cwd: null, env: [] },
  },
  task: "t1",
  of: "assign_manager",
  message: "Who takes over?",
  askedAt: Date.now() - 130_000,
  round: 1,
  place: [1, 1],
  shown: { kind: "form" },
  form: form(field(), field({ key: "mail", label: "Work e-mail", control: { kind: "email" } })),
  draft: [],
  schema: '{ "type": "object" }',
  fallback: null,
  confirm: null,
  url: null,
  state: { kind: "waiting" },
  mayChange: false,
  decision: "All four gates are open.",
  gates: [],
  trace: [],
  ...part,
});

export const inApp = (part: Partial<QuestionView> = {}) =>
  question({ shown: { kind: "app", app: appView({ kind: "live", reaches: [] }) }, ...part });

export const asUrl = (part: Partial<NonNullable<QuestionView["url"]>> = {}, more: Partial<QuestionView> = {}) =>
  question({
    shown: { kind: "url" },
    form: null,
    url: {
      parts: ["https://login.", "releases.example", "/approve?r=1"],
      host: ["login.", "releases.example"],
      encrypted: true,
      warnings: [],
      openedAt: null,
      serverTells: true,
      told: false,
      ...part,
    },
    ...more,
  });

/** Shows a question; `steps` are the toolbar's ways out. */
export function show(view: QuestionView, position = { index: 1, count: 5 }) {
  const steps = { onprevious: vi.fn(), onnext: vi.fn(), onback: vi.fn(), onopenserver: vi.fn() };
  const shown = render(Question, { question: view, position, ...steps });
  return { ...shown, steps, update: (next: QuestionView) => shown.rerender({ question: next, position, ...steps }) };
}

/** Shows a question whose guard is open; needs fake timers. */
export async function open(view: QuestionView = question()) {
  const shown = show(view);
  await afterGuard();
  return shown;
}

/** Lets the guard open; needs fake timers. */
export async function afterGuard() {
  await vi.advanceTimersByTimeAsync(510);
  await tick();
}

/** A real press of the pointer, as a browser reports it. */
export function pointerClick(target: Element, detail = 1) {
  const init = { bubbles: true, cancelable: true, detail };
  target.dispatchEvent(new MouseEvent("mousedown", init));
  target.dispatchEvent(new MouseEvent("mouseup", init));
  target.dispatchEvent(new MouseEvent("click", init));
}

/** A key going down and up at the place that has the focus, or at `target`. */
export function press(
  key: string,
  init: KeyboardEventInit = {},
  target: Element = document.activeElement ?? document.body,
) {
  const all = { key, code: key, bubbles: true, cancelable: true, ...init };
  const down = new KeyboardEvent("keydown", all);
  target.dispatchEvent(down);
  target.dispatchEvent(new KeyboardEvent("keyup", all));
  return down;
}
