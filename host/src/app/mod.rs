//! One loaded app: resource → policy → surface → handshake → bridge. Any failure, at any stage, is an [`AppFailure`],
//! and ends in the native form with one visible note: never in a decline, never in silence (APP-23).

mod surface;

pub use surface::{Document, OpenSurface, Surface, SurfaceError, SurfaceEvent, Surfaces};

use std::sync::Arc;

use serde_json::{Value, value::RawValue};
use tokio::sync::watch;
use uuid::Uuid;

use crate::connection::Connection;
use crate::trace::Trace;
use crate::view::AppState;

/// What one app instance is bound to (APP-05): frozen, made when the question arrives.
#[derive(Clone, Debug)]
pub struct AppBinding {
    /// The instance, globally unique (APP-09). Also the surface's name towards the shell.
    pub instance: Uuid,
    /// The connection itself, not its name.
    pub connection: Connection,
    /// `_meta.ui.resourceUri`, verbatim (RES-04).
    pub uri: String,
    /// `params` of `elicitation/create`, the source text (APP-11).
    pub params: Arc<RawValue>,
}

/// What apps are told about their host: theme, styles, locale … (`hostContext`). Watched, so that changes reach them.
pub type HostContext = watch::Receiver<Arc<Value>>;

/// An app that has been handed its question.
pub struct AppInstance {/* … */}

/// What an app answered: raw, unchecked.
#[derive(Clone, Debug)]
pub struct AppAnswer {
    /// `result` of its reply, any JSON.
    pub result: Value,
    /// Whether the person clicked or typed in it, after it was visible for 500 ms (APP-29).
    pub touched: bool,
}

/// Why the app can't be used; the words are those of `ui.md`.
#[derive(Clone, Debug, PartialEq)]
pub struct AppFailure {
    /// Row of requirements §13.4: `uri`, `read`, `content`, `load`, `handshake`, `forward`, `answer`.
    pub stage: &'static str,
    /// Stable, such as `MIME` or `HANDSHAKE_TIMEOUT`.
    pub code: &'static str,
    /// “it came empty.”: completes “The server’s app could not be used: …”.
    pub words: String,
}

impl AppInstance {
    /// Reads the resource, opens a surface, shakes hands and forwards the question; `state` follows along.
    ///
    /// # Errors
    /// [`AppFailure`] at the first stage that fails, with everything opened so far torn down again.
    pub async fn open(
        _binding: AppBinding,
        _surfaces: Arc<dyn Surfaces>,
        _context: HostContext,
        _state: watch::Sender<AppState>,
        _trace: Trace,
    ) -> Result<Self, AppFailure> {
        todo!()
    }

    /// Waits for the app's answer: no limit while it responds (APP-43). Called once; a second answer of the app is
    /// ignored (APP-28).
    ///
    /// # Errors
    /// [`AppFailure`]: a JSON-RPC error, a crash, a flood, the frame's navigation.
    pub async fn answer(&mut self) -> Result<AppAnswer, AppFailure> {
        todo!()
    }

    /// Tears it down while it can still hear (APP-42): `notifications/cancelled` if the question is open,
    /// `ui/resource-teardown` with `reason`, at most 2 s, then the surface is closed.
    pub async fn close(self, _reason: &str) {
        todo!()
    }
}
