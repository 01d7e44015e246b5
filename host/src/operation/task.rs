//! One request of ours as the person follows it: its state, its questions, stopping it (TMO-05…07).

use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::waiting::{Guard, Waiting};
use super::{Final, OperationError, text};
use crate::app::Calls;
use crate::connection::{Connection, Limit, Progress};
use crate::elicitation::{Queue, TaskRef, lock};
use crate::trace::{Trace, unix_ms};
use crate::view::{Asker, Ending, TaskState, TaskView, Update};

/// What is asked of a server.
#[derive(Clone, Debug)]
pub struct Request {
    /// `tool`, `prompt`, `resource`, or the method's own name.
    pub what: String,
    /// The tool's or prompt's name, or the resource's address.
    pub name: String,
    /// The method.
    pub method: String,
    /// Its parameters, without `_meta`.
    pub params: Map<String, Value>,
    /// Without progress.
    pub soft: Duration,
    /// At all.
    pub hard: Duration,
}

/// One request of ours with its rounds. Bound to its connection for good (MRT-20).
pub struct Task {
    pub(super) id: String,
    pub(super) connection: Connection,
    pub(super) asker: Asker,
    pub(super) request: Request,
    pub(super) queue: Arc<Queue>,
    pub(super) trace: Trace,
    pub(super) stop: CancellationToken,
    pub(super) waiting: Arc<Waiting>,
    /// An app has started it: it gets no view, and no app of its questions may start another (nesting depth 1).
    by_app: bool,
    /// Cancelled when its view has to go.
    pub(super) view_over: CancellationToken,
    view: Mutex<TaskView>,
    updates: mpsc::UnboundedSender<Update>,
    outcome: watch::Sender<Option<Result<Final, OperationError>>>,
    started: Instant,
    ended: OnceLock<Instant>,
}

impl Task {
    /// A task that has not been sent yet; `by_app` if an app has started it.
    pub fn new(
        connection: Connection,
        asker: Asker,
        request: Request,
        by_app: bool,
        queue: Arc<Queue>,
        trace: Trace,
        updates: mpsc::UnboundedSender<Update>,
    ) -> Arc<Self> {
        let view = TaskView {
            id: Uuid::new_v4().to_string(),
            asker: asker.clone(),
            what: request.what.clone(),
            name: request.name.clone(),
            started_at: unix_ms(),
            questions: Vec::new(),
            progress: None,
            state: TaskState::Running,
            app: None,
            app_failed: None,
        };
        let task = Arc::new(Self {
            id: view.id.clone(),
            connection,
            asker,
            request,
            queue,
            trace,
            stop: CancellationToken::new(),
            waiting: Waiting::new(),
            by_app,
            view_over: CancellationToken::new(),
            view: Mutex::new(view),
            updates,
            outcome: watch::Sender::new(None),
            started: Instant::now(),
            ended: OnceLock::new(),
        });
        task.change(|_| ());
        task
    }

