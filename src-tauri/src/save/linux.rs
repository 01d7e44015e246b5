//! GTK's own dialogs, on the main thread. The usual library for them runs GTK on a thread of its own, beside ours.

use std::path::PathBuf;

use gtk::prelude::*;
use tauri::{AppHandle, Manager};
use tokio::sync::oneshot;

use super::Place;
use crate::window;

/// Asks the person for a place; none where there is none. Waits as long as the person does: the dialog is on screen.
pub(super) async fn choose(app: &AppHandle, place: Place) -> Option<PathBuf> {
    let (sender, chosen) = oneshot::channel();
    let handle = app.clone();
    app.run_on_main_thread(move || {
        let parent = parent(&handle);
        gtk::glib::MainContext::default().spawn_local(async move {
            // Nobody waits any more when the program is ending.
            let _ = sender.send(ask(parent, place).await);
        });
    })
    .ok()?;
    chosen.await.ok().flatten()
}

/// Says why it could not be done, and waits until the person has read it.
pub(super) async fn complain(app: &AppHandle, sentence: &str) {
    let (sender, read) = oneshot::channel::<()>();
    let (handle, sentence) = (app.clone(), sentence.to_owned());
    let shown = app.run_on_main_thread(move || {
        let parent = parent(&handle);
        gtk::glib::MainContext::default().spawn_local(async move {
            let (flags, kind, buttons) = (gtk::DialogFlags::MODAL, gtk::MessageType::Error, gtk::ButtonsType::Close);
            let dialog = gtk::MessageDialog::new(parent.as_ref(), flags, kind, buttons, &sentence);
            dialog.run_future().await;
            // A dialog that is only dropped stays on screen.
            dialog.close();
            drop(sender);
        });
    });
    if shown.is_ok() {
        // Ends with the sender, whatever became of the dialog.
        let _ = read.await;
    }
}

async fn ask(parent: Option<gtk::ApplicationWindow>, place: Place) -> Option<PathBuf> {
    let (title, action, name) = match &place {
        Place::File(name) => ("Save the file", gtk::FileChooserAction::Save, Some(name.as_str())),
        Place::Folder => ("Save the files in a folder", gtk::FileChooserAction::SelectFolder, None),
    };
    let dialog = gtk::FileChooserNative::new(Some(title), parent.as_ref(), action, Some("_Save"), Some("_Cancel"));
    dialog.set_modal(true);
    dialog.set_do_overwrite_confirmation(true);
    if let Some(folder) = gtk::glib::user_special_dir(gtk::glib::UserDirectory::Downloads) {
        dialog.set_current_folder(folder);
    }
    if let Some(name) = name {
        dialog.set_current_name(name);
    }
    let response = dialog.run_future().await;
    let chosen = dialog.filename().filter(|_| response == gtk::ResponseType::Accept);
    dialog.destroy();
    chosen
}

fn parent(app: &AppHandle) -> Option<gtk::ApplicationWindow> {
    app.get_webview_window(window::LABEL)?.gtk_window().ok()
}
