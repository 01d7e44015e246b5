// Views as the engine would give them, for tests: whole, with plain values, changed where a test needs it.
import type { AppPage } from "../bindings/AppPage";
import type { AppState } from "../bindings/AppState";
import type { AppView } from "../bindings/AppView";
import type { Form } from "../bindings/Form";
import type { OriginView } from "../bindings/OriginView";
import type { Problem } from "../bindings/Problem";
import type { QuestionView } from "../bindings/QuestionView";
import type { ServerView } from "../bindings/ServerView";
import type { Settings } from "../bindings/Settings";
import type { Snapshot } from "../bindings/Snapshot";
import type { TaskView } from "../bindings/TaskView";

export const usual: Settings = {
  review: false,
  lastAnswers: false,
  apps: true,
  appsInQuestions: true,
  appsInResults: true,
  appMemoryMb: 512,
};
export const appView = (state: AppState, change: Partial<AppView> = {}): AppView => ({
  instance: "i1",
  state,
  page: null,
  requests: [],
  said: [],
  height: null,
  fullscreen: false,
  open: true,
  ...change,
});
export const appPage = (change: Partial<AppPage> = {}): AppPage => ({
  uri: "ui://portfolio/assign-manager",
  bytes: 48_000,
  sha256: "9f2c61d0".padEnd(56, "0") + "77bee41a",
  policy: "default-src 'none'; connect-src https://quotes.portfolio.example",
  asks: [{ feature: "connect", hosts: ["https://quotes.portfolio.example"], granted: true }],
  dropped: [],
  allowedAt: null,
  changed: [],
  prefersBorder: null,
  developer: false,
  ...change,
});
export const emptyForm: Form = { fields: [], notes: [], editor: null };
export const local: OriginView = {
  kind: "local",
  argv: ["npx", "-y", "@clinic/calendar-mcp"],
  cwd: null,
  env: ["TOKEN"],
};

export const problem = (code: string, what = "It does not answer."): Problem => ({
  code,
  what,
  remedy: "Check that it runs.",
  details: ["last words"],
});

export const server = (name: string, change: Partial<ServerView> = {}): ServerView => ({
  asker: { server: name, colour: "lagoon", origin: local },
  state: { kind: "ready" },
  revision: "2025-11-25",
  pinned: null,
  apps: "ask",
  developer: false,
  saysItIs: "clinic-calendar 1.8.2",
  gates: [
    "Askance answers forms",
    "Askance shows apps",
    "Askance takes answers from apps",
    "The server asks through apps",
  ].map((words, at) => ({ open: at < 3, words, holder: at < 3 ? "askance" : "server" })),
  tools: [
    { name: "book_visit", title: null, description: "Books a visit.", form: emptyForm, schema: "{}", hasView: false },
  ],
  prompts: [{ name: "summary", title: null, description: null, form: emptyForm }],
  resources: [{ uri: "notes://a/1", name: "Notes", description: null, mimeType: "text/plain" }],
  log: ["09:12:04 412 doctors"],
  trace: [{ ms: 4, stage: "connected", server: name, question: null, renderer: null, reason: null }],
  ...change,
});

export const question = (id: string, change: Partial<QuestionView> = {}): QuestionView => ({
  id,
  asker: { server: "Clinic", colour: "lagoon", origin: local },
  task: null,
  of: "book_visit",
  message: `Question ${id}?`,
  askedAt: 1_000_000,
  round: 1,
  place: [1, 1],
  shown: { kind: "form" },
  form: emptyForm,
  draft: [],
  schema: "{}",
  fallback: null,
  confirm: null,
  url: null,
  state: { kind: "waiting" },
  mayChange: false,
  decision: "The server did not name an app.",
  gates: [],
  trace: [],
  ...change,
});

export const ended = (kind: "sent" | "declined" | "cancelled" | "connectionLost"): QuestionView["state"] => ({
  kind: "ended",
  at: 2_000_000,
  ending: { kind },
});

export const task = (id: string, change: Partial<TaskView> = {}): TaskView => ({
  id,
  asker: { server: "Clinic", colour: "lagoon", origin: local },
  what: "tool",
  name: "book_visit",
  startedAt: 1_000_000,
  questions: [],
  progress: null,
  state: { kind: "running" },
  app: null,
  appFailed: null,
  ...change,
});

export const done = (result: unknown, isError = false): TaskView["state"] => ({
  kind: "done",
  tookMs: 212,
  isError,
  result,
  text: JSON.stringify(result, null, 2),
});

export const snapshot = (change: Partial<Snapshot> = {}): Snapshot => ({
  servers: [],
  questions: [],
  tasks: [],
  settings: usual,
  sandboxed: true,
  memoryLimited: true,
  problems: [],
  ...change,
});
