//! The shell: the only code that knows Tauri, wry, GTK and windows.

mod attention;
mod cli;
mod desktop;
mod engine;
mod ipc;
mod save;
mod surface;
mod window;

use std::process::ExitCode;

/// The program.
pub fn main() -> ExitCode {
    cli::main()
}
