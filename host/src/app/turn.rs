//! What happens to a running app, one event after the other.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use serde_json::{Map, Value, json};

use super::HostContext;
use super::bridge::{Effect, Fault, MAX_MESSAGE};
use super::errand::Errand;
use super::failure::AppFailure;
use super::instance::AppInstance;
use super::offer::Offer;
use super::reach::{Order, Orders, Reach};
use super::steps::TOO_LONG;
use super::surface::SurfaceEvent;
use super::work::{self, Done};
use crate::view::AppState;

/// How long a loaded document may take to shake hands (INI-10).
const HANDSHAKE: Duration = Duration::from_secs(10);

/// The least time between two notes that lists of the server changed (BRG-17).
const QUIET: Duration = Duration::from_secs(1);

/// Said once, where the shell has no hold on an app's memory.
const UNWATCHED: &str = "its memory is not watched: its process was not found, or does not tell";

/// Something that a caller may wait for.
#[derive(Debug, PartialEq)]
pub(super) enum Turn {
    /// The app has the question, or is ready to show what it is for.
    Started,
    /// It answered.
    Answered(Value),
    /// A tool's view wants to be closed.
    CloseRequested,
    /// It has heard that it ends, or has had its time for it.
    Goodbye,
}

/// What an instance waits for.
enum Next {
    Surface(Option<SurfaceEvent>),
    Context(bool),
    Order(Order),
    Done(Done),
    ListChanged,
    Beat,
    Settled,
    Deadline,
    Left,
}

impl AppInstance {
    /// Goes on until something happens that `wanted` names.
    pub(super) async fn run_to(&mut self, wanted: fn(&Turn) -> bool) -> Result<Turn, AppFailure> {
        loop {
            let turn = match self.next().await {
                Next::Surface(event) => self.take(event)?,
                Next::Context(true) => self.tell_context()?,
                Next::Context(false) => {
                    self.context = None;
                    None
                }
                Next::Order(order) => self.ordered(order)?,
                Next::Done(done) => self.done(done)?,
                Next::ListChanged => self.list_changed()?,
                Next::Beat => self.beat()?,
                Next::Settled => {
                    self.settle(Instant::now());
                    None
                }
                Next::Left => Some(Turn::Goodbye),
                Next::Deadline => return Err(AppFailure::too_late(if self.loaded { "handshake" } else { "load" })),
            };
            if let Some(turn) = turn.filter(wanted) {
                return Ok(turn);
            }
        }
    }

    /// The surface first: an answer that is there already beats a limit that has just run out. Only the goodbye comes
    /// before it: an app that keeps talking must not outlast it.
    async fn next(&mut self) -> Next {
        let (deadline, leaving) = (self.deadline, self.leaving);
        let settled = self.wished.map(|(_, at)| at);
        let (orders, offer) = match &mut self.reach {
            Some(Reach { orders, offer, .. }) => (Some(orders), Some(offer)),
            None => (None, None),
        };
        tokio::select! {
            biased;
            () = until(leaving) => Next::Left,
            event = self.events.recv(), if !self.gone => Next::Surface(event),
            changed = changed(self.context.as_mut()) => Next::Context(changed),
            order = ordered(orders) => Next::Order(order),
            done = self.work.next() => Next::Done(done),
            () = until(deadline) => Next::Deadline,
            () = list_changed(offer, self.quiet_until) => Next::ListChanged,
            () = until(settled) => Next::Settled,
            () = sleep_until(self.heartbeat.next()) => Next::Beat,
        }
    }

