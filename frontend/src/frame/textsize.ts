// The size of text, as the person sets it with Ctrl and + − 0: sizes are in rem, so it carries everything.

const KEY = "text-size";
const STEP = 10;
/** In percent of the system's size. */
const [SMALLEST, LARGEST, USUAL] = [70, 200, 100];

const clamp = (percent: number): number => Math.min(LARGEST, Math.max(SMALLEST, percent));

function read(): number {
  const kept = Number(localStorage.getItem(KEY));
  return Number.isFinite(kept) && kept > 0 ? clamp(kept) : USUAL;
}

/** Sets the size that was kept. */
export function restoreTextSize(): void {
  document.documentElement.style.fontSize = `${read()}%`;
}

/** One step larger or smaller, or back to the usual size. */
export function changeTextSize(step: -1 | 0 | 1): void {
  const percent = step === 0 ? USUAL : clamp(read() + step * STEP);
  localStorage.setItem(KEY, String(percent));
  document.documentElement.style.fontSize = `${percent}%`;
}
