// The person's answer while it is written: the draft, what is wrong with it, keeping it, sending it.
import type { Answer } from "../bindings/Answer";
import type { Checked } from "../bindings/Checked";
import type { Draft } from "../bindings/Draft";
import type { FieldError } from "../bindings/FieldError";
import type { Form } from "../bindings/Form";
import type { Problem } from "../bindings/Problem";
import type { QuestionView } from "../bindings/QuestionView";
import { host } from "../ipc";
import { filled, isDirty, keepable, opening, sameValue } from "../parts/form/draft";
import { released } from "../parts/press";
import { asProblem } from "../parts/problem";
import { store } from "../state/store.svelte";

/** The draft is kept, and checked again, when typing rests for so long. */
export const REST_MS = 300;

export class Answering {
  draft = $state.raw<Draft>([]);
  /** The text of the JSON editor. */
  text = $state("");
  checked = $state.raw<Checked | null>(null);
  /** The person tried to send: all errors are shown, in a summary too. */
  tried = $state(false);
  sending = $state(false);
  /** What is sent is shown before it goes, because the person wants that step (`settings.review`). */
  reviewing = $state(false);
  /** The answer of the last time to the same question, while it can be filled in. */
  last = $state.raw<Draft | null>(null);
  /** Why it could not be sent, apart from errors in it. */
  problem = $state.raw<Problem | null>(null);
  /** Fields whose errors are shown: left since they were changed. */
  #left = $state.raw<ReadonlySet<number>>(new Set());
  /** Fields that were left, whose errors are not known yet: what was wrong before the last change is not shown. */
  #leaving = new Set<number>();
  #changed = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #round = 0;

  constructor(private readonly question: () => QuestionView) {
    this.#take(this.question().draft);
  }

  get editor(): boolean {
    return this.question().form?.editor != null;
  }

  /** Takes the draft that Rust has: the form has replaced an app (APP-22), or shows what the app could not send. */
  adopt(): void {
    this.#take(this.question().draft);
  }
  #take(draft: Draft): void {
    const { form } = this.question();
    if (!form) return;
    const first = draft[0];
    if (form.editor !== null) this.text = first?.kind === "text" ? first.value : "";
    else this.draft = opening(form, draft);
    this.tried = false;
    this.reviewing = false;
    this.problem = null;
    this.#left = new Set();
    this.#leaving.clear();
    this.#changed.clear();
  }

  /** What would be sent. */
  get answer(): Answer {
    return this.editor ? { kind: "json", text: this.text } : { kind: "draft", draft: this.draft };
  }

  /** Something was entered that a cancel would lose. */
  get dirty(): boolean {
    const { form } = this.question();
    if (!form) return false;
    return this.editor ? this.text.trim() !== "" : isDirty(form, this.draft);
  }

  /** The errors to show now. */
  get errors(): FieldError[] {
    const all = this.checked?.errors ?? [];
    return this.tried ? all : all.filter((error) => error.field !== null && this.#left.has(error.field));
  }

  change(draft: Draft, at: number): void {
    this.draft = draft;
    this.#changed.add(at);
    // A shown error goes when it is mended; a new one waits until the field is left.
    if (!this.errors.some((error) => error.field === at)) this.#forget(at);
    this.#rest();
  }
  write(text: string): void {
    this.text = text;
    this.#rest();
  }

  /** The focus left a field: its error may be shown, if the person changed it. */
  leave(at: number): void {
    if (!this.#changed.has(at)) return;
    this.#leaving.add(at);
    void this.check();
  }

  /** Asks whether there is an answer of the last time, if the person wants such offers. */
  async recall(): Promise<void> {
    if (!store.settings.lastAnswers) return;
    // A question that is gone has nothing to fill in.
    this.last = await host.lastAnswer(this.question().id).catch(() => null);
  }

  /** Fills what the person has not touched from the last answer; gives the number of answers filled in. */
  fillFromLast(): number {
    const { form } = this.question();
    const { last } = this;
    if (!form || !last) return 0;
    this.last = null;
    const count = this.editor ? this.#fillText(last) : this.#fillFields(form, last);
    if (count > 0) this.#rest();
    return count;
  }
  #fillText([first]: Draft): number {
    if (this.text.trim() !== "" || first?.kind !== "text") return 0;
    this.text = first.value;
    return 1;
  }
  #fillFields(form: Form, last: Draft): number {
    const before = this.draft;
    this.draft = filled(form, before, last, this.#changed);
    return this.draft.filter((value, at) => !sameValue(value, before[at])).length;
  }

  /** Asks Rust what the draft amounts to; an older answer never overwrites a newer one. */
  async check(): Promise<void> {
    const round = ++this.#round;
    try {
      const checked = await host.checkAnswer(this.question().id, this.answer);
      await released();
      if (round !== this.#round) return;
      this.checked = checked;
      if (this.#leaving.size > 0) this.#left = new Set([...this.#left, ...this.#leaving]);
      this.#leaving.clear();
    } catch {
      // The question is gone; its end is shown by its state.
    }
  }

  /**
   * Sends; with errors nothing goes out and they are shown. Answers whether there were none. Where the person wants to
   * see what is sent before it goes, the first time shows that.
   */
  async send(): Promise<boolean> {
    if (this.sending) return true;
    this.flush();
    this.problem = null;
    // What could not be sent was looked at when it was given, and goes out as it was given.
    const again = this.question().state.kind === "ended";
    if (store.settings.review && !this.reviewing && !again) return this.#review();
    this.sending = true;
    try {
      const checked = await host.answer(this.question().id, this.answer);
      this.#round += 1;
      this.checked = checked;
      this.tried = checked.errors.length > 0;
      return checked.errors.length === 0;
    } catch (error) {
      this.problem = asProblem(error);
      return true;
    } finally {
      this.sending = false;
      this.reviewing = false;
    }
  }
  async #review(): Promise<boolean> {
    await this.check();
    const fits = this.checked?.errors.length === 0;
    this.tried = !fits;
    this.reviewing = fits;
    return fits;
  }

  /** Keeps what was typed at once: before the question is left. */
  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#keep();
  }

  #forget(at: number): void {
    this.#leaving.delete(at);
    if (!this.#left.has(at)) return;
    const left = new Set(this.#left);
    left.delete(at);
    this.#left = left;
  }
  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#keep();
      void this.check();
    }, REST_MS);
  }
  #keep(): void {
    const { id, form, state } = this.question();
    if (!form || state.kind === "ended") return;
    const draft: Draft = this.editor ? [{ kind: "text", value: this.text }] : keepable(form, this.draft);
    // A question that has just ended keeps nothing.
    void host.keepDraft(id, draft).catch(() => undefined);
  }
}
