//! What happens to a running app, one event after the other.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use serde_json::Value;

use super::HostContext;
use super::bridge::{Effect, Fault};
use super::errand::Errand;
use super::failure::AppFailure;
use super::instance::AppInstance;
use super::surface::SurfaceEvent;
use crate::view::AppState;

/// How long a loaded document may take to shake hands (INI-10).
const HANDSHAKE: Duration = Duration::from_secs(10);

/// Something that a caller may wait for.
#[derive(Debug, PartialEq)]
pub(super) enum Turn {
    /// The app has the question, or is ready to show what it is for.
    Started,
    /// It answered.
    Answered(Value),
    /// It has heard that it ends.
    Goodbye,
}

/// What an instance waits for.
enum Next {
    Surface(Option<SurfaceEvent>),
    Context(bool),
    Beat,
    Deadline,
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
                Next::Beat => self.beat()?,
                Next::Deadline => return Err(AppFailure::too_late(if self.loaded { "handshake" } else { "load" })),
            };
            if let Some(turn) = turn.filter(wanted) {
                return Ok(turn);
            }
        }
    }

    /// The surface first: an answer that is there already beats a limit that has just run out.
    async fn next(&mut self) -> Next {
        let deadline = self.deadline;
        tokio::select! {
            biased;
            event = self.events.recv(), if !self.gone => Next::Surface(event),
            changed = changed(self.context.as_mut()) => Next::Context(changed),
            () = until(deadline) => Next::Deadline,
            () = sleep_until(self.heartbeat.next()) => Next::Beat,
        }
    }

    fn take(&mut self, event: Option<SurfaceEvent>) -> Result<Option<Turn>, AppFailure> {
        let Some(event) = event else {
            self.gone = true;
            return Err(AppFailure::new(self.stage(), "CLOSED", "it closed itself."));
        };
        self.presence.note(&event, Instant::now());
        match event {
            SurfaceEvent::Message(text) => {
                let effects = self.bridge.receive(&text, Instant::now());
                self.run(effects)
            }
            SurfaceEvent::Loaded if !self.loaded => {
                self.loaded = true;
                self.deadline = self.deadline.map(|_| Instant::now() + HANDSHAKE);
                self.note("loaded", None);
                Ok(None)
            }
            SurfaceEvent::Refused(what) => self.refused(what),
            SurfaceEvent::Flooded => Err(AppFailure::of_bridge(Fault::Flood, self.stage())),
            SurfaceEvent::Navigated => Err(AppFailure::new(self.stage(), "NAVIGATED", "it tried to leave its frame.")),
            SurfaceEvent::Crashed => {
                self.gone = true;
                Err(AppFailure::new(self.stage(), "CRASHED", "its process ended."))
            }
            SurfaceEvent::MemoryExceeded => {
                self.gone = true;
                Err(AppFailure::new(self.stage(), "MEMORY", "it used more memory than it may."))
            }
            SurfaceEvent::Wants(feature) => {
                self.surface.permit(feature, false);
                Ok(None)
            }
            SurfaceEvent::Loaded | SurfaceEvent::Touched | SurfaceEvent::Visible(_) => Ok(None),
        }
    }

    /// Does what the bridge wants. What needs a capability that no such instance has (INI-13) never comes.
    pub(super) fn run(&mut self, effects: Vec<Effect>) -> Result<Option<Turn>, AppFailure> {
        let mut turn = None;
        for effect in effects {
            match effect {
                Effect::Deliver(message) => self.surface.deliver(message),
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
                Effect::Called("ping") => {}
                Effect::Called(method) => self.note("bridge", Some(method.into())),
                Effect::Log(level) => self.note("bridge", Some(format!("it logged: {level}"))),
                // BRG-16: it may close, and then cannot answer any more.
                Effect::CloseRequested => return Err(AppFailure::new("forward", "CLOSED", "it closed itself.")),
                _ => {}
            }
        }
        Ok(turn)
    }

    /// The handshake is done: the question goes out, once; a tool's view has had its input from the bridge.
    fn ready(&mut self) -> Result<Option<Turn>, AppFailure> {
        self.loaded = true;
        self.deadline = None;
        self.note("initialised", None);
        if let Errand::Answer { params } = &self.errand {
            let question = self.bridge.forward(params);
            if question.is_empty() {
                return Ok(None);
            }
            self.run(question)?;
            self.presence.forget_touch();
            self.note("forwarded", None);
        }
        self.live();
        Ok(Some(Turn::Started))
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
    fn refused(&mut self, what: String) -> Result<Option<Turn>, AppFailure> {
        self.note("bridge", Some(what));
        if self.bridge.has_question() {
            return Err(AppFailure::new("answer", "MESSAGE_REFUSED", "its answer was not an answer."));
        }
        Ok(None)
    }

    fn tell_context(&mut self) -> Result<Option<Turn>, AppFailure> {
        let Some(given) = self.context.as_mut().map(|context| context.borrow_and_update().clone()) else {
            return Ok(None);
        };
        let effects = self.bridge.set_context(self.errand.host_context(&given));
        self.run(effects)
    }

    fn live(&self) {
        let reaches = self.reaches.clone();
        self.view.send_modify(|view| view.state = AppState::Live { reaches });
    }

    /// The row of requirements §13.4 that a failure now belongs to.
    fn stage(&self) -> &'static str {
        match (self.bridge.has_question(), self.loaded) {
            (true, _) => "forward",
            (false, true) => "handshake",
            (false, false) => "load",
        }
    }

    fn note(&self, stage: &str, reason: Option<String>) {
        self.trace.step(stage, Some("app"), reason);
    }
}

async fn until(deadline: Option<Instant>) {
    match deadline {
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
