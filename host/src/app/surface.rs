//! What the engine wants from a screen: a place where an app's document runs, and what the person lets an app do
//! outside of it. Tests put a fake here.

use std::net::SocketAddr;

use async_trait::async_trait;
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::view::AppFeature;

/// What a surface loads. Everything in it has been decided (CSP-11); the shell adds nothing and loosens nothing.
#[derive(Clone, Debug)]
pub struct Document {
    /// Names the surface; unguessable.
    pub instance: Uuid,
    /// The app's HTML, as the server sent it.
    pub html: String,
    /// The value of the `Content-Security-Policy` response header.
    pub csp: String,
    /// The frame's `allow` attribute; empty when no permission is granted.
    pub allow: String,
    /// The filter through which everything of the network goes. None: the surface's proxy leads nowhere.
    pub proxy: Option<SocketAddr>,
    /// Bytes of memory above which its process is stopped.
    pub memory: u64,
}

/// The screen.
#[async_trait]
pub trait Surfaces: Send + Sync {
    /// Opens an `http` or `https` address in the system's browser, which the person has agreed to (BRG-04).
    async fn open_link(&self, url: &str) -> bool;

    /// Saves files where the person says, under these names if they like; never opens them (BRG-05). Whether all were.
    async fn save(&self, files: Vec<(String, Vec<u8>)>) -> bool;

    /// Opens a surface that loads `document` at once, whether it is on screen or not.
    ///
    /// # Errors
    /// [`SurfaceError`] where this system can't show it.
    async fn open(&self, document: Document) -> Result<OpenSurface, SurfaceError>;
}

/// A surface with its events.
pub struct OpenSurface {
    /// Its handle; dropping it ends the app at once.
    pub surface: Box<dyn Surface>,
    /// What happens in it, in order; bounded by the shell (1,024), which closes the surface when it overflows.
    pub events: mpsc::Receiver<SurfaceEvent>,
}

/// One app's document on a screen.
#[async_trait]
pub trait Surface: Send + Sync {
    /// Hands one JSON-RPC message (its text) to the frame. Order is kept.
    fn deliver(&self, message: String);

    /// What the person said to [`SurfaceEvent::Wants`]; it holds for the surface's life.
    fn permit(&self, feature: AppFeature, yes: bool);

    /// Ends the app's process and removes it. Returns when it is gone.
    async fn close(&self);
}

/// What a surface reports.
#[derive(Clone, Debug, PartialEq)]
pub enum SurfaceEvent {
    /// The document was served and has loaded.
    Loaded,
    /// The frame sent a message: its JSON text, at most 4 MiB (SBX-13), from the frame's own window only (SBX-07).
    Message(String),
    /// The frame sent something over a bound, or too much: what, in words for the trace.
    Refused(String),
    /// The frame sent so much at once that messages of it were dropped.
    Flooded,
    /// The person clicked or typed in it, as the window system saw it; never made up by the page. Reported each time, and
    /// only where the input reached the app: not before it has been in sight for half a second (APP-29). The shell keeps
    /// the app's input and this apart, so one clock decides both.
    Touched,
    /// It was shown to or hidden from the person.
    Visible(bool),
    /// It has been in sight for half a second: until it is hidden it takes what the person clicks and types (APP-29).
    Open,
    /// Its place has another size, in CSS pixels of the app.
    Resized {
        /// From its left to its right edge.
        width: u32,
        /// From its top to its bottom edge.
        height: u32,
    },
    /// It tried to leave its frame; the attempt was stopped.
    Navigated,
    /// Its process ended.
    Crashed,
    /// Its process took more memory than it may and was stopped.
    MemoryExceeded,
    /// How much memory it takes can't be told: nothing holds it to the bound (SBX-13).
    Unwatched,
    /// It uses this for the first time; [`Surface::permit`] takes the answer. Only what `allow` names is ever asked for.
    Wants(AppFeature),
}

/// Why a surface can't be opened, for the trace.
#[derive(Clone, Debug, thiserror::Error)]
#[error("no surface: {0}")]
pub struct SurfaceError(pub String);
