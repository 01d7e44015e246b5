// Where a task came from: what it called, and the page to call it again.
import type { ServerView } from "../../bindings/ServerView";
import type { TaskView } from "../../bindings/TaskView";
import type { Route } from "../../state/route.svelte";

/** What a task called. */
export interface Made {
  again: Route;
  title: string | null;
  description: string | null;
}

/** None where the server no longer has it. */
export function madeBy(task: TaskView, server: ServerView | undefined): Made | null {
  if (server === undefined) return null;
  const name = task.asker.server;
  const route = (place: "tool" | "prompt" | "resource"): Route => ({ place, server: name, name: task.name });
  if (task.what === "tool") {
    const tool = server.tools.find((one) => one.name === task.name);
    return tool === undefined ? null : { again: route("tool"), title: tool.title, description: tool.description };
  }
  if (task.what === "prompt") {
    const prompt = server.prompts.find((one) => one.name === task.name);
    return prompt === undefined
      ? null
      : { again: route("prompt"), title: prompt.title, description: prompt.description };
  }
  const resource = server.resources.find((one) => one.uri === task.name);
  return resource === undefined
    ? null
    : { again: route("resource"), title: resource.name, description: resource.description };
}
