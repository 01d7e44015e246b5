// A result taken apart into what can be shown. Whatever does not have the expected form is shown as JSON, never lost.

/** A resource that a result names without holding it. */
export interface LinkBlock {
  kind: "link";
  uri: string;
  name: string;
  description: string | null;
  mimeType: string | null;
}

/** One part of a result. */
export type Block =
  | { kind: "text"; text: string }
  | { kind: "json"; value: unknown; title: string }
  | { kind: "image"; mimeType: unknown; data: unknown }
  | { kind: "audio"; mimeType: unknown; data: unknown }
  | LinkBlock
  | { kind: "resource"; uri: string; mimeType: string | null; text: string }
  | { kind: "blob"; uri: string; mimeType: string | null; data: string }
  | { kind: "role"; role: string };

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
/** What should be a list and is none is shown as its one member. */
const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** An embedded resource, or one that was read. */
function resource(value: unknown): Block {
  if (isFields(value)) {
    const uri = text(value["uri"]) ?? "";
    const mimeType = text(value["mimeType"]);
    if (typeof value["text"] === "string") return { kind: "resource", uri, mimeType, text: value["text"] };
    if (typeof value["blob"] === "string") {
      const family = (mimeType ?? "").split("/")[0]?.toLowerCase();
      if (family === "image" || family === "audio") return { kind: family, mimeType, data: value["blob"] };
      return { kind: "blob", uri, mimeType, data: value["blob"] };
    }
  }
  return { kind: "json", value, title: "Resource" };
}

/** One entry of `content`. */
function content(value: unknown): Block {
  if (!isFields(value)) return { kind: "json", value, title: "Unknown content" };
  switch (value["type"]) {
    case "text":
      if (typeof value["text"] === "string") return { kind: "text", text: value["text"] };
      break;
    case "image":
    case "audio":
      return { kind: value["type"], mimeType: value["mimeType"], data: value["data"] };
    case "resource":
      return resource(value["resource"]);
    case "resource_link":
      if (typeof value["uri"] === "string") {
        const name = text(value["title"]) ?? text(value["name"]) ?? value["uri"];
        const description = text(value["description"]);
        return { kind: "link", uri: value["uri"], name, description, mimeType: text(value["mimeType"]) };
      }
      break;
  }
  return { kind: "json", value, title: "Unknown content" };
}

/** Whether the text only repeats the structured content, as servers do for hosts that know no better. */
function repeats(block: Block, structured: unknown): boolean {
  if (block.kind !== "text" || structured === undefined) return false;
  try {
    return JSON.stringify(JSON.parse(block.text)) === JSON.stringify(structured);
  } catch {
    return false;
  }
}

function toolBlocks(result: Fields): Block[] {
  const structured = result["structuredContent"];
  const blocks = list(result["content"]).map(content);
  const kept = blocks.filter((block) => !repeats(block, structured));
  return structured === undefined ? kept : [...kept, { kind: "json", value: structured, title: "Structured content" }];
}

function promptBlocks(result: Fields): Block[] {
  const about = text(result["description"]);
  const messages = list(result["messages"]).flatMap((message): Block[] => {
    if (!isFields(message)) return [{ kind: "json", value: message, title: "Unknown message" }];
    const parts = Array.isArray(message["content"]) ? message["content"] : [message["content"]];
    return [{ kind: "role", role: text(message["role"]) ?? "unknown" }, ...parts.map(content)];
  });
  return about === null ? messages : [{ kind: "text", text: about }, ...messages];
}

/** The parts of a result, in its order. */
export function blocksOf(what: string, result: unknown): Block[] {
  if (!isFields(result))
    return result === undefined || result === null ? [] : [{ kind: "json", value: result, title: "Result" }];
  if (what === "prompt") return promptBlocks(result);
  if (what === "resource") return list(result["contents"]).map(resource);
  return toolBlocks(result);
}
