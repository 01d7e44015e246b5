// The codes of the trace in words. Files written with --trace keep the codes.

/** Why no app is used, what went wrong with one, why an answer did not fit. Each completes a step's line. */
const WORDS: Readonly<Record<string, string>> = {
  // The decision.
  URL_MODE_NEVER_APP: "a page is never opened inside an app",
  CORE_FORM_NOT_DECLARED: "Askance did not offer forms",
  SCHEMA_INVALID: "what is asked cannot be answered",
  NO_HINT: "the question names no app",
  CLIENT_SETTING_MISSING: "Askance did not offer to take answers from apps",
  CLIENT_MIME_MISSING: "Askance did not offer to show apps",
  SERVER_CAPABILITIES_UNKNOWN: "the server never said whether it asks through apps",
  SERVER_SETTING_MISSING: "the server did not say that it asks through apps",
  SERVER_SETTING_NOT_OBJECT: "the server said unreadably that it asks through apps",
  APPS_OFF: "you turned apps off for all servers",
  APPS_NEVER: "you turned the apps of this server off",
  BAD_URI: "the app’s address is not one that an app can have",
  // Reading the app.
  NOT_FOUND: "the server has no app at this address",
  READ_ERROR: "the server did not hand the app over",
  READ_TIMEOUT: "the server took too long to hand the app over",
  READ_CANCELLED: "reading the app was stopped",
  CONNECTION_LOST: "the connection was lost",
  UNREADABLE: "what the server handed over is unreadable",
  INPUT_REQUIRED: "the server asked a question back instead of sending the app",
  NO_MATCHING_ITEM: "the server sent a different app",
  AMBIGUOUS_ITEM: "the server sent several apps for one address",
  MIME: "it is not an app page",
  NO_CONTENT: "the app came empty",
  AMBIGUOUS_CONTENT: "the app came both as text and as data",
  BAD_BASE64: "its data is damaged",
  TOO_LARGE: "it is too large",
  NOT_UTF8: "its text is damaged",
  NOT_HTML: "it is not a page",
  // Showing it.
  NO_SURFACE: "it could not be shown on this system",
  LOAD_TIMEOUT: "it did not load in time",
  HANDSHAKE_TIMEOUT: "it did not start in time",
  BAD_INITIALIZE: "it started in a way that Askance does not understand",
  NO_ELICITATION: "it does not say that it can take questions",
  FLOOD: "it sent too many messages",
  REFUSED: "it refused the question",
  RESTARTED: "it closed itself",
  CLOSED: "it closed itself",
  CRASHED: "its process ended",
  MEMORY: "it used too much memory",
  NAVIGATED: "it tried to leave its frame",
  MESSAGE_REFUSED: "its answer was not an answer",
  // Its answer.
  RESULT_NOT_OBJECT: "its answer was not an answer",
  ACTION: "its answer was not an answer",
  CONTENT_NOT_OBJECT: "its answer was not an answer",
  REQUIRED: "an answer was missing",
  TYPE: "an answer was of the wrong kind",
  ENUM: "an answer was not one of the choices",
  MIN_LENGTH: "an answer was too short",
  MAX_LENGTH: "an answer was too long",
  MINIMUM: "a number was too small",
  MAXIMUM: "a number was too large",
  MIN_ITEMS: "too little was chosen",
  MAX_ITEMS: "too much was chosen",
  FORMAT: "an answer was not written as asked",
  PATTERN: "an answer was not written as asked",
  KEYWORD: "an answer did not fit",
};

/** Single words of the engine that say too little alone. */
const PLAIN: Readonly<Record<string, string>> = {
  form: "with a form",
  url: "with a page to open",
  accept: "with an answer",
  decline: "with no",
  cancel: "with no answer",
  again: "sent again",
  asked: "you are asked",
  once: "shown this time",
  always: "shown, and from now on without asking",
  never: "not shown",
  remembered: "you allowed it before",
  "asked: it wants more": "you are asked, because it wants more than you allowed",
  "switch: always": "its server’s apps are always shown",
  "switch: never": "its server’s apps are never shown",
  "switch: off": "apps are off for all servers",
  stdio: "a program on this computer",
  http: "a web address",
};

/** `NO_HINT`, `MinLength` and `connection.no-answer` are codes; a sentence is none. */
const CODE =
  /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|(?:[A-Z][a-z]+)+|(?:connection|question|server|host|task|tool)\.[a-z-]+)$/u;
/** A code with what it is about before it, as in `content: MIME`. */
const ABOUT = /^([a-z ]+): (\S+)$/u;

function ofCode(code: string): string {
  const snake = code.replace(/([a-z])(?=[A-Z])/gu, "$1_").toUpperCase();
  return (
    WORDS[snake] ??
    snake
      .replace(/^[A-Z]+\./u, "")
      .replaceAll(/[_-]/gu, " ")
      .toLowerCase()
  );
}

/** A reason of the trace, without codes. */
export function reasonInWords(reason: string): string {
  if (CODE.test(reason)) return ofCode(reason);
  const [, about = "", code = ""] = ABOUT.exec(reason) ?? [];
  if (!CODE.test(code)) return PLAIN[reason] ?? reason;
  // The words of a failed app tell by themselves what they are about; other codes need it said.
  return code.includes(".") ? `${about}: ${ofCode(code)}` : ofCode(code);
}
