// A fake door to Rust with the interface of ipc.ts, for `vi.mock`: tests decide what each command does.
import { vi } from "vitest";
import type { Checked } from "../bindings/Checked";
import type { Update } from "../bindings/Update";
import type { host as real } from "../ipc";
import { snapshot } from "./views";

let listener: ((update: Update) => void) | null = null;
const fits: Checked = { errors: [], content: "{}", notSent: [] };
const nothing = async (): Promise<void> => undefined;

export const host = {
  snapshot: vi.fn(async () => snapshot()),
  addServer: vi.fn(nothing),
  removeServer: vi.fn(nothing),
  connect: vi.fn(nothing),
  disconnect: vi.fn(nothing),
  callTool: vi.fn(async () => "task"),
  getPrompt: vi.fn(async () => "task"),
  readResource: vi.fn(async () => "task"),
  checkArguments: vi.fn(async () => fits),
  stopTask: vi.fn(nothing),
  checkAnswer: vi.fn(async () => fits),
  keepDraft: vi.fn(nothing),
  answer: vi.fn(async () => fits),
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
  closeView: vi.fn(nothing),
  lastAnswer: vi.fn(async () => null),
  onUpdate: vi.fn(async (take: (update: Update) => void) => {
    listener = take;
    return () => (listener = null);
  }),
  onAppKey: vi.fn(async () => () => undefined),
  onWindowActive: vi.fn(async () => () => undefined),
} satisfies Record<keyof typeof real, unknown>;

/** The engine reports a change. */
export function emit(update: Update): void {
  listener?.(update);
}
