// One thing that a server offers, as a row of its page.
import type { IconName } from "../../parts/icons";
import type { Route } from "../../state/route.svelte";

/** A tool, a prompt or a resource. */
export interface Offer {
  to: Route;
  name: string;
  title: string | null;
  description: string | null;
  icon: IconName;
}
