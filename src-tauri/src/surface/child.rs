//! Windows and macOS: apps as child webviews of the window. Written after the documentation of wry and not run yet.
//!
//! The window system's input cannot be seen here, so [`SurfaceEvent::Touched`] is never reported: every answer that an
//! app accepts waits for the person's confirmation (APP-29), and no message of one is taken (BRG-06).

use std::cell::RefCell;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;

use askance_host::app::{Document, SurfaceError, SurfaceEvent};
use askance_host::view::AppFeature;
use tauri::{Manager, WebviewWindow};
use tokio::sync::mpsc;
use uuid::Uuid;
use wry::dpi::{LogicalPosition, LogicalSize};
use wry::{PermissionResponse, WebView, WebViewBuilder};

use super::Rect;
use super::builder::{builder, proxy};
use super::channel::Channel;

thread_local! {
    static STAGE: RefCell<Option<Stage>> = const { RefCell::new(None) };
}

struct Stage {
    window: WebviewWindow,
    views: HashMap<Uuid, AppView>,
}

struct AppView {
    channel: Arc<Channel>,
    view: WebView,
    visible: bool,
}

pub(super) fn set_up(window: &WebviewWindow) -> tauri::Result<()> {
    STAGE.set(Some(Stage { window: window.clone(), views: HashMap::new() }));
    Ok(())
}

pub(super) fn tear_down() {
    STAGE.take();
}

/// No spare: a child webview of these systems starts quickly enough to be built when it is needed.
pub(super) fn warm_up() {}

pub(super) fn open(document: Document, events: mpsc::Sender<SurfaceEvent>) -> Result<(), SurfaceError> {
    with(|stage| {
        let (channel, app) = (Arc::new(Channel::new()), stage.window.app_handle().clone());
        let later = move |name: String| {
            let app = app.clone();
            tauri::async_runtime::spawn(async move { app.run_on_main_thread(move || attend(&name)) });
        };
        let mut builder =
            builder(&channel, later).with_permission_handler(|_| PermissionResponse::Deny).with_visible(false);
        if let Some(fence) = document.proxy {
            builder = through(builder, fence);
        }
        let view = builder.build_as_child(&stage.window);
        let view = view.map_err(|error| SurfaceError(error.to_string()))?;
        let instance = document.instance;
        channel.adopt(document, events);
        stage.views.insert(instance, AppView { channel, view, visible: false });
        Ok(())
    })
    .unwrap_or_else(|| Err(SurfaceError("there is no window".to_owned())))
}

/// Nothing here tells which process is whose.
pub(super) fn memory_limited() -> bool {
    false
}

/// No device is ever asked for: the handler in [`open`] refuses.
pub(super) fn permit(_: Uuid, _: AppFeature, _: bool) {}

/// Leads everything through the fence. (macOS: from 14 on, by wry's `mac-proxy`.)
#[cfg(not(windows))]
fn through(builder: WebViewBuilder<'_>, fence: SocketAddr) -> WebViewBuilder<'_> {
    builder.with_proxy_config(proxy(fence))
}

/// Leads everything through the fence: also what goes to this computer, which WebView2 spares its proxies otherwise. These
/// arguments take the place of wry's own, the first of which they repeat.
#[cfg(windows)]
fn through(builder: WebViewBuilder<'_>, fence: SocketAddr) -> WebViewBuilder<'_> {
    use wry::WebViewBuilderExtWindows;
    builder.with_proxy_config(proxy(fence)).with_additional_browser_args(format!(
        "--disable-features=msWebOOUI,msPdfOOUI,msSmartScreenProtection --proxy-server=http://{fence} \
         --proxy-bypass-list=<-loopback> --force-webrtc-ip-handling-policy=disable_non_proxied_udp"
    ))
}

pub(super) fn deliver(instance: Uuid, delivery: String) {
    with_view(instance, |view| {
        view.channel.deliver(delivery);
        view.run_scripts();
    });
}

pub(super) fn place(instance: Uuid, rect: Option<Rect>) {
    with_view(instance, |view| {
        let placed = rect.is_some_and(|rect| view.view.set_bounds(bounds(rect)).is_ok());
        if view.visible != placed && view.view.set_visible(placed).is_ok() {
            view.visible = placed;
            view.channel.report(SurfaceEvent::Visible(placed));
            if placed {
                // Its input can't be held back here.
                view.channel.report(SurfaceEvent::Open);
            }
        }
    });
}

pub(super) fn focus(instance: Uuid) {
    with_view(instance, |view| {
        if let Err(error) = view.view.focus() {
            tracing::warn!(%error, "an app could not take the keyboard");
        }
    });
}

pub(super) fn close(instance: Uuid) {
    with(|stage| {
        if let Some(view) = stage.views.remove(&instance) {
            view.channel.close();
        }
    });
}

fn attend(name: &str) {
    with(|stage| {
        stage.views.retain(|_, view| !view.channel.is_dead());
        if let Some(view) = stage.views.values().find(|view| view.channel.name() == name) {
            view.run_scripts();
        }
    });
}

impl AppView {
    fn run_scripts(&self) {
        for script in self.channel.scripts() {
            if let Err(error) = self.view.evaluate_script(&script) {
                tracing::warn!(%error, "an app could not be told something");
            }
        }
    }
}

fn bounds(rect: Rect) -> wry::Rect {
    wry::Rect {
        position: LogicalPosition::new(rect.x, rect.y).into(),
        size: LogicalSize::new(rect.width, rect.height).into(),
    }
}

fn with<T>(run: impl FnOnce(&mut Stage) -> T) -> Option<T> {
    STAGE.with(|stage| stage.try_borrow_mut().ok().and_then(|mut stage| stage.as_mut().map(run)))
}

fn with_view(instance: Uuid, run: impl FnOnce(&mut AppView)) {
    with(|stage| stage.views.get_mut(&instance).map(run));
}
