// Whether the window is narrow: the drawer then takes the whole body.
import { MediaQuery } from "svelte/reactivity";

const query = new MediaQuery("max-width: 720px");

export const narrow = {
  get yes(): boolean {
    return query.current;
  },
};
