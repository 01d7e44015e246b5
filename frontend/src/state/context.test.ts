import { describe, expect, it, vi } from "vitest";
import { host } from "../testing/host";
import { publishContext, resolve, sentNames } from "./context";

describe("what apps are told", () => {
  it("names the style variables and no token of ours", () => {
    expect(sentNames).toContain("--color-background-primary");
    expect(sentNames).toContain("--font-heading-3xl-line-height");
    expect(sentNames).toContain("--shadow-lg");
    expect(sentNames.length).toBeGreaterThan(70);
    const ours = /^--(chrome|frame|server|accent|on-|selection|hover|space|size|motion|guard|focus)/u;
    expect(sentNames.filter((name) => ours.test(name))).toEqual([]);
    expect(new Set(sentNames).size).toBe(sentNames.length);
  });

  it("leaves out what is not defined, rather than send what it inherits", () => {
    expect(resolve()).toEqual({});
    document.documentElement.style.setProperty("--font-sans", "Inter");
    expect(Object.keys(resolve()).filter((name) => name.startsWith("--color-"))).toEqual([]);
    document.documentElement.style.removeProperty("--font-sans");
  });

  it("is told at the start and on each change of the theme", () => {
    let dark = false;
    const changes: (() => void)[] = [];
    vi.stubGlobal("matchMedia", (query: string) => ({
      get matches() {
        return dark && query.includes("dark");
      },
      addEventListener: (_: string, change: () => void) => changes.push(change),
      removeEventListener: (_: string, change: () => void) => changes.splice(changes.indexOf(change), 1),
    }));
    const stop = publishContext();
    expect(host.setContext).toHaveBeenLastCalledWith(expect.objectContaining({ theme: "light" }));
    dark = true;
    changes[0]?.();
    expect(host.setContext).toHaveBeenLastCalledWith(
      expect.objectContaining({
        theme: "dark",
        locale: Intl.DateTimeFormat().resolvedOptions().locale,
        timeZone: expect.any(String),
      }),
    );
    vi.stubGlobal("innerWidth", 777);
    window.dispatchEvent(new Event("resize"));
    expect(host.setContext).toHaveBeenLastCalledWith(
      expect.objectContaining({
        theme: "dark",
        containerDimensions: { maxWidth: 777, maxHeight: window.innerHeight },
        deviceCapabilities: { touch: false, hover: false },
      }),
    );
    stop();
    expect(changes).toEqual([]);
    const calls = host.setContext.mock.calls.length;
    window.dispatchEvent(new Event("resize"));
    expect(host.setContext).toHaveBeenCalledTimes(calls);
  });
});
