// Opening a page: URL-02, URL-03, URL-05, URL-08.
import { screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import * as fake from "../testing/host";
import { afterGuard, asUrl, setUp, press, show } from "./testing";

setUp();
const button = (name: string) => screen.getByRole("button", { name });

test("asked: the whole address as text, the host set off, opened only on the button", async () => {
  const { container } = show(asUrl());
  await afterGuard();
  expect(document.activeElement?.textContent).toBe("Portfolio Desk asks you to open a page");
  expect(container.querySelector(".url-full")?.textContent).toBe("https://login.releases.example/approve?r=1");
  expect(container.querySelector(".url-host")?.textContent).toBe("login.releases.example");
  expect(container.querySelectorAll("main a, main img, main iframe, link[rel]")).toHaveLength(0);
  expect(container.querySelector(".route")?.textContent).toMatch(
    /For assign_manager, which you started\.\s+Portfolio Desk learns only whether you agreed to open the page\./,
  );
  for (const words of ["Encrypted connection (https).", "Askance has not opened or looked up this address."])
    expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByText(/What you do there/).textContent).toBe(
    "What you do there is between you and releases.example. It does not pass through Askance.",
  );
  expect(fake.host.openUrl).not.toHaveBeenCalled();
  button("Open in browser").click();
  expect(fake.host.openUrl).toHaveBeenCalledExactlyOnceWith("q1");
});

test("warned: not accented, no shortcut, the warnings in words", async () => {
  show(asUrl({ warnings: ["This address uses look-alike letters.", "It is new."], encrypted: false }));
  await afterGuard();
  expect(screen.getByText("This address uses look-alike letters.")).toBeTruthy();
  expect(screen.getByText("It is new.")).toBeTruthy();
  expect(screen.getByText("Not encrypted, but it does not leave this computer.")).toBeTruthy();
  expect(button("Open anyway").className).not.toContain("go");
  press("Enter", { ctrlKey: true });
  expect(fake.host.openUrl).not.toHaveBeenCalled();
  button("Open anyway").click();
  expect(fake.host.openUrl).toHaveBeenCalledOnce();
});

test("opened: at what time, who says when it is done, and I have finished there", async () => {
  const at = new Date(2026, 9, 1, 14, 5).getTime();
  const { update } = show(asUrl());
  await afterGuard();
  await update(asUrl({ openedAt: at, told: true }));
  await afterGuard();
  expect(screen.getByText(/^Opened/).textContent).toBe("Opened login.releases.example in your browser at 14:05.");
  expect(screen.getByText(/says when it is done there/)).toBeTruthy();
  button("I have finished there").click();
  expect(fake.host.urlDone).toHaveBeenCalledExactlyOnceWith("q1");
  await vi.advanceTimersByTimeAsync(0);
  button("Open again").click();
  expect(fake.host.openUrl).toHaveBeenCalledExactlyOnceWith("q1");
});

test("copying the address says so", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  show(asUrl());
  await afterGuard();
  button("Copy address").click();
  await vi.advanceTimersByTimeAsync(0);
  await tick();
  expect(writeText).toHaveBeenCalledExactlyOnceWith("https://login.releases.example/approve?r=1");
  expect(button("Copied")).toBeTruthy();
});

test("look-alike letters: what is written and what it is are told apart", async () => {
  const written = asUrl({
    parts: ["https://", "reӏeases.example", "/x"],
    host: ["", "xn--reeases-9ch.example"],
    warnings: ["This address uses look-alike letters."],
  });
  const { container } = show(written);
  await afterGuard();
  expect(container.querySelector(".url-host")?.textContent).toBe("xn--reeases-9ch.example");
  expect(
    screen
      .getByText(/It is written/)
      .textContent?.replace(/\s+/g, " ")
      .trim(),
  ).toBe("It is written reӏeases.example but its real name is the one below. Open it only if you know it.");
});

test("opened: declined until the server was told; then Cancel ends the waiting", async () => {
  const { update } = show(asUrl({ openedAt: 1 }));
  await afterGuard();
  expect(button("Decline")).toBeTruthy();
  await update(asUrl({ openedAt: 1, told: true }));
  expect(screen.queryByRole("button", { name: "Decline" })).toBeNull();
  button("Cancel").click();
  expect(fake.host.answer).toHaveBeenCalledExactlyOnceWith("q1", { kind: "cancel" });
});
