import { waitFor } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import { host } from "./testing/host";

// WebKit runs a module before a stylesheet that is still on its way: the colours told to apps would all be black.
it("starts when everything has loaded, and tells apps nothing before", async () => {
  document.body.innerHTML = '<div id="window"></div>';
  const state = vi.spyOn(document, "readyState", "get").mockReturnValue("interactive");
  await import("./main");
  expect(host.setContext).not.toHaveBeenCalled();
  state.mockReturnValue("complete");
  window.dispatchEvent(new Event("load"));
  await waitFor(() => expect(host.setContext).toHaveBeenCalledOnce());
});
