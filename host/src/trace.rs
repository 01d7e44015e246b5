//! The trace: what happened to a connection, an operation, a question, in order, with times, never with contents
//! (SEC-08). The window shows it, `--trace` writes it.

use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use ts_rs::TS;

/// One step. What is absent does not apply.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct TraceEntry {
    /// Milliseconds since the program started.
    pub ms: u32,
    /// The step, a stable word: `negotiated`, `asked`, `decided`, `read`, `loaded`, `initialised`, `forwarded`,
    /// `answered`, `fell-back`, `settled`, `bridge`, `connected`, `note`, …
    pub stage: String,
    /// The name the person gave the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// The question's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// `app`, `form` or `url`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renderer: Option<String>,
    /// Why, in plain words or a code; never what anybody answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Where steps go. Cheap to clone; [`Trace::for_server`] and [`Trace::for_question`] fix what it is about.
#[derive(Clone)]
pub struct Trace {
    start: Instant,
    sink: Arc<dyn Fn(TraceEntry) + Send + Sync>,
    server: Option<String>,
    question: Option<String>,
}

impl Trace {
    /// A trace whose times count from `start`.
    pub fn new(start: Instant, sink: Arc<dyn Fn(TraceEntry) + Send + Sync>) -> Self {
        Self { start, sink, server: None, question: None }
    }

    /// A trace that goes nowhere.
    pub fn none() -> Self {
        Self::new(Instant::now(), Arc::new(|_| ()))
    }

    /// The same trace for one server.
    #[must_use]
    pub fn for_server(&self, server: &str) -> Self {
        Self { server: Some(server.to_owned()), ..self.clone() }
    }

    /// The same trace for one question.
    #[must_use]
    pub fn for_question(&self, question: &str) -> Self {
        Self { question: Some(question.to_owned()), ..self.clone() }
    }

    /// Milliseconds since the start, saturating after 49 days.
    pub fn now_ms(&self) -> u32 {
        u32::try_from(self.start.elapsed().as_millis()).unwrap_or(u32::MAX)
    }

    /// Notes a step.
    pub fn step(&self, stage: &str, renderer: Option<&str>, reason: Option<String>) {
        (self.sink)(TraceEntry {
            ms: self.now_ms(),
            stage: stage.to_owned(),
            server: self.server.clone(),
            question: self.question.clone(),
            renderer: renderer.map(str::to_owned),
            reason,
        });
    }
}

impl std::fmt::Debug for Trace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trace").field("server", &self.server).field("question", &self.question).finish_non_exhaustive()
    }
}

/// Milliseconds since 1970, for the times a person reads.
pub(crate) fn unix_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
