// The buttons that an app's questions to the person bring with them.
import type { AppRequest } from "../bindings/AppRequest";
import type { Way } from "../parts/way";
import type { Purpose } from "./words";

const form: Way = { act: "standard", words: "Use standard form", kind: "plain", icon: "form" };
const plain: Way = { act: "plain", words: "Show the plain result", kind: "plain", icon: "text" };

/** Without the app. */
export const without = (purpose: Purpose): Way => (purpose === "question" ? form : plain);

/** An app that waits for consent (SEC-06). */
export const consentWays = (purpose: Purpose): Way[] => [
  without(purpose),
  { act: "show", words: "Show the app", kind: "go", keys: "Ctrl ↵" },
];

/** An app that does not respond (APP-43). */
export const silentWays = (purpose: Purpose): Way[] => [
  { act: "wait", words: "Wait", kind: "plain" },
  purpose === "question" ? { ...form, kind: "go" } : { act: "close", words: "Close the app", kind: "go" },
];

/** What an app wants: no first, and no key that says yes. Neither is easier than the other. */
export function requestWays({ wants }: AppRequest): Way[] {
  const pair = (no: string, yes: string, more: Partial<Way> = {}): Way[] => [
    { act: "refuse", words: no, kind: "plain", keys: "Esc" },
    { act: "allow", words: yes, kind: "plain", ...more },
  ];
  switch (wants.kind) {
    case "openLink":
      return pair("Don’t open", wants.warnings.length > 0 ? "Open anyway" : "Open in browser", { icon: "out" });
    case "download":
      return pair("Don’t save", "Save…");
    case "callTool":
    case "readResource":
    case "permission":
      return pair("Don’t allow", "Allow");
  }
}
