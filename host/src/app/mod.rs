//! One loaded app: resource → policy → surface → handshake → bridge. Any failure, at any stage, is an [`AppFailure`],
//! and ends in the native form with one visible note: never in a decline, never in silence (APP-23).

pub mod bridge;
pub mod consent;
pub mod csp;
pub mod policy;
pub mod resource;
pub mod uri;

mod dropped;
mod errand;
mod failure;
mod fence;
mod grant;
mod heartbeat;
mod instance;
mod page;
mod presence;
mod read;
mod surface;
mod turn;

pub use errand::Errand;
pub use failure::AppFailure;
pub use grant::Grant;
pub use instance::{AppAnswer, AppInstance, Launch};
pub use surface::{Document, OpenSurface, Surface, SurfaceError, SurfaceEvent, Surfaces};

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::watch;
use uuid::Uuid;

use crate::connection::Connection;

/// What one app instance is bound to (APP-05): frozen, made when the question arrives or the tool is called.
#[derive(Clone, Debug)]
pub struct AppBinding {
    /// The instance, globally unique (APP-09). Also the surface's name towards the shell.
    pub instance: Uuid,
    /// The connection itself, not its name.
    pub connection: Connection,
    /// `_meta.ui.resourceUri`, verbatim (RES-04).
    pub uri: String,
    /// What it is opened for.
    pub errand: Errand,
    /// Whether its policy may name this computer (CSP-07): [`consent::Review::loopback`].
    pub loopback: csp::Loopback,
}

/// What apps are told about their host: theme, styles, locale … (`hostContext`). Watched, so that changes reach them.
pub type HostContext = watch::Receiver<Arc<Value>>;
