// What a command of the shell rejects with.
import type { Problem } from "../bindings/Problem";

/** The problem that a command was rejected with; anything else becomes one, so that nothing fails in silence. */
export function asProblem(error: unknown): Problem {
  if (typeof error === "object" && error !== null && "code" in error && "what" in error) {
    const { code, what } = error;
    const remedy = "remedy" in error && typeof error.remedy === "string" ? error.remedy : null;
    const details = "details" in error && Array.isArray(error.details) ? error.details.map(String) : [];
    return { code: String(code), what: String(what), remedy, details };
  }
  return {
    code: "window.failed",
    what: "Askance could not do this.",
    remedy: "Try again; if it stays so, start Askance again.",
    details: [String(error)],
  };
}
