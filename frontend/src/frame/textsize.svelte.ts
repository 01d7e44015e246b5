// The size of the page, as the person sets it with Ctrl and + − 0 or in the Settings. The whole page is zoomed, so that a
// window with large text is laid out as the narrow one that it then is.
import { host } from "../ipc";

const KEY = "text-size";
const STEP = 10;
/** In percent of the system's size. */
const [SMALLEST, LARGEST, USUAL] = [70, 200, 100];

const clamp = (percent: number): number => Math.min(LARGEST, Math.max(SMALLEST, percent));

function read(): number {
  const kept = Number(localStorage.getItem(KEY));
  return Number.isFinite(kept) && kept > 0 ? clamp(kept) : USUAL;
}

const apply = (percent: number): void => void host.setZoom(percent / 100).catch(() => undefined);

/** The size in use. */
class TextSize {
  percent = $state(read());
  /** All that can be chosen. */
  readonly choices: readonly number[] = Array.from(
    { length: (LARGEST - SMALLEST) / STEP + 1 },
    (_, at) => SMALLEST + at * STEP,
  );

  /** Sets the size that was kept. */
  restore(): void {
    this.percent = read();
    if (this.percent !== USUAL) apply(this.percent);
  }

  /** This size from now on. */
  set(percent: number): void {
    this.percent = clamp(percent);
    localStorage.setItem(KEY, String(this.percent));
    apply(this.percent);
  }

  /** One step larger or smaller, or back to the usual size. */
  change(step: -1 | 0 | 1): void {
    this.set(step === 0 ? USUAL : this.percent + step * STEP);
  }
}

/** The one size of the window. */
export const textSize = new TextSize();
