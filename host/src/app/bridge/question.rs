//! The one question of an elicitation's view: forwarded once, once more after a restart, settled once (APP-11, APP-13).

use serde_json::json;
use serde_json::value::RawValue;

use super::effect::{Effect, Fault};
use super::frame::Outcome;
use super::{Bridge, Outgoing, Purpose, UNASKED, new_id, notify};

/// How often a question is forwarded at most: once, and once again after a restart.
const MAX_FORWARDS: u8 = 2;

/// Where the question is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Question {
    state: State,
    forwards: u8,
}

#[derive(Clone, Debug, Default, PartialEq)]
enum State {
    /// Not with the view: not yet, or not any more since it restarted.
    #[default]
    Held,
    /// With the view, under this id.
    Open(String),
    /// Answered, refused or taken back; nothing changes that.
    Settled,
}

impl Question {
    /// The document started over: what it knew is gone.
    pub(super) fn drop_request(&mut self) {
        if matches!(self.state, State::Open(_)) {
            self.state = State::Held;
        }
    }
}

impl Bridge {
    /// Whether the view has the question, and has not answered it.
    pub fn has_question(&self) -> bool {
        matches!(self.question.state, State::Open(_))
    }

    /// Hands the question over, its params as source text (APP-11). Nothing if it is with the view or settled.
    pub fn forward(&mut self, params: &RawValue) -> Vec<Effect> {
        if self.question.state != State::Held || !self.is_ready() {
            return Vec::new();
        }
        if self.terms.purpose != Purpose::Elicitation || !self.view.elicitation {
            return vec![Effect::Fail(Fault::NoElicitation)];
        }
        if self.question.forwards == MAX_FORWARDS {
            return vec![Effect::Fail(Fault::Restarted)];
        }
        self.question.forwards += 1;
        let id = new_id("elicitation");
        let raw = params.get();
        let message = format!(r#"{{"jsonrpc":"2.0","id":"{id}","method":"elicitation/create","params":{raw}}}"#);
        self.question.state = State::Open(id);
        vec![Effect::Deliver(Outgoing { text: message, method: "elicitation/create", reply: None })]
    }

    /// Takes the question back; the view hears it if it has it (BRG-27).
    pub(super) fn withdraw(&mut self, reason: &str) -> Vec<Effect> {
        match std::mem::replace(&mut self.question.state, State::Settled) {
            State::Open(id) => {
                vec![notify("notifications/cancelled", &json!({"requestId": id, "reason": reason}))]
            }
            State::Held | State::Settled => Vec::new(),
        }
    }

    /// The view's answer, if `id` is the open question (APP-28).
    pub(super) fn settle(&mut self, id: &str, outcome: Outcome) -> Vec<Effect> {
        if self.question.state != State::Open(id.to_owned()) {
            return self.ignore(UNASKED);
        }
        self.question.state = State::Settled;
        vec![match outcome {
            Outcome::Result(result) => Effect::Settle(result),
            Outcome::Error => Effect::Fail(Fault::Refused),
            Outcome::Unreadable => Effect::Fail(Fault::Unreadable),
        }]
    }
}
