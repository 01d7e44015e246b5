//! The list of servers.

use std::path::PathBuf;

use askance_host::view::NewServer;
use askance_host::{Problem, config};
use tauri::State;

use super::Engine;

/// The file with the servers that were added in the window.
pub(crate) struct Remembered(pub(crate) PathBuf);

/// Adds a server, connects to it, and remembers it.
#[tauri::command]
pub(super) async fn add_server(
    host: Engine<'_>,
    remembered: State<'_, Remembered>,
    server: NewServer,
) -> Result<(), Problem> {
    let spec = host.add_server(server)?;
    config::remember(&remembered.0, &spec)
}

/// Closes the connection and forgets the server.
#[tauri::command]
pub(super) async fn remove_server(
    host: Engine<'_>,
    remembered: State<'_, Remembered>,
    server: String,
) -> Result<(), Problem> {
    host.remove_server(&server)?;
    config::forget(&remembered.0, &server)
}

/// Connects again, or for the first time.
#[tauri::command]
pub(super) async fn connect(host: Engine<'_>, server: String) -> Result<(), Problem> {
    host.connect(&server)
}

/// Closes the connection.
#[tauri::command]
pub(super) async fn disconnect(host: Engine<'_>, server: String) -> Result<(), Problem> {
    host.disconnect(&server)
}
