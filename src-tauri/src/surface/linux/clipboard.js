// Runs in every frame of an app, before anything of the app's. WebKit lets every page write to the clipboard after a click,
// and has no switch for it. Here the first write of an app whose policy names the clipboard waits for the person (PRM-04);
// every other one is refused. What the app could use to undo this is taken here first, and no list holds what waits: the app
// could reach it through the list's own methods.
((mayAsk) => {
  "use strict";
  const ASK = "askance:clipboard";
  // What the person says later holds for the next write; this one is no longer expected.
  const PATIENCE_MS = 60_000;

  const { DOMException, Promise, parent: host } = window;
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { toLowerCase } = String.prototype;
  const { execCommand } = Document.prototype;
  const later = window.setTimeout.bind(window);
  const { stopImmediatePropagation } = Event.prototype;
  const sourceOf = getOwnPropertyDescriptor(MessageEvent.prototype, "source").get;
  const dataOf = getOwnPropertyDescriptor(MessageEvent.prototype, "data").get;
  const fix = (of, name, value) => Object.defineProperty(of, name, { value, writable: false, configurable: false });

  // Only the app's own frame asks, and none inside it.
  let may = mayAsk && host === window.top && host !== window ? undefined : false;
  // The newest write that waits. There is one clipboard: the one before it would be lost anyway.
  let held = null;
  let turn = 0;

  function settle(yes) {
    const write = held;
    held = null;
    write?.(yes);
  }

  function hold(write) {
    settle(false);
    held = write;
    turn += 1;
    const mine = turn;
    later(() => turn === mine && settle(false), PATIENCE_MS);
    host.postMessage(ASK, "*");
  }

  window.addEventListener("message", (event) => {
    if (!event.isTrusted || apply(sourceOf, event, []) !== host) return;
    const said = apply(dataOf, event, []);
    if (said !== `${ASK} yes` && said !== `${ASK} no`) return;
    apply(stopImmediatePropagation, event, []);
    may ??= said === `${ASK} yes`;
    // Here and not behind a promise: the host's word comes with the person's click, which WebKit wants to see.
    settle(may);
  });

  function asking(original) {
    return function (...given) {
      if (may === true) return apply(original, this, given);
      return new Promise((done, refuse) => {
        const write = (yes) => {
          if (yes) done(apply(original, this, given));
          else refuse(new DOMException("Not allowed", "NotAllowedError"));
        };
        if (may === false) write(false);
        else hold(write);
      });
    };
  }

  fix(Document.prototype, "execCommand", function (command, ...more) {
    const name = apply(toLowerCase, `${command}`, []);
    if ((name !== "copy" && name !== "cut") || may === true) return apply(execCommand, this, [name, ...more]);
    // It can't wait: this one is refused, and the next is as the person says.
    if (may === undefined) host.postMessage(ASK, "*");
    return false;
  });
  if (typeof Clipboard === "undefined") return;
  fix(Clipboard.prototype, "writeText", asking(Clipboard.prototype.writeText));
  fix(Clipboard.prototype, "write", asking(Clipboard.prototype.write));
})(MAY_ASK);
