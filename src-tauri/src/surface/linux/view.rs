//! One webview for one app, with every door shut that can be (SBX-*, CSP-13, CSP-14).

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use askance_host::app::{Document, SurfaceError, SurfaceEvent};
use askance_host::view::AppFeature;
use gtk::cairo::Region;
use gtk::gdk::DragContext;
use gtk::glib;
use gtk::prelude::*;
use tauri::AppHandle;
use tokio::sync::mpsc;
use webkit2gtk::{
    ColorChooserRequestExt, FileChooserRequestExt, HitTestResultExt, NetworkProxyMode, NetworkProxySettings,
    SettingsExt, UserContentInjectedFrames, UserContentManagerExt, UserScript, UserScriptInjectionTime,
    WebProcessTerminationReason, WebViewExt, WebsiteDataManagerExt,
};
use wry::{WebView, WebViewBuilderExtUnix, WebViewExtUnix};

use super::super::builder::builder;
use super::Rect;
use super::channel::{self, CLIPBOARD_WRITE, Channel};
use super::features;
use super::input::{self, Input};
use super::memory;
use super::permission::{self, Permissions};
use super::process::{self, Process};

/// A webview in its box.
pub(super) struct AppView {
    pub(super) channel: Arc<Channel>,
    /// Its place in the overlay. `build_gtk` straight into an overlay would replace the page.
    pub(super) holder: gtk::Box,
    widget: webkit2gtk::WebView,
    view: WebView,
    input: Rc<Input>,
    permissions: Rc<Permissions>,
    /// None where it could not be found: then its memory is not watched, and the trace says so.
    process: Option<Process>,
    size: Cell<Option<(u32, u32)>>,
    app: AppHandle,
}

impl AppView {
    /// Starts the process and loads the proxy page; hidden.
    pub(super) fn build(app: &AppHandle, page: &webkit2gtk::WebView) -> Result<Self, SurfaceError> {
        let channel = Arc::new(Channel::new());
        let holder = gtk::Box::new(gtk::Orientation::Vertical, 0);
        holder.set_no_show_all(true);
        let (view, process) = process::started_by(|| builder(&channel, super::attend_later).build_gtk(&holder));
        let view = view.map_err(|error| SurfaceError(error.to_string()))?;
        let widget = view.webview();
        shut(&widget);
        watch_process(&widget, &channel);
        let permissions = Rc::new(Permissions::new(Arc::clone(&channel)));
        permission::watch(&widget, &permissions);
        let input = Rc::new(Input::new(app.clone(), page.clone(), Arc::clone(&channel)));
        input::watch(&widget, &input);
        let (size, app) = (Cell::default(), app.clone());
        Ok(Self { channel, holder, widget, view, input, permissions, process, size, app })
    }

    /// Loads the app's document.
    pub(super) fn adopt(&self, document: Document, events: mpsc::Sender<SurfaceEvent>) {
        self.input.instance.set(Some(document.instance));
        if let Some(proxy) = document.proxy
            && let Some(data) = self.widget.website_data_manager()
        {
            let mut through = NetworkProxySettings::new(Some(&format!("http://{proxy}")), &[]);
            data.set_network_proxy_settings(NetworkProxyMode::Custom, Some(&mut through));
        }
        let devices = self.permissions.offer(&document.allow);
        if let Some(settings) = WebViewExt::settings(&self.widget) {
            settings.set_enable_media_stream(devices);
        }
        guard_clipboard(&self.widget, channel::names(&document.allow, CLIPBOARD_WRITE));
        let memory = document.memory;
        self.channel.adopt(document, events);
        match self.process {
            Some(process) => memory::watch(self.app.clone(), Arc::clone(&self.channel), process, memory),
            None => self.channel.report(SurfaceEvent::Unwatched),
        }
        self.run_scripts();
    }

    /// The person has decided on something that it uses for the first time.
    pub(super) fn permit(&self, feature: AppFeature, yes: bool) {
        if feature == AppFeature::ClipboardWrite {
            self.channel.permit_clipboard(yes);
            self.run_scripts();
        } else {
            self.permissions.decide(feature, yes);
        }
    }

    /// Draws it larger or smaller; 1 is the usual size.
    pub(super) fn zoom(&self, level: f64) {
        self.widget.set_zoom_level(level);
    }

