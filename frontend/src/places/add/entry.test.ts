import { describe, expect, it } from "vitest";
import { blank, check, fieldOf, toServer } from "./entry";

describe("a server to add", () => {
  it("is read as it was typed", () => {
    const entry = { ...blank(), name: " Notes ", command: `npx "a b"`, env: "A=1\n\nB=x=y\nC=", cwd: " " };
    expect(check(entry, new Set())).toEqual({});
    expect(toServer(entry)).toEqual({
      name: "Notes",
      revision: "auto",
      origin: {
        kind: "local",
        command: "npx",
        args: ["a b"],
        cwd: null,
        env: [
          ["A", "1"],
          ["B", "x=y"],
          ["C", ""],
        ],
      },
    });
  });

  it("has headers where it is remote", () => {
    const entry = {
      ...blank(),
      kind: "remote" as const,
      name: "R",
      url: " https://a.example/mcp ",
      headers: "Authorization: Bearer x:y",
    };
    expect(check(entry, new Set())).toEqual({});
    expect(toServer(entry).origin).toEqual({
      kind: "remote",
      url: "https://a.example/mcp",
      headers: [["Authorization", "Bearer x:y"]],
    });
  });

  it("says at each field what is wrong", () => {
    expect(Object.keys(check({ ...blank(), env: "=x" }, new Set())).sort()).toEqual(["command", "env", "name"]);
    expect(check({ ...blank(), name: "A", command: "a 'b" }, new Set(["A"]))).toEqual({
      name: "There is already a server named A.",
      command: "A quotation mark is not closed.",
    });
    for (const url of ["", "a.example", "ftp://a", "javascript:alert(1)", "https://"]) {
      expect(check({ ...blank(), kind: "remote", name: "A", url }, new Set()), url).toHaveProperty("url");
    }
  });

  it("knows the field that a problem is about", () => {
    expect(fieldOf("server.name-taken")).toBe("name");
    expect(fieldOf("server.bad-url")).toBe("url");
    expect(fieldOf("server.bad-revision")).toBe("revision");
    expect(fieldOf("connection.exited")).toBeNull();
  });
});
