// What leaves the place of a question: its draft goes with it, whatever comes next. And a place that can't be drawn.
import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import App from "./App.svelte";
import { field, form } from "./question/testing";
import { router } from "./state/route.svelte";
import { store } from "./state/store.svelte";
import { emit, host } from "./testing/host";
import { ended, question, snapshot } from "./testing/views";

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  store.ready = false;
  while (router.canGoBack) router.back();
});

const one = question("1", { form: form(field()) });
const other = question("2", { form: form(field({ label: "Town" })) });

/** Types into the first question, and leaves it before typing rests. */
async function typeAndLeave(leave: () => void): Promise<void> {
  host.snapshot.mockResolvedValueOnce(snapshot({ questions: [one, other] }));
  render(App);
  await waitFor(() => expect(store.ready).toBe(true));
  router.go({ place: "question", question: "1" });
  await fireEvent.input(await screen.findByLabelText(/Full name/u), { target: { value: "Noor" } });
  leave();
  await tick();
}
const kept = (): void => expect(host.keepDraft).toHaveBeenCalledExactlyOnceWith("1", [{ kind: "text", value: "Noor" }]);

it("keeps what was typed under its own question when the next one takes its place", async () => {
  await typeAndLeave(() => router.replace({ place: "question", question: "2" }));
  kept();
  expect(screen.getByLabelText(/Town/u)).toBeTruthy();
});

it("keeps what was typed when the Inbox takes its place", async () => {
  await typeAndLeave(() => router.go({ place: "inbox" }));
  kept();
  expect(screen.getByRole("heading", { name: "Inbox" })).toBeTruthy();
});

it("goes on when the question ends and is no longer kept, both at once", async () => {
  await typeAndLeave(() => {
    emit({ kind: "question", value: { ...one, state: ended("declined") } });
    emit({ kind: "questionGone", value: "1" });
  });
  await waitFor(() => expect(screen.getByRole("heading", { name: "Inbox" })).toBeTruthy());
});

it("says that a place could not be drawn, and leads on", async () => {
  const broken = question("3", { form: form(field({ limits: null as unknown as string[] })) });
  host.snapshot.mockResolvedValueOnce(snapshot({ questions: [broken, other] }));
  vi.spyOn(console, "error").mockReturnValue();
  render(App);
  await waitFor(() => expect(store.ready).toBe(true));
  router.go({ place: "question", question: "3" });
  expect((await screen.findByRole("alert")).textContent).toContain("Askance could not draw this page.");
  router.go({ place: "question", question: "2" });
  expect(await screen.findByLabelText(/Town/u)).toBeTruthy();
});
