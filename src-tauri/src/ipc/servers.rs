//! The list of servers.

use std::path::PathBuf;

use askance_host::config::Approvals;
use askance_host::view::{AppsPolicy, NewServer};
use askance_host::{Problem, config};
use tauri::State;

use super::Engine;

/// The file with the servers that were added in the window.
pub(crate) struct Remembered(pub(crate) PathBuf);

/// Adds a server and remembers it. It starts at once if the person has approved it, and else once they do.
#[tauri::command]
pub(super) async fn add_server(
    host: Engine<'_>,
    remembered: State<'_, Remembered>,
    approvals: State<'_, Approvals>,
    server: NewServer,
    approved: bool,
) -> Result<(), Problem> {
    let spec = host.add_server(server, approved)?;
    // Seen first, so that nothing of it counts as approved by itself when the list is read again.
    let kept = approvals.see(&remembered.0).and_then(|()| config::remember(&remembered.0, &spec));
    let noted = if approved { approvals.approve(&spec) } else { Ok(()) };
    kept.and(noted)
}

/// The person approved what a server starts: it starts, now and from now on.
#[tauri::command]
pub(super) async fn approve_server(
    host: Engine<'_>,
    approvals: State<'_, Approvals>,
    server: String,
) -> Result<(), Problem> {
    approvals.approve(&host.approve_server(&server)?)
}

/// Closes the connection and forgets the server.
#[tauri::command]
pub(super) async fn remove_server(
    host: Engine<'_>,
    remembered: State<'_, Remembered>,
    approvals: State<'_, Approvals>,
    server: String,
) -> Result<(), Problem> {
    host.remove_server(&server)?;
    config::forget(&remembered.0, &server)?;
    approvals.forget(&server)?;
    host.forget_app_consent(&server)
}

/// Sets whether a server's apps are shown, and keeps it where Askance keeps the server. A file of the person's own is
/// never written, so there it holds for this run, and they are told.
#[tauri::command]
pub(super) async fn set_apps(
    host: Engine<'_>,
    remembered: State<'_, Remembered>,
    server: String,
    apps: AppsPolicy,
    developer: bool,
) -> Result<(), Problem> {
    let spec = host.set_apps(&server, apps, developer)?;
    if config::keep_apps(&remembered.0, &spec)? {
        return Ok(());
    }
    let what = format!("This holds until Askance ends: the file that names {server} is not changed.");
    Err(Problem::new("server.apps-not-kept", what)
        .remedy("To keep it, set “apps” and “developer” in the “askance” part of its entry."))
}

/// Forgets what the person allowed the apps of a server.
#[tauri::command]
pub(super) async fn forget_app_consent(host: Engine<'_>, server: String) -> Result<(), Problem> {
    host.forget_app_consent(&server)
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
