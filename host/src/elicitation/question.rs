//! One question: what it is bound to, its state, and the promise that it is settled exactly once (APP-05, APP-28).

use std::sync::{Arc, Mutex, Weak};
use std::time::Instant;

use native_form::Draft;
use serde_json::{Map, Value, json, value::RawValue};
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::back::Reopened;
use super::beginning::first_view;
use super::decision::{Client, Decision, decide};
use super::last::LastAnswers;
use super::lock;
use super::params::Asked;
use crate::Problem;
use crate::app::Calls;
use crate::app::consent::Switch;
use crate::connection::Connection;
use crate::trace::{Trace, TraceEntry, unix_ms};
use crate::view::{AppState, Asker, Ending, Fallback, QuestionState, QuestionView, Shown, Update};

/// At most this many steps are kept with a question; of what passes through its app fewer, so that there is room for how
/// it ends.
const TRACE_ENTRIES: usize = 100;
const BRIDGE_ENTRIES: usize = 80;

/// The task a question belongs to.
#[derive(Clone, Debug)]
pub struct TaskRef {
    /// Its id.
    pub id: String,
    /// What it calls.
    pub of: String,
    /// The tools that the app of a question may call.
    pub calls: Calls,
}

/// What a question is bound to: frozen on arrival, with the connection itself and not its name (APP-05, P30).
#[derive(Clone, Debug)]
pub struct Binding {
    /// Who asked, and who gets the answer.
    pub connection: Connection,
    /// As the person knows it.
    pub asker: Asker,
    /// The task, where it is known.
    pub task: Option<TaskRef>,
    /// `params`, the source text (APP-11).
    pub params: Arc<RawValue>,
    /// Which round of its task, from 1.
    pub round: u32,
    /// Place among the questions asked together, from 1, and their number.
    pub place: (u32, u32),
    /// The answer `accept` goes out when the page is opened, not when the person has finished there (URL-08).
    pub accept_on_open: bool,
}

/// How a question was settled.
#[derive(Clone, Debug, PartialEq)]
pub enum Settled {
    /// With content for a form, without for a page (ELI-12, APP-26).
    Accept(Option<Map<String, Value>>),
    /// The person declined.
    Decline,
    /// The person cancelled.
    Cancel,
    /// Without an answer: nothing is sent.
    Ended(Ending),
}

impl Settled {
    /// The `ElicitResult` to send. The same bytes whoever collected the answer (APP-25); none where nothing is sent.
    pub fn result(&self) -> Option<Value> {
        match self {
            Self::Accept(Some(content)) => Some(json!({ "action": "accept", "content": content })),
            Self::Accept(None) => Some(json!({ "action": "accept" })),
            Self::Decline => Some(json!({ "action": "decline" })),
            Self::Cancel => Some(json!({ "action": "cancel" })),
            Self::Ended(_) => None,
        }
    }

    fn ending(&self) -> Ending {
        match self {
            Self::Accept(_) => Ending::Sent,
            Self::Decline => Ending::Declined,
            Self::Cancel => Ending::Cancelled,
            Self::Ended(ending) => ending.clone(),
        }
    }
}

/// One question.
pub struct Question {
    pub(super) id: String,
    pub(super) binding: Binding,
    pub(super) asked: Asked,
    pub(super) decision: Decision,
    /// The app instance, should there be one (APP-09).
    pub(super) instance: Uuid,
    /// Cancelled when the app has to go.
    pub(super) app_over: CancellationToken,
    pub(super) state: Mutex<State>,
    pub(super) trace: Trace,
    pub(super) last: Arc<LastAnswers>,
    updates: mpsc::UnboundedSender<Update>,
}

/// What changes about a question. The view is the state: a window may know all of it but the held answer.
pub(super) struct State {
    pub(super) view: QuestionView,
    /// Taken by whoever is first.
    pub(super) settle: Option<oneshot::Sender<Settled>>,
    /// How it ends once its answer is out.
    pub(super) settled_as: Option<Ending>,
    /// Told when the person wants an answer sent again that could not be sent.
    pub(super) again: Option<oneshot::Sender<()>>,
    /// The app's answer that waits for the person (APP-29).
    pub(super) held: Option<Map<String, Value>>,
    /// Where the question stands among those asked together, and who is told when it is open again (MRT-12).
    pub(super) back: Option<(usize, mpsc::UnboundedSender<Reopened>)>,
}

