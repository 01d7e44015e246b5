// The top document of an app's webview. It hands messages between the host and the app's frame and does nothing else
// (SBX-11). The frame can't read it: another origin, sandboxed. The token proves to the host that a request comes from
// here; the frame never sees it.
(() => {
  "use strict";
  const { token } = document.currentScript.dataset;
  document.currentScript.remove();

  const MESSAGE_LIMIT = 4 * 1024 * 1024;
  const QUEUE_LIMIT = 1024;
  const QUEUE_BYTES = 16 * 1024 * 1024;
  // What clipboard.js says in the frame, and what it is told: no message of the bridge is a bare word.
  const CLIPBOARD = "askance:clipboard";
  const encoder = new TextEncoder();
  const queue = [];
  let queued = 0;
  let dropped = 0;
  let busy = false;
  let frame = null;
  let clipboardAsked = false;

  const send = (path, body) => fetch(path, { method: "POST", headers: { "x-askance-token": token }, body });

  // One request at a time: the host must see messages in the order in which the app sent them.
  async function pump() {
    if (busy) return;
    busy = true;
    while (queue.length > 0 || dropped > 0) {
      // Said first: what waits behind a flood counts for nothing.
      if (dropped > 0) {
        dropped = 0;
        await send("flooded", "").catch(() => undefined);
        continue;
      }
      const [path, body] = queue.shift();
      queued -= path === "message" ? body.byteLength : 0;
      try {
        await send(path, body);
      } catch {
        // The host has gone or refuses; it knows why.
      }
    }
    busy = false;
  }

  function enqueue(path, text) {
    const body = encoder.encode(text);
    if (path === "message") {
      if (body.byteLength > MESSAGE_LIMIT) return enqueue("refused", "a message over 4 MiB");
      if (queue.length >= QUEUE_LIMIT || queued + body.byteLength > QUEUE_BYTES) {
        dropped += 1;
        return;
      }
      queued += body.byteLength;
    } else if (queue.length >= QUEUE_LIMIT) {
      dropped += 1;
      return;
    }
    queue.push([path, body]);
    void pump();
  }

  window.addEventListener("message", (event) => {
    // Identity, never content (SBX-07): only the frame's own window, not a window inside it.
    if (frame === null || event.source !== frame.contentWindow) return;
    if (event.data === CLIPBOARD) {
      // The answer holds for the frame's life: once is enough, however often it is said.
      if (!clipboardAsked) enqueue("clipboard", "");
      clipboardAsked = true;
      return;
    }
    let text;
    try {
      text = JSON.stringify(event.data);
    } catch {
      text = undefined;
    }
    if (text === undefined) enqueue("refused", "a message that is not JSON");
    else enqueue("message", text);
  });

  // The frame tried to leave: our policy stops it before the host's own check can see it.
  document.addEventListener("securitypolicyviolation", (event) => {
    if (event.effectiveDirective === "frame-src") enqueue("navigated", "");
  });

  // Where Tab leads after the app's last stop, or before its first: out of here.
  function edge(path) {
    const stop = document.createElement("div");
    stop.tabIndex = 0;
    stop.addEventListener("focus", () => {
      // Not kept: when the window gets the keyboard again, it must not leave again.
      stop.blur();
      enqueue(path, "");
    });
    return stop;
  }

  // The keyboard goes on to the app.
  window.addEventListener("focus", () => frame?.focus());

  Object.defineProperty(window, "askance", {
    value: Object.freeze({
      open(url, allow) {
        if (frame !== null) return;
        frame = document.createElement("iframe");
        frame.setAttribute("sandbox", "allow-scripts allow-forms");
        // To whatever its origin is: sandboxed, it has none that could be named.
        frame.setAttribute("allow", allow.replace(/[^;\s]+/gu, "$& *"));
        frame.setAttribute("referrerpolicy", "no-referrer");
        frame.addEventListener("load", () => enqueue("loaded", ""));
        frame.src = url;
        document.body.append(edge("before"), frame, edge("after"));
      },
      deliver(text) {
        // The frame's origin is opaque: there is no name for it but the frame itself.
        frame?.contentWindow?.postMessage(JSON.parse(text), "*");
      },
      clipboard(yes) {
        frame?.contentWindow?.postMessage(`${CLIPBOARD} ${yes ? "yes" : "no"}`, "*");
      },
      focus() {
        frame?.focus();
      },
    }),
  });

  enqueue("ready", "");
})();
