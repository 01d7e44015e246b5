// What an app may do, in words that are true (ui.md: Consent, Frame label).
import { expect, test } from "vitest";
import type { AppAsk } from "../bindings/AppAsk";
import { appPage } from "../testing/views";
import { asked, never, reach, reached, shortHash, uses } from "./words";

const ask = (feature: AppAsk["feature"], hosts: string[] = [], granted = true): AppAsk => ({ feature, hosts, granted });

test("“It can never” lists only what is really refused (SEC-06)", () => {
  expect(never(appPage({ asks: [] }))).toEqual([
    "See other servers, questions or files",
    "Reach anything on the network",
    "Use camera, microphone or location",
    "Remember anything afterwards",
  ]);
  expect(never(appPage({ asks: [ask("connect", ["https://a.example"]), ask("camera")] }))).toEqual([
    "See other servers, questions or files",
    "Use microphone or location",
    "Remember anything afterwards",
  ]);
  const all = [ask("camera"), ask("microphone"), ask("geolocation")];
  expect(never(appPage({ asks: all })).filter((one) => one.startsWith("Use"))).toEqual([]);
});

test("what is asked is said with its hosts, and with what it means", () => {
  const page = appPage({
    asks: [ask("load", ["https://cdn.example"]), ask("frame", ["https://m.example"]), ask("geolocation", [], false)],
  });
  expect(asked(page).map(({ before, hosts, behind }) => [before, ...hosts, behind].join(" ").trim())).toEqual([
    "Load scripts, styles and pictures from https://cdn.example",
    "Show pages of https://m.example inside it",
    "Know where you are",
  ]);
  expect(asked(page).at(-1)?.means).toBe("You are asked again when it does.");
});

test("what it may do counts only what was granted", () => {
  const page = appPage({
    asks: [
      ask("connect", ["a", "b"]),
      ask("load", ["b"]),
      ask("frame", ["c"], false),
      ask("camera"),
      ask("microphone", [], false),
    ],
  });
  expect(reached(page)).toEqual(["a", "b"]);
  expect(uses(page)).toEqual({ yes: "Camera", no: "No microphone, location, clipboard" });
  expect(uses(appPage({ asks: [] }))).toEqual({ yes: "Nothing", no: "No camera, microphone, location, clipboard" });
});

test("the frame's label", () => {
  expect(reach([])).toBe("Reaches nothing");
  expect(reach(["a"])).toBe("Reaches 1 host");
  expect(reach(["a", "b", "c"])).toBe("Reaches 3 hosts");
  expect(reach([], true)).toBe("Local addresses allowed");
  expect(reach(["http://[::1]:3000"])).toBe("Local addresses allowed");
  expect(reach(["https://a.example", "*"], true)).toBe("Any host and local addresses allowed");
});

test("a hash is shortened to what a person compares", () => {
  expect(shortHash(appPage().sha256)).toBe("9f2c 61d0 … 77be e41a");
  expect(shortHash("abcd")).toBe("abcd");
});
