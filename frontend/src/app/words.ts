// What an app asks for, may do and can never do, in words (ui.md: Consent, Frame label).
import type { AppAsk } from "../bindings/AppAsk";
import type { AppFeature } from "../bindings/AppFeature";
import type { AppPage } from "../bindings/AppPage";
import type { IconName } from "../parts/icons";
import { day } from "../parts/time";

/** What an app was opened for: its words differ in little more than this. */
export type Purpose = "question" | "result";

/** Features that name hosts: what they amount to, before and behind the hosts, and what it means for the person. */
const HOSTS: Partial<Record<AppFeature, readonly [before: string, behind: string, means: string]>> = {
  connect: ["Reach", "", "What you do in the app could be sent there."],
  load: ["Load scripts, styles and pictures from", "", "What you do in the app could be sent there."],
  frame: ["Show pages of", "inside it", "What you do in those pages goes there."],
  base: ["Follow its own links to", "", "What you do in the app could be sent there."],
};
/** Features of the device: what an app does with them, in a sentence and as one thing of a list. */
const DEVICE: Partial<Record<AppFeature, readonly [does: string, thing: string]>> = {
  camera: ["use the camera", "camera"],
  microphone: ["use the microphone", "microphone"],
  geolocation: ["know where you are", "location"],
  clipboardWrite: ["put something on the clipboard", "clipboard"],
};
const ICONS: Partial<Record<AppFeature, IconName>> = { connect: "globe", load: "globe", frame: "globe", base: "globe" };

/** One thing that an app asks to do, ready to show. */
export interface Asked {
  icon: IconName;
  before: string;
  hosts: string[];
  behind: string;
  means: string;
}

const upper = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** “use the camera”: completes “… wants to …”. */
export const does = (feature: AppFeature): string => DEVICE[feature]?.[0] ?? "reach more hosts";

/** What is asked, one line each. */
export function asked({ asks }: AppPage): Asked[] {
  return asks.map(({ feature, hosts }) => {
    const [before, behind, means] = HOSTS[feature] ?? [upper(does(feature)), "", "You are asked again when it does."];
    return { icon: ICONS[feature] ?? "eye", before, hosts, behind, means };
  });
}

/** “a, b or c”. */
function either(words: readonly string[]): string {
  const last = words[words.length - 1] ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

/** What is really refused, whatever the person says: what it asks for is not among it. */
export function never({ asks }: AppPage): string[] {
  const wanted = new Set(asks.map(({ feature }) => feature));
  const things = (["camera", "microphone", "geolocation"] as const).filter((feature) => !wanted.has(feature));
  return [
    "See other servers, questions or files",
    ...(asks.some(({ hosts }) => hosts.length > 0) ? [] : ["Reach anything on the network"]),
    ...(things.length === 0 ? [] : [`Use ${either(things.map((one) => DEVICE[one]?.[1] ?? one))}`]),
    "Remember anything afterwards",
  ];
}

const may = (asks: readonly AppAsk[]): AppAsk[] => asks.filter(({ granted }) => granted);

/** The hosts that it may reach in any way, each once. */
export const reached = ({ asks }: AppPage): string[] => [...new Set(may(asks).flatMap(({ hosts }) => hosts))];

/** What of the device it may use, and what it may not: “Camera, microphone”, “No location, clipboard”. */
export function uses({ asks }: AppPage): { yes: string; no: string } {
  const granted = new Set(may(asks).map(({ feature }) => feature));
  const all = Object.entries(DEVICE).map(([feature, [, thing]]) => ({ on: granted.has(feature as AppFeature), thing }));
  const list = (on: boolean): string =>
    all
      .filter((one) => one.on === on)
      .map(({ thing }) => thing)
      .join(", ");
  return { yes: upper(list(true)) || "Nothing", no: list(false) && `No ${list(false)}` };
}

const LOCAL = /^(\w+:\/\/)?(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)(:\d+|:\*)?(\/|$)/;

/** “*” and “https:”: only the apps of a server in developer mode may be granted these. */
const BROAD = /^(\*|\w+:)$/u;

/** What the app can reach, beside its frame. */
export function reach(hosts: readonly string[], developer = false): string {
  if (hosts.some((host) => BROAD.test(host))) return "Any host and local addresses allowed";
  if (developer || hosts.some((host) => LOCAL.test(host))) return "Local addresses allowed";
  if (hosts.length === 0) return "Reaches nothing";
  return hosts.length === 1 ? "Reaches 1 host" : `Reaches ${hosts.length} hosts`;
}

/** What is another one since the person allowed it (RES-12). */
export function changed({ changed, allowedAt }: AppPage): string | null {
  if (allowedAt === null || changed.length === 0) return null;
  const what = changed.includes("document") ? "This app has changed" : "What this app asks for has changed";
  return `${what} since you allowed it on ${day(allowedAt)}.`;
}

/** “9f2c 61d0 … 77be e41a”. */
export function shortHash(sha256: string): string {
  const four = sha256.match(/.{1,4}/gu) ?? [];
  return four.length <= 4 ? four.join(" ") : [...four.slice(0, 2), "…", ...four.slice(-2)].join(" ");
}
