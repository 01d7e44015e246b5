//! Linux: the window's own webview and the apps above it, in a `gtk::Overlay`. Of the ways to put a second webview into
//! a window it is the one that is exact to the pixel and takes clicks.
//!
//! Everything here runs on the main thread.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use askance_host::app::{Document, SurfaceError, SurfaceEvent};
use askance_host::view::AppFeature;
use gtk::gdk::Rectangle;
use gtk::prelude::*;
use tauri::{AppHandle, Manager, WebviewWindow};
use tokio::sync::mpsc;
use uuid::Uuid;
use webkit2gtk::WebViewExt;

use super::{Rect, channel};

#[path = "features.rs"]
mod features;
#[path = "input.rs"]
mod input;
#[path = "memory.rs"]
mod memory;
#[path = "permission.rs"]
mod permission;
#[path = "process.rs"]
mod process;
#[path = "view.rs"]
mod view;

use view::AppView;

/// No rectangle goes beyond this, whatever the page asks for.
const EDGE: f64 = 32_767.0;

/// How long what has loaded, our own page or an app, has the main thread and the processor to itself, before the next
/// spare is built.
const REFILL_AFTER: Duration = Duration::from_secs(1);

thread_local! {
    static STAGE: RefCell<Option<Stage>> = const { RefCell::new(None) };
}

/// Where each app is, by its widget in the overlay.
type Places = Rc<RefCell<HashMap<gtk::Widget, Rectangle>>>;

struct Stage {
    app: AppHandle,
    overlay: gtk::Overlay,
    /// The webview of our own page, under the apps.
    page: webkit2gtk::WebView,
    places: Places,
    views: HashMap<Uuid, AppView>,
    /// A webview whose process runs and whose proxy page waits for a document; used once.
    spare: Option<AppView>,
    /// The next spare is on its way.
    refilling: bool,
}

pub(super) fn set_up(window: &WebviewWindow) -> tauri::Result<()> {
    let vbox = window.default_vbox()?;
    let page = vbox.children().into_iter().find_map(|child| child.downcast::<webkit2gtk::WebView>().ok());
    let page = page.ok_or(tauri::Error::WindowNotFound)?;
    let overlay = gtk::Overlay::new();
    vbox.remove(&page);
    overlay.add(&page);
    vbox.pack_start(&overlay, true, true, 0);
    let places = Places::default();
    let positions = Rc::clone(&places);
    overlay.connect_get_child_position(move |_, child| positions.borrow().get(child).copied());
    page.connect_zoom_level_notify(|page| zoom(page.zoom_level()));
    overlay.show_all();
    page.grab_focus();
    let app = window.app_handle().clone();
    let stage = Stage { app, overlay, page, places, views: HashMap::new(), spare: None, refilling: false };
    STAGE.set(Some(stage));
    Ok(())
}

pub(super) fn memory_limited() -> bool {
    process::can_be_measured()
}

pub(super) fn tear_down() {
    if let Some(stage) = STAGE.take() {
        stage.views.into_values().chain(stage.spare).for_each(AppView::end);
    }
}

pub(super) fn warm_up() {
    with(Stage::refill);
}

/// Builds the spare.
fn build_spare() {
    with(|stage| {
        stage.refilling = false;
        if stage.spare.is_none() {
            stage.spare = stage.build().inspect_err(|error| tracing::warn!(%error, "no spare webview")).ok();
        }
    });
}

pub(super) fn open(document: Document, events: mpsc::Sender<SurfaceEvent>) -> Result<(), SurfaceError> {
    with(|stage| {
        let spare = stage.spare.take().filter(|spare| !spare.channel.is_dead());
        let view = spare.map_or_else(|| stage.build(), Ok)?;
        let instance = document.instance;
        view.adopt(document, events);
        view.zoom(stage.page.zoom_level());
        stage.views.insert(instance, view);
        Ok(())
    })
    .unwrap_or_else(|| Err(SurfaceError("there is no window".to_owned())))
}

pub(super) fn deliver(instance: Uuid, delivery: String) {
    with(|stage| {
        if let Some(view) = stage.views.get(&instance) {
            view.channel.deliver(delivery);
            view.run_scripts();
        }
    });
}

pub(super) fn place(instance: Uuid, rect: Option<Rect>) {
    with(|stage| {
        let Some(view) = stage.views.get(&instance) else { return };
        let placed = rect.and_then(|rect| Some((rect, pixels(rect, stage.page.zoom_level())?)));
        let Some((rect, place)) = placed else {
            stage.leave(view);
            view.holder.hide();
            return;
        };
        view.sized(rect);
        stage.places.borrow_mut().insert(view.holder.clone().upcast(), place);
        view.holder.show();
        stage.overlay.queue_resize();
    });
}

