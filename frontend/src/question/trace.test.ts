// The window shows words, never codes; the files of --trace keep them.
import { expect, test } from "vitest";
import type { TraceEntry } from "../bindings/TraceEntry";
import { steps } from "./trace";

const entry = (stage: string, reason: string | null, renderer: string | null = null): TraceEntry => ({
  ms: 1,
  stage,
  server: null,
  question: null,
  renderer,
  reason,
});
const detail = (...of: Parameters<typeof entry>) => steps([entry(...of)])[0]?.detail;

test.each([
  ["decided", "NO_HINT", "form", "as a standard form, the question names no app"],
  ["decided", "all gates open", "app", "in its app, all gates open"],
  ["decided", "APPS_OFF", "form", "as a standard form, you turned apps off for all servers"],
  ["decided", "APPS_NEVER", "form", "as a standard form, you turned the apps of this server off"],
  ["consent", "asked: it wants more", "app", "you are asked, because it wants more than you allowed"],
  ["consent", "switch: always", "app", "its server’s apps are always shown"],
  ["consent", "once", "app", "shown this time"],
  ["decided", "URL_MODE_NEVER_APP", "url", "as a page to open, a page is never opened inside an app"],
  ["fell-back", "content: MIME", "form", "it is not an app page"],
  ["fell-back", "uri: BAD_URI", "form", "the app’s address is not one that an app can have"],
  // The engine writes these in another case.
  ["fell-back", "answer: MinLength", "form", "an answer was too short"],
  ["fell-back", "it could not be shown on this system.", "form", "it could not be shown on this system."],
  ["not-sent", "connection.lost", "form", "lost"],
  ["note", "not connected: connection.no-answer", null, "not connected: no answer"],
  ["asked", "form", null, "with a form"],
  ["answered", "accept", "form", "with an answer"],
  ["negotiated", "2026-07-28", null, "2026-07-28"],
  ["read", "5120 bytes", "app", "5120 bytes"],
  ["bridge", "ui/message", "app", "ui/message"],
  ["policy", "default-src 'none'; script-src 'self'", "app", "default-src 'none'; script-src 'self'"],
  ["note", "tools/call ended: failed", null, "tools/call ended: failed"],
])("%s, %s", (stage, reason, renderer, words) => {
  expect(detail(stage, reason, renderer)).toBe(words);
});

test("a code without words of its own is still no code", () => {
  expect(detail("fell-back", "load: SOMETHING_NEW", "form")).toBe("something new");
  expect(detail("decided", "OTHER_GATE", "form")).toBe("as a standard form, other gate");
});

// SEC-07: which way, which method, how large, what came of it and why.
test("a message between the app and the host", () => {
  const crossing = (over: Partial<TraceEntry>) => steps([{ ...entry("bridge", null, "app"), ...over }])[0];
  const asked = { method: "ui/open-link", direction: "view-to-host", size: 120 } as const;
  expect(crossing({ ...asked, verdict: "needs-decision" })).toMatchObject({
    what: "From the app",
    detail: "ui/open-link, 120 bytes, somebody has to agree",
  });
  const refused = { ...asked, direction: "host-to-view", verdict: "refused" } as const;
  expect(crossing({ ...refused, reason: "-32602: its params do not fit" })).toMatchObject({
    what: "To the app",
    detail: "ui/open-link, 120 bytes, refused, -32602: its params do not fit",
  });
  expect(crossing({ method: "unknown", direction: "view-to-host", verdict: "failed", reason: "FLOOD" })?.detail).toBe(
    "unknown, the app is given up, it sent too many messages",
  );
});

test("a decision on what an app wants", () => {
  const decided = { ...entry("permission", "the person is asked", "app"), method: "ui/open-link", verdict: "asked" };
  expect(steps([decided])[0]).toMatchObject({ what: "Permission", detail: "ui/open-link, the person is asked" });
});

test("a step without words of its own, and its time since the first", () => {
  const [, second] = steps([entry("connected", "stdio"), { ...entry("not-heard", null), ms: 251 }]);
  expect(second).toMatchObject({ what: "Not heard", detail: null });
  expect(second?.when).toMatch(/250|0\.25/u);
});
