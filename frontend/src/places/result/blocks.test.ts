import { describe, expect, it } from "vitest";
import { MAX_BASE64, byteCount, bytes, size } from "./base64";
import { blocksOf } from "./blocks";
import { targetOf, targetsIn } from "./links";

describe("blocksOf", () => {
  const kinds = (what: string, result: unknown): string[] => blocksOf(what, result).map((block) => block.kind);

  it("takes a tool's result apart", () => {
    const result = {
      content: [
        { type: "text", text: "a" },
        { type: "image", mimeType: "image/png", data: "AAAA" },
        { type: "audio", mimeType: "audio/wav", data: "AAAA" },
        { type: "resource_link", uri: "https://a.example", name: "A" },
        { type: "resource", resource: { uri: "x:1", text: "t" } },
        { type: "resource", resource: { uri: "x:2", mimeType: "image/png", blob: "AAAA" } },
        { type: "resource", resource: { uri: "x:3", mimeType: "application/zip", blob: "AAAA" } },
      ],
      structuredContent: { a: 1 },
    };
    expect(kinds("tool", result)).toEqual(["text", "image", "audio", "link", "resource", "image", "blob", "json"]);
  });

  it("loses nothing that it does not know", () => {
    const odd = [
      null,
      5,
      { type: "video", url: "x" },
      { type: "text" },
      { type: "resource_link" },
      { type: "resource" },
      [],
    ];
    const blocks = blocksOf("tool", { content: odd });
    expect(blocks.map((block) => block.kind)).toEqual(odd.map(() => "json"));
    expect(kinds("tool", "text")).toEqual(["json"]);
    expect(kinds("tool", { content: "text" })).toEqual(["json"]);
    expect(kinds("tool", { content: null })).toEqual([]);
  });

  it("does not say twice what text and structured content both say", () => {
    const result = { content: [{ type: "text", text: '{ "a": [1] }' }], structuredContent: { a: [1] } };
    expect(kinds("tool", result)).toEqual(["json"]);
    expect(kinds("tool", { ...result, structuredContent: { a: [2] } })).toEqual(["text", "json"]);
  });

  it("reads prompts and resources", () => {
    const messages = [{ role: "user", content: { type: "text", text: "a" } }, { role: "assistant", content: [] }, 1];
    expect(kinds("prompt", { description: "d", messages })).toEqual(["text", "role", "text", "role", "json"]);
    expect(kinds("resource", { contents: [{ uri: "a", text: "" }] })).toEqual(["resource"]);
  });

  // P21
  it.each([undefined, null, {}, { content: [] }])("has no parts where there is nothing: %j", (result) =>
    expect(blocksOf("tool", result)).toEqual([]),
  );
});

describe("bytes", () => {
  it("makes a data address of checked base64 only", () => {
    expect(bytes("image", "image/PNG; x=1", "AAAA")).toEqual({ ok: true, src: "data:image/png;base64,AAAA", size: 3 });
    for (const data of ["", "A", "AA A", 'AAAA"', "javascript:1", "A===", 5, null]) {
      expect(bytes("image", "image/png", data).ok, String(data)).toBe(false);
    }
  });

  it("shows known types only, and bounded", () => {
    expect(bytes("image", "image/svg+xml", "AAAA").ok).toBe(false);
    expect(bytes("image", "text/html", "AAAA").ok).toBe(false);
    expect(bytes("audio", "image/png", "AAAA").ok).toBe(false);
    expect(bytes("image", undefined, "AAAA").ok).toBe(false);
    expect(bytes("image", "image/png", "A".repeat(MAX_BASE64 + 4)).ok).toBe(false);
  });

  it("counts", () => {
    expect([byteCount("AA=="), byteCount("AAA="), byteCount("AAAA")]).toEqual([1, 2, 3]);
    expect([size(12), size(14_200), size(3_240_000)]).toEqual(["12 B", "14 kB", "3.2 MB"]);
  });
});

// ELI-08, A12
describe("targets", () => {
  it("are http and https addresses without names and passwords", () => {
    expect(targetOf("https://a.example/b?c#d")).toMatchObject({
      before: "https://",
      host: "a.example",
      after: "/b?c#d",
    });
    expect(targetOf("http://a.example:8080")).toMatchObject({ host: "a.example:8080", encrypted: false });
    for (const address of [
      "javascript:alert(1)",
      "file:///etc/passwd",
      "vscode://x",
      "https://user@evil.example",
      "a",
      `https://${"a".repeat(5000)}`,
    ]) {
      expect(targetOf(address), address).toBeNull();
    }
  });

  it("show look-alike letters as they are sent", () => {
    expect(targetOf("https://аpple.example")).toMatchObject({ host: "xn--pple-43d.example", lookAlike: true });
  });

  it("are found in text, once each and not endlessly", () => {
    const text = "See (https://a.example/x), https://a.example/x. or <http://b.example>; not ftp://c.example";
    expect(targetsIn(text).map((one) => one.href)).toEqual(["https://a.example/x", "http://b.example/"]);
    const many = Array.from({ length: 100 }, (_, at) => `https://a.example/${at}`).join(" ");
    expect(targetsIn(many)).toHaveLength(20);
    expect(targetsIn("https://a.example\u202Egpj.exe")[0]?.href).toBe("https://a.example/");
  });
});
