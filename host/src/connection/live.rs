//! A connection that stands, and its end, told exactly once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::service::{Peer, RunningService};
use serde_json::Value;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::handler::Handler;
use super::ledger::Ledger;
use super::stdio::{Exit, Tail, in_words};
use super::{Closure, Inbound};
use crate::Revision;

/// How long closing may take at most.
const CLOSE: Duration = Duration::from_secs(5);

/// What all clones of a connection share.
pub(super) struct Inner {
    pub(super) id: Uuid,
    pub(super) revision: Revision,
    pub(super) capabilities: Option<Value>,
    pub(super) info: Option<Value>,
    pub(super) peer: Peer<RoleClient>,
    pub(super) ledger: Arc<Ledger>,
    pub(super) stop: CancellationToken,
    /// Why it ended, once it has.
    pub(super) gone: watch::Receiver<Option<Closure>>,
    pub(super) by_us: Arc<AtomicBool>,
    pub(super) remote: bool,
    pub(super) tail: Option<Tail>,
}

impl Inner {
    /// Starts the end: questions withdrawn, requests lost, the transport closed.
    fn end(&self) {
        if self.gone.borrow().is_none() && !self.ledger.ended.is_cancelled() {
            self.by_us.store(true, Ordering::Relaxed);
        }
        self.ledger.end();
        self.stop.cancel();
    }

    pub(super) async fn close(&self) {
        self.end();
        let mut gone = self.gone.clone();
        let _ = tokio::time::timeout(CLOSE, gone.wait_for(Option::is_some)).await;
    }
}

impl Drop for Inner {
    /// The last clone is gone, so nobody can use it any more.
    fn drop(&mut self) {
        self.end();
    }
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection").field("id", &self.id).field("revision", &self.revision).finish_non_exhaustive()
    }
}

/// Waits for the end and tells it.
pub(super) async fn supervise(
    service: RunningService<RoleClient, Handler>,
    ledger: Arc<Ledger>,
    local: Option<(Exit, Tail)>,
    by_us: Arc<AtomicBool>,
    gone: watch::Sender<Option<Closure>>,
) {
    let _ = service.waiting().await;
    ledger.end();
    let exit = local.as_ref().and_then(|(exit, _)| exit.borrow().map(in_words));
    let last_words = local.map(|(_, tail)| tail.lines()).unwrap_or_default();
    let by_us = by_us.load(Ordering::Relaxed);
    let how = if by_us { "closed" } else { "lost" };
    ledger.trace.step(
        "closed",
        None,
        Some(exit.as_ref().map_or_else(|| how.to_owned(), |exit| format!("{how}: the program {exit}"))),
    );
    let closure = Closure { by_us, exit, last_words };
    gone.send_replace(Some(closure.clone()));
    let _ = ledger.inbound.send(Inbound::Closed(closure)).await;
}
