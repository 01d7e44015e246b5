// Whether the window is narrow: the drawer then takes the whole body.
import { MediaQuery } from "svelte/reactivity";

let query: MediaQuery | undefined;

export const narrow = {
  get yes(): boolean {
    query ??= new MediaQuery("max-width: 720px");
    return query.current;
  },
};
