import { expect, test } from "vitest";
import { marked, matches, meant, plain, Search, searchable } from "./search";

const labels = ["Dr Andersson, Maja", "Dr Fernández, Lucía", "İstanbul", "Straße 😀"];
const texts = searchable(labels.map((label) => ({ label, detail: null })));

test.each([
  ["and", [0, 1]],
  ["lucia fern", [1]],
  ["istanbul", [2]],
  ["nobody", []],
  ["  ", [0, 1, 2, 3]],
])("%s", (query, found) => expect(matches(texts, query)).toEqual(found));

test("a typed search finds what one from the start finds", () => {
  const all = searchable(Array.from({ length: 500 }, (_, at) => ({ label: `Option ${at} of 7`, detail: null })));
  const search = new Search(all);
  for (const query of ["", "o", "opt", "option 4", "option 4 7", "4", "42", "4", "42 ", "42 7", "7", "x", "x7", ""]) {
    expect(search.find(query)).toEqual(matches(all, query));
  }
});

test("plain text keeps every place", () => {
  for (const label of [...labels, "ﬁ", "ǆ", "\uD83D"]) expect(plain(label)).toHaveLength(label.length);
  expect(marked("Dr Fernández", "and")).toEqual(["Dr Fern", "ánd", "ez"]);
});

test.each([
  ["the only one found", ["Dr Maja", "Dr Lucía"], "luc", 1],
  ["the beginning of words, in any order", ["Europe/Stockholm", "Asia/Tokyo"], "stock eur", 0],
  ["the middle of a word", ["Chile", "Cuba"], "le", undefined],
  ["one that is called so among more", ["Kap", "Kap Verde"], "kap", 0],
  ["the same letters, marks and all", ["Müller", "Muller"], "Muller", 1],
  ["two that are called so", ["A", "a", "B"], "á", undefined],
  ["two alike", ["Oslo", "Oslo", "Rome"], "Oslo", undefined],
  ["some that begin so", ["Option 1", "Option 2"], "option", undefined],
  ["none", ["a", "b"], "x", undefined],
])("typed text means %s", (_, names, query, at) => {
  const options = names.map((label) => ({ label, detail: null }));
  expect(meant(options, matches(searchable(options), query), query)).toBe(at);
});
