import { cleanup, render } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import Literal from "./Literal.svelte";
import Prose from "./Prose.svelte";
import { END_AT, FOLD_LINES, cut, literal } from "./literal";

// ELI-09, A20: what cannot be seen is written out; what belongs to ordinary writing stays.
describe("literal", () => {
  it.each([
    ["a direction override", "GitHub (verified)\u202E", "GitHub (verified)‹U+202E›"],
    ["isolates and marks", "a\u2066b\u2069\u200F", "a‹U+2066›b‹U+2069›‹U+200F›"],
    ["ANSI", "\u001B[31mred", "‹U+001B›[31mred"],
    ["NUL, DEL and C1", "\0\u007F\u0085", "‹U+0000›‹U+007F›‹U+0085›"],
    ["zero width", "pay\u200Bpal\uFEFF\u2060\u00AD", "pay‹U+200B›pal‹U+FEFF›‹U+2060›‹U+00AD›"],
    ["fillers and tags", "\u3164\u{E0041}", "‹U+3164›‹U+E0041›"],
    ["a lone surrogate", "a\uD800b", "a‹U+D800›b"],
    ["line separators", "a\u2028b", "a‹U+2028›b"],
    ["a lone carriage return", "safe\rrm", "safe‹U+000D›rm"],
    ["a joiner between letters", "a\u200Db", "a‹U+200D›b"],
    ["a joiner at the ends", "\u200Da\u200C", "‹U+200D›a‹U+200C›"],
    ["a selector after a letter", "a\uFE0F", "a‹U+FE0F›"],
  ])("shows %s", (_, text, shown) => expect(literal(text)).toBe(shown));

  it.each([
    ["lines and tabs", "a\n\tb"],
    ["an emoji family", "👩‍👩‍👧"],
    ["an emoji heart", "❤️‍🔥 1️⃣"],
    ["Persian", "می\u200Cخواهم"],
    ["Hindi", "क्\u200Dष"],
    ["Hebrew and Arabic", "שלום مرحبا"],
    ["angle brackets", "<b>&amp;</b>"],
  ])("leaves %s alone", (_, text) => expect(literal(text)).toBe(text));

  it("makes one line end of two characters", () => expect(literal("a\r\nb")).toBe("a\nb"));
  it("never cuts a character in half", () => expect(cut("a😀b", 2)).toBe("a"));
});

describe("server text on the page", () => {
  // ELI-08, ELI-09, A21: no markup, no links.
  it("is text, whatever it says", () => {
    const text = "<img src=x onerror=alert(1)> [press](https://evil.example) https://evil.example";
    const { container } = render(Literal, { text });
    expect(container.textContent).toBe(text);
    expect(container.querySelectorAll("img, a")).toHaveLength(0);
    expect(container.querySelector("bdi")?.getAttribute("dir")).toBe("auto");
  });

  // ELI-19: past 2 KiB it folds, at 64 KiB it ends with a note.
  it("folds and ends", async () => {
    const { container, getByRole, findByText } = render(Prose, { text: "x".repeat(END_AT + 10) });
    expect(container.querySelector("bdi")?.textContent).toHaveLength(2048 + 1);
    const button = getByRole("button");
    expect(button.textContent).toContain(`Show all ${(END_AT + 10).toLocaleString("en")} characters`);
    button.click();
    await findByText(/The text goes on/u);
    expect(container.querySelector("bdi")?.textContent).toHaveLength(END_AT);
  });

  it("folds many short lines, and counts characters as a person does", async () => {
    const text = Array.from({ length: 900 }, () => "😀").join("\n");
    const { container, getByRole } = render(Prose, { text });
    expect(container.querySelector("bdi")?.textContent?.split("\n")).toHaveLength(FOLD_LINES);
    const button = getByRole("button", { name: "Show all 1,799 characters" });
    button.click();
    await vi.waitFor(() => expect(container.querySelector("bdi")?.textContent).toBe(text));
    expect(button.textContent).toContain("Show less");
    cleanup();
    const exact = render(Prose, { text: text.split("\n").slice(0, FOLD_LINES).join("\n") });
    expect(exact.queryByRole("button")).toBeNull();
  });

  it("does not fold a short one", () => {
    const { queryByRole } = render(Prose, { text: "short" });
    expect(queryByRole("button")).toBeNull();
  });
});
