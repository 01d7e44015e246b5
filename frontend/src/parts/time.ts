// Times and durations in the window's words.
import { createSubscriber } from "svelte/reactivity";

/** A clock that runs only while something on the screen shows it. */
class Clock {
  readonly #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  });

  /** Milliseconds since 1970. */
  get now(): number {
    this.#subscribe();
    return Date.now();
  }
}

/** The one clock of the window. */
export const clock = new Clock();

/** “40 s”, “2 min”, “3 h”, “2 d”: the largest whole unit. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** “212 ms”, “3.4 s”, “2 min”: how long something took. */
export function took(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return span(ms);
}

/** “13:58”. */
export function timeOfDay(at: number): string {
  const date = new Date(at);
  return `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
}

/** “3 May”, with the year where it is another one. */
export function day(at: number): string {
  const date = new Date(at);
  const year = date.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" as const };
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", ...year });
}

/** “1:05”: a place in a sound. */
export function position(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.floor(seconds) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
