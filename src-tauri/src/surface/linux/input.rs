//! The person's input on its way to an app: seen here as the window system reports it, before WebKit. An app can't make
//! it up (APP-29).

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use askance_host::app::SurfaceEvent;
use gtk::gdk::{EventKey, ModifierType, keys::constants as key};
use gtk::glib::{self, ControlFlow, Propagation};
use gtk::prelude::*;
use tauri::{AppHandle, Emitter};
use uuid::Uuid;

use super::super::guard::{GUARD, Guard, Showing};
use super::super::{AppKey, WindowKey};
use super::channel::Channel;
use crate::window;

/// What one app's input concerns.
pub(super) struct Input {
    app: AppHandle,
    page: webkit2gtk::WebView,
    channel: Arc<Channel>,
    guard: Rc<RefCell<Guard>>,
    /// The last key was Tab: only the person leads the keyboard out of an app.
    tabbed: Cell<bool>,
    pub(super) instance: Cell<Option<Uuid>>,
}

/// Watches the widget of an app.
pub(super) fn watch(widget: &webkit2gtk::WebView, input: &Rc<Input>) {
    let on = |input: &Rc<Input>| Rc::clone(input);
    let this = on(input);
    widget.connect_map(move |_| this.shown());
    let this = on(input);
    widget.connect_unmap(move |_| this.hidden());
    let this = on(input);
    widget.connect_button_press_event(move |_, event| this.touch(event.is_send_event()));
    let this = on(input);
    widget.connect_button_release_event(move |_, _| this.pass());
    let this = on(input);
    widget.connect_touch_event(move |_, event| this.touch(event.is_send_event()));
    let this = on(input);
    widget.connect_key_press_event(move |_, event| this.key(event));
    let this = on(input);
    widget.connect_key_release_event(move |_, _| this.pass());
}

impl Input {
    pub(super) fn new(app: AppHandle, page: webkit2gtk::WebView, channel: Arc<Channel>) -> Self {
        let (guard, tabbed, instance) = (Rc::default(), Cell::default(), Cell::default());
        Self { app, page, channel, guard, tabbed, instance }
    }

    /// The keyboard has gone past the app's last stop, or its first.
    pub(super) fn leave(&self, back: bool) {
        if self.tabbed.take() {
            self.to_page(if back { WindowKey::ShiftF6 } else { WindowKey::F6 });
        }
    }

    /// The keyboard goes to the page, which does what the key means.
    fn to_page(&self, key: WindowKey) {
        self.page.grab_focus();
        if let Some(instance) = self.instance.get()
            && let Err(error) = self.app.emit_to(window::LABEL, "app-key", AppKey { instance, key })
        {
            tracing::warn!(%error, "a key could not be handed to the window");
        }
    }

    fn shown(&self) {
        let showing = self.guard.borrow_mut().show();
        if let Some(showing) = showing {
            let channel = Arc::clone(&self.channel);
            open_after(GUARD, &self.guard, showing, move || channel.report(SurfaceEvent::Open));
            self.channel.report(SurfaceEvent::Visible(true));
        }
    }

    fn hidden(&self) {
        if self.guard.borrow_mut().hide() {
            self.channel.report(SurfaceEvent::Visible(false));
        }
    }

    fn pass(&self) -> Propagation {
        if self.guard.borrow().is_open() { Propagation::Proceed } else { Propagation::Stop }
    }

    /// `sent` events come from another program through the X server, not from a device.
    fn touch(&self, sent: bool) -> Propagation {
        let pass = self.pass();
        if pass == Propagation::Proceed && !sent {
            self.channel.report(SurfaceEvent::Touched);
        }
        pass
    }

    fn key(&self, event: &EventKey) -> Propagation {
        self.tabbed.set(is_tab(event));
        let Some(key) = window_key(event) else {
            // A lone modifier or Tab does not answer anything.
            return if is_neutral(event) { self.pass() } else { self.touch(event.is_send_event()) };
        };
        self.to_page(key);
        Propagation::Stop
    }
}

/// Opens the guard from the main loop, once the time is over and no input from before waits any more: input has the
/// default priority there, and a source of a lower one waits for it.
fn open_after(time: Duration, guard: &Rc<RefCell<Guard>>, showing: Showing, opened: impl Fn() + 'static) {
    let guard = Rc::clone(guard);
    glib::timeout_add_local_full(time, glib::Priority::HIGH_IDLE, move || {
        if guard.borrow_mut().open(showing) {
            opened();
        }
        ControlFlow::Break
    });
}

/// The window's own keys, which no app may keep.
fn window_key(event: &EventKey) -> Option<WindowKey> {
    let held = event.state() & (ModifierType::SHIFT_MASK | ModifierType::CONTROL_MASK | ModifierType::MOD1_MASK);
    let pressed = event.keyval();
    if pressed == key::F6 && held.is_empty() {
        Some(WindowKey::F6)
    } else if pressed == key::F6 && held == ModifierType::SHIFT_MASK {
        Some(WindowKey::ShiftF6)
    } else if pressed == key::Escape && held.is_empty() {
        Some(WindowKey::Escape)
    } else if held == ModifierType::CONTROL_MASK && pressed.to_lower() == key::i {
        Some(WindowKey::CtrlI)
    } else if held == ModifierType::CONTROL_MASK && pressed.to_lower() == key::u {
        Some(WindowKey::CtrlU)
    } else {
        None
    }
}

fn is_neutral(event: &EventKey) -> bool {
    event.is_modifier() || is_tab(event)
}

fn is_tab(event: &EventKey) -> bool {
    [key::Tab, key::ISO_Left_Tab].contains(&event.keyval())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    // A19, APP-29: a click that was made in time and is looked at late is still stopped.
    #[test]
    fn input_that_waits_is_looked_at_before_the_guard_opens() {
        let (guard, stopped) = (Rc::new(RefCell::new(Guard::default())), Rc::new(Cell::new(0)));
        let showing = guard.borrow_mut().show().unwrap();
        let opened = Rc::new(Cell::new(false));
        let told = Rc::clone(&opened);
        open_after(Duration::ZERO, &guard, showing, move || told.set(true));
        // As the window system's own source is: ready when the time is over too, one event a turn.
        let (seen, closed) = (Rc::clone(&stopped), Rc::clone(&guard));
        glib::idle_add_local_full(glib::Priority::DEFAULT, move || {
            assert!(!closed.borrow().is_open());
            seen.set(seen.get() + 1);
            if seen.get() < 3 { ControlFlow::Continue } else { ControlFlow::Break }
        });
        let turns = (0..10).take_while(|_| glib::MainContext::default().iteration(false)).count();
        assert_eq!((turns, stopped.get()), (4, 3));
        assert!(guard.borrow().is_open() && opened.get());
    }
}
