// The size of the page, as the person sets it with Ctrl and + − 0. The whole page is zoomed, so that a window with large
// text is laid out as the narrow one that it then is.
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

const apply = (): void => void host.setZoom(read() / 100).catch(() => undefined);

/** Sets the size that was kept. */
export function restoreTextSize(): void {
  if (read() !== USUAL) apply();
}

/** One step larger or smaller, or back to the usual size. */
export function changeTextSize(step: -1 | 0 | 1): void {
  localStorage.setItem(KEY, String(step === 0 ? USUAL : clamp(read() + step * STEP)));
  apply();
}
