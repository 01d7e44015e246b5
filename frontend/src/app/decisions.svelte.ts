// What an app waits for: consent, an answer to what it wants, patience. The same for a question and for a result.
import type { AppPage } from "../bindings/AppPage";
import type { AppRequest } from "../bindings/AppRequest";
import type { AppView } from "../bindings/AppView";
import { host } from "../ipc";
import type { Attempt } from "../parts/attempt.svelte";
import type { Act } from "../parts/way";

/** After “Wait”, the note comes back when the app is silent for so much longer. */
const PATIENCE_S = 60;

export class Decisions {
  /** “Do the same for every question …”: never ticked by itself. */
  always = $state(false);
  #waitedAt = $state(-Infinity);
  /** Decided, and not yet gone from the view. */
  #decided = $state<string | null>(null);

  constructor(
    private readonly app: () => AppView | null,
    private readonly attempt: Attempt,
  ) {}

  /** It waits for consent, and this is what it asks for. */
  get consent(): { page: AppPage; wider: string[] } | null {
    const app = this.app();
    return app?.state.kind === "consent" && app.page !== null ? { page: app.page, wider: app.state.wider } : null;
  }

  /** What it wants first. One at a time; the rest wait. */
  get request(): AppRequest | null {
    return this.app()?.requests.find(({ id }) => id !== this.#decided) ?? null;
  }

  /** For how many seconds it has been silent, where that is to be said. */
  get silent(): number | null {
    const state = this.app()?.state;
    const seconds = state?.kind === "notResponding" ? state.seconds : null;
    return seconds === null || seconds < this.#waitedAt + PATIENCE_S ? null : seconds;
  }

  /** It fills the window between the host's bars (BRG-08). */
  get full(): boolean {
    return this.app()?.fullscreen === true && this.app()?.state.kind === "live";
  }

  /** Gives an app that fills the window its usual place again. */
  shrink(): void {
    const app = this.app();
    if (app !== null) void this.attempt.run(() => host.leaveFullscreen(app.instance));
  }

  /** Does what a button about the app says; false if it is none of those. */
  act(what: Act): boolean {
    const app = this.app();
    if (app === null) return false;
    const { instance } = app;
    const { request } = this;
    switch (what) {
      case "wait":
        this.#waitedAt = app.state.kind === "notResponding" ? app.state.seconds : 0;
        return true;
      case "show":
        void this.attempt.run(() => host.consentToApp(instance, this.always ? "always" : "once"));
        return true;
      case "standard":
      case "plain":
        if (this.consent === null) return false;
        void this.attempt.run(() => host.consentToApp(instance, "never"));
        return true;
      case "allow":
      case "refuse":
        if (request !== null) void this.decide(instance, request.id, what === "allow");
        return true;
      default:
        return false;
    }
  }

  private async decide(instance: string, id: string, yes: boolean): Promise<void> {
    if (await this.attempt.run(() => host.decideAppRequest(instance, id, yes))) this.#decided = id;
  }
}
