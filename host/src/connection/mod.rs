//! One server over stdio or streamable HTTP, in one protocol era. The only module that knows rmcp.
//!
//! It turns both eras into the same thing and hands on raw JSON: results and the server's own requests arrive as the
//! source text they had on the wire.

mod declared;
mod handler;
mod handshake;
mod http;
mod ladder;
mod ledger;
mod listen;
mod listing;
mod live;
mod problem;
mod request;
mod stdio;
mod tap;
mod wire;

pub use listen::Listened;
pub(crate) use tap::CHANGES;

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, value::RawValue};
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::config::ServerSpec;
use crate::trace::Trace;
use crate::{Problem, Revision};

/// What this client declares (CAP-01…05). Frozen for a connection's life (CAP-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    /// `elicitation.form`.
    pub form: bool,
    /// `elicitation.url`.
    pub url: bool,
    /// `extensions["io.modelcontextprotocol/ui"].mimeTypes`. False where no app can be shown (CAP-04).
    pub apps: bool,
    /// With `form` and `apps`, the nested `elicitation: {}`: apps are shown in questions.
    pub app_answers: bool,
}

/// A live connection. Cheap to clone; all clones are the same connection, and it never turns into another one.
#[derive(Clone, Debug)]
pub struct Connection {
    inner: Arc<live::Inner>,
}

/// What a server sends on its own, in order of arrival.
#[derive(Debug)]
pub enum Inbound {
    /// `elicitation/create` of the stateful revisions.
    Elicitation(InboundElicitation),
    /// `notifications/elicitation/complete` (URL-09).
    ElicitationComplete {
        /// `elicitationId`.
        id: String,
    },
    /// `notifications/tools/list_changed`, `…/prompts/…`, `…/resources/…`, or `notifications/resources/updated`: which.
    ListChanged(&'static str),
    /// The connection is gone; the last message.
    Closed(Closure),
}

/// A question of the server's own request.
#[derive(Debug)]
pub struct InboundElicitation {
    /// `params`, the source text.
    pub params: Box<RawValue>,
    /// Cancelled when the server sends `notifications/cancelled` for it, or the connection ends (ELI-21).
    pub withdrawn: CancellationToken,
    /// The server's reason, readable once `withdrawn` is cancelled.
    pub withdrawn_reason: watch::Receiver<Option<String>>,
    /// Takes the answer: a result, or a JSON-RPC error.
    pub reply: oneshot::Sender<Result<Value, PeerError>>,
    /// Resolves once the answer was taken by the server's side; fails where it could not be sent.
    pub delivered: oneshot::Receiver<()>,
}

/// A JSON-RPC error object, of the server's or for the server.
#[derive(Clone, Debug, PartialEq)]
pub struct PeerError {
    /// `code`.
    pub code: i64,
    /// `message`, literal text.
    pub message: String,
    /// `data`.
    pub data: Option<Value>,
}

/// Why a connection ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Closure {
    /// Whether we closed it.
    pub by_us: bool,
    /// The program's exit status in words (“ended with status 1”, “was killed by signal 9”), for local servers.
    pub exit: Option<String>,
    /// The last lines of its stderr, at most 20 of at most 500 characters.
    pub last_words: Vec<String>,
}

/// How long one request may take (TMO-01, TMO-02).
#[derive(Clone, Debug)]
pub struct Limit {
    /// Without progress.
    pub soft: Duration,
    /// At all, time spent paused not counted.
    pub hard: Duration,
    /// True while a person is being asked: both clocks stand still.
    pub paused: Option<watch::Receiver<bool>>,
}

/// Progress of a request, non-monotonic values already dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// `progress`.
    pub progress: f64,
    /// `total`.
    pub total: Option<f64>,
    /// `message`, literal text.
    pub message: Option<String>,
}

/// Why a request has no result.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// The server answered with an error.
    #[error("the server answered with error {}: {}", .0.code, .0.message)]
    Peer(PeerError),
    /// A [`Limit`] ran out; the server was told.
    #[error("no answer within {0:?}")]
    TimedOut(Duration),
    /// The caller's token was cancelled; the server was told as its era and transport want it (STD-08, HTP-09, HTL-06).
    #[error("cancelled")]
    Cancelled,
    /// The connection ended, or this request's response stream broke (HTP-10). The server may have done the work.
    #[error("the connection was lost")]
    Lost(Problem),
    /// Nothing of it left this computer.
    #[error("the server could not be reached")]
    NotSent(Problem),
    /// The reply cannot be read or breaks a bound.
    #[error("the reply cannot be read: {0}")]
    Unreadable(String),
}

impl Connection {
    /// Connects and finds out the era (VER-01…08), or connects at the revision that the spec pins.
    ///
    /// # Errors
    /// A [`Problem`] for the person: the program does not exist or exited (its last words), no answer, TLS or HTTP
    /// failure, no common revision (both lists), authorization needed.
    pub async fn open(
        spec: &ServerSpec,
        declared: Declared,
        trace: Trace,
    ) -> Result<(Self, mpsc::Receiver<Inbound>), Problem> {
        ladder::open(spec, declared, trace, None).await
    }

