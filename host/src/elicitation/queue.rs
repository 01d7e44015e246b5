//! All questions: the waiting ones and the last that ended. Every question is in it before anything else happens to
//! it (P2), and none waits for another (P29).

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot, watch};
use uuid::Uuid;

use super::decision::Renderer;
use super::last::LastAnswers;
use super::lock;
use super::params::{Asked, Refusal};
use super::question::{Binding, News, Question, Settled, TaskRef};
use crate::app::consent::{Consents, Switch};
use crate::app::{HostContext, ReachOf, Starts, Surfaces};
use crate::trace::{Trace, TraceEntry};
use crate::view::{AppPlace, Asker, Ending, Fallback, QuestionView, Settings, Update};

/// Ended questions that are kept.
const KEPT: usize = 100;
/// App instances at once, of all servers.
const APPS: usize = 16;
/// Open questions of one connection (A26).
const OPEN: usize = 50;
/// Questions of one connection within [`WINDOW`] (ELI-10).
const ARRIVALS: usize = 120;
/// The time in which [`ARRIVALS`] are counted.
const WINDOW: Duration = Duration::from_secs(60);

/// Where apps are shown.
#[derive(Clone)]
pub struct Apps {
    /// Makes their surfaces.
    pub surfaces: Arc<dyn Surfaces>,
    /// How many of them start together.
    pub starts: Starts,
    /// What they are told about their host.
    pub context: HostContext,
    /// What the person set.
    pub settings: watch::Receiver<Settings>,
    /// What the person allows to them.
    pub consents: Arc<Consents>,
    /// What an app reaches on a connection; none where the connection is no longer a server's.
    pub reach: ReachOf,
}

/// A question that was asked, and the end of its promise.
pub struct Pending {
    /// The question.
    pub question: Arc<Question>,
    /// How it gets settled.
    pub settled: oneshot::Receiver<Settled>,
}

/// A server asks too much (A26).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it asks too many questions at once")]
pub struct TooMany;

/// All questions.
pub struct Queue {
    news: News,
    apps: Option<Apps>,
    slots: Arc<Semaphore>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// In order of arrival.
    questions: VecDeque<Arc<Question>>,
    /// Those that were never asked because the protocol forbids them.
    refused: VecDeque<QuestionView>,
    arrivals: HashMap<Uuid, VecDeque<Instant>>,
}

impl Queue {
    /// An empty queue.
    pub fn new(
        apps: Option<Apps>,
        updates: mpsc::UnboundedSender<Update>,
        start: Instant,
        sink: Arc<dyn Fn(TraceEntry) + Send + Sync>,
        last: Arc<LastAnswers>,
    ) -> Self {
        let news = News { updates, start, sink, last };
        Self { news, apps, slots: Arc::new(Semaphore::new(APPS)), state: Mutex::default() }
    }

    /// Asks questions together, all or none.
    ///
    /// # Errors
    /// [`TooMany`], before any is asked.
    pub fn ask(&self, together: Vec<(Binding, Asked)>) -> Result<Vec<Pending>, TooMany> {
        let Some((first, _)) = together.first() else { return Ok(Vec::new()) };
        let (connection, server) = (first.connection.id(), first.asker.server.clone());
        let Some(pending) = self.admit(connection, together) else {
            let trace = Trace::new(self.news.start, self.news.sink.clone());
            trace.for_server(&server).step("note", None, Some(format!("not asked: {TooMany}")));
            return Err(TooMany);
        };
        for Pending { question, .. } in &pending {
            if question.decision.renderer == Renderer::App {
                self.start_app(question);
            }
        }
        self.forget_old();
        Ok(pending)
    }

    /// A question that is not asked because the protocol forbids it: shown as ended, so that nothing is silent (P4). It
    /// counts like one that is asked; of too many of them only the server hears.
    pub fn refused(&self, connection: Uuid, asker: &Asker, task: Option<&TaskRef>, message: &str, refusal: &Refusal) {
        if !arrives(&mut lock(&self.state), connection, 1) {
            return;
        }
        let view = super::beginning::refused_view(asker, task, message, refusal);
        Trace::new(self.news.start, self.news.sink.clone()).for_server(&asker.server).for_question(&view.id).step(
            "settled",
            None,
            Some(format!("not allowed: {}", refusal.words)),
        );
        let _ = self.news.updates.send(Update::Question(Box::new(view.clone())));
        let mut state = lock(&self.state);
        state.refused.push_back(view);
        if state.refused.len() > KEPT
            && let Some(old) = state.refused.pop_front()
        {
            let _ = self.news.updates.send(Update::QuestionGone(old.id));
        }
    }

    /// One question by its id.
    pub fn get(&self, id: &str) -> Option<Arc<Question>> {
        lock(&self.state).questions.iter().find(|question| question.id() == id).cloned()
    }

    /// All as a window sees them, oldest first.
    pub fn views(&self) -> Vec<QuestionView> {
        let state = lock(&self.state);
        let mut views: Vec<_> = state.questions.iter().map(|question| question.view()).collect();
        views.extend(state.refused.iter().cloned());
        views.sort_by_key(|view| view.asked_at);
        views
    }

