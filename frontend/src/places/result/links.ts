// Web addresses in text of servers. They are never links by themselves (ELI-08): a button shows the target first.

/** More addresses of one text are not offered. */
const MOST = 20;
/** A longer address is not offered. */
const LONGEST = 4096;

/** An address whose parts can be shown apart. */
export interface Target {
  /** The address as the browser gets it, in ASCII. */
  href: string;
  before: string;
  host: string;
  after: string;
  encrypted: boolean;
  /** Its host has letters beyond ASCII, written as punycode. */
  lookAlike: boolean;
}

/** The target of an http(s) address; none for any other. Names and passwords in it are refused. */
export function targetOf(address: string): Target | null {
  if (address.length > LONGEST || !URL.canParse(address)) return null;
  const url = new URL(address);
  if ((url.protocol !== "https:" && url.protocol !== "http:") || url.username !== "" || url.password !== "")
    return null;
  const before = `${url.protocol}//`;
  return {
    href: url.href,
    before,
    host: url.host,
    after: url.href.slice(before.length + url.host.length),
    encrypted: url.protocol === "https:",
    lookAlike: url.hostname.split(".").some((label) => label.startsWith("xn--")),
  };
}

/** The distinct web addresses in a text, in their order. */
export function targetsIn(text: string): Target[] {
  const found = new Map<string, Target>();
  for (const [match] of text.matchAll(/https?:\/\/[^\s<>"'`\p{Cc}\p{Bidi_Control}]+/giu)) {
    const one = targetOf(match.replace(/[).,;:!?\]}*_]+$/u, ""));
    if (one !== null) found.set(one.href, one);
    if (found.size === MOST) break;
  }
  return [...found.values()];
}
