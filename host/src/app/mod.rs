//! One loaded app: resource → policy → surface → handshake → bridge. Any failure, at any stage, is an [`AppFailure`],
//! and ends in the native form with one visible note: never in a decline, never in silence (APP-23).

pub mod bridge;
pub mod consent;
pub mod csp;
pub mod policy;
pub mod resource;
pub mod uri;

mod address;
mod asking;
mod dropped;
mod errand;
mod failure;
mod fence;
mod files;
mod follow;
mod grant;
mod heartbeat;
mod instance;
mod offer;
mod page;
mod ration;
mod reach;
mod read;
mod said;
mod showing;
mod starts;
mod steps;
mod surface;
mod turn;
mod work;

pub use bridge::ToolOutcome;
pub use errand::{Calls, Errand};
pub use failure::AppFailure;
pub(crate) use follow::follow;
pub use grant::Grant;
pub use instance::{AppAnswer, AppInstance, Launch};
pub use offer::{Offer, Tool};
pub use reach::{CallTool, OpenApps, Order, Orders, Reach, ReachOf};
pub(crate) use read::fetch;
pub use starts::Starts;
pub use surface::{Document, OpenSurface, Surface, SurfaceError, SurfaceEvent, Surfaces};

use std::sync::Arc;

use serde_json::Value;
use serde_json::value::RawValue;
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
    /// The result of `resources/read` for the address, where it was fetched before (RES-11).
    pub fetched: Option<Arc<RawValue>>,
    /// How far the sources of its policy may lie (CSP-07): [`consent::Review::extent`].
    pub extent: csp::Extent,
}

/// What apps are told about their host: theme, styles, locale … (`hostContext`). Watched, so that changes reach them.
pub type HostContext = watch::Receiver<Arc<Value>>;
