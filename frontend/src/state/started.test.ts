import { beforeEach, describe, expect, it } from "vitest";
import type { QuestionView } from "../bindings/QuestionView";
import { done, ended, question, snapshot, task } from "../testing/views";
import { Router } from "./route.svelte";
import { Started } from "./started.svelte";
import { Store } from "./store.svelte";

describe("Started", () => {
  let store: Store;
  let router: Router;
  let started: Started;
  const ask = (id: string, state = question(id).state): void =>
    store.apply({ kind: "question", value: question(id, { task: "t", state }) });
  const finish = (): void => store.apply({ kind: "task", value: task("t", { state: done({}) }) });

  beforeEach(() => {
    store = new Store();
    router = new Router();
    started = new Started(store, router);
    started.touch();
    store.fill(snapshot({ tasks: [task("t")] }));
  });

  it("opens the first question of the task on screen that was started here", () => {
    started.add("t");
    router.go({ place: "task", task: "t" });
    started.follow();
    expect(router.at.place).toBe("task");
    ask("1");
    ask("2");
    started.follow();
    expect(router.at).toEqual({ place: "question", question: "1" });
  });

  it("leads to a question that names no task, if it may be of the one on screen", () => {
    started.add("t");
    router.go({ place: "task", task: "t" });
    const { asker, startedAt } = task("t");
    const unowned = (id: string, other: object): void =>
      store.apply({ kind: "question", value: question(id, { task: null, asker, askedAt: startedAt, ...other }) });
    unowned("of another server", { asker: { ...asker, server: "Another" } });
    unowned("from before", { askedAt: startedAt - 1 });
    started.follow();
    expect(router.at.place).toBe("task");
    unowned("perhaps", {});
    started.follow();
    expect(router.at).toEqual({ place: "question", question: "perhaps" });
  });

  it("goes on from such a question to the next one, then to the task that it may be of", () => {
    const asker = task("t").asker;
    const unowned = (id: string, state = question(id).state, server = asker.server): void =>
      store.apply({
        kind: "question",
        value: question(id, { task: null, asker: { ...asker, server }, state }),
      });
    unowned("elsewhere", question("elsewhere").state, "Another");
    ask("of the task");
    unowned("1", ended("sent"));
    unowned("2");
    router.go({ place: "question", question: "1" });
    started.follow();
    expect(router.at).toEqual({ place: "question", question: "2" });
    unowned("2", ended("connectionLost"));
    started.follow();
    expect(router.at, "an ending that was not the person's is read").toEqual({ place: "question", question: "2" });
    unowned("2", ended("declined"));
    started.follow();
    expect(router.at, "no task was started here").toEqual({ place: "inbox" });
    for (const id of ["runs too", "ended"]) {
      const state = id === "ended" ? done({}) : task(id).state;
      store.apply({ kind: "task", value: task(id, { state }) });
    }
    for (const id of ["t", "runs too", "ended"]) started.add(id);
    router.go({ place: "question", question: "2" });
    started.follow();
    expect(router.at).toEqual({ place: "task", task: "runs too" });
  });

  // ui.md, Focus: new questions never replace what is on screen.
  it.each(["inbox", "servers", "add"] as const)("opens nothing over %s", (place) => {
    started.add("t");
    router.go({ place });
    ask("1");
    started.follow();
    expect(router.at.place).toBe(place);
  });

  it("never replaces a question that waits", () => {
    store.apply({ kind: "question", value: question("other") });
    started.add("t");
    router.go({ place: "question", question: "other" });
    ask("1");
    started.follow();
    expect(router.at).toEqual({ place: "question", question: "other" });
  });

  it("moves on as soon as an answer is on its way, to the next that was asked with it", () => {
    started.add("t");
    router.go({ place: "task", task: "t" });
    ask("1");
    ask("2");
    started.follow();
    ask("1", { kind: "answered" });
    started.follow();
    expect(router.at).toEqual({ place: "question", question: "2" });
    ask("2", { kind: "answered" });
    started.follow();
    expect(router.at).toEqual({ place: "question", question: "2" });
    finish();
    started.follow();
    expect(router.at).toEqual({ place: "task", task: "t" });
  });

  // The person says when they have finished on a page; then it goes on like any other question.
  it("stays on a page that was opened until the person is through", () => {
    started.add("t");
    router.go({ place: "task", task: "t" });
    const page = (state: QuestionView["state"]): void =>
      store.apply({ kind: "question", value: question("1", { task: "t", shown: { kind: "url" }, state }) });
    page({ kind: "waiting" });
    ask("2");
    router.go({ place: "question", question: "1" });
    started.follow();
    expect(router.at).toEqual({ place: "question", question: "1" });
    page({ kind: "answered" });
    started.follow();
    expect(router.at).toEqual({ place: "question", question: "2" });
  });

  it("does not bring back who left the question", () => {
    started.add("t");
    router.go({ place: "task", task: "t" });
    ask("1");
    started.follow();
    router.back();
    started.follow();
    expect(router.at.place).toBe("task");
  });

  it("goes on to the next question of the task, then to its result", () => {
    started.add("t");
    router.go({ place: "task", task: "t" });
    ask("1");
    started.follow();
    ask("1", ended("sent"));
    started.follow();
    expect(router.at, "its ending is shown while the task runs").toEqual({ place: "question", question: "1" });
    ask("2");
    started.follow();
    expect(router.at).toEqual({ place: "question", question: "2" });
    ask("2", ended("declined"));
    finish();
    started.follow();
    expect(router.at).toEqual({ place: "task", task: "t" });
  });

  it("goes to the Inbox after a task that somebody else started", () => {
    router.go({ place: "question", question: "1" });
    ask("1", ended("sent"));
    finish();
    started.follow();
    expect(router.at.place).toBe("inbox");
  });

  it("lets the person read an ending that was not theirs", () => {
    router.go({ place: "question", question: "1" });
    ask("1", ended("connectionLost"));
    finish();
    started.follow();
    expect(router.at.place).toBe("question");
  });

  it("leaves a question that is gone", () => {
    router.go({ place: "question", question: "gone" });
    started.follow();
    expect(router.at.place).toBe("inbox");
  });

  it("follows the first task in a window that nobody has touched", () => {
    started = new Started(store, router);
    started.follow();
    expect(router.at).toEqual({ place: "task", task: "t" });
    ask("1");
    started.follow();
    expect(router.at).toEqual({ place: "question", question: "1" });
  });
});
