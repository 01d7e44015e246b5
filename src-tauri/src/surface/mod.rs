//! One app's webview on this screen: the shell's side of [`askance_host::app::Surfaces`].
//!
//! The page, the policy and the channel are the same everywhere; where the webview sits in the window and how it is
//! isolated differs: Linux (measured, see ARCHITECTURE.md) and the others (after the documentation of wry, not run).

mod builder;
mod channel;
mod environment;
mod frames;
mod guard;
mod page;

#[cfg(not(target_os = "linux"))]
#[path = "child.rs"]
mod stage;
#[cfg(target_os = "linux")]
#[path = "linux/stage.rs"]
mod stage;

use std::time::Duration;

use askance_host::app::{Document, OpenSurface, Surface, SurfaceError, Surfaces};
use askance_host::view::AppFeature;
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tauri::{AppHandle, WebviewWindow};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

pub(crate) use environment::{Sandbox, prepare};

use crate::{ipc, save};

/// How long the main thread may take to open or close a surface.
const MAIN_THREAD_LIMIT: Duration = Duration::from_secs(5);

/// A rectangle in CSS pixels of the page.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(crate) struct Rect {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// A key pressed inside an app that belongs to the window (ui.md, “Keyboard”).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) enum WindowKey {
    F6,
    #[serde(rename = "Shift+F6")]
    ShiftF6,
    Escape,
    #[serde(rename = "Ctrl+I")]
    CtrlI,
    #[serde(rename = "Ctrl+U")]
    CtrlU,
}

/// The `app-key` event towards the page.
#[derive(Clone, Debug, Serialize)]
struct AppKey {
    instance: Uuid,
    key: WindowKey,
}

/// Makes the window a place for apps. On the main thread, once, after the window was built.
///
/// # Errors
/// Where the window's widgets are not as expected.
pub(crate) fn set_up(window: &WebviewWindow) -> tauri::Result<()> {
    stage::set_up(window)
}

/// Ends every webview of an app, before the program ends. On the main thread.
pub(crate) fn tear_down() {
    stage::tear_down();
}

/// Keeps a webview ready for the next app from a moment after this: the process of one takes a while to start. On the
/// main thread.
pub(crate) fn warm_up() {
    stage::warm_up();
}

/// Whether the memory of an app can be measured here, so that it can be held to a bound (SBX-13).
pub(crate) fn memory_limited() -> bool {
    stage::memory_limited()
}

/// Puts an app over `rect` of the page, or hides it. On the main thread.
pub(crate) fn place(instance: Uuid, rect: Option<Rect>) {
    stage::place(instance, rect);
}

/// Gives the keyboard to an app. On the main thread.
pub(crate) fn focus(instance: Uuid) {
    stage::focus(instance);
}

/// The surfaces of our window.
pub(crate) struct WindowSurfaces {
    app: AppHandle,
    /// Builds the window if there is none yet: `askance call` has none before the first question.
    window: fn(&AppHandle) -> tauri::Result<()>,
}

impl WindowSurfaces {
    pub(crate) fn new(app: AppHandle, window: fn(&AppHandle) -> tauri::Result<()>) -> Self {
        Self { app, window }
    }
}

/// Runs something on the main thread and waits for it, with a limit.
async fn on_main_thread<T: Send + 'static>(
    app: &AppHandle,
    run: impl FnOnce() -> T + Send + 'static,
) -> Result<T, SurfaceError> {
    let (sender, receiver) = oneshot::channel();
    app.run_on_main_thread(move || {
        // Nobody waits any more after the limit; then what was made is dropped here.
        let _ = sender.send(run());
    })
    .map_err(|error| SurfaceError(error.to_string()))?;
    match tokio::time::timeout(MAIN_THREAD_LIMIT, receiver).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(_)) => Err(SurfaceError("the window is closing".to_owned())),
        Err(_) => Err(SurfaceError("the window does not answer".to_owned())),
    }
}

#[async_trait]
impl Surfaces for WindowSurfaces {
    async fn open_link(&self, url: &str) -> bool {
        ipc::open_in_browser(url.to_owned()).await.is_ok()
    }

    async fn save(&self, files: Vec<(String, Vec<u8>)>) -> bool {
        save::save(&self.app, files).await
    }

    async fn open(&self, document: Document) -> Result<OpenSurface, SurfaceError> {
        if wry::http::HeaderValue::from_str(&document.csp).is_err() {
            return Err(SurfaceError("its policy is not a header value".to_owned()));
        }
        let (sender, events) = mpsc::channel(channel::EVENT_LIMIT);
        let (app, window, instance) = (self.app.clone(), self.window, document.instance);
        on_main_thread(&self.app, move || {
            window(&app).map_err(|error| SurfaceError(error.to_string()))?;
            stage::open(document, sender)
        })
        .await??;
        Ok(OpenSurface { surface: Box::new(WindowSurface { app: self.app.clone(), instance }), events })
    }
}

/// The handle of one open app.
struct WindowSurface {
    app: AppHandle,
    instance: Uuid,
}

#[async_trait]
impl Surface for WindowSurface {
    fn deliver(&self, message: String) {
        let (instance, delivery) = (self.instance, channel::delivery(&message));
        // Fails only when the program is ending, and the app with it.
        let _ = self.app.run_on_main_thread(move || stage::deliver(instance, delivery));
    }

    fn permit(&self, feature: AppFeature, yes: bool) {
        let instance = self.instance;
        let _ = self.app.run_on_main_thread(move || stage::permit(instance, feature, yes));
    }

    async fn close(&self) {
        let instance = self.instance;
        if let Err(error) = on_main_thread(&self.app, move || stage::close(instance)).await {
            tracing::debug!(%error, "an app's webview could not be closed");
        }
    }
}

impl Drop for WindowSurface {
    fn drop(&mut self) {
        let instance = self.instance;
        let _ = self.app.run_on_main_thread(move || stage::close(instance));
    }
}
