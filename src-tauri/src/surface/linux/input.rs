//! The person's input on its way to an app: seen here as the window system reports it, before WebKit. An app can't make
//! it up (APP-29).

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use askance_host::app::SurfaceEvent;
use gtk::gdk::{EventKey, ModifierType, keys::constants as key};
use gtk::glib::Propagation;
use gtk::prelude::*;
use tauri::{AppHandle, Emitter};
use uuid::Uuid;

use super::super::guard::Guard;
use super::super::{AppKey, WindowKey};
use super::channel::Channel;
use crate::window;

/// What one app's input concerns.
pub(super) struct Input {
    app: AppHandle,
    page: webkit2gtk::WebView,
    channel: Arc<Channel>,
    guard: RefCell<Guard>,
    /// The last key was Tab: only the person leads the keyboard out of an app.
    tabbed: Cell<bool>,
    pub(super) instance: Cell<Option<Uuid>>,
}

/// Watches the widget of an app.
pub(super) fn watch(widget: &webkit2gtk::WebView, input: &Rc<Input>) {
    let on = |input: &Rc<Input>| Rc::clone(input);
    let this = on(input);
    widget.connect_map(move |_| this.visible(true));
    let this = on(input);
    widget.connect_unmap(move |_| this.visible(false));
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
        let (guard, tabbed, instance) = (RefCell::default(), Cell::default(), Cell::default());
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

    fn visible(&self, visible: bool) {
        if self.guard.borrow_mut().set_visible(visible, Instant::now()) {
            self.channel.report(SurfaceEvent::Visible(visible));
        }
    }

    fn pass(&self) -> Propagation {
        if self.guard.borrow().open(Instant::now()) { Propagation::Proceed } else { Propagation::Stop }
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
