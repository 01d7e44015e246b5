// Runs in every frame of an app that may not write to the clipboard, before anything of the app's. WebKit lets every page
// write there after a click, and has no switch for it. What the app could use to undo this is taken here first.
(() => {
  "use strict";
  const { apply } = Reflect;
  const { toLowerCase } = String.prototype;
  const { execCommand } = Document.prototype;
  const fix = (of, name, value) => Object.defineProperty(of, name, { value, writable: false, configurable: false });
  const refuse = async () => {
    throw new DOMException("Not allowed", "NotAllowedError");
  };
  fix(Document.prototype, "execCommand", function (command, ...more) {
    const name = apply(toLowerCase, `${command}`, []);
    return name === "copy" || name === "cut" ? false : apply(execCommand, this, [name, ...more]);
  });
  if (typeof Clipboard === "undefined") return;
  fix(Clipboard.prototype, "writeText", refuse);
  fix(Clipboard.prototype, "write", refuse);
})();
