// The server's words in the header.
import { render } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import Message from "./Message.svelte";

test("a long message that is opened can be scrolled by keyboard", async () => {
  const height = vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(900);
  const { getByRole, queryByRole } = render(Message, { text: "Line.\n".repeat(200) });
  expect(queryByRole("region")).toBeNull();
  const button = getByRole("button", { name: "Show all 1,200 characters" });
  button.click();
  await tick();
  const region = getByRole("region", { name: "The whole message" });
  expect(region.tabIndex).toBe(0);
  expect(region.textContent).toContain("Line.\nLine.");
  expect(button.textContent).toContain("Show less");
  height.mockRestore();
});
