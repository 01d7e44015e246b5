// The guard (A19): what just appeared takes no click and no key, and nothing begun before it counts.

/** So long; the page's `--guard`. */
export const GUARD_MS = 500;

/** Keys that only move the focus; they press nothing. */
const HARMLESS = new Set(["Tab", "Shift", "Control", "Alt", "Meta"]);

/** Leaving a question answers nothing: its toolbar, the keys of the window, J and K outside a text are never shut. */
function onlyLeaves(event: Event): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (!(event instanceof KeyboardEvent)) return target?.closest(".toolbar") != null;
  if (HARMLESS.has(event.key) || event.altKey) return true;
  if (event.ctrlKey || event.metaKey) return /^[0-9+=-]$/.test(event.key);
  return /^[jk]$/.test(event.key) && target?.closest("input, textarea") == null;
}

/** Shuts a part of the page for a moment, and longer for a press that began while it was shut. */
export class Guard {
  shut = $state(true);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The press, or the row of clicks, began before the guard opened. */
  #pressTainted = true;
  /** The key that is down, or was let go just now, went down before the guard opened. */
  #keyTainted = false;
  /** Keys whose going down was seen here. */
  readonly #down = new Set<string>();

  /** Something appeared or was replaced: shut from now. */
  arm(): void {
    this.shut = true;
    this.#pressTainted = true;
    this.#keyTainted = this.#down.size > 0;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.shut = false), GUARD_MS);
  }

  /** Watches a part of the page, and the keys of the whole window while it is there. */
  watch = (root: HTMLElement): (() => void) => {
    const stop = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const press = (event: MouseEvent) => {
      if (event.detail <= 1) this.#pressTainted = this.shut;
      if (this.#pressTainted && !onlyLeaves(event)) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      // detail 0: by keyboard or by an assistive program, without a press of the pointer
      const tainted = event.detail === 0 ? this.#keyTainted : this.#pressTainted;
      if ((this.shut || tainted) && !onlyLeaves(event)) stop(event);
    };
    const keydown = (event: KeyboardEvent) => {
      if (!event.repeat) this.#keyTainted = this.shut;
      else if (!this.#down.has(event.code)) this.#keyTainted = true;
      this.#down.add(event.code);
      if (onlyLeaves(event)) return;
      if (this.shut || (event.repeat && this.#keyTainted)) stop(event);
    };
    const keyup = (event: KeyboardEvent) => {
      if (!this.#down.delete(event.code)) this.#keyTainted = true;
      if ((this.shut || this.#keyTainted) && !onlyLeaves(event)) stop(event);
      // The click that letting go of a key makes comes before this.
      setTimeout(() => (this.#keyTainted = false));
    };
    const blur = () => this.#down.clear();
    root.addEventListener("mousedown", press, true);
    root.addEventListener("click", click, true);
    window.addEventListener("keydown", keydown, true);
    window.addEventListener("keyup", keyup, true);
    window.addEventListener("blur", blur);
    return () => {
      clearTimeout(this.#timer);
      root.removeEventListener("mousedown", press, true);
      root.removeEventListener("click", click, true);
      window.removeEventListener("keydown", keydown, true);
      window.removeEventListener("keyup", keyup, true);
      window.removeEventListener("blur", blur);
    };
  };
}
