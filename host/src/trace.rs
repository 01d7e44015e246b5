//! The trace: what happened to a connection, an operation, a question, in order, with times, never with contents
//! (SEC-08). The window shows it, `--trace` writes it.

use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use ts_rs::TS;

/// One step. What is absent does not apply.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
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
    /// Of a message between an app and the host: its method, or that of the request it answers. `unknown` stands for
    /// every name that an app made up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub method: Option<&'static str>,
    /// Of a message: which way it goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub direction: Option<Direction>,
    /// Of a message: its bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub size: Option<u32>,
    /// Of a message: what came of it, a stable word: `replied`, `refused`, `ignored`, `sent`, `result`, … Of a decision on
    /// what an app wants (`permission`): `asked`, `agreed`, `refused`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub verdict: Option<&'static str>,
    /// Why, in plain words or a code; never what anybody answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl TraceEntry {
    /// Whether the window shows it: signs of life would hide the rest.
    pub(crate) fn is_shown(&self) -> bool {
        self.method != Some("ping")
    }
}

/// Which way a message between an app and the host goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Direction {
    /// From the app.
    ViewToHost,
    /// To the app.
    HostToView,
}

/// A message between an app and the host, without what it carries (SEC-07, SEC-08).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Crossing {
    pub(crate) direction: Direction,
    pub(crate) method: &'static str,
    /// Bytes, where they are known.
    pub(crate) size: Option<usize>,
    pub(crate) verdict: &'static str,
    pub(crate) reason: Option<String>,
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
        (self.sink)(TraceEntry { renderer: renderer.map(str::to_owned), reason, ..self.entry(stage) });
    }

    /// Notes a message between an app and the host.
    pub(crate) fn crossing(&self, crossing: Crossing) {
        let Crossing { direction, method, size, verdict, reason } = crossing;
        (self.sink)(TraceEntry {
            renderer: Some("app".to_owned()),
            method: Some(method),
            direction: Some(direction),
            size: size.map(|bytes| u32::try_from(bytes).unwrap_or(u32::MAX)),
            verdict: Some(verdict),
            reason,
            ..self.entry("bridge")
        });
    }

    /// Notes a decision on what an app wants: by the person, by a rule, or by a bound.
    pub(crate) fn decision(&self, method: Option<&'static str>, verdict: &'static str, reason: &str) {
        (self.sink)(TraceEntry {
            renderer: Some("app".to_owned()),
            method,
            verdict: Some(verdict),
            reason: Some(reason.to_owned()),
            ..self.entry("permission")
        });
    }

    fn entry(&self, stage: &str) -> TraceEntry {
        TraceEntry {
            ms: self.now_ms(),
            stage: stage.to_owned(),
            server: self.server.clone(),
            question: self.question.clone(),
            ..TraceEntry::default()
        }
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
