// A fake door to Rust with the interface of ipc.ts; setup.ts puts it in its place. Tests decide what each command does.
import { vi, type Mock } from "vitest";
import type { Checked } from "../bindings/Checked";
import type { Update } from "../bindings/Update";
import type { AppKey, host as real } from "../ipc";
import { snapshot } from "./views";

type Host = typeof real;

let listener: ((update: Update) => void) | null = null;
let takeKey: ((key: AppKey) => void) | null = null;
let takeActive: ((active: boolean) => void) | null = null;

/** What the engine says of an answer that fits. */
export const fits: Checked = { errors: [], content: "{}", notSent: [] };
const nothing = async (): Promise<void> => undefined;

export const host: { [Name in keyof Host]: Mock<Host[Name]> } = {
  snapshot: vi.fn(async () => snapshot()),
  addServer: vi.fn(nothing),
  approveServer: vi.fn(nothing),
  removeServer: vi.fn(nothing),
  connect: vi.fn(nothing),
  disconnect: vi.fn(nothing),
  callTool: vi.fn(async () => "task"),
  getPrompt: vi.fn(async () => "task"),
  readResource: vi.fn(async () => "task"),
  checkArguments: vi.fn(async () => fits),
  checkPrompt: vi.fn(async () => fits),
  stopTask: vi.fn(nothing),
  checkAnswer: vi.fn(async () => fits),
  keepDraft: vi.fn(nothing),
  answer: vi.fn(async () => fits),
  changeAnswer: vi.fn(nothing),
  useStandardForm: vi.fn(nothing),
  confirmAnswer: vi.fn(nothing),
  openUrl: vi.fn(nothing),
  urlDone: vi.fn(nothing),
  placeApp: vi.fn(nothing),
  focusApp: vi.fn(nothing),
  openLink: vi.fn(nothing),
  setZoom: vi.fn(nothing),
  setContext: vi.fn(nothing),
  setSettings: vi.fn(nothing),
  setApps: vi.fn(nothing),
  forgetAppConsent: vi.fn(nothing),
  consentToApp: vi.fn(nothing),
  appSource: vi.fn(async () => "<!doctype html>"),
  decideAppRequest: vi.fn(nothing),
  leaveFullscreen: vi.fn(nothing),
  closeView: vi.fn(nothing),
  lastAnswer: vi.fn(async () => null),
  onUpdate: vi.fn(async (take) => {
    listener = take;
    return () => void (listener = null);
  }),
  onAppKey: vi.fn(async (take) => {
    takeKey = take;
    return () => void (takeKey = null);
  }),
  onWindowActive: vi.fn(async (take) => {
    takeActive = take;
    return () => void (takeActive = null);
  }),
};

/** The engine reports a change. */
export function emit(update: Update): void {
  listener?.(update);
}

/** A key that an app handed over. */
export function appKey(key: AppKey["key"], instance = "i1"): void {
  takeKey?.({ instance, key });
}

/** The window gets the keyboard, or loses it to another program. */
export function windowActive(active: boolean): void {
  takeActive?.(active);
}
