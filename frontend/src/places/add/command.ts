// A command line, cut into the parts that run: no shell ever sees it.

/**
 * Cuts at white space outside quotation marks. A backslash only escapes a space, a quotation mark or itself, so that
 * paths of Windows stay as they are. None if a quotation mark is not closed.
 */
export function split(line: string): string[] | null {
  const parts: string[] = [];
  let part: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? "";
    const next = line[at + 1] ?? "";
    if (
      character === "\\" &&
      quote !== "'" &&
      (next === quote || next === "\\" || (quote === null && /[\s"']/u.test(next)))
    ) {
      part = (part ?? "") + next;
      at += 1;
    } else if (quote !== null) {
      if (character === quote) quote = null;
      else part += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      part ??= "";
    } else if (/\s/u.test(character)) {
      if (part !== null) parts.push(part);
      part = null;
    } else {
      part = (part ?? "") + character;
    }
  }
  if (quote !== null) return null;
  return part === null ? parts : [...parts, part];
}

/** A program that fetches another one before it runs it. */
export interface Download {
  command: string;
  package: string;
  registry: "npm" | "PyPI";
}

/** Options that are followed by a value of their own. */
const WITH_VALUE = new Set(["--python", "--index", "--index-url", "--with", "--registry", "--cache", "-c", "--call"]);
/** Options whose value is the package. */
const PACKAGE = new Set(["-p", "--package", "--from", "--spec"]);

/** The base name of a program, without the endings of Windows. */
const baseName = (command: string): string => (command.split(/[/\\]/u).pop() ?? "").replace(/\.(exe|cmd|bat)$/iu, "");

/** The package named among the arguments of a launcher. */
function packageOf(args: readonly string[]): string | null {
  for (let at = 0; at < args.length; at += 1) {
    const [option = "", value] = (args[at] ?? "").split("=", 2);
    if (PACKAGE.has(option)) return value ?? args[at + 1] ?? null;
    if (!option.startsWith("-")) return args[at] ?? null;
    if (WITH_VALUE.has(option) && value === undefined) at += 1;
  }
  return null;
}

/** What a launcher runs, and downloads where it does not have it yet; none where the program is no launcher. */
function launched(argv: readonly string[]): (Download & { fixed: boolean }) | null {
  const [command = "", first = "", ...rest] = argv;
  const base = baseName(command);
  const direct = ["npx", "bunx", "uvx"].includes(base);
  const two = ["pnpm dlx", "yarn dlx", "npm exec", "pipx run", "uv tool", "bun x"].includes(`${base} ${first}`);
  if (!direct && !two) return null;
  const registry = ["uvx", "uv", "pipx"].includes(base) ? "PyPI" : "npm";
  const args = direct ? argv.slice(1) : base === "uv" ? rest.slice(1) : rest;
  const spec = packageOf(args.filter((part) => part !== "--"));
  if (spec === null) return null;
  const fixed = registry === "npm" ? /.@v?\d+\.\d+\.\d+[^\sx*]*$/u : /(===?|@)\d+(\.\d+)*[^\s*]*$/u;
  const name = spec.replace(registry === "npm" ? /(.)@[^/@]*$/u : /(.)(?:===?|@).*$/u, "$1");
  return { command: base, package: name, registry, fixed: fixed.test(spec) };
}

/** What is downloaded in its newest version each time; none where nothing is, or the version is fixed (A22, A23). */
export function download(argv: readonly string[]): Download | null {
  const found = launched(argv);
  if (found === null || found.fixed) return null;
  const { fixed: _, ...rest } = found;
  return rest;
}

/** What is waited for until a program answers: one that is installed first takes longer. */
export function startWords(argv: readonly string[]): string {
  const found = launched(argv);
  if (found === null) return "Waits for the program to answer.";
  return `Waits for the program to answer. ${found.command} may have to download ${found.package} first.`;
}

/** A program that runs whatever text it is given (A22). */
export function interprets(argv: readonly string[]): string | null {
  const base = baseName(argv[0] ?? "");
  const known = /^(sh|bash|zsh|dash|fish|cmd|powershell|pwsh|node|deno|bun|python[\d.]*|ruby|perl|php|env|sudo|ssh)$/iu;
  const text = argv.some((part) => /^(-c|-e|--eval|-Command|\/c|-EncodedCommand)$/iu.test(part));
  return known.test(base) && text ? base : null;
}
