// What apps are told about their host: theme, style variables, language, time zone, devices, room (INI-14; ui.md).
import { host } from "../ipc";
import tokens from "../tokens.css?raw";

/** Names with these beginnings are the MCP style variables. All other tokens are ours alone and are never sent. */
const SENT = /(--(?:color|font|border|shadow)-[a-z0-9-]+)\s*:/gu;

/** The names of the style variables that apps get. */
export const sentNames: readonly string[] = [...new Set(Array.from(tokens.matchAll(SENT), (found) => found[1] ?? ""))];

/** The property on a probe that turns a variable into a plain value; none where it is one already. */
function property(name: string): string | null {
  if (name.startsWith("--color-")) return "color";
  if (name.startsWith("--shadow-")) return "box-shadow";
  if (name.endsWith("-line-height")) return "line-height";
  if (name.startsWith("--font-") && name.endsWith("-size")) return "font-size";
  return null;
}

/** Every variable resolved for the theme on screen: no light-dark(), no var(), no rem. */
export function resolve(): Record<string, string> {
  const probe = document.createElement("div");
  probe.hidden = true;
  document.body.append(probe);
  const known = getComputedStyle(probe);
  const variables: Record<string, string> = {};
  for (const name of sentNames) {
    // An unknown variable would turn into what the probe inherits: black words on a black ground.
    if (known.getPropertyValue(name).trim() === "") continue;
    const by = property(name);
    if (by !== null) probe.style.setProperty(by, `var(${name})`);
    variables[name] = known.getPropertyValue(by ?? name).trim();
    if (by !== null) probe.style.removeProperty(by);
  }
  probe.remove();
  return variables;
}

/** What the person points with; a touch screen beside a mouse counts as both. */
const devices = () => ({
  touch: matchMedia("(any-pointer: coarse)").matches,
  hover: matchMedia("(any-hover: hover)").matches,
});

/** Until an app has its place on the screen, it knows how large that can be at most. */
const room = () => ({ maxWidth: window.innerWidth, maxHeight: window.innerHeight });

/** The whole context as it is now. */
export function hostContext(): Record<string, unknown> {
  return {
    theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    styles: { variables: resolve() },
    // Not the browser’s language: where the system has none that is “C”, which is no language tag.
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    deviceCapabilities: devices(),
    containerDimensions: room(),
  };
}

/** What changes the look, or what the person points with. */
const CAUSES = [
  "(prefers-color-scheme: dark)",
  "(prefers-contrast: more)",
  "(forced-colors: active)",
  "(any-pointer: coarse)",
  "(any-hover: hover)",
];

/** Tells the engine now and whenever something of it changes. Returns how to stop. */
export function publishContext(): () => void {
  let context = hostContext();
  const send = (): void => void host.setContext(context).catch(() => undefined);
  const tell = (): void => {
    context = hostContext();
    send();
  };
  // The colours stay the same: to resolve them for each step of a resize would be slow.
  const resized = (): void => {
    context = { ...context, containerDimensions: room() };
    send();
  };
  const queries = CAUSES.map((query) => matchMedia(query));
  queries.forEach((query) => query.addEventListener("change", tell));
  window.addEventListener("languagechange", tell);
  window.addEventListener("resize", resized);
  send();
  return () => {
    queries.forEach((query) => query.removeEventListener("change", tell));
    window.removeEventListener("languagechange", tell);
    window.removeEventListener("resize", resized);
  };
}
