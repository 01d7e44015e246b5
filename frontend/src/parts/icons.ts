// The icons of the window: outlines on a grid of 16, drawn in the colour of the text around them.

/** One shape of an icon: a path, a circle, an ellipse or a rectangle with its attributes. */
export type Shape = readonly ["path" | "circle" | "ellipse" | "rect", Readonly<Record<string, string>>];

/** Every icon there is, by name. */
export const icons = {
  inbox: [["path", { d: "M2.5 9.5h3l1 2h3l1-2h3M4.2 3.2h7.6l1.7 6.3v2.3a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V9.5z" }]],
  clock: [
    ["circle", { cx: "8", cy: "8", r: "5.75" }],
    ["path", { d: "M8 4.75V8l2.25 1.5" }],
  ],
  plus: [["path", { d: "M8 3.5v9M3.5 8h9" }]],
  right: [["path", { d: "m6 4 4 4-4 4" }]],
  left: [["path", { d: "M10 4 6 8l4 4" }]],
  down: [["path", { d: "m4 6 4 4 4-4" }]],
  up: [["path", { d: "m4 10 4-4 4 4" }]],
  warn: [["path", { d: "M8 2.7 14 13H2zM8 6.6v2.9M8 11.2v.1" }]],
  info: [
    ["circle", { cx: "8", cy: "8", r: "5.75" }],
    ["path", { d: "M8 7.3v3.5M8 5.1v.1" }],
  ],
  stop: [
    ["circle", { cx: "8", cy: "8", r: "5.75" }],
    ["path", { d: "M8 4.9v3.8M8 10.9v.1" }],
  ],
  check: [["path", { d: "m3.5 8.5 3 3 6-7" }]],
  x: [["path", { d: "m4 4 8 8M12 4l-8 8" }]],
  minus: [["path", { d: "M4 8h8" }]],
  term: [
    ["rect", { x: "1.75", y: "3", width: "12.5", height: "10", rx: "1.5" }],
    ["path", { d: "m4.5 6 2 2-2 2M8.5 10.2h3" }],
  ],
  globe: [
    ["circle", { cx: "8", cy: "8", r: "5.75" }],
    ["ellipse", { cx: "8", cy: "8", rx: "2.5", ry: "5.75" }],
    ["path", { d: "M2.5 8h11" }],
  ],
  lock: [
    ["rect", { x: "3.5", y: "7", width: "9", height: "6.5", rx: "1.2" }],
    ["path", { d: "M5.5 7V5a2.5 2.5 0 0 1 5 0v2" }],
  ],
  unlock: [
    ["rect", { x: "3.5", y: "7", width: "9", height: "6.5", rx: "1.2" }],
    ["path", { d: "M5.5 7V4.8a2.5 2.5 0 0 1 4.8-.9" }],
  ],
  panel: [
    ["rect", { x: "1.75", y: "3", width: "12.5", height: "10", rx: "1.5" }],
    ["path", { d: "M10 3v10" }],
  ],
  cal: [
    ["rect", { x: "2.5", y: "3.5", width: "11", height: "10", rx: "1.2" }],
    ["path", { d: "M2.5 6.7h11M5.5 2v3M10.5 2v3" }],
  ],
  search: [
    ["circle", { cx: "7", cy: "7", r: "4.25" }],
    ["path", { d: "m10.2 10.2 3.3 3.3" }],
  ],
  form: [
    ["rect", { x: "3", y: "2.25", width: "10", height: "11.5", rx: "1.2" }],
    ["path", { d: "M5.5 5.5h5M5.5 8h5M5.5 10.5h3" }],
  ],
  app: [
    ["rect", { x: "1.75", y: "3", width: "12.5", height: "10", rx: "1.5" }],
    ["rect", { x: "5", y: "6", width: "6", height: "4", rx: ".5" }],
  ],
  out: [["path", { d: "M9.5 3H13v3.5M13 3 7.5 8.5M11.5 9.5V13h-8.5V4.5h3.5" }]],
  copy: [
    ["rect", { x: "5.5", y: "5.5", width: "8", height: "8", rx: "1" }],
    ["path", { d: "M10.5 5.5v-3h-8v8h3" }],
  ],
  menu: [["path", { d: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11" }]],
  eye: [
    ["path", { d: "M1.5 8S4 3.7 8 3.7 14.5 8 14.5 8 12 12.3 8 12.3 1.5 8 1.5 8z" }],
    ["circle", { cx: "8", cy: "8", r: "2" }],
  ],
  no: [
    ["circle", { cx: "8", cy: "8", r: "5.75" }],
    ["path", { d: "m4 4 8 8" }],
  ],
  play: [["path", { d: "m5 3.2 7.5 4.8L5 12.8z" }]],
  pause: [["path", { d: "M5.5 3.5v9M10.5 3.5v9" }]],
  spin: [["path", { d: "M8 2.25A5.75 5.75 0 1 1 2.25 8" }]],
  image: [
    ["rect", { x: "2", y: "3", width: "12", height: "10", rx: "1.2" }],
    ["circle", { cx: "5.7", cy: "6.4", r: "1.1" }],
    ["path", { d: "m2.5 12 3.5-3.3 2.3 2 2.7-3 2.8 2.8" }],
  ],
  text: [["path", { d: "M3 4h10M3 7h10M3 10h6" }]],
  braces: [
    [
      "path",
      {
        d: "M6 2.8c-1.7 0-2 .7-2 2v1.7C4 7.4 3.6 8 2.7 8c.9 0 1.3.6 1.3 1.5v1.7c0 1.3.3 2 2 2M10 2.8c1.7 0 2 .7 2 2v1.7c0 .9.4 1.5 1.3 1.5-.9 0-1.3.6-1.3 1.5v1.7c0 1.3-.3 2-2 2",
      },
    ],
  ],
  sliders: [
    ["path", { d: "M2.5 5H9M12.5 5h1M2.5 11h1M7 11h6.5" }],
    ["circle", { cx: "10.7", cy: "5", r: "1.7" }],
    ["circle", { cx: "5.2", cy: "11", r: "1.7" }],
  ],
  tool: [
    [
      "path",
      {
        d: "M9.8 2.7a3.3 3.3 0 0 0-3 4.6l-4.1 4.1 1.9 1.9 4.1-4.1a3.3 3.3 0 0 0 4.2-4.3L10.8 7 9 5.2l2.1-2.1a3.3 3.3 0 0 0-1.3-.4z",
      },
    ],
  ],
} as const satisfies Record<string, readonly Shape[]>;

/** The name of an icon. */
export type IconName = keyof typeof icons;
