// Tasks that the person started in this window, and which of their questions open by themselves.
import { SvelteSet } from "svelte/reactivity";
import type { Ending } from "../bindings/Ending";
import type { QuestionView } from "../bindings/QuestionView";
import { router, type Router } from "./route.svelte";
import { isWaiting, store, type Store } from "./store.svelte";

const byPerson: readonly Ending["kind"][] = ["sent", "declined", "cancelled", "taskStopped"];

/** Whether the person is through with it. A page that was opened waits until they say that they have finished there. */
function isThrough({ state }: QuestionView): boolean {
  return state.kind === "answered" || (state.kind === "ended" && byPerson.includes(state.ending.kind));
}

/**
 * Leads from a task that the person started to its questions and on to its result. Nothing else moves the window:
 * a question opens by itself only from the page of its own task, or after the one before it was answered.
 */
export class Started {
  readonly #tasks = new SvelteSet<string>();
  /** Each question opens by itself at most once: who leaves it is not brought back. */
  readonly #opened = new Set<string>();
  #touched = false;
  readonly #store: Store;
  readonly #router: Router;

  constructor(store: Store, router: Router) {
    this.#store = store;
    this.#router = router;
  }

  /** The person started this task here. */
  add(task: string): void {
    this.#tasks.add(task);
  }

  /** The person used the window: from now on only what they start here leads anywhere. */
  touch(): void {
    this.#touched = true;
  }

  /** Follows the task on screen by one step; called whenever the store or the route changes. */
  follow(): void {
    this.#takeFirst();
    const at = this.#router.at;
    if (at.place === "task" && this.#tasks.has(at.task)) {
      const next = this.#asks(at.task).find((one) => isWaiting(one) && !this.#opened.has(one.id));
      if (next !== undefined) {
        this.#opened.add(next.id);
        this.#router.go({ place: "question", question: next.id });
      }
    }
    if (at.place === "question") this.#leave(at.question);
  }

  /**
   * What a task asks. A stateful server with several calls open does not say which one it asks for: then the questions
   * that came since the task began may be its own, and the person who waits on its page is led to them.
   */
  #asks(id: string): QuestionView[] {
    const task = this.#store.tasks.get(id);
    const perhaps = (one: QuestionView) =>
      one.task === null && one.asker.server === task?.asker.server && one.askedAt >= task.startedAt;
    return [...this.#store.questionsOf(id), ...[...this.#store.questions.values()].filter(perhaps)];
  }

  /** What the same task asks; of a question of no known task, what the same server asks for none. */
  #beside({ task, asker }: QuestionView): QuestionView[] {
    if (task !== null) return this.#store.questionsOf(task);
    const all = [...this.#store.questions.values()];
    return all.filter((one) => one.task === null && one.asker.server === asker.server);
  }

  /** A window opened by `askance call` shows that call: it is the first task, and nobody has touched anything yet. */
  #takeFirst(): void {
    if (this.#touched || this.#tasks.size > 0 || this.#router.at.place !== "inbox") return;
    const [first] = this.#store.tasks.values();
    if (first?.state.kind !== "running") return;
    this.#tasks.add(first.id);
    this.#router.go({ place: "task", task: first.id });
  }

  /**
   * After an answer: the next question of the same task, else its result where it was started here, else the Inbox. Where
   * it may be of several tasks, the next is the next such, else the last task started here that it may be of.
   */
  #leave(id: string): void {
    const question = this.#store.questions.get(id);
    if (question === undefined) return this.#router.replace({ place: "inbox" });
    if (!isThrough(question)) return;
    const next = this.#beside(question).find(isWaiting);
    if (next !== undefined) return this.#router.replace({ place: "question", question: next.id });
    if (question.task === null) return this.#leaveTo(this.#perhapsOf(question));
    if (this.#store.tasks.get(question.task)?.state.kind === "running") return;
    this.#leaveTo(this.#tasks.has(question.task) ? question.task : undefined);
  }

  #leaveTo(task: string | undefined): void {
    this.#router.replace(task === undefined ? { place: "inbox" } : { place: "task", task });
  }

  /** The last task started here that may have asked this, rather one that still runs. */
  #perhapsOf({ asker, askedAt }: QuestionView): string | undefined {
    const may = [...this.#store.tasks.values()].filter(
      (one) => this.#tasks.has(one.id) && one.asker.server === asker.server && one.startedAt <= askedAt,
    );
    const running = may.filter(({ state }) => state.kind === "running");
    return (running.at(-1) ?? may.at(-1))?.id;
  }
}

/** The tasks of this window. */
export const started = new Started(store, router);