pub(super) fn permit(instance: Uuid, feature: AppFeature, yes: bool) {
    with(|stage| {
        if let Some(view) = stage.views.get(&instance) {
            view.permit(feature, yes);
        }
    });
}

/// Apps are as large as the page around them.
fn zoom(level: f64) {
    with(|stage| stage.views.values().for_each(|view| view.zoom(level)));
}

pub(super) fn focus(instance: Uuid) {
    with(|stage| {
        if let Some(view) = stage.views.get(&instance) {
            view.focus();
        }
    });
}

pub(super) fn close(instance: Uuid) {
    with(|stage| {
        if let Some(view) = stage.views.remove(&instance) {
            stage.remove(view);
        }
    });
}

/// Looks after a webview that has something to say: its scripts can run now, it has loaded, the
/// keyboard has gone through it, it is dead.
fn attend(name: &str) {
    with(|stage| {
        let view = stage.views.values().chain(&stage.spare).find(|view| view.channel.name() == name);
        if let Some(view) = view {
            view.run_scripts();
            view.hand_back();
        }
        stage.remove_dead();
        if stage.views.values().all(|view| view.channel.has_loaded()) {
            stage.refill();
        }
    });
}

/// Calls [`attend`] from the main loop, outside whatever callback noticed it.
fn attend_later(name: String) {
    gtk::glib::idle_add_once(move || attend(&name));
}

impl Stage {
    /// Sets off a spare, if there is none: what has just loaded draws first.
    fn refill(&mut self) {
        if self.spare.is_none() && !std::mem::replace(&mut self.refilling, true) {
            gtk::glib::timeout_add_once(REFILL_AFTER, build_spare);
        }
    }

    fn build(&self) -> Result<AppView, SurfaceError> {
        let view = AppView::build(&self.app, &self.page)?;
        self.overlay.add_overlay(&view.holder);
        Ok(view)
    }

    /// Gives the keyboard back to the page if the app has it.
    fn leave(&self, view: &AppView) {
        if view.has_focus() {
            self.page.grab_focus();
        }
    }

    fn remove(&self, view: AppView) {
        self.leave(&view);
        self.places.borrow_mut().remove(view.holder.upcast_ref::<gtk::Widget>());
        self.overlay.remove(&view.holder);
        view.end();
    }

    fn remove_dead(&mut self) {
        let dead: Vec<Uuid> =
            self.views.iter().filter(|(_, view)| view.channel.is_dead()).map(|(instance, _)| *instance).collect();
        for instance in dead {
            if let Some(view) = self.views.remove(&instance) {
                self.remove(view);
            }
        }
        if let Some(spare) = self.spare.take_if(|spare| spare.channel.is_dead()) {
            self.remove(spare);
        }
    }
}

fn with<T>(run: impl FnOnce(&mut Stage) -> T) -> Option<T> {
    STAGE.with(|stage| stage.try_borrow_mut().ok().and_then(|mut stage| stage.as_mut().map(run)))
}

/// CSS pixels of the page to pixels of the overlay: edges are rounded, so that neighbours stay neighbours.
fn pixels(rect: Rect, zoom: f64) -> Option<Rectangle> {
    #[allow(clippy::cast_possible_truncation)] // bounded by EDGE
    let edge = |value: f64| (value * zoom).round().clamp(-EDGE, EDGE) as i32;
    let all = [rect.x, rect.y, rect.width, rect.height];
    if !all.iter().all(|value| value.is_finite()) || rect.width <= 0.0 || rect.height <= 0.0 {
        return None;
    }
    let (x, y) = (edge(rect.x), edge(rect.y));
    let (width, height) = (edge(rect.x + rect.width) - x, edge(rect.y + rect.height) - y);
    (width > 0 && height > 0).then(|| Rectangle::new(x, y, width, height))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn a_place_follows_the_zoom_and_bad_numbers_hide_the_app() {
        let rect = Rect { x: 10.4, y: 20.0, width: 100.2, height: 50.0 };
        assert_eq!(pixels(rect, 1.0).unwrap(), Rectangle::new(10, 20, 101, 50));
        assert_eq!(pixels(rect, 2.0).unwrap(), Rectangle::new(21, 40, 200, 100));
        for bad in [f64::NAN, f64::INFINITY, 0.0, -3.0] {
            assert!(pixels(Rect { width: bad, ..rect }, 1.0).is_none(), "{bad}");
        }
        assert!(pixels(Rect { x: f64::NAN, ..rect }, 1.0).is_none());
    }
}
