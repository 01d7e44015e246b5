//! The shell: the only code that knows Tauri, wry, GTK and windows.

mod surface;
mod window;
#[doc(hidden)]
pub mod trial;
