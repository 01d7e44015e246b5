// What is run in a host's own page: the same text in both.

/** Notes when the first frame with a label of these words has been drawn. */
export const WATCH = `const words = arguments[0];
  window.benchSeen = null;
  const there = () => [...document.querySelectorAll('label, legend')]
    .some(node => node.textContent.trim().startsWith(words) && node.getClientRects().length > 0);
  const watcher = new MutationObserver(() => {
    if (!there()) return;
    watcher.disconnect();
    // After the frame, in a task of its own.
    requestAnimationFrame(() => setTimeout(() => { window.benchSeen = Date.now(); }));
  });
  watcher.observe(document, { subtree: true, childList: true, attributes: true });`;
export const SEEN = 'return window.benchSeen;';

/** Notes for some ms how long after its time a timer has run and the frame after it has been drawn. */
export const LATENCY = `const [whole, every] = arguments;
  window.benchLate = null;
  const late = [];
  const end = performance.now() + whole;
  const again = () => {
    const due = performance.now() + every;
    setTimeout(() => requestAnimationFrame(() => {
      late.push(performance.now() - due);
      if (performance.now() < end) again();
      else window.benchLate = late;
    }), every);
  };
  again();`;
export const LATE = 'return window.benchLate;';