impl State {
    /// Whether it has ended for good: what could not be sent may still be sent again.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.view.state, QuestionState::Ended { .. }) && self.again.is_none()
    }
}

/// Where a question's news go.
#[derive(Clone)]
pub(super) struct News {
    pub(super) updates: mpsc::UnboundedSender<Update>,
    pub(super) start: Instant,
    pub(super) sink: Arc<dyn Fn(TraceEntry) + Send + Sync>,
    /// What was sent to the same question before.
    pub(super) last: Arc<LastAnswers>,
}

impl Question {
    /// A question that waits, and the end of its promise.
    pub(super) fn new(
        binding: Binding,
        asked: Asked,
        switch: Switch,
        news: &News,
    ) -> (Arc<Self>, oneshot::Receiver<Settled>) {
        let declared = binding.connection.declared();
        let server = binding.connection.server_capabilities();
        let decision = decide(Client::from(declared), switch, server, Ok(&asked));
        let instance = Uuid::new_v4();
        let view = first_view(&binding, &asked, &decision, switch, instance);
        let (settle, settled) = oneshot::channel();
        let question = Arc::new_cyclic(|this: &Weak<Self>| Self {
            id: view.id.clone(),
            trace: trace_into(this.clone(), news, &binding.asker.server, &view.id),
            state: Mutex::new(State {
                view,
                settle: Some(settle),
                settled_as: None,
                again: None,
                held: None,
                back: None,
            }),
            updates: news.updates.clone(),
            last: news.last.clone(),
            app_over: CancellationToken::new(),
            binding,
            asked,
            decision,
            instance,
        });
        question.trace.step("asked", None, Some(question.asked.mode().name().to_owned()));
        let renderer = question.renderer();
        let reason = question.decision.reason.map_or("all gates open", super::decision::NoApp::code);
        question.trace.step("decided", Some(renderer), Some(reason.to_owned()));
        if question.decision.fallback().is_some() {
            question.trace.step("fell-back", Some(renderer), Some(format!("uri: {reason}")));
        }
        (question, settled)
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What it is bound to.
    pub fn binding(&self) -> &Binding {
        &self.binding
    }

    /// As a window sees it.
    pub fn view(&self) -> QuestionView {
        lock(&self.state).view.clone()
    }

    /// Whether it is over for good.
    pub fn has_ended(&self) -> bool {
        lock(&self.state).is_over()
    }

    /// Whether its answer is on its way.
    pub(super) fn is_under_way(&self) -> bool {
        matches!(lock(&self.state).view.state, QuestionState::Answered)
    }

    /// Whether the person declined or cancelled it.
    pub fn is_refused(&self) -> bool {
        matches!(lock(&self.state).settled_as, Some(Ending::Declined | Ending::Cancelled))
    }

    /// `app`, `form` or `url`, as it is shown now.
    pub(super) fn renderer(&self) -> &'static str {
        match lock(&self.state).view.shown {
            Shown::App { .. } => "app",
            Shown::Form => "form",
            Shown::Url => "url",
        }
    }

    /// Settles it, if nobody was faster (APP-28).
    ///
    /// # Errors
    /// `question.settled`.
    pub(super) fn settle(&self, settled: Settled) -> Result<(), Problem> {
        let renderer = self.renderer();
        // What is shown from here on is what goes out, but never a secret (ELI-11).
        let shown_as = match (&settled, self.form()) {
            (Settled::Accept(Some(content)), Ok(form)) => Some(form.remembered(content)),
            _ => None,
        };
        let sender = {
            let mut state = lock(&self.state);
            let sender = state.settle.take().ok_or_else(already_settled)?;
            if let Some(draft) = shown_as {
                state.view.draft = draft;
            }
            state.settled_as = Some(settled.ending());
            state.held = None;
            state.view.confirm = None;
            // A page that was opened stays until the person has finished there.
            if self.binding.accept_on_open && settled == Settled::Accept(None) {
                state.view.url.iter_mut().for_each(|url| url.told = true);
            } else {
                state.view.state = QuestionState::Answered;
                state.view.may_change = state.back.is_some();
            }
            sender
        };
        self.app_over.cancel();
        self.trace.step("answered", Some(renderer), Some(action(&settled).to_owned()));
        self.publish();
        // Nobody waits any more only where the operation is gone; it has ended the question then.
        let _ = sender.send(settled);
        Ok(())
    }

