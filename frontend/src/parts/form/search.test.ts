import { expect, test } from "vitest";
import { marked, matches, plain, searchable } from "./search";

const labels = ["Dr Andersson, Maja", "Dr Fernández, Lucía", "İstanbul", "Straße 😀"];
const texts = searchable(labels.map((label) => ({ label, detail: null })));

test.each([
  ["and", [0, 1]],
  ["lucia fern", [1]],
  ["istanbul", [2]],
  ["nobody", []],
  ["  ", [0, 1, 2, 3]],
])("%s", (query, found) => expect(matches(texts, query)).toEqual(found));

test("plain text keeps every place", () => {
  for (const label of [...labels, "ﬁ", "ǆ", "\uD83D"]) expect(plain(label)).toHaveLength(label.length);
  expect(marked("Dr Fernández", "and")).toEqual(["Dr Fern", "ánd", "ez"]);
});

test("10,000 options are searched in a blink", () => {
  const all = searchable(Array.from({ length: 10_000 }, (_, at) => ({ label: `Option ${at}`, detail: null })));
  const start = performance.now();
  for (const query of ["o", "op", "opt", "9999"]) matches(all, query);
  expect(performance.now() - start).toBeLessThan(300);
});
