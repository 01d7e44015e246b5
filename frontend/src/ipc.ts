// The one door to Rust: every command of the shell, typed by the generated bindings.
import { invoke } from "@tauri-apps/api/core";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import { listen } from "@tauri-apps/api/event";
import type { Answer } from "./bindings/Answer";
import type { AppConsent } from "./bindings/AppConsent";
import type { AppsPolicy } from "./bindings/AppsPolicy";
import type { Checked } from "./bindings/Checked";
import type { Draft } from "./bindings/Draft";
import type { NewServer } from "./bindings/NewServer";
import type { Settings } from "./bindings/Settings";
import type { Snapshot } from "./bindings/Snapshot";
import type { Update } from "./bindings/Update";

/** A rectangle in CSS pixels of the page. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A key that the person pressed inside an app and that belongs to the window. */
export interface AppKey {
  instance: string;
  key: "F6" | "Shift+F6" | "Escape" | "Ctrl+I" | "Ctrl+U";
}

/** Every command rejects with a `Problem`. */
export const host = {
  snapshot: () => invoke<Snapshot>("snapshot"),
  /** Adds it. Nothing starts before what it starts was shown and the person approved it. */
  addServer: (server: NewServer, approved: boolean) => invoke<void>("add_server", { server, approved }),
  /** What it starts was shown, and the person approved it: it starts. */
  approveServer: (server: string) => invoke<void>("approve_server", { server }),
  removeServer: (server: string) => invoke<void>("remove_server", { server }),
  connect: (server: string) => invoke<void>("connect", { server }),
  disconnect: (server: string) => invoke<void>("disconnect", { server }),
  callTool: (server: string, tool: string, args: Answer) =>
    invoke<string>("call_tool", { server, tool, arguments: args }),
  getPrompt: (server: string, prompt: string, args: Answer) =>
    invoke<string>("get_prompt", { server, prompt, arguments: args }),
  readResource: (server: string, uri: string) => invoke<string>("read_resource", { server, uri }),
  checkArguments: (server: string, tool: string, args: Answer) =>
    invoke<Checked>("check_arguments", { server, tool, arguments: args }),
  checkPrompt: (server: string, prompt: string, args: Answer) =>
    invoke<Checked>("check_prompt", { server, prompt, arguments: args }),
  stopTask: (task: string) => invoke<void>("stop_task", { task }),
  checkAnswer: (question: string, answer: Answer) => invoke<Checked>("check_answer", { question, answer }),
  keepDraft: (question: string, draft: Draft) => invoke<void>("keep_draft", { question, draft }),
  answer: (question: string, answer: Answer) => invoke<Checked>("answer", { question, answer }),
  /** Takes an answer back that waits for those asked beside it (`QuestionView.mayChange`). */
  changeAnswer: (question: string) => invoke<void>("change_answer", { question }),
  useStandardForm: (question: string) => invoke<void>("use_standard_form", { question }),
  confirmAnswer: (question: string) => invoke<void>("confirm_answer", { question }),
  openUrl: (question: string) => invoke<void>("open_url", { question }),
  urlDone: (question: string) => invoke<void>("url_done", { question }),
  /** Puts an app's webview over this rectangle of the page; null hides it. */
  placeApp: (instance: string, rect: Rect | null) => invoke<void>("place_app", { instance, rect }),
  /** Gives the keyboard to an app. */
  focusApp: (instance: string) => invoke<void>("focus_app", { instance }),
  /** Opens an http(s) address in the system browser; only after its full target was shown. */
  openLink: (url: string) => invoke<void>("open_link", { url }),
  /** Draws the whole page larger or smaller; 1 is the usual size. */
  setZoom: (factor: number) => getCurrentWebview().setZoom(factor),
  /** What apps are told about their host: `{ theme, styles: { variables } }`. */
  setContext: (context: unknown) => invoke<void>("set_context", { context }),
  /** Changes the settings, and keeps them. */
  setSettings: (settings: Settings) => invoke<void>("set_settings", { settings }),
  /** Whether a server's apps are shown, and may reach this computer. */
  setApps: (server: string, apps: AppsPolicy, developer: boolean) =>
    invoke<void>("set_apps", { server, apps, developer }),
  /** Forgets what the person allowed the apps of a server. */
  forgetAppConsent: (server: string) => invoke<void>("forget_app_consent", { server }),
  /** What the person says to an app that waits for consent. */
  consentToApp: (instance: string, consent: AppConsent) => invoke<void>("consent_to_app", { instance, consent }),
  /** The HTML of an app, as its server sent it. */
  appSource: (instance: string) => invoke<string>("app_source", { instance }),
  /** Decides what an app wants. A download asks where to. */
  decideAppRequest: (instance: string, request: string, yes: boolean) =>
    invoke<void>("decide_app_request", { instance, request, yes }),
  /** Ends an app's full screen (`AppView.fullscreen`); the app hears of it. */
  leaveFullscreen: (instance: string) => invoke<void>("leave_fullscreen", { instance }),
  /** Ends the view of a tool's result; the plain result stays. */
  closeView: (task: string) => invoke<void>("close_view", { task }),
  /** The answer of the last time to the same question, if the person wants such offers. */
  lastAnswer: (question: string) => invoke<Draft | null>("last_answer", { question }),
  onUpdate: (take: (update: Update) => void) => listen<Update>("update", (event) => take(event.payload)),
  /** The whole window got the keyboard (true) or lost it to another program. */
  onWindowActive: async (take: (active: boolean) => void) => {
    const stops = await Promise.all([
      listen("tauri://focus", () => take(true)),
      listen("tauri://blur", () => take(false)),
    ]);
    return () => stops.forEach((stop) => stop());
  },
  onAppKey: (take: (key: AppKey) => void) => listen<AppKey>("app-key", (event) => take(event.payload)),
};
