//! The bridge between the host and one view: JSON-RPC over raw frames, as a pure state machine. What goes in is
//! hostile; what comes out is a list of [`Effect`]s, and it does none of them itself.

mod block;
mod context;
mod download;
mod effect;
mod frame;
mod handshake;
mod method;
mod question;
mod rate;
mod request;
mod size;
mod tool;
mod view;

use serde_json::{Map, Value, json};
use tokio::time::Instant;
use uuid::Uuid;

pub use context::{DISPLAY_MODES, OFFERED_MODES, host_context};
pub use download::Download;
pub use effect::{Ask, Effect, Fault, Outgoing, Reply};
pub use frame::MAX_MESSAGE;
pub use handshake::{View, may_be_sent};
pub use tool::ToolOutcome;

pub(in crate::app) use block::MAX_SAID;
pub(in crate::app) use context::is_sound;
use frame::{Frame, Outcome};
use question::Question;
use rate::{Rate, Verdict};
use view::OpenRequest;

const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
/// Ours, outside every reserved range: the person or a bound said no.
const NOT_ALLOWED: i32 = -1;

/// Why a reply comes to nothing (BRG-38).
const UNASKED: &str = "it answers nothing that is open";

/// Pings whose answers are known as such: however late, each is a sign of life.
const MAX_PINGS: usize = 64;

/// What a view was opened for.
#[derive(Clone, Debug, PartialEq)]
pub enum Purpose {
    /// To answer one question. It gets no tool input and no tool result (APP-12).
    Elicitation,
    /// To show a tool's result.
    Tool {
        /// The complete arguments, sent once after each handshake (BRG-19).
        input: Option<Map<String, Value>>,
    },
}

/// What holds for one instance: what the host can do for it.
pub struct Terms {
    /// What it was opened for.
    pub purpose: Purpose,
    /// `hostCapabilities`; `elicitation` is added or taken out as the purpose wants it (INI-13).
    pub capabilities: Map<String, Value>,
    /// The display modes that the host offers.
    pub display_modes: Vec<&'static str>,
    /// `hostContext` at the start.
    pub context: Map<String, Value>,
    /// Whether the bound server has a tool of this name that apps may call (BRG-09).
    pub is_for_apps: Box<dyn Fn(&str) -> bool + Send + Sync>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The document loads.
    Loading,
    /// `ui/initialize` was answered.
    Answered,
    /// `ui/notifications/initialized` came.
    Ready,
}

/// One view's bridge.
pub struct Bridge {
    terms: Terms,
    rate: Rate,
    phase: Phase,
    view: View,
    mode: &'static str,
    /// What the view knows of the context, from the handshake on.
    told: Map<String, Value>,
    /// How the tool's call of its purpose ended, once it has.
    outcome: Option<ToolOutcome>,
    /// What the last frame was, and why nothing came of it if so: for the trace.
    heard: &'static str,
    ignored: Option<&'static str>,
    question: Question,
    teardown: Option<String>,
    pings: Vec<String>,
    open: Vec<OpenRequest>,
    next_token: u64,
}

impl Bridge {
    /// A bridge to a document that is about to load.
    pub fn new(mut terms: Terms, now: Instant) -> Self {
        match terms.purpose {
            Purpose::Elicitation => _ = terms.capabilities.insert("elicitation".into(), json!({})),
            Purpose::Tool { .. } => _ = terms.capabilities.shift_remove("elicitation"),
        }
        Self {
            terms,
            rate: Rate::new(now),
            phase: Phase::Loading,
            view: View::default(),
            mode: "inline",
            told: Map::new(),
            outcome: None,
            heard: method::UNKNOWN,
            ignored: None,
            question: Question::default(),
            teardown: None,
            pings: Vec::new(),
            open: Vec::new(),
            next_token: 0,
        }
    }

    /// What the view said of itself at the last handshake.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Whether the handshake is done, so that the host may speak (INI-02).
    pub fn is_ready(&self) -> bool {
        self.phase == Phase::Ready
    }

    /// One message of the frame.
    pub fn receive(&mut self, text: &str, now: Instant) -> Vec<Effect> {
        let frame = frame::parse(text);
        self.heard = match &frame {
            Some(Frame::Notification { method, .. }) => method::notification(method),
            Some(Frame::Response { .. }) => "reply",
            Some(Frame::Request { .. }) | None => method::UNKNOWN,
        };
        self.ignored = None;
        match self.rate.count(is_droppable(frame.as_ref()), now) {
            Verdict::Drop => return self.ignore("too many of them"),
            Verdict::Flood => return vec![Effect::Fail(Fault::Flood)],
            Verdict::Take => {}
        }
        match frame {
            Some(Frame::Request { id, method, params }) => self.request(id, &method, params.as_ref()),
            Some(Frame::Notification { method, params }) => self.notification(&method, params.as_ref()),
            Some(Frame::Response { id: Value::String(id), outcome }) => self.response(&id, outcome),
            // Our ids are strings.
            Some(Frame::Response { .. }) => self.ignore(UNASKED),
            // What is no message gets no reply (BRG-31).
            None => self.ignore("no JSON-RPC 2.0 message"),
        }
    }

