// The hole in the page that an app's webview is put over.
import type { Attachment } from "svelte/attachments";
import { host, type Rect } from "../ipc";

const asRect = (box: DOMRect): Rect => ({ x: box.x, y: box.y, width: box.width, height: box.height });
const same = (a: Rect | null, b: Rect) =>
  a !== null && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/** Keeps the app over this element while `shown`; hides it when not, and when the element goes. */
export function hole(instance: string, shown: boolean): Attachment<HTMLElement> {
  return (node) => {
    // A question may end while the call is under way: the app is gone then, and there is nothing to place.
    const place = (rect: Rect | null) => void host.placeApp(instance, rect).catch(() => undefined);
    if (!shown) {
      place(null);
      return;
    }
    let last: Rect | null = null;
    const look = () => {
      const rect = asRect(node.getBoundingClientRect());
      if (same(last, rect)) return;
      last = rect;
      place(rect);
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(node);
    // What stands above the hole may push it without changing its size.
    for (let up = node.parentElement; up; up = up.parentElement) {
      sizes.observe(up);
      for (const beside of up.children) sizes.observe(beside);
    }
    window.addEventListener("resize", look);
    window.addEventListener("scroll", look, true);
    look();
    return () => {
      sizes.disconnect();
      window.removeEventListener("resize", look);
      window.removeEventListener("scroll", look, true);
      place(null);
    };
  };
}
