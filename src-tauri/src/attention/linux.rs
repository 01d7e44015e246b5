//! The desktop's notifications, by their protocol on the session bus (org.freedesktop.Notifications): GTK brings the bus
//! along, so nothing else is needed.

use std::cell::Cell;
use std::collections::HashMap;

use gtk::gio::prelude::*;
use gtk::gio::{self, DBusCallFlags};
use gtk::glib::{self, Variant, VariantTy};

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";
/// How long the desktop may take, in milliseconds. Nobody waits for it.
const LIMIT: i32 = 5_000;

thread_local! {
    /// The one notification of ours, which a newer one replaces; 0 before the first.
    static SHOWN: Cell<u32> = const { Cell::new(0) };
}

/// Shows a sentence, as a title: there desktops take no markup. Nothing where there is no desktop that shows any. On the
/// main thread.
pub(super) fn show(sentence: &str) {
    let sentence = sentence.to_owned();
    glib::MainContext::default().spawn_local(async move {
        if let Err(error) = tell(&sentence).await {
            tracing::debug!(%error, "no notification");
        }
    });
}

async fn tell(sentence: &str) -> Result<(), glib::Error> {
    let bus = gio::bus_get_future(gio::BusType::Session).await?;
    let (actions, hints) = (Vec::<String>::new(), HashMap::<String, Variant>::new());
    let words = ("Askance", SHOWN.get(), "", sentence, "", actions, hints, -1_i32).to_variant();
    let reply = VariantTy::new("(u)").ok();
    let shown =
        bus.call_future(Some(NAME), PATH, NAME, "Notify", Some(&words), reply, DBusCallFlags::NONE, LIMIT).await?;
    if let Some((id,)) = shown.get::<(u32,)>() {
        SHOWN.set(id);
    }
    Ok(())
}
