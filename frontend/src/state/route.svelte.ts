// Where the window is, and the way back.

/** A place of the window, with what it shows. */
export type Route =
  | { place: "inbox" }
  | { place: "servers" }
  | { place: "settings" }
  | { place: "add" }
  | { place: "server"; server: string }
  | { place: "tool"; server: string; name: string }
  | { place: "prompt"; server: string; name: string }
  | { place: "resource"; server: string; name: string }
  | { place: "task"; task: string }
  | { place: "question"; question: string };

/** No more steps back are remembered. */
const STEPS = 100;

const same = (one: Route, other: Route): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The place on screen and the ones before it. */
export class Router {
  #steps = $state.raw<readonly Route[]>([{ place: "inbox" }]);

  /** The place on screen. */
  get at(): Route {
    return this.#steps[this.#steps.length - 1] ?? { place: "inbox" };
  }

  /** Whether there is a way back. */
  get canGoBack(): boolean {
    return this.#steps.length > 1;
  }

  /** Goes to a place. */
  go(route: Route): void {
    if (!same(route, this.at)) this.#steps = [...this.#steps, route].slice(-STEPS);
  }

  /** Goes to a place that takes the place of the one on screen: there is no way back to that one. */
  replace(route: Route): void {
    const before = this.#steps.slice(0, -1);
    const last = before[before.length - 1];
    this.#steps = last !== undefined && same(last, route) ? before : [...before, route];
  }

  /** One step back. */
  back(): void {
    if (this.canGoBack) this.#steps = this.#steps.slice(0, -1);
  }
}

/** The one router of the window. */
export const router = new Router();
