import { describe, expect, it } from "vitest";
import { Router } from "./route.svelte";

describe("Router", () => {
  it("goes and comes back, and stays at the Inbox at last", () => {
    const router = new Router();
    router.go({ place: "servers" });
    router.go({ place: "server", server: "A" });
    router.back();
    expect(router.at).toEqual({ place: "servers" });
    router.back();
    router.back();
    expect(router.at).toEqual({ place: "inbox" });
    expect(router.canGoBack).toBe(false);
  });

  it("remembers no step twice", () => {
    const router = new Router();
    router.go({ place: "servers" });
    router.go({ place: "servers" });
    router.back();
    expect(router.at).toEqual({ place: "inbox" });
  });

  it("leaves no way back to what was replaced", () => {
    const router = new Router();
    router.go({ place: "task", task: "t" });
    router.go({ place: "question", question: "1" });
    router.replace({ place: "task", task: "t" });
    expect(router.at).toEqual({ place: "task", task: "t" });
    router.back();
    expect(router.at).toEqual({ place: "inbox" });
  });

  it("forgets the oldest steps", () => {
    const router = new Router();
    for (let at = 0; at < 300; at += 1) router.go({ place: "server", server: String(at) });
    let steps = 0;
    while (router.canGoBack) {
      router.back();
      steps += 1;
    }
    expect(steps).toBe(99);
  });
});
