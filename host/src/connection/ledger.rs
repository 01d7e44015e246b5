//! What is open between the two sides: our requests, the server's questions. Shared by the transports, which see
//! every message's text first, and the connection, which waits for what comes of it.
//!
//! rmcp sits between the two and correlates ids, sessions and streams; contents never pass through its types. A
//! request of ours travels through it as an empty custom request with a [`Call`] attached, and is written out here; its
//! response is taken here, and rmcp gets an empty one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, GetExtensions, RequestId};
use serde_json::{Map, Value, value::RawValue};
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::handshake::Handshake;
use super::http::params::ParamHeader;
use super::{Declared, Inbound, PeerError, Progress, wire};
use crate::bucket::Bucket;
use crate::trace::Trace;
use crate::{Problem, Revision};

/// Answers that may be under way at a time; of more than these nobody hears.
const MAX_DELIVERING: usize = 256;

/// Notes of a connection, a second and in one go: each is shown to the person (A26).
const NOTES: (f64, f64) = (1.0, 50.0);

/// What came of a request.
#[derive(Debug)]
pub(super) enum Answer {
    Result(Box<RawValue>),
    Error(PeerError),
    Unreadable(String),
    Lost(Problem),
}

/// One request of ours, on its way.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) method: String,
    pub(super) params: Map<String, Value>,
    pub(super) answer: Mutex<Option<Answer>>,
    /// Progress came, of any value: the soft limit starts again.
    pub(super) beat: Notify,
    /// Something of it may have left this computer.
    pub(super) written: AtomicBool,
    progress: Option<mpsc::Sender<Progress>>,
    furthest: Mutex<f64>,
}

impl Call {
    pub(super) fn new(method: &str, params: Map<String, Value>, progress: Option<mpsc::Sender<Progress>>) -> Arc<Self> {
        Arc::new(Self {
            method: method.to_owned(),
            params,
            answer: Mutex::new(None),
            beat: Notify::new(),
            written: AtomicBool::new(false),
            progress,
            furthest: Mutex::new(f64::NEG_INFINITY),
        })
    }

    /// Passes progress on if it is further than what came before; a full channel loses it, which harms nobody.
    pub(super) fn progressed(&self, progress: Progress) {
        self.beat.notify_one();
        let mut furthest = lock(&self.furthest);
        if progress.progress > *furthest {
            *furthest = progress.progress;
            if let Some(to) = &self.progress {
                let _ = to.try_send(progress);
            }
        }
    }

    /// Something of it may have left this computer: from here on nobody can say that the server does not know of it.
    pub(super) fn went_out(&self) {
        self.written.store(true, Ordering::Relaxed);
    }

    pub(super) fn settle(&self, answer: Answer) {
        lock(&self.answer).get_or_insert(answer);
    }
}

/// Attached to the request that rmcp carries.
#[derive(Clone)]
pub(super) struct Outgoing(pub(super) Arc<Call>);

/// What an open id of ours stands for.
#[derive(Clone)]
pub(super) enum Open {
    Call(Arc<Call>),
    Discover,
    Initialize,
}

/// A question of the server's own request, until it is settled.
pub(super) struct Asked {
    pub(super) withdrawn: CancellationToken,
    pub(super) reason: watch::Sender<Option<String>>,
    pub(super) answer: Option<oneshot::Receiver<Result<Value, PeerError>>>,
    /// Told once the answer is out.
    pub(super) delivered: oneshot::Sender<()>,
}

/// Everything that changes.
#[derive(Default)]
pub(super) struct State {
    pub(super) open: HashMap<i64, Open>,
    pub(super) asked: HashMap<String, Asked>,
    /// Answers that rmcp has, and nobody else yet.
    pub(super) delivering: HashMap<String, oneshot::Sender<()>>,
    pub(super) handshake: Handshake,
    /// The `x-mcp-header` parameters of each tool that was listed (HTP-05).
    pub(super) tool_headers: HashMap<String, Vec<ParamHeader>>,
}

pub(super) struct Ledger {
    pub(super) trace: Trace,
    pub(super) declared: Declared,
    pub(super) inbound: mpsc::Sender<Inbound>,
    /// Cancelled when the connection ends.
    pub(super) ended: CancellationToken,
    state: Mutex<State>,
    notes: Mutex<Notes>,
}

/// How much may be noted.
struct Notes {
    allowance: Bucket,
    left_out: u64,
}

