//! The demo server that comes with Askance: a little plant shop whose tools ask.
//!
//! One tool is answered in an app, one takes two rounds, one asks two things at once, one has only the standard form,
//! one has an app that is broken on purpose, and one asks nothing. Each speaks both protocol generations: on 2026-07-28
//! a question is an entry of an `input_required` result with a signed `requestState`; on 2025-11-25 it is an
//! `elicitation/create` request of the server's own.
mod apps;
mod client;
mod dialogue;
mod questions;
mod server;
mod shop;

use std::net::SocketAddr;
use std::sync::Arc;

use rmcp::ServiceExt;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;

use crate::server::Shop;

/// Why the demo server could not start or had to stop.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The client on the other end did not start a session.
    #[error("the client did not start a session: {0}")]
    NoSession(#[from] Box<rmcp::service::ServerInitializeError>),
    /// The server's own task ended abnormally.
    #[error("the demo server stopped unexpectedly: {0}")]
    Stopped(#[from] tokio::task::JoinError),
    /// The port could not be taken.
    #[error("port {port} on 127.0.0.1 cannot be used: {source}")]
    Port {
        /// The port asked for.
        port: u16,
        /// What the system said.
        source: std::io::Error,
    },
    /// The HTTP server failed.
    #[error("the HTTP server failed: {0}")]
    Http(#[source] std::io::Error),
    /// The key that signs `requestState` was refused.
    #[error("the key for the request state cannot be used: {0}")]
    Key(#[from] rmcp::model::RequestStateError),
}

/// Serves one client over standard input and output, until it closes its end.
pub async fn serve_stdio() -> Result<(), Error> {
    let (input, output) = rmcp::transport::stdio();
    serve_streams(input, output).await
}

/// Serves one client over a pair of streams in the stdio framing, until the client closes its end.
pub async fn serve_streams(
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> Result<(), Error> {
    let running = Shop::open()?.serve((input, output)).await.map_err(Box::new)?;
    running.waiting().await?;
    Ok(())
}

/// Serves streamable HTTP at `http://127.0.0.1:<port>/mcp`, to this computer only, until the task is dropped. Port 0 is any
/// that is free; `listening` is told which.
pub async fn serve_http(port: u16, listening: impl FnOnce(SocketAddr)) -> Result<(), Error> {
    let taken = |source| Error::Port { port, source };
    let listener = TcpListener::bind(("127.0.0.1", port)).await.map_err(taken)?;
    listening(listener.local_addr().map_err(taken)?);
    serve_listener(listener).await
}

/// Serves streamable HTTP at `/mcp` on a listener that is already bound.
pub async fn serve_listener(listener: TcpListener) -> Result<(), Error> {
    let shop = Shop::open()?;
    // No Origin is welcome: no web page has any business here. Hosts other than loopback are refused by rmcp itself.
    let config = StreamableHttpServerConfig::default().enforce_origin_validation();
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(shop.clone()), sessions, config);
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await.map_err(Error::Http)
}
