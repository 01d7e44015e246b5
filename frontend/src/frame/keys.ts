// The keys of the window that are the same in every place (ui.md, Keyboard).
import { BY_KEY } from "../parts/form/focus";
import type { Route } from "../state/route.svelte";

/** What a key does in the window's frame. */
export type Command =
  | { kind: "go"; to: Route }
  | { kind: "back" }
  | { kind: "text"; step: -1 | 0 | 1 }
  | { kind: "region"; step: -1 | 1 }
  | { kind: "search" }
  | { kind: "close" };

const withControl: Readonly<Record<string, Command>> = {
  "1": { kind: "go", to: { place: "inbox" } },
  "3": { kind: "go", to: { place: "servers" } },
  "4": { kind: "go", to: { place: "settings" } },
  "+": { kind: "text", step: 1 },
  "=": { kind: "text", step: 1 },
  "-": { kind: "text", step: -1 },
  "0": { kind: "text", step: 0 },
  f: { kind: "search" },
};

/** The command of a key; none where it has no meaning here. */
export function command(event: KeyboardEvent): Command | null {
  const control = event.ctrlKey || event.metaKey;
  if (control && !event.altKey) return withControl[event.key] ?? null;
  if (event.altKey) return event.key === "ArrowLeft" && !control ? { kind: "back" } : null;
  if (event.key === "F6") return { kind: "region", step: event.shiftKey ? -1 : 1 };
  if (event.key === "Escape") return { kind: "close" };
  return null;
}

/** Moves the focus to the next region of the page, round and round; from a place that is given, or where the focus is. */
export function nextRegion(root: ParentNode, step: -1 | 1, from: Element | null = document.activeElement): void {
  const regions = [...root.querySelectorAll<HTMLElement>("[data-region]")].filter(
    (one) => one.checkVisibility?.() ?? true,
  );
  const at = regions.findIndex((one) => one.contains(from));
  const next = regions[(at + step + regions.length) % regions.length];
  const stop = next?.querySelector<HTMLElement>("a[href], button:not(:disabled), input, [tabindex]");
  (stop ?? next)?.focus(BY_KEY);
}
