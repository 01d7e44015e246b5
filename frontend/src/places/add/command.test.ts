import { describe, expect, it } from "vitest";
import { download, interprets, split, startWords } from "./command";

describe("split", () => {
  it.each<[string, string[] | null]>([
    ["npx -y  @acme/notes", ["npx", "-y", "@acme/notes"]],
    ["", []],
    ["  ", []],
    [`a "b c" 'd e'`, ["a", "b c", "d e"]],
    [`a ""`, ["a", ""]],
    [`--x="b c"d`, ["--x=b cd"]],
    [`C:\\Tools\\run.exe a\\b`, ["C:\\Tools\\run.exe", "a\\b"]],
    [`a\\ b "c\\"d" 'e\\'`, ["a b", `c"d`, "e\\"]],
    ["a; rm -rf $HOME | b", ["a;", "rm", "-rf", "$HOME", "|", "b"]],
    [`a "b`, null],
    ["a 'b", null],
  ])("%s", (line, parts) => expect(split(line)).toEqual(parts));
});

// A22, A23: what runs tomorrow may differ from today.
describe("download", () => {
  it.each([
    ["npx -y @acme/notes-mcp@latest --db x", "npx", "@acme/notes-mcp", "npm"],
    ["npx notes", "npx", "notes", "npm"],
    ["/usr/bin/npx --package=@a/b c", "npx", "@a/b", "npm"],
    ["npx -p a b", "npx", "a", "npm"],
    ["pnpm dlx a@^1.2.3", "pnpm", "a", "npm"],
    ["npm exec -- a", "npm", "a", "npm"],
    ["uvx mcp-server-sqlite --db-path n.db", "uvx", "mcp-server-sqlite", "PyPI"],
    ["uvx --python 3.12 --from git-tool serve", "uvx", "git-tool", "PyPI"],
    ["uv tool run a@latest", "uv", "a", "PyPI"],
    ["npx.cmd a", "npx", "a", "npm"],
  ])("%s", (line, command, name, registry) =>
    expect(download(split(line) ?? [])).toEqual({ command, package: name, registry }),
  );

  it.each(["npx -y @acme/notes@1.2.3", "uvx a==1.2", "uvx a@1.2.3", "node server.js", "npx", "uv run a", "npx -y"])(
    "%s fetches nothing new",
    (line) => expect(download(split(line) ?? [])).toBeNull(),
  );
});

describe("interprets", () => {
  it.each(["sh -c 'curl x | sh'", "/bin/bash -c x", "node -e x", "powershell.exe -Command x", "cmd /c x"])(
    "%s",
    (line) => expect(interprets(split(line) ?? [])).not.toBeNull(),
  );
  it.each(["node server.js", "python3 -m server", "npx -c"])("%s does not", (line) =>
    expect(interprets(split(line) ?? [])).toBeNull(),
  );
});

// A fixed version is downloaded at its first start too.
describe("what is waited for", () => {
  it.each([
    ["node server.mjs", "Waits for the program to answer."],
    ["npx -y notes@1.2.3", "Waits for the program to answer. npx may have to download notes first."],
    ["npx -y @acme/notes@latest", "Waits for the program to answer. npx may have to download @acme/notes first."],
    ["uvx notes==1.0", "Waits for the program to answer. uvx may have to download notes first."],
  ])("%s", (line, words) => expect(startWords(split(line) ?? [])).toBe(words));
});