    fn take(&mut self, event: Option<SurfaceEvent>) -> Result<Option<Turn>, AppFailure> {
        let Some(event) = event else {
            self.gone = true;
            return Err(AppFailure::new(self.stage(), "CLOSED", "it closed itself."));
        };
        let now = Instant::now();
        match event {
            SurfaceEvent::Message(text) if text.len() > MAX_MESSAGE => self.refused(Some(text.len()), TOO_LONG),
            SurfaceEvent::Message(text) => {
                let effects = self.bridge.receive(&text, now);
                self.note_frame(text.len(), &effects);
                self.run(effects)
            }
            SurfaceEvent::Visible(visible) => {
                self.heartbeat.seen(visible, now);
                self.view.send_if_modified(|view| std::mem::take(&mut view.open));
                self.note(if visible { "shown" } else { "hidden" }, None);
                Ok(None)
            }
            SurfaceEvent::Open => {
                self.view.send_modify(|view| view.open = true);
                self.note("open", Some("it takes clicks and keys".to_owned()));
                Ok(None)
            }
            SurfaceEvent::Loaded if !self.loaded => {
                self.loaded = true;
                self.deadline = self.deadline.map(|_| Instant::now() + HANDSHAKE);
                self.note("loaded", None);
                Ok(None)
            }
            SurfaceEvent::Refused(what) => self.refused(None, &what),
            SurfaceEvent::Flooded => {
                self.note_refused(None, "too many of them");
                Err(AppFailure::of_bridge(Fault::Flood, self.stage()))
            }
            SurfaceEvent::Navigated => Err(AppFailure::new(self.stage(), "NAVIGATED", "it tried to leave its frame.")),
            SurfaceEvent::Crashed => {
                self.gone = true;
                Err(AppFailure::new(self.stage(), "CRASHED", "its process ended."))
            }
            SurfaceEvent::MemoryExceeded => {
                self.gone = true;
                let words = format!("it used more than {} MB of memory.", self.memory >> 20);
                Err(AppFailure::new(self.stage(), "MEMORY", &words))
            }
            SurfaceEvent::Wants(feature) => self.wants(feature),
            SurfaceEvent::Resized { width, height } => {
                self.size = Some((width, height));
                self.tell_context()
            }
            SurfaceEvent::Touched => {
                self.touched = true;
                Ok(None)
            }
            SurfaceEvent::Unwatched => {
                self.note("note", Some(UNWATCHED.to_owned()));
                Ok(None)
            }
            SurfaceEvent::Loaded => Ok(None),
        }
    }

    /// Does what the bridge wants.
    pub(super) fn run(&mut self, effects: Vec<Effect>) -> Result<Option<Turn>, AppFailure> {
        let mut turn = None;
        for effect in effects {
            match effect {
                Effect::Deliver(message) => self.deliver(message),
                Effect::Ready => turn = self.ready()?.or(turn),
                Effect::Restarted => {
                    self.note("bridge", Some("the document started over".into()));
                    // Starting over again and again does not buy more time.
                    self.deadline.get_or_insert(Instant::now() + HANDSHAKE);
                    self.heartbeat.pong();
                }
                Effect::Pong => self.pong(),
                Effect::Settle(result) => {
                    self.note("answered", None);
                    turn = Some(Turn::Answered(result));
                }
                Effect::TornDown => turn = Some(Turn::Goodbye),
                Effect::Fail(fault) => return Err(AppFailure::of_bridge(fault, self.stage())),
                Effect::Log(level) => self.note("bridge", Some(format!("it logged: {level}"))),
                Effect::CloseRequested => turn = Some(self.close_requested()?),
                Effect::Ask { token, ask } => turn = self.ask(token, ask)?.or(turn),
                Effect::Forward { token, method, params } => self.forward(token, method, params),
                Effect::Abandon { token } => self.abandon(token),
                Effect::Context(context) => self.know(context.as_ref()),
                Effect::Resize { height, .. } => self.resize(height, Instant::now()),
                Effect::Display(mode) => turn = self.show_as(mode)?.or(turn),
            }
        }
        Ok(turn)
    }

    /// The handshake is done: the question goes out, once; a tool's view has had its input from the bridge.
    fn ready(&mut self) -> Result<Option<Turn>, AppFailure> {
        self.loaded = true;
        self.deadline = None;
        self.note("initialised", None);
        if let Errand::Answer { params, .. } = &self.errand {
            let question = self.bridge.forward(params);
            if question.is_empty() {
                return Ok(None);
            }
            self.run(question)?;
            // A click from before was not an answer to it.
            self.touched = false;
            self.note("forwarded", None);
        }
        self.live();
        Ok(Some(Turn::Started))
    }

    /// BRG-16: a question's app may close, and then cannot answer any more; a tool's view is closed.
    fn close_requested(&self) -> Result<Turn, AppFailure> {
        match self.errand {
            Errand::Answer { .. } => Err(AppFailure::new("forward", "CLOSED", "it closed itself.")),
            Errand::Show { .. } => Ok(Turn::CloseRequested),
        }
    }

    /// Only ever to the bound server; a tool is called as a call of its own (BRG-34).
    fn forward(&mut self, token: u64, method: &'static str, params: Map<String, Value>) {
        let Some(reach) = &self.reach else { return };
        if method != "tools/call" {
            let asked = work::request(reach.connection.clone(), self.work.ration.clone(), method, params);
            return self.work.start(token, async move { Done::Answered(token, asked.await) });
        }
        let name = params.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let arguments = params.get("arguments").and_then(Value::as_object).cloned().unwrap_or_default();
        let call = (reach.call)(name, arguments);
        let ration = self.work.ration.clone();
        self.work.start(token, async move {
            // It may wait for a person: its turn is for what it brings.
            let outcome = call.await;
            if let Ok(result) = &outcome {
                ration.turn().await.brought(result.to_string().len());
            }
            Done::Answered(token, outcome)
        });
    }