    /// Its place has this size now.
    pub(super) fn sized(&self, rect: Rect) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` keeps within the bounds of the type
        let size = (rect.width.round() as u32, rect.height.round() as u32);
        if self.size.replace(Some(size)) != Some(size) {
            self.channel.report(SurfaceEvent::Resized { width: size.0, height: size.1 });
        }
    }

    /// Runs what waits for the proxy page, in order.
    pub(super) fn run_scripts(&self) {
        for script in self.channel.scripts() {
            if let Err(error) = self.view.evaluate_script(&script) {
                tracing::warn!(%error, "an app could not be told something");
            }
        }
    }

    /// Gives it the keyboard: the widget, and in it the frame.
    pub(super) fn focus(&self) {
        self.widget.grab_focus();
        if let Err(error) = self.view.evaluate_script("askance.focus()") {
            tracing::warn!(%error, "an app could not take the keyboard");
        }
    }

    /// Tab has led out of it: on to what comes after it in the page, or before it.
    pub(super) fn hand_back(&self) {
        if let Some(back) = self.channel.take_left() {
            self.input.leave(back);
        }
    }

    pub(super) fn has_focus(&self) -> bool {
        self.widget.has_focus()
    }

    /// Ends its process first: a webview that is only dropped leaves a busy one running for ten seconds.
    pub(super) fn end(self) {
        self.channel.close();
        self.permissions.refuse_all();
        self.widget.terminate_web_process();
    }
}

/// What wry has no switch for.
fn shut(widget: &webkit2gtk::WebView) {
    if let Some(settings) = WebViewExt::settings(widget) {
        settings.set_enable_developer_extras(false);
        settings.set_enable_fullscreen(false);
        settings.set_enable_webrtc(false);
        settings.set_enable_media_stream(false);
        settings.set_enable_page_cache(false);
        // Where WebKit still heeds it; since 2.48 it is a feature.
        settings.set_enable_dns_prefetching(false);
        features::shut(&settings);
        settings.set_javascript_can_open_windows_automatically(false);
    }
    widget.connect_print(|_, _| true);
    widget.connect_script_dialog(|_, _| true);
    widget.connect_enter_fullscreen(|_| true);
    widget.connect_run_file_chooser(|_, request| {
        request.cancel();
        true
    });
    // Where it is a feature that can't be switched off.
    widget.connect_run_color_chooser(|_, request| {
        request.cancel();
        true
    });
    // WebKit switches it on for every `title` that the pointer meets. A tip is a window: it goes beyond the frame (SBX-12).
    widget.connect_has_tooltip_notify(|widget| widget.set_has_tooltip(false));
    // WebKit sets how it looks once this has returned, and nothing is drawn before what waits here has run.
    widget.connect_drag_begin(|_, drag| {
        let drag = drag.clone();
        glib::idle_add_local_full(glib::Priority::HIGH, move || {
            blank(&drag);
            glib::ControlFlow::Break
        });
    });
    inject(widget, include_str!("forms.js"));
    // Cut, copy and paste; not Reload, Open Link or Save.
    widget.connect_context_menu(|_, _, _, hit| !hit.context_is_editable() && !hit.context_is_selection());
}

/// What is dragged would look as the app likes, and go with the pointer beyond the frame (SBX-12): its window is there and
/// shows nothing. On X11 it has no shape; elsewhere what it holds is clear.
fn blank(drag: &DragContext) {
    let Some(window) = drag.drag_window() else { return };
    window.shape_combine_region(Some(&Region::create()), 0, 0);
    let all = gtk::Window::list_toplevels().into_iter().filter_map(|one| one.downcast::<gtk::Bin>().ok());
    for icon in all.filter(|one| one.window().as_ref() == Some(&window)).filter_map(|one| one.child()) {
        icon.set_opacity(0.0);
    }
}

/// Before the document is asked for: the web process takes what it is told in order.
fn guard_clipboard(widget: &webkit2gtk::WebView, may_ask: bool) {
    inject(widget, &include_str!("clipboard.js").replace("MAY_ASK", &may_ask.to_string()));
}

/// Runs a script in every frame, before anything of the app's.
fn inject(widget: &webkit2gtk::WebView, script: &str) {
    let (frames, start) = (UserContentInjectedFrames::AllFrames, UserScriptInjectionTime::Start);
    if let Some(content) = widget.user_content_manager() {
        content.add_script(&UserScript::new(script, frames, start, &[], &[]));
    }
}

fn watch_process(widget: &webkit2gtk::WebView, channel: &Arc<Channel>) {
    let channel = Arc::clone(channel);
    widget.connect_web_process_terminated(move |_, reason| {
        if reason != WebProcessTerminationReason::TerminatedByApi {
            channel.report(SurfaceEvent::Crashed);
            super::attend_later(channel.name().to_owned());
        }
    });
}
