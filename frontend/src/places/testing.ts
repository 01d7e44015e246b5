// What the tests of the places share: pressing, writing, a store with one server, a window at the Inbox.
import { fireEvent, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, vi } from "vitest";
import { router } from "../state/route.svelte";
import { store } from "../state/store.svelte";
import { server, snapshot } from "../testing/views";

export const press = async (name: string | RegExp): Promise<void> => {
  await fireEvent.click(await screen.findByRole("button", { name }));
};
export const pressIn = async (place: HTMLElement, name: string): Promise<void> => {
  const button = within(place).getByRole("button", { name });
  await fireEvent.mouseDown(button, { detail: 1 });
  await fireEvent.click(button, { detail: 1 });
};
export const write = (label: RegExp, value: string): Promise<boolean> =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

/** Called once by each file. */
export function setUpPlaces(): void {
  beforeEach(() => {
    vi.clearAllMocks();
    store.fill(snapshot({ servers: [server("Clinic")] }));
  });
  afterEach(() => {
    while (router.canGoBack) router.back();
    router.replace({ place: "inbox" });
  });
}
