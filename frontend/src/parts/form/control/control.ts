import type { DraftValue } from "../../../bindings/DraftValue";
import type { Field } from "../../../bindings/Field";
import type { Placed } from "../errors";

/** What every control takes. */
export interface ControlProps {
  field: Field;
  value: DraftValue | undefined;
  /** The id of the element that the label names; lists are named by `${id}-t`. */
  id: string;
  describedby: string | undefined;
  invalid: boolean;
  disabled: boolean;
  onvalue: (value: DraftValue) => void;
  /** Says at the field what is wrong with what is typed, where there is no value for it; nothing once that is over. */
  say: (words: string | null) => void;
  /** Where it stands: the place of its field in the form, then the way down inside that one. */
  way: number[];
  /** Errors of what is inside it. */
  below: Placed[];
  /** Who receives it. */
  server: string;
}

/** The digit 1…9 that was pressed, as a position; none with a modifier. */
export function digit(event: KeyboardEvent, count: number): number | null {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return null;
  const at = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
  return at >= 0 && at < count && count <= 9 ? at : null;
}

/** The place that an arrow key, Home or End leads to in a list; none for other keys. */
export function moved(event: KeyboardEvent, from: number, count: number): number | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const back = document.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
  const on = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  switch (event.key) {
    case "ArrowDown":
    case on:
      return (from + 1) % count;
    case "ArrowUp":
    case back:
      return (from - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