    fn done(&mut self, done: Done) -> Result<Option<Turn>, AppFailure> {
        let effects = match done {
            Done::Answered(token, outcome) => self.bridge.answered(token, outcome),
            Done::Read(token, files) => return self.offer_files(token, files),
            Done::Did(token, yes) => self.bridge.consent(token, yes),
        };
        self.run(effects)
    }

    /// Tells the app which lists are other ones, a second apart at least.
    fn list_changed(&mut self) -> Result<Option<Turn>, AppFailure> {
        let Some(reach) = &mut self.reach else { return Ok(None) };
        let now = reach.offer.borrow_and_update().changed.clone();
        self.quiet_until = Instant::now() + QUIET;
        let before = std::mem::replace(&mut self.changed, now);
        let news = self.changed.iter().filter(|(list, count)| before.get(*list) != Some(count));
        let effects = news.flat_map(|(list, _)| self.bridge.list_changed(list)).collect();
        self.run(effects)
    }

    fn beat(&mut self) -> Result<Option<Turn>, AppFailure> {
        let ping = self.bridge.ping();
        let silent = self.heartbeat.beat(Instant::now());
        if ping.is_empty() {
            self.heartbeat.pong();
        } else if let Some(seconds) = silent {
            self.view.send_modify(|view| view.state = AppState::NotResponding { seconds });
        }
        self.run(ping)
    }

    fn pong(&mut self) {
        self.heartbeat.pong();
        if matches!(self.view.borrow().state, AppState::NotResponding { .. }) {
            self.live();
        }
    }

    /// Something of the frame was over a bound. With the question open it may have been the answer, and nobody would
    /// ever hear of it: better the form at once.
    fn refused(&self, bytes: Option<usize>, what: &str) -> Result<Option<Turn>, AppFailure> {
        self.note_refused(bytes, what);
        if self.bridge.has_question() {
            return Err(AppFailure::no_answer());
        }
        Ok(None)
    }

    /// The app's context as it is now; it hears what differs from what it knows.
    pub(super) fn tell_context(&mut self) -> Result<Option<Turn>, AppFailure> {
        if let Some(context) = &mut self.context {
            self.given = context.borrow_and_update().clone();
        }
        let mut context = self.errand.host_context(&self.given, self.bridge.mode());
        // The width is the host's; of the height an app wishes for its part, but where it fills the window (P38). The
        // place of a tool's view follows the wish, so what it has now is no bound: it could never grow again.
        if let Some((width, height)) = self.size {
            let dimensions = match (self.bridge.mode(), &self.errand) {
                ("fullscreen", _) => json!({"width": width, "height": height}),
                (_, Errand::Answer { .. }) => json!({"width": width, "maxHeight": height}),
                (_, Errand::Show { .. }) => json!({"width": width}),
            };
            context.insert("containerDimensions".into(), dimensions);
        }
        let effects = self.bridge.set_context(context);
        self.run(effects)
    }

    fn live(&self) {
        let reaches = self.reaches.clone();
        self.view.send_modify(|view| view.state = AppState::Live { reaches });
    }

    /// The row of requirements §13.4 that a failure now belongs to.
    pub(super) fn stage(&self) -> &'static str {
        match (self.bridge.has_question(), self.loaded) {
            (true, _) => "forward",
            (false, true) => "handshake",
            (false, false) => "load",
        }
    }

    pub(super) fn note(&self, stage: &str, reason: Option<String>) {
        self.trace.step(stage, Some("app"), reason);
    }
}

/// Waits for the person; for ever where nobody can order anything.
async fn ordered(orders: Option<&mut Orders>) -> Order {
    if let Some(orders) = orders
        && let Some(order) = orders.next().await
    {
        return order;
    }
    std::future::pending().await
}

/// Waits until the server's lists change, and not before `quiet_until`.
async fn list_changed(offer: Option<&mut watch::Receiver<Offer>>, quiet_until: Instant) {
    let Some(offer) = offer else { return std::future::pending().await };
    sleep_until(quiet_until).await;
    if offer.changed().await.is_err() {
        std::future::pending().await
    }
}

/// By the clock itself first: timers say nothing as long as heavy messages keep this task busy.
async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) if Instant::now() >= deadline => {}
        Some(deadline) => sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

/// Whether the context changed; false once it can't any more.
async fn changed(context: Option<&mut HostContext>) -> bool {
    match context {
        Some(context) => context.changed().await.is_ok(),
        None => std::future::pending().await,
    }
}
