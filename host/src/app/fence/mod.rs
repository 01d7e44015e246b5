//! The fence behind the CSP: the HTTP proxy through which everything goes that an app's webview does on the network.
//! It lets pass what the app's sources cover, so what no CSP covers (`preconnect`, a granted frame's own documents,
//! redirects) reaches nothing else; and it resolves names itself, so that no name leads to a private address (CSP-13,
//! CSP-14, A9, A10).

mod grants;
mod notes;
mod pipe;
mod request;
mod visit;
mod way;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::csp::Sources;
use crate::trace::Trace;
use grants::Grants;
use notes::Notes;
use way::Resolve;

/// Connections of one app at once; more wait to be accepted. WebKit itself opens at most 17.
const MAX_CONNECTIONS: usize = 32;

/// How long accepting rests after it failed: the program has no file descriptors left, or no memory.
const REST: Duration = Duration::from_millis(200);

/// The fence of one app instance; dropping it ends everything that goes through it.
#[derive(Debug)]
pub(super) struct Fence {
    address: SocketAddr,
    _serving: JoinSet<()>,
}

/// What all connections of one fence share.
struct Ground {
    grants: Grants,
    notes: Notes,
    resolve: Resolve,
}

impl Fence {
    /// Opens the way to these sources. `None` where there are none, or where no port can be had: then the surface's
    /// proxy leads nowhere.
    pub(super) async fn open(sources: &Sources, trace: &Trace) -> Option<Self> {
        let origins = sources.reaches();
        if origins.is_empty() {
            return None;
        }
        let grants = Grants::new(&origins, sources.extent);
        let opened = Self::around(grants, trace, Box::new(|host, port| Box::pin(way::resolve(host, port)))).await;
        opened.inspect_err(|error| trace.step("fence", Some("app"), Some(format!("no network for it: {error}")))).ok()
    }

    async fn around(grants: Grants, trace: &Trace, resolve: Resolve) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let ground = Ground { grants, notes: Notes::new(trace.clone()), resolve };
        let mut serving = JoinSet::new();
        serving.spawn(serve(listener, Arc::new(ground)));
        Ok(Self { address, _serving: serving })
    }

    /// Where the surface's proxy setting leads.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }
}

/// Runs until it is dropped, and takes its connections with it.
async fn serve(listener: TcpListener, ground: Arc<Ground>) {
    let mut visits = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept(), if visits.len() < MAX_CONNECTIONS => match accepted {
                Ok((client, _)) => _ = visits.spawn(visit(client, Arc::clone(&ground))),
                Err(_) => tokio::time::sleep(REST).await,
            },
            Some(_) = visits.join_next() => {}
        }
    }
}

async fn visit(client: TcpStream, ground: Arc<Ground>) {
    visit::serve(client, &ground).await;
}

#[cfg(test)]
mod tests;
