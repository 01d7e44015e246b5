// Runs in every frame of an app, before anything of the app's. WebKit's interactive validation is off there (features.rs):
// its bubble is drawn outside the frame. Here is the rest of it: a form that is wrong is not sent, the first field that is
// wrong gets the keyboard, and `reportValidity` is there to be called.
(() => {
  "use strict";
  const { apply } = Reflect;

  function report(it, check) {
    const wrong = [];
    const note = (event) => wrong.push(event);
    const root = it.getRootNode?.() ?? document;
    root.addEventListener("invalid", note, true);
    const right = apply(check, it, []);
    root.removeEventListener("invalid", note, true);
    // Of the others the app says by itself what is wrong.
    wrong.find((event) => !event.defaultPrevented)?.target.focus();
    return right;
  }

  // Also where WebKit has one still: that of ElementInternals shows the bubble whatever the switch says. Nothing else in an
  // app's reach has it then, so there is nothing to guard.
  const checked = Object.getOwnPropertyNames(window)
    .filter((name) => /^(HTML\w*Element|ElementInternals)$/.test(name))
    .map((name) => window[name].prototype)
    .filter((prototype) => Object.hasOwn(prototype, "checkValidity"));
  for (const prototype of checked) {
    const { checkValidity } = prototype;
    prototype.reportValidity = function () {
      return report(this, checkValidity);
    };
  }

  const { checkValidity } = HTMLFormElement.prototype;
  window.addEventListener(
    "submit",
    (event) => {
      const { target: form, submitter } = event;
      // What a script makes up was never checked.
      if (!event.isTrusted || form.noValidate || submitter?.formNoValidate || report(form, checkValidity)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
})();