    /// Runs it to its end.
    pub async fn run(&self) {
        self.trace.step("note", None, Some(format!("{} started", self.request.method)));
        let outcome = match self.rounds().await {
            Ok(result) => Ok(result),
            Err(error) => Err(self.explained(error).await),
        };
        self.end_questions(&outcome);
        let _ = self.ended.set(Instant::now());
        let took_ms = u32::try_from(self.started.elapsed().as_millis()).unwrap_or(u32::MAX);
        let state = match &outcome {
            Ok(result) => TaskState::Done {
                took_ms,
                is_error: result.is_error(),
                text: text::pretty(&result.raw),
                result: result.value.clone(),
            },
            Err(OperationError::Stopped) => TaskState::Stopped,
            Err(error) => TaskState::Failed { problem: error.problem(&self.asker.server) },
        };
        let how = outcome.as_ref().map_or_else(ToString::to_string, |_| "done".to_owned());
        self.trace.step("note", None, Some(format!("{} ended: {how}", self.request.method)));
        self.change(|view| view.state = state);
        self.outcome.send_replace(Some(outcome));
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The connection it runs on.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// As a window sees it.
    pub fn view(&self) -> TaskView {
        lock(&self.view).clone()
    }

    /// Whether it is over.
    pub fn has_ended(&self) -> bool {
        !matches!(lock(&self.view).state, TaskState::Running)
    }

    /// Stops it: the open request, its questions, their apps (TMO-07). Nothing else is sent (MRT-13).
    pub fn stop(&self) {
        self.stop_as(&Ending::TaskStopped);
    }

    /// Whether it was stopped, though it may not have ended yet.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Whether it was stopped and has ended since, no longer ago than this.
    pub(crate) fn stopped_within(&self, time: Duration) -> bool {
        self.is_stopped() && self.ended.get().is_some_and(|ended| ended.elapsed() < time)
    }

    /// Stops it, its questions ending as given.
    pub fn stop_as(&self, ending: &Ending) {
        for question in self.queue.of_task(&self.id) {
            question.end(ending.clone());
        }
        self.stop.cancel();
    }

    /// Ends its view; the plain result stays (TUI-05).
    pub fn close_view(&self) {
        self.view_over.cancel();
    }

    /// Whether it has a view that is not closed.
    pub fn has_view(&self) -> bool {
        lock(&self.view).app.is_some()
    }

    /// Waits for its end.
    pub async fn outcome(&self) -> Result<Final, OperationError> {
        let mut seen = self.outcome.subscribe();
        // The sender lives as long as the task does.
        let Ok(outcome) = seen.wait_for(Option::is_some).await else { return Err(OperationError::Stopped) };
        outcome.clone().unwrap_or(Err(OperationError::Stopped))
    }

    /// How a question names it.
    pub(super) fn reference(&self) -> TaskRef {
        let calls = match self.request.method.as_str() {
            _ if self.by_app => Calls::None,
            "tools/call" => Calls::AllBut(self.request.name.clone()),
            _ => Calls::All,
        };
        TaskRef { id: self.id.clone(), of: self.request.name.clone(), calls }
    }

    pub(super) fn limit(&self) -> Limit {
        Limit { soft: self.request.soft, hard: self.request.hard, paused: Some(self.waiting.paused()) }
    }

    pub(super) fn pause(&self) -> Guard {
        self.waiting.one_more()
    }

    pub(super) fn asked(&self, question: &str) {
        self.change(|view| view.questions.push(question.to_owned()));
    }

    pub(super) fn progressed(&self, progress: Progress) {
        self.change(|view| view.progress = Some((progress.progress, progress.total, progress.message)));
    }

    /// What is still open of its questions ends with it, where the server can't want it any more (TMO-07).
    fn end_questions(&self, outcome: &Result<Final, OperationError>) {
        let ending = match outcome {
            Err(OperationError::TimedOut(limit)) => Ending::TimeLimit { minutes: minutes(*limit) },
            Err(OperationError::Stopped) => Ending::TaskStopped,
            // The answer broke off, so nobody waits for theirs. A lost connection ends its questions itself, and knows more
            // about why.
            Err(OperationError::Lost(_)) if !self.connection.has_ended() => Ending::ConnectionLost,
            _ => return,
        };
        for question in self.queue.of_task(&self.id) {
            question.end(ending.clone());
        }
    }

    /// Changes the view and tells the window.
    pub(super) fn change(&self, change: impl FnOnce(&mut TaskView)) {
        let mut view = lock(&self.view);
        change(&mut view);
        let _ = self.updates.send(Update::Task(Box::new(view.clone())));
    }
}

/// A limit in minutes, at least 1.
pub(crate) fn minutes(limit: Duration) -> u32 {
    u32::try_from(limit.as_secs().div_ceil(60)).unwrap_or(u32::MAX).max(1)
}
