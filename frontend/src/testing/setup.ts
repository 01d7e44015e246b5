// What jsdom lacks and the page asks for, and a fake door to Rust; each test leaves an empty page.
import { cleanup } from "@testing-library/svelte";
import { afterEach, vi } from "vitest";

vi.mock("../ipc", () => import("./host"));

const media = (query: string): Partial<MediaQueryList> => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});
vi.stubGlobal("matchMedia", media);
Element.prototype.scrollIntoView ??= () => undefined;
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});
