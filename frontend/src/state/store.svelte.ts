// What the engine knows, as the page sees it: a snapshot, and every change after it.
import { SvelteMap } from "svelte/reactivity";
import type { Problem } from "../bindings/Problem";
import type { QuestionView } from "../bindings/QuestionView";
import type { ServerView } from "../bindings/ServerView";
import type { Settings } from "../bindings/Settings";
import type { Snapshot } from "../bindings/Snapshot";
import type { TaskView } from "../bindings/TaskView";
import type { Update } from "../bindings/Update";
import { host } from "../ipc";

/** Until the snapshot arrives; the engine's own defaults. */
const USUAL: Settings = {
  review: false,
  lastAnswers: false,
  apps: true,
  appsInQuestions: true,
  appsInResults: true,
  appMemoryMb: 512,
};

/** A task with several questions, in the order they came. */
export interface TaskGroup {
  task: TaskView;
  questions: QuestionView[];
}

/** Servers, questions and tasks, each in the order the engine first named them. */
export class Store {
  /** By name. */
  readonly servers = new SvelteMap<string, ServerView>();
  /** By id, oldest first. */
  readonly questions = new SvelteMap<string, QuestionView>();
  /** By id, oldest first. */
  readonly tasks = new SvelteMap<string, TaskView>();
  /** What the person set. */
  settings = $state.raw<Settings>(USUAL);
  /** Apps' processes run in the system's own sandbox too. */
  sandboxed = $state(true);
  /** The memory of an app can be measured here. */
  memoryLimited = $state(true);
  /** Problems of the configuration. */
  problems = $state.raw<readonly Problem[]>([]);
  /** Whether the snapshot has arrived. */
  ready = $state(false);

  /** Waiting questions in the one order in which the window lists and steps through them. */
  readonly waiting = $derived(this.#inOrder());
  /** Tasks whose app waits for the person. */
  readonly asking = $derived([...this.tasks.values()].filter(isAsking));
  /** How much waits for the person. */
  readonly count = $derived(this.waiting.length + this.asking.length);
  /** Tasks with several questions of which at least one waits. */
  readonly groups = $derived(this.#grouped());

  /**
   * Listens, then reads the snapshot, so that no change is lost between the two. A change that overtakes the
   * snapshot waits for it; each carries the whole state of one thing, so applying it again does no harm.
   */
  async start(): Promise<() => void> {
    let early: Update[] | null = [];
    const stop = await host.onUpdate((update) => {
      if (early === null) this.apply(update);
      else early.push(update);
    });
    this.fill(await host.snapshot());
    early.forEach((update) => this.apply(update));
    early = null;
    this.ready = true;
    return stop;
  }

  /** Takes the place of everything known. */
  fill(snapshot: Snapshot): void {
    this.servers.clear();
    this.questions.clear();
    this.tasks.clear();
    for (const server of snapshot.servers) this.servers.set(server.asker.server, server);
    for (const question of snapshot.questions) this.questions.set(question.id, question);
    for (const task of snapshot.tasks) this.tasks.set(task.id, task);
    this.settings = snapshot.settings;
    this.sandboxed = snapshot.sandboxed;
    this.memoryLimited = snapshot.memoryLimited;
    this.problems = snapshot.problems;
  }

  /** One change. */
  apply(update: Update): void {
    switch (update.kind) {
      case "server":
        this.servers.set(update.value.asker.server, update.value);
        break;
      case "serverGone":
        this.servers.delete(update.value);
        break;
      case "question":
        this.questions.set(update.value.id, update.value);
        break;
      case "questionGone":
        this.questions.delete(update.value);
        break;
      case "task":
        this.tasks.set(update.value.id, update.value);
        break;
      case "settings":
        this.settings = update.value;
        break;
      case "taskGone":
        this.tasks.delete(update.value);
        break;
    }
  }

  /** The questions of a task, oldest first. */
  questionsOf(task: string): QuestionView[] {
    return [...this.questions.values()].filter((question) => question.task === task);
  }

  /** Whether the server is connected now. */
  isReady(server: string): boolean {
    return this.servers.get(server)?.state.kind === "ready";
  }

  #grouped(): TaskGroup[] {
    return [...this.tasks.values()]
      .map((task) => ({ task, questions: this.questionsOf(task.id) }))
      .filter(({ questions }) => questions.length > 1 && questions.some(isWaiting));
  }

  #inOrder(): QuestionView[] {
    const grouped = this.groups.flatMap(({ questions }) => questions.filter(isWaiting));
    const single = [...this.questions.values()].filter((one) => isWaiting(one) && !grouped.includes(one));
    return [...single, ...grouped];
  }
}

/** Whether a question waits for the person. */
export const isWaiting = (question: QuestionView): boolean => question.state.kind === "waiting";

/** Whether the app of a task waits for the person: for consent, or for an answer to what it wants. */
const isAsking = ({ app }: TaskView): boolean =>
  app !== null && app.state.kind !== "ended" && (app.state.kind === "consent" || app.requests.length > 0);

/** The one store of the window. */
export const store = new Store();