    /// Nothing comes of the last frame.
    fn ignore(&mut self, why: &'static str) -> Vec<Effect> {
        self.ignored = Some(why);
        Vec::new()
    }

    /// Why nothing came of the last frame, if nothing did.
    pub fn ignored(&self) -> Option<&'static str> {
        self.ignored
    }

    /// What the last frame was: a method that a view may send, `reply`, or `unknown` (SEC-07).
    pub fn heard(&self) -> &'static str {
        self.heard
    }

    /// The person changed the display mode; the context in force has to follow.
    pub fn set_mode(&mut self, mode: &'static str) {
        self.mode = mode;
    }

    /// The display mode in force.
    pub fn mode(&self) -> &'static str {
        self.mode
    }

    /// A list of the bound server changed; `notification` is one of core's. Nothing while the host may not speak, or
    /// where it did not promise to tell (BRG-17, BRG-25).
    pub fn list_changed(&self, notification: &'static str) -> Vec<Effect> {
        let promise =
            if notification == "notifications/tools/list_changed" { "serverTools" } else { "serverResources" };
        let promised = self.terms.capabilities.get(promise).is_some_and(|it| it["listChanged"] == true);
        if self.is_ready() && promised { vec![notify(notification, &json!({}))] } else { Vec::new() }
    }

    /// The host's context changed: the view hears what differs, once it may (INI-14).
    pub fn set_context(&mut self, context: Map<String, Value>) -> Vec<Effect> {
        self.terms.context = context;
        if self.is_ready() { self.tell_context() } else { Vec::new() }
    }

    /// A sign of life is wanted; empty while the host may not speak.
    pub fn ping(&mut self) -> Vec<Effect> {
        if !self.is_ready() {
            return Vec::new();
        }
        if self.pings.len() == MAX_PINGS {
            self.pings.remove(0);
        }
        let id = new_id("ping");
        let message = json!({"jsonrpc": "2.0", "id": id, "method": "ping"});
        self.pings.push(id);
        vec![deliver("ping", &message)]
    }

    /// APP-42: takes an open question back, then tells the view that it ends. [`Effect::TornDown`] follows its reply.
    pub fn tear_down(&mut self, reason: &str) -> Vec<Effect> {
        let mut effects = self.withdraw(reason);
        if self.is_ready() && self.teardown.is_none() {
            let id = new_id("teardown");
            let params = json!({ "reason": reason });
            let message = json!({"jsonrpc": "2.0", "id": id, "method": "ui/resource-teardown", "params": params});
            effects.push(deliver("ui/resource-teardown", &message));
            self.teardown = Some(id);
        }
        effects
    }

    /// A reply to a request of ours; late, repeated and unknown ones are nothing (BRG-38).
    fn response(&mut self, id: &str, outcome: Outcome) -> Vec<Effect> {
        if self.teardown.as_deref() == Some(id) {
            self.teardown = None;
            return vec![Effect::TornDown];
        }
        if let Some(at) = self.pings.iter().position(|ping| ping == id) {
            self.pings.remove(at);
            return vec![Effect::Pong];
        }
        self.settle(id, outcome)
    }

    fn tell_context(&mut self) -> Vec<Effect> {
        let Some(patch) = context::patch(&self.told, &self.terms.context) else { return Vec::new() };
        self.told.clone_from(&self.terms.context);
        vec![notify("ui/notifications/host-context-changed", &Value::Object(patch))]
    }
}

/// Size and log notifications may be dropped when there are too many, and so may noise (SBX-13).
fn is_droppable(frame: Option<&Frame>) -> bool {
    match frame {
        None => true,
        Some(Frame::Notification { method, .. }) => {
            method == "ui/notifications/size-changed" || method == "notifications/message"
        }
        Some(_) => false,
    }
}

/// An id that no frame can guess (A13).
fn new_id(kind: &str) -> String {
    format!("{kind}-{}", Uuid::new_v4())
}

fn deliver(method: &'static str, message: &Value) -> Effect {
    Effect::Deliver(Outgoing { text: message.to_string(), method, reply: None })
}

fn notify(method: &'static str, params: &Value) -> Effect {
    deliver(method, &json!({"jsonrpc": "2.0", "method": method, "params": params}))
}

/// Answers the request `id` of `method`. The form in which views of the SDK recognise a refusal is a tool's own failure
/// for `tools/call`, and ours for the others.
fn reply(method: &'static str, id: &Value, result: &Value) -> Effect {
    let denied = method != "tools/call" && result["isError"] == true;
    let text = json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string();
    Effect::Deliver(Outgoing { text, method, reply: Some(if denied { Reply::Denied } else { Reply::Result }) })
}

fn refuse(method: &'static str, id: &Value, code: i32, message: &str) -> Effect {
    let text = json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}).to_string();
    Effect::Deliver(Outgoing { text, method, reply: Some(Reply::Error(code)) })
}
