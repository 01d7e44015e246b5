//! What apps reach through the engine: the person's decisions, their own server, calls that they start.

use std::sync::{Arc, Weak};

use futures::FutureExt as _;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::Host;
use super::servers::of_connection;
use super::tasks::tool_call;
use crate::Problem;
use crate::app::{CallTool, Order, Reach, ReachOf};
use crate::connection::Connection;
use crate::elicitation::lock;
use crate::operation::{OperationError, Task};

/// JSON-RPC's internal error, for calls that have no result for a reason of our own.
const INTERNAL_ERROR: i32 = -32603;

impl Host {
    /// Decides what an app wants. What it does not want any more changes nothing.
    ///
    /// # Errors
    /// `app.unknown`.
    pub fn decide_app_request(&self, instance: Uuid, request: String, yes: bool) -> Result<(), Problem> {
        self.order(instance, Order::Decide { request, yes })
    }

    /// Ends an app's full screen.
    ///
    /// # Errors
    /// `app.unknown`.
    pub fn leave_fullscreen(&self, instance: Uuid) -> Result<(), Problem> {
        self.order(instance, Order::Inline)
    }

    fn order(&self, instance: Uuid, order: Order) -> Result<(), Problem> {
        let told = self.open_apps.tell(instance, order);
        told.then_some(()).ok_or_else(|| Problem::new("app.unknown", "This app is not open any more."))
    }

    /// A call that an app starts, on its own connection and no newer one (BRG-34). Dropping it stops it (TMO-07).
    async fn call_for_app(
        self: Arc<Self>,
        connection: Connection,
        tool: String,
        arguments: Map<String, Value>,
    ) -> Result<Value, (i32, String)> {
        let started = self.request_on(&connection, tool_call(&tool, arguments), true);
        let task = Running(started.map_err(|_| (INTERNAL_ERROR, "The connection was lost".to_owned()))?);
        let outcome = task.0.outcome().await;
        self.forget_call_of_app(&task.0);
        match outcome {
            Ok(result) => Ok(result.value),
            Err(OperationError::Peer(error)) => {
                Err((i32::try_from(error.code).unwrap_or(INTERNAL_ERROR), error.message))
            }
            Err(error) => Err((INTERNAL_ERROR, error.to_string())),
        }
    }
}

/// A call that ends when nobody waits for it any more.
struct Running(Arc<Task>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// What apps reach on a connection, as long as it is a server's.
pub(super) fn reach(host: Weak<Host>) -> ReachOf {
    Arc::new(move |instance, connection| {
        let this = host.upgrade()?;
        let offer = of_connection(&lock(&this.state).servers, connection)?.offer.subscribe();
        let orders = this.open_apps.register(instance);
        let connection = connection.clone();
        Some(Reach { call: caller(host.clone(), connection.clone()), connection, offer, orders })
    })
}

fn caller(host: Weak<Host>, connection: Connection) -> CallTool {
    Arc::new(move |tool, arguments| {
        let (host, connection) = (host.upgrade(), connection.clone());
        async move {
            match host {
                Some(host) => host.call_for_app(connection, tool, arguments).await,
                None => Err((INTERNAL_ERROR, "The program is ending".to_owned())),
            }
        }
        .boxed()
    })
}
