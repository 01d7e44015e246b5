//! The settings.

use std::path::PathBuf;

use askance_host::view::Settings;
use askance_host::{Problem, config};
use tauri::State;

use super::Engine;

/// The file with the settings.
pub(crate) struct SettingsFile(pub(crate) PathBuf);

/// Changes the settings, and keeps them.
#[tauri::command]
pub(super) async fn set_settings(
    host: Engine<'_>,
    file: State<'_, SettingsFile>,
    settings: Settings,
) -> Result<(), Problem> {
    config::keep_settings(&file.0, host.set_settings(settings))
}
