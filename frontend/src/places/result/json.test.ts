import { expect, it } from "vitest";
import { isOpenAtFirst } from "./json";

const list = (length: number): number[] => Array.from({ length }, (_, at) => at);

it("opens what is small at any depth, what is large only near the top", () => {
  expect(isOpenAtFirst({ a: { b: { c: [1, 2] } } }, 7)).toBe(true);
  expect(isOpenAtFirst(list(45), 2)).toBe(true);
  expect(isOpenAtFirst(list(45), 3)).toBe(false);
  expect(isOpenAtFirst([list(20), list(20)], 3)).toBe(false);
  expect(isOpenAtFirst(list(60), 1)).toBe(false);
  expect(isOpenAtFirst(list(60), 0)).toBe(true);
});
