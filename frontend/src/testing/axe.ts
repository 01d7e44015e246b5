// Accessibility as axe-core sees it. Contrast needs real rendering: contrast.txt holds its figures.
import axe from "axe-core";
import { expect } from "vitest";

export async function expectAccessible(root: Element): Promise<void> {
  const { violations } = await axe.run(root, { rules: { "color-contrast": { enabled: false } } });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  expect(found).toEqual([]);
}
