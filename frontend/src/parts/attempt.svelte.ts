// One call of the engine at a time, and what went wrong with it.
import { tick } from "svelte";
import type { Problem } from "../bindings/Problem";
import { asProblem } from "./problem";

export class Attempt {
  busy = $state(false);
  problem = $state.raw<Problem | null>(null);

  /** Does it, unless something is on its way. What fails is kept to be shown, and the focus goes back. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    const from = document.activeElement;
    this.problem = null;
    this.busy = true;
    try {
      await work();
    } catch (error) {
      this.problem = asProblem(error);
    } finally {
      this.busy = false;
    }
    await tick();
    if (this.problem) giveBack(from);
    return this.problem === null;
  }
}

/** Back to a control that was shut while it worked. */
export function giveBack(focus: Element | null): void {
  if (document.activeElement === document.body && focus instanceof HTMLElement) focus.focus();
}
