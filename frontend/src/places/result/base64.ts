// Bytes of servers, as a page may show them: from base64 only, bounded, of a known type.

/** More than this many characters of base64 (12 MiB of bytes) are not shown. */
export const MAX_BASE64 = 16 * 1024 * 1024;

const IMAGES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"]);
const SOUNDS = new Set([
  "audio/wav",
  "audio/wave",
  "audio/x-wav",
  "audio/mpeg",
  "audio/mp3",
  "audio/mp4",
  "audio/aac",
  "audio/ogg",
  "audio/flac",
  "audio/webm",
]);

/** Bytes that can be shown, or why they can't be. */
export type Bytes = { ok: true; src: string; size: number } | { ok: false; why: string };

/** The type without its parameters, in small letters. */
const essence = (mime: string): string => (mime.split(";")[0] ?? "").trim().toLowerCase();

/** A `data:` address of checked base64. Nothing else of what the server sent gets into it. */
export function bytes(kind: "image" | "audio", mime: unknown, data: unknown): Bytes {
  if (typeof data !== "string" || typeof mime !== "string") return { ok: false, why: "It came without data or type." };
  const type = essence(mime);
  if (!(kind === "image" ? IMAGES : SOUNDS).has(type))
    return { ok: false, why: `Askance does not show the type ${type}.` };
  if (data.length > MAX_BASE64) return { ok: false, why: "It is larger than 12 MB." };
  if (data === "" || data.length % 4 === 1 || !/^[A-Za-z0-9+/]+={0,2}$/u.test(data))
    return { ok: false, why: "Its data is damaged." };
  return { ok: true, src: `data:${type};base64,${data}`, size: byteCount(data) };
}

/** How many bytes a base64 text stands for. */
export function byteCount(data: string): number {
  return Math.floor((data.replace(/=+$/u, "").length * 3) / 4);
}

/** “812 B”, “14 kB”, “3.2 MB”. */
export function size(count: number): string {
  if (count < 1000) return `${count} B`;
  if (count < 1_000_000) return `${Math.round(count / 1000)} kB`;
  return `${(count / 1_000_000).toFixed(1)} MB`;
}
