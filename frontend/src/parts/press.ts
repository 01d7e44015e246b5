// What a press of the pointer began on has to be there when it ends. Leaving a field by a press on the next one must not move
// that one away in between: the click would go nowhere.

/** A press lasts no longer than this here: where it ends outside the page, nothing tells so. */
export const PRESS_MS = 1_000;

let down: Promise<void> | null = null;

function begin(): void {
  down = new Promise((resolve) => {
    const over = () => {
      clearTimeout(limit);
      for (const name of ENDS) window.removeEventListener(name, ended, true);
      down = null;
      resolve();
    };
    // The click comes right after the press has ended, and has to be taken first.
    const ended = () => setTimeout(over);
    const limit = setTimeout(over, PRESS_MS);
    for (const name of ENDS) window.addEventListener(name, ended, true);
  });
}
const ENDS = ["pointerup", "pointercancel"] as const;

window.addEventListener("pointerdown", () => void (down ?? begin()), true);

/** Resolves when no press is going on. */
export const released = (): Promise<void> => down ?? Promise.resolve();

/** Does it now, or when the press that is going on is over. */
export function afterPress(act: () => void): void {
  if (down === null) act();
  else void down.then(act);
}
