//! Windows and macOS: the system's own dialogs. Written after the documentation of rfd and not run yet.

use std::path::PathBuf;

use rfd::{AsyncFileDialog, AsyncMessageDialog, MessageLevel};
use tauri::{AppHandle, Manager};

use super::Place;
use crate::window;

/// Asks the person for a place; none where there is none.
pub(super) async fn choose(app: &AppHandle, place: Place) -> Option<PathBuf> {
    let mut dialog = AsyncFileDialog::new();
    if let Some(window) = app.get_webview_window(window::LABEL) {
        dialog = dialog.set_parent(&window);
    }
    let chosen = match place {
        Place::File(name) => dialog.set_title("Save the file").set_file_name(name).save_file().await,
        Place::Folder => dialog.set_title("Save the files in a folder").pick_folder().await,
    };
    chosen.map(|file| file.path().to_owned())
}

/// Says why it could not be done, and waits until the person has read it.
pub(super) async fn complain(app: &AppHandle, sentence: &str) {
    let mut dialog = AsyncMessageDialog::new().set_level(MessageLevel::Error).set_title("Askance");
    if let Some(window) = app.get_webview_window(window::LABEL) {
        dialog = dialog.set_parent(&window);
    }
    dialog.set_description(sentence).show().await;
}
