//! The desktop's notifications, by their protocol on the session bus (org.freedesktop.Notifications): GTK brings the bus
//! along, so nothing else is needed.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;

use gtk::gio::prelude::*;
use gtk::gio::{self, DBusCallFlags, DBusConnection, DBusSignalFlags};
use gtk::glib::{self, Variant, VariantTy};
use gtk::prelude::GtkWindowExt;
use tauri::{AppHandle, Manager};

use crate::window;

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";
/// How long the desktop may take, in milliseconds. Nobody waits for it.
const LIMIT: i32 = 5_000;
/// What a click on the notification itself is called. Its label is for desktops that draw a button for it.
const ACTIONS: [&str; 2] = ["default", "Open Askance"];

thread_local! {
    /// The one notification of ours, which a newer one replaces; 0 before the first.
    static SHOWN: Cell<u32> = const { Cell::new(0) };
    /// The bus, once the clicks on our notification are listened for.
    static BUS: OnceCell<DBusConnection> = const { OnceCell::new() };
}

/// Shows a sentence, as a title: there desktops take no markup. A click on it brings the window. Nothing where there is no
/// desktop that shows any. On the main thread.
pub(super) fn show(app: &AppHandle, sentence: &str) {
    let (app, sentence) = (app.clone(), sentence.to_owned());
    glib::MainContext::default().spawn_local(async move {
        if let Err(error) = tell(app, &sentence).await {
            tracing::debug!(%error, "no notification");
        }
    });
}

async fn tell(app: AppHandle, sentence: &str) -> Result<(), glib::Error> {
    let bus = gio::bus_get_future(gio::BusType::Session).await?;
    let bus = BUS.with(|known| known.get_or_init(|| listening(bus, app)).clone());
    let hints = HashMap::<String, Variant>::new();
    let words = ("Askance", SHOWN.get(), "", sentence, "", ACTIONS.as_slice(), hints, -1_i32).to_variant();
    let reply = VariantTy::new("(u)").ok();
    let shown =
        bus.call_future(Some(NAME), PATH, NAME, "Notify", Some(&words), reply, DBusCallFlags::NONE, LIMIT).await?;
    if let Some((id,)) = shown.get::<(u32,)>() {
        SHOWN.set(id);
    }
    Ok(())
}

/// Hears of clicks on our notification, and what the desktop gives with them so that the window may come to the front.
fn listening(bus: DBusConnection, app: AppHandle) -> DBusConnection {
    let heard = move |_: &DBusConnection, _: &str, _: &str, _: &str, signal: &str, said: &Variant| {
        let Some((id, word)) = said.get::<(u32, String)>() else { return };
        if id != SHOWN.get() {
            return;
        }
        let done = match signal {
            "ActivationToken" => app
                .get_webview_window(window::LABEL)
                .map_or(Ok(()), |window| window.gtk_window().map(|window| window.set_startup_id(&word))),
            "ActionInvoked" if word == ACTIONS[0] => window::bring(&app),
            _ => Ok(()),
        };
        if let Err(error) = done {
            tracing::debug!(%error, "the window could not be brought");
        }
    };
    // It listens as long as the program runs.
    let _listens = bus.signal_subscribe(Some(NAME), Some(NAME), None, Some(PATH), None, DBusSignalFlags::NONE, heard);
    bus
}
