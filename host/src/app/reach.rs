//! What an app reaches beyond its frame: one connection, through the engine, and the person's decisions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use serde_json::{Map, Value};
use tokio::sync::{mpsc, watch};
use uuid::Uuid;

use super::offer::Offer;
use crate::connection::Connection;

/// Decisions of the person that may wait for an app.
const MAX_ORDERS: usize = 64;

/// Runs a tool as a call of its own, with its rounds and its questions, and gives the final result (BRG-34) or a
/// JSON-RPC error. Dropping the future stops the call (TMO-07).
pub type CallTool =
    Arc<dyn Fn(String, Map<String, Value>) -> BoxFuture<'static, Result<Value, (i32, String)>> + Send + Sync>;

/// What one app reaches: its own server and no other (SEC-02).
pub struct Reach {
    /// The connection it is bound to.
    pub connection: Connection,
    /// What the server offers on it.
    pub offer: watch::Receiver<Offer>,
    /// Calls a tool there.
    pub call: CallTool,
    /// What the person decides.
    pub orders: Orders,
}

/// Gives what an instance reaches on a connection; none where the connection is no longer a server's.
pub type ReachOf = Arc<dyn Fn(Uuid, &Connection) -> Option<Reach> + Send + Sync>;

/// What the person does with an app from the host's bars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Decides one of its requests.
    Decide {
        /// [`crate::view::AppRequest::id`].
        request: String,
        /// Or not.
        yes: bool,
    },
    /// Ends its full screen.
    Inline,
}

/// The open apps, by instance.
#[derive(Debug, Default)]
pub struct OpenApps {
    apps: Mutex<HashMap<Uuid, mpsc::Sender<Order>>>,
}

impl OpenApps {
    /// What the person orders for an app that is about to open.
    pub fn register(self: &Arc<Self>, instance: Uuid) -> Orders {
        let (sender, orders) = mpsc::channel(MAX_ORDERS);
        self.lock().insert(instance, sender);
        Orders { orders, apps: Arc::clone(self), instance }
    }

    /// Hands an order to an app; false where it is not open, or does not listen.
    pub fn tell(&self, instance: Uuid, order: Order) -> bool {
        self.lock().get(&instance).is_some_and(|app| app.try_send(order).is_ok())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Uuid, mpsc::Sender<Order>>> {
        // Nothing panics while it is held.
        self.apps.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The orders for one app; it counts as open as long as this lives.
#[derive(Debug)]
pub struct Orders {
    orders: mpsc::Receiver<Order>,
    apps: Arc<OpenApps>,
    instance: Uuid,
}

impl Orders {
    /// The next one; never `None` while the app counts as open.
    pub(super) async fn next(&mut self) -> Option<Order> {
        self.orders.recv().await
    }
}

impl Drop for Orders {
    fn drop(&mut self) {
        self.apps.lock().remove(&self.instance);
    }
}