    /// Connects to a server whose revision is known from an earlier connection: a stateful one is not probed again,
    /// unless what is known proves wrong (VER-06).
    ///
    /// # Errors
    /// As [`Connection::open`].
    pub async fn reopen(
        spec: &ServerSpec,
        declared: Declared,
        trace: Trace,
        known: Revision,
    ) -> Result<(Self, mpsc::Receiver<Inbound>), Problem> {
        ladder::open(spec, declared, trace, Some(known)).await
    }

    /// Globally unique (APP-09).
    pub fn id(&self) -> Uuid {
        self.inner.id
    }

    /// The revision in force.
    pub fn revision(&self) -> Revision {
        self.inner.revision
    }

    /// What was declared to this server.
    pub fn declared(&self) -> Declared {
        self.inner.ledger.declared
    }

    /// The server's `capabilities` as discovered or initialised; none if never seen.
    pub fn server_capabilities(&self) -> Option<&Value> {
        self.inner.capabilities.as_ref()
    }

    /// The server's `serverInfo`, self-declared, never for decisions (VER-13).
    pub fn server_info(&self) -> Option<&Value> {
        self.inner.info.as_ref()
    }

    /// One request. `params` go as they are, with `_meta` added as the era wants it. The result is the source text of
    /// `result`. In the modern era `Mcp-Name` and the other headers follow (HTP-01…05).
    ///
    /// Where a stateless server misses a mirrored parameter, the tools are listed again and the request is sent once
    /// more (HTP-07): it was refused before anything was done.
    ///
    /// # Errors
    /// [`RequestError`].
    pub async fn request(
        &self,
        method: &str,
        params: Map<String, Value>,
        limit: Limit,
        cancel: CancellationToken,
        progress: Option<mpsc::Sender<Progress>>,
    ) -> Result<Box<RawValue>, RequestError> {
        let again = (method == "tools/call" && self.mirrors_params()).then(|| (params.clone(), progress.clone()));
        let outcome = self.send(method, params, limit.clone(), cancel.clone(), progress).await;
        match (outcome, again) {
            (Err(RequestError::Peer(error)), Some((params, progress))) if error.code == HEADER_MISMATCH => {
                // Boxed because listing is made of requests too.
                Box::pin(self.list("tools/list", "tools")).await?;
                self.send(method, params, limit, cancel, progress).await
            }
            (outcome, _) => outcome,
        }
    }

    async fn send(
        &self,
        method: &str,
        params: Map<String, Value>,
        limit: Limit,
        cancel: CancellationToken,
        progress: Option<mpsc::Sender<Progress>>,
    ) -> Result<Box<RawValue>, RequestError> {
        let call = ledger::Call::new(method, params, progress);
        let result = request::run(&self.inner.peer, &self.inner.ledger, call, limit, cancel).await?;
        if method == "tools/list" && self.mirrors_params() {
            self.learn_headers(result.get());
        }
        Ok(result)
    }

    /// All items of a list (`tools/list` → `tools`, …), page by page, at most 50 pages and 5,000 items. Items that are
    /// no objects are dropped with a trace note; on HTTP 2026-07-28 also tools whose `x-mcp-header` is wrong (HTP-06).
    ///
    /// # Errors
    /// [`RequestError`].
    pub async fn list(&self, method: &str, member: &str) -> Result<Vec<Value>, RequestError> {
        self.all_pages(method, member).await
    }

    /// A message that has not failed within this time is on its way: to a program, or over HTTP, where connecting may
    /// take its time.
    pub fn on_its_way(&self) -> Duration {
        if self.inner.remote { http::CONNECT.saturating_add(ON_ITS_WAY) } else { ON_ITS_WAY }
    }

    /// Whether a request that could not be sent may be sent again on this same connection: only where neither side
    /// remembers anything of it, a stateless server over HTTP.
    pub fn may_send_again(&self) -> bool {
        self.inner.remote && self.revision().is_modern() && !self.has_ended()
    }

    /// Whether it is over.
    pub fn has_ended(&self) -> bool {
        self.inner.ledger.ended.is_cancelled()
    }

    /// Waits for the end of the connection, and why it ended.
    pub async fn closure(&self) -> Option<Closure> {
        self.inner.gone.clone().wait_for(Option::is_some).await.ok()?.clone()
    }

    /// The last lines of the program's stderr.
    pub fn stderr_tail(&self) -> Vec<String> {
        self.inner.tail.as_ref().map(stdio::Tail::lines).unwrap_or_default()
    }

    /// Ends the connection: stdin closed, process group ended, HTTP session deleted. Returns when it is gone, at most 5 s.
    pub async fn close(&self) {
        self.inner.close().await;
    }
}

/// Writing takes no longer than this, once there is something to write to.
const ON_ITS_WAY: Duration = Duration::from_secs(2);
/// A stateless server found headers and body to differ.
const HEADER_MISMATCH: i64 = -32020;
