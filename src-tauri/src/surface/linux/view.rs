//! One webview for one app, with every door shut that can be (SBX-*, CSP-13, CSP-14).

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use askance_host::app::{Document, SurfaceError, SurfaceEvent};
use gtk::prelude::*;
use tauri::AppHandle;
use tokio::sync::mpsc;
use uuid::Uuid;
use webkit2gtk::{
    HitTestResultExt, NetworkProxyMode, NetworkProxySettings, SettingsExt, WebProcessTerminationReason, WebViewExt,
    WebsiteDataManagerExt,
};
use wry::{WebView, WebViewBuilderExtUnix, WebViewExtUnix};

use super::super::builder::builder;
use super::channel::Channel;
use super::features;
use super::input::{self, Input};

/// A webview in its box.
pub(super) struct AppView {
    pub(super) channel: Arc<Channel>,
    /// Its place in the overlay. `build_gtk` straight into an overlay would replace the page.
    pub(super) holder: gtk::Box,
    widget: webkit2gtk::WebView,
    view: WebView,
    instance: Rc<Cell<Option<Uuid>>>,
}

impl AppView {
    /// Starts the process and loads the proxy page; hidden.
    pub(super) fn build(app: &AppHandle, page: &webkit2gtk::WebView) -> Result<Self, SurfaceError> {
        let channel = Arc::new(Channel::new());
        let holder = gtk::Box::new(gtk::Orientation::Vertical, 0);
        holder.set_no_show_all(true);
        let view = builder(&channel, super::attend_later)
            .build_gtk(&holder)
            .map_err(|error| SurfaceError(error.to_string()))?;
        let widget = view.webview();
        shut(&widget);
        watch_process(&widget, &channel);
        let instance = Rc::new(Cell::new(None));
        input::watch(
            &widget,
            &Rc::new(Input {
                app: app.clone(),
                page: page.clone(),
                channel: Arc::clone(&channel),
                guard: RefCell::default(),
                instance: Rc::clone(&instance),
            }),
        );
        Ok(Self { channel, holder, widget, view, instance })
    }

    /// Loads the app's document.
    pub(super) fn adopt(&self, document: Document, events: mpsc::Sender<SurfaceEvent>) {
        self.instance.set(Some(document.instance));
        if let Some(proxy) = document.proxy
            && let Some(data) = self.widget.website_data_manager()
        {
            let mut through = NetworkProxySettings::new(Some(&format!("http://{proxy}")), &[]);
            data.set_network_proxy_settings(NetworkProxyMode::Custom, Some(&mut through));
        }
        self.channel.adopt(document, events);
        self.run_scripts();
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

    pub(super) fn has_focus(&self) -> bool {
        self.widget.has_focus()
    }

    /// Ends its process first: a webview that is only dropped leaves a busy one running for ten seconds.
    pub(super) fn end(self) {
        self.channel.close();
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
    // Cut, copy and paste; not Reload, Open Link or Save.
    widget.connect_context_menu(|_, _, _, hit| !hit.context_is_editable() && !hit.context_is_selection());
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
