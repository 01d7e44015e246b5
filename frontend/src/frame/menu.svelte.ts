// The menu of a narrow window. It lies over the place, where an app's webview would lie over it.
export const menu = $state({ open: false });
