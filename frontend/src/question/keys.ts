// The keys of a question (ui.md, Keyboard). A single letter or digit never sends, declines or consents.

export type QuestionKey = "escape" | "details" | "standard" | "go" | "region" | "regionBack" | "next" | "previous";

/** Whether the person types there. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

/** What a key means here; none for all others, and for a key that is held. */
export function questionKey(event: KeyboardEvent): QuestionKey | null {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.altKey) return null;
  if (event.key === "F6") return event.shiftKey ? "regionBack" : "region";
  if (event.ctrlKey || event.metaKey) {
    if (event.key === "Enter") return "go";
    if (event.shiftKey) return null;
    const letter = event.key.toLowerCase();
    return letter === "i" ? "details" : letter === "u" ? "standard" : null;
  }
  if (event.key === "Escape") return "escape";
  if (isTyping(event.target) || event.shiftKey) return null;
  return event.key === "j" ? "next" : event.key === "k" ? "previous" : null;
}

/** The region that F6 leads to: header → app or form → drawer → footer, and round. */
export function regionAfter(regions: readonly (HTMLElement | null)[], back: boolean): HTMLElement | null {
  const there = regions.filter((one): one is HTMLElement => one !== null);
  const at = there.findIndex((one) => one.contains(document.activeElement));
  const next = at < 0 ? (back ? there.length - 1 : 0) : (at + (back ? -1 : 1) + there.length) % there.length;
  return there[next] ?? null;
}