    /// The questions of a task that have not ended.
    pub fn of_task(&self, task: &str) -> Vec<Arc<Question>> {
        self.filter(|question| question.binding().task.as_ref().is_some_and(|known| known.id == task))
    }

    /// Ends all questions of a connection that is gone. Its other clones and newer connections are not touched (A6).
    pub fn connection_ended(&self, connection: Uuid, ending: &Ending) {
        for question in self.filter(|question| question.binding().connection.id() == connection) {
            // A page whose opening was agreed to has its answer out already; of an answer under way its operation knows
            // whether it went out.
            if !question.stop_waiting_there() && !question.is_under_way() {
                question.end(ending.clone());
            }
        }
        lock(&self.state).arrivals.remove(&connection);
    }

    /// `notifications/elicitation/complete` (URL-09).
    pub fn completed(&self, connection: Uuid, elicitation_id: &str) {
        for question in self.filter(|question| question.binding().connection.id() == connection) {
            question.completed(elicitation_id);
        }
    }

    /// Waits until every app is torn down.
    pub async fn apps_gone(&self) {
        // The semaphore is never closed.
        let _ = self.slots.acquire_many(u32::try_from(APPS).unwrap_or(u32::MAX)).await;
    }

    fn filter(&self, wanted: impl Fn(&Question) -> bool) -> Vec<Arc<Question>> {
        lock(&self.state).questions.iter().filter(|q| !q.has_ended() && wanted(q)).cloned().collect()
    }

    /// Counts and adds in one step, so that questions that arrive at once can't all be the last one.
    fn admit(&self, connection: Uuid, together: Vec<(Binding, Asked)>) -> Option<Vec<Pending>> {
        let mut state = lock(&self.state);
        let of_it =
            |question: &&Arc<Question>| question.binding().connection.id() == connection && !question.has_ended();
        let open = state.questions.iter().filter(of_it).count();
        if open + together.len() > OPEN || !arrives(&mut state, connection, together.len()) {
            return None;
        }
        let ask = |(binding, asked): (Binding, Asked)| {
            let switch = self.switch(&binding.asker.server);
            let (question, settled) = Question::new(binding, asked, switch, &self.news);
            Pending { question, settled }
        };
        let pending: Vec<Pending> = together.into_iter().map(ask).collect();
        // Told before anybody can find them: what is told later is later.
        pending.iter().for_each(|pending| pending.question.publish());
        state.questions.extend(pending.iter().map(|pending| pending.question.clone()));
        Some(pending)
    }

    /// What the person set for the apps of a server; without a screen it does not matter, since none is declared.
    fn switch(&self, server: &str) -> Switch {
        self.apps
            .as_ref()
            .map_or(Switch::Ask, |apps| apps.consents.switch(server, AppPlace::Question, &apps.settings.borrow()))
    }

    /// Opens the app at once, whether the question is on screen or not.
    fn start_app(&self, question: &Arc<Question>) {
        let fall_back = |reason: &str| {
            question.trace.step("fell-back", Some("form"), Some(reason.to_owned()));
            let fallback = Fallback { reason: reason.to_owned(), kept: Vec::new(), left_out: Vec::new() };
            question.show_form(Some(fallback), None);
        };
        let Some(apps) = self.apps.clone() else { return fall_back("it could not be shown on this system.") };
        match self.slot() {
            Ok(slot) => super::render::start(question.clone(), apps, slot),
            Err(words) => fall_back(&words),
        }
    }

    /// Where apps are shown, if they can be.
    pub(crate) fn apps(&self) -> Option<Apps> {
        self.apps.clone()
    }

    /// Room for one more app, as long as it is held.
    ///
    /// # Errors
    /// The words for the person.
    pub(crate) fn slot(&self) -> Result<OwnedSemaphorePermit, String> {
        self.slots.clone().try_acquire_owned().map_err(|_| format!("{APPS} apps are open already."))
    }

    fn forget_old(&self) {
        let mut state = lock(&self.state);
        let mut ended = state.questions.iter().filter(|question| question.has_ended()).count();
        let updates = &self.news.updates;
        state.questions.retain(|question| {
            let forget = ended > KEPT && question.has_ended();
            if forget {
                ended -= 1;
                let _ = updates.send(Update::QuestionGone(question.id().to_owned()));
            }
            !forget
        });
    }
}

/// Counts questions of a connection that arrive together, unless there were too many within [`WINDOW`].
fn arrives(state: &mut State, connection: Uuid, together: usize) -> bool {
    let arrivals = state.arrivals.entry(connection).or_default();
    while arrivals.front().is_some_and(|at| at.elapsed() > WINDOW) {
        arrivals.pop_front();
    }
    let fits = arrivals.len() + together <= ARRIVALS;
    if fits {
        arrivals.extend(std::iter::repeat_n(Instant::now(), together));
    }
    fits
}
