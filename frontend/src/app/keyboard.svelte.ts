// Where the keyboard is: in the page, in the app over it, or in another program's window.
import { host, type AppKey } from "../ipc";

export class Keyboard {
  /** It is in the page; if not, and yet in this window, it is in the app. */
  #pageFocused = $state(true);
  #windowActive = $state(true);

  /** It is in an app, if one is to be seen. */
  get away(): boolean {
    return this.#windowActive && !this.#pageFocused;
  }

  /** Listens until it is told to stop. `take` gets the keys that this app hands over. */
  listen(instance: () => string | null, take: (key: AppKey["key"]) => void): () => void {
    const focus = () => (this.#pageFocused = true);
    const blur = () => (this.#pageFocused = false);
    window.addEventListener("focus", focus);
    window.addEventListener("blur", blur);
    const stops = [
      host.onWindowActive((active) => (this.#windowActive = active)),
      host.onAppKey((key) => key.instance === instance() && take(key.key)),
    ];
    return () => {
      window.removeEventListener("focus", focus);
      window.removeEventListener("blur", blur);
      for (const stop of stops) void stop.then((unlisten) => unlisten());
    };
  }
}

/** Gives the keyboard to an app. */
export function goInto(instance: string): void {
  void host.focusApp(instance).catch(() => undefined);
}
