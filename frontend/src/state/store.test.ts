import { beforeEach, describe, expect, it } from "vitest";
import { emit, host } from "../testing/host";
import { done, ended, question, server, snapshot, task } from "../testing/views";
import { Store } from "./store.svelte";

describe("Store", () => {
  let store: Store;
  beforeEach(() => (store = new Store()));

  it("starts with the snapshot, in its order", async () => {
    host.snapshot.mockResolvedValueOnce(
      snapshot({ servers: [server("B"), server("A")], questions: [question("1"), question("2")] }),
    );
    await store.start();
    expect([...store.servers.keys()]).toEqual(["B", "A"]);
    expect(store.waiting.map((one) => one.id)).toEqual(["1", "2"]);
    expect(store.ready).toBe(true);
  });

  it("applies changes that overtake the snapshot after it", async () => {
    host.snapshot.mockImplementationOnce(async () => {
      emit({ kind: "question", value: question("1", { state: ended("sent") }) });
      emit({ kind: "question", value: question("2") });
      expect(store.questions.size).toBe(0);
      return snapshot({ questions: [question("1")] });
    });
    await store.start();
    expect(store.waiting.map((one) => one.id)).toEqual(["2"]);
  });

  it("keeps the place of what changes and puts new things at the end", async () => {
    host.snapshot.mockResolvedValueOnce(snapshot({ servers: [server("A"), server("B")], tasks: [task("t")] }));
    await store.start();
    emit({ kind: "server", value: server("C") });
    emit({ kind: "server", value: server("A", { state: { kind: "connecting" } }) });
    expect([...store.servers.keys()]).toEqual(["A", "B", "C"]);
    expect(store.isReady("A")).toBe(false);
    emit({ kind: "task", value: task("t", { state: done({}) }) });
    expect(store.tasks.get("t")?.state.kind).toBe("done");
  });

  it("forgets what is gone, and nothing else", async () => {
    host.snapshot.mockResolvedValueOnce(
      snapshot({ servers: [server("A"), server("B")], questions: [question("1"), question("2")], tasks: [task("t")] }),
    );
    await store.start();
    emit({ kind: "serverGone", value: "A" });
    emit({ kind: "questionGone", value: "1" });
    emit({ kind: "questionGone", value: "never was" });
    emit({ kind: "taskGone", value: "t" });
    expect([...store.servers.keys()]).toEqual(["B"]);
    expect([...store.questions.keys()]).toEqual(["2"]);
    expect(store.tasks.size).toBe(0);
  });

  it("groups a task with several questions while one of them waits", () => {
    const of = (id: string, state = question(id).state) => question(id, { task: "t", state });
    store.fill(
      snapshot({ tasks: [task("t"), task("u")], questions: [of("1", ended("sent")), of("2"), question("3"), of("4")] }),
    );
    expect(store.groups.map((group) => group.questions.map((one) => one.id))).toEqual([["1", "2", "4"]]);
    expect(store.waiting.map((one) => one.id)).toEqual(["3", "2", "4"]);
    store.apply({ kind: "question", value: of("2", ended("sent")) });
    store.apply({ kind: "question", value: of("4", ended("declined")) });
    expect(store.groups).toEqual([]);
    expect(store.waiting.map((one) => one.id)).toEqual(["3"]);
  });

  it("does not count an answer on its way as waiting", () => {
    store.fill(snapshot({ questions: [question("1", { state: { kind: "answered" } })] }));
    expect(store.waiting).toEqual([]);
  });
});