/// Locks, also where a panic poisoned: the data stay well-formed at every point.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Ledger {
    pub(super) fn new(
        trace: Trace,
        declared: Declared,
        inbound: mpsc::Sender<Inbound>,
        handshake: Handshake,
    ) -> Arc<Self> {
        let state = Mutex::new(State { handshake, ..State::default() });
        let notes = Mutex::new(Notes { allowance: Bucket::new(NOTES, Instant::now()), left_out: 0 });
        Arc::new(Self { trace, declared, inbound, ended: CancellationToken::new(), state, notes })
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// A breach or an oddity of the server, for the trace. Never contents. Of too many, their number is noted.
    pub(super) fn note(&self, what: impl Into<String>) {
        let mut what = what.into();
        {
            let mut notes = lock(&self.notes);
            if !notes.allowance.take(Instant::now()) {
                notes.left_out += 1;
                return;
            }
            match std::mem::take(&mut notes.left_out) {
                0 => {}
                left_out => what.push_str(&format!("; {left_out} notes before it were left out")),
            }
        }
        self.trace.step("note", None, Some(what));
    }

    /// The bytes of a message that rmcp wants to send; a request is open from here on.
    pub(super) fn encode(&self, message: &ClientJsonRpcMessage) -> Result<Vec<u8>, serde_json::Error> {
        let ClientJsonRpcMessage::Request(request) = message else {
            return serde_json::to_vec(message);
        };
        let RequestId::Number(id) = request.id else {
            return serde_json::to_vec(message);
        };
        if let Some(Outgoing(call)) = request.request.extensions().get::<Outgoing>() {
            let params = self.params_of(id, call);
            // A session that starts over posts a request again; one that was settled meanwhile stays settled.
            if lock(&call.answer).is_none() {
                self.state().open.insert(id, Open::Call(call.clone()));
            }
            return Ok(wire::request(id, &call.method, params));
        }
        match &request.request {
            ClientRequest::InitializeRequest(_) => {
                let legacy = self.begin_handshake(id, Open::Initialize);
                Ok(wire::request(id, "initialize", self.initialize_params(legacy)))
            }
            ClientRequest::DiscoverRequest(_) => {
                self.begin_handshake(id, Open::Discover);
                Ok(wire::request(id, "server/discover", self.discover_params()))
            }
            _ => serde_json::to_vec(message),
        }
    }

    /// The caller's params with `_meta` as the era wants it. The progress token is the request's own id.
    fn params_of(&self, id: i64, call: &Call) -> Map<String, Value> {
        let mut params = call.params.clone();
        let meta = params.entry("_meta").or_insert_with(|| Value::Object(Map::new()));
        if !meta.is_object() {
            *meta = Value::Object(Map::new());
        }
        if let Value::Object(meta) = meta {
            if self.is_modern() {
                self.declared.envelop(meta, Revision::V2026_07_28);
            }
            meta.insert("progressToken".to_owned(), Value::from(id));
        }
        params
    }

    /// A message of ours was written; matters for requests only.
    pub(super) fn went_out(&self, message: &ClientJsonRpcMessage) {
        if let ClientJsonRpcMessage::Request(request) = message
            && let Some(Outgoing(call)) = request.request.extensions().get::<Outgoing>()
        {
            call.went_out();
        }
    }

    /// An answer of ours was given to rmcp.
    pub(super) fn answered(&self, id: &str) {
        let mut state = self.state();
        if let Some(asked) = state.asked.remove(id)
            && state.delivering.len() < MAX_DELIVERING
        {
            state.delivering.insert(id.to_owned(), asked.delivered);
        }
    }

    /// Whom to tell once that answer is out.
    pub(super) fn delivery(&self, message: &ClientJsonRpcMessage) -> Option<oneshot::Sender<()>> {
        let id = match message {
            ClientJsonRpcMessage::Response(response) => &response.id,
            _ => return None,
        };
        self.state().delivering.remove(&wire::id_text(id))
    }

    /// Takes an open id out. Whatever comes for it afterwards is late and is dropped (HTL-09, TMO-04).
    pub(super) fn close(&self, id: i64) -> Option<Open> {
        self.state().open.remove(&id)
    }

    /// Settles an open call and gives what rmcp shall hear for it.
    pub(super) fn settle(&self, id: i64, answer: Answer) -> Option<String> {
        let open = {
            let mut state = self.state();
            match state.open.get(&id) {
                Some(Open::Call(_)) => state.open.remove(&id),
                _ => None,
            }
        };
        let Some(Open::Call(call)) = open else { return None };
        call.settle(answer);
        Some(wire::done(id))
    }

    /// Ends everything that is open. Called once the other side is gone, or is about to be.
    pub(super) fn end(&self) {
        let (open, asked) = {
            let mut state = self.state();
            state.delivering.clear();
            (std::mem::take(&mut state.open), std::mem::take(&mut state.asked))
        };
        for open in open.into_values() {
            if let Open::Call(call) = open {
                call.settle(Answer::Lost(super::problem::lost()));
            }
        }
        for asked in asked.into_values() {
            asked.withdrawn.cancel();
        }
        self.ended.cancel();
    }
}
