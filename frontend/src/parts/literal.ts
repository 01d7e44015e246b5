// Text of servers and programs, shown as what it is (ELI-09): no markup, and nothing that cannot be seen.

/** A text folds past this many characters (ELI-19). */
export const FOLD_AT = 2048;
/** And past this many lines: a few words on each would else be as high as a book. */
export const FOLD_LINES = 24;
/** A name of a field or an option folds past this many characters: it is read in passing. */
export const NAME_FOLD_AT = 300;
/** A text ends after this many characters, with a note (ELI-19). */
export const END_AT = 65536;

/** Letters of scripts in which joiners are ordinary spelling. */
const JOINED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]/u;
const EMOJI = /[\p{Emoji}\p{Extended_Pictographic}]/u;
const UNSEEN = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\uFFF9-\uFFFB]/gu;

/** Whether an invisible character does its ordinary work between these two neighbours. */
function isOrdinary(character: string, before: string, after: string): boolean {
  switch (character) {
    case "\n":
    case "\t":
      return true;
    case "\u200C":
      return JOINED.test(before) && JOINED.test(after);
    case "\u200D":
      return (JOINED.test(before) && JOINED.test(after)) || (PICTURE.test(before) && PICTURE.test(after));
    case "\uFE0E":
    case "\uFE0F":
      return EMOJI.test(before);
    default:
      return false;
  }
}

/** The character that ends at `at`, or starts there. */
function neighbour(text: string, at: number, side: "before" | "after"): string {
  if (side === "after") return String.fromCodePoint(text.codePointAt(at) ?? 0);
  const low = text.charCodeAt(at - 1);
  const start = low >= 0xdc00 && low <= 0xdfff ? at - 2 : at - 1;
  return start < 0 ? "" : String.fromCodePoint(text.codePointAt(start) ?? 0);
}

/** The text with each invisible or direction character written out as ‹U+202E›. */
export function literal(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(UNSEEN, (character, at: number, whole: string) => {
    const after = neighbour(whole, at + character.length, "after");
    if (isOrdinary(character, neighbour(whole, at, "before"), after)) return character;
    return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`;
  });
}

/** Whether nothing of the text can be seen: it is empty, or only spaces. */
export const isUnseen = (text: string): boolean => literal(text).trim() === "";

/** Cuts a text to a number of characters without cutting one in half. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** What is shown of a text that folds; the whole of one that does not. */
export function folded(text: string, length: number): string {
  let end = text.indexOf("\n");
  for (let line = 1; line < FOLD_LINES && end >= 0; line += 1) end = text.indexOf("\n", end + 1);
  const ends = end < 0 || !/\S/.test(text.slice(end));
  return cut(ends ? text : text.slice(0, end), length);
}

/** “1,234 characters”, as a person counts them. */
export function characters(text: string): string {
  const halves = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0;
  return `${(text.length - halves).toLocaleString("en")} characters`;
}