    /// The answer is out: it ends as it was settled.
    pub fn sent(&self) {
        let ending = lock(&self.state).settled_as.clone();
        if let Some(ending) = ending {
            if ending == Ending::Sent {
                self.keep_as_last();
            }
            self.end(ending);
        }
    }

    /// Ends it, with or without an answer. What has ended stays as it is.
    pub fn end(&self, ending: Ending) {
        let (sender, kept) = {
            let mut state = lock(&self.state);
            if state.is_over() {
                return;
            }
            let sender = state.settle.take();
            state.again = None;
            state.held = None;
            state.back = None;
            state.view.may_change = false;
            state.view.confirm = None;
            state.view.draft = Draft::default();
            if let Shown::App { app } = &mut state.view.shown {
                app.state = AppState::Ended;
                app.requests.clear();
            }
            state.view.state = QuestionState::Ended { at: unix_ms(), ending: ending.clone() };
            (sender, ending)
        };
        self.app_over.cancel();
        self.trace.step("settled", Some(self.renderer()), Some(name(&kept).to_owned()));
        self.publish();
        if let Some(sender) = sender {
            let _ = sender.send(Settled::Ended(kept));
        }
    }

    /// The form takes the app's place, with the reason where the app failed.
    pub(super) fn show_form(&self, fallback: Option<Fallback>, draft: Option<Draft>) {
        {
            let mut state = lock(&self.state);
            if state.settle.is_none() {
                return;
            }
            state.view.shown = Shown::Form;
            state.view.decision = Decision::left(fallback.is_some()).to_owned();
            state.view.fallback = fallback;
            state.view.confirm = None;
            state.held = None;
            if let Some(draft) = draft {
                state.view.draft = draft;
            }
        }
        self.app_over.cancel();
        self.publish();
    }

    /// Whether an answer is still wanted.
    pub(super) fn is_open(&self) -> bool {
        lock(&self.state).settle.is_some()
    }

    /// Changes the view and tells the window, unless the question is over.
    pub(super) fn change(&self, change: impl FnOnce(&mut State)) {
        {
            let mut state = lock(&self.state);
            if matches!(state.view.state, QuestionState::Ended { .. }) {
                return;
            }
            change(&mut state);
        }
        self.publish();
    }

    /// Tells the window. Sent under the lock, so that no older state overtakes a newer one.
    pub(super) fn publish(&self) {
        let state = lock(&self.state);
        let _ = self.updates.send(Update::Question(Box::new(state.view.clone())));
    }
}

pub(super) fn already_settled() -> Problem {
    Problem::new("question.settled", "This question has been answered or has ended already.")
}

fn action(settled: &Settled) -> &'static str {
    match settled {
        Settled::Accept(_) => "accept",
        Settled::Decline => "decline",
        Settled::Cancel => "cancel",
        Settled::Ended(ending) => name(ending),
    }
}

fn name(ending: &Ending) -> &'static str {
    match ending {
        Ending::Sent => "sent",
        Ending::Declined => "declined",
        Ending::Cancelled => "cancelled",
        Ending::TaskStopped => "task stopped",
        Ending::Withdrawn { .. } => "withdrawn",
        Ending::TimeLimit { .. } => "time limit",
        Ending::ServerDied { .. } => "server died",
        Ending::ConnectionLost => "connection lost",
        Ending::ServerStopped => "server stopped",
        Ending::NotSent { .. } => "not sent",
        Ending::NotAllowed { .. } => "not allowed",
    }
}

/// A trace that is also kept in the question's view.
fn trace_into(question: Weak<Question>, news: &News, server: &str, id: &str) -> Trace {
    let sink = news.sink.clone();
    let keep = move |entry: TraceEntry| {
        sink(entry.clone());
        let Some(question) = question.upgrade() else { return };
        let mut state = lock(&question.state);
        let most = if entry.stage == "bridge" { BRIDGE_ENTRIES } else { TRACE_ENTRIES };
        if entry.is_shown() && state.view.trace.len() < most {
            state.view.trace.push(entry);
            let _ = question.updates.send(Update::Question(Box::new(state.view.clone())));
        }
    };
    Trace::new(news.start, Arc::new(keep)).for_server(server).for_question(id)
}
