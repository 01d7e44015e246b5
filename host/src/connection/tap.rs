//! The rules for what a server sends: what is taken here, what rmcp hears, what is dropped.

use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};
use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;

use super::ledger::{Answer, Asked, Ledger, Open};
use super::wire::{self, Message};
use super::{Inbound, InboundElicitation, PeerError, Progress};
use crate::json;

/// Under this name rmcp hears of a question, without its contents.
pub(super) const QUESTION: &str = "askance/question";
/// Under this name rmcp hears of a request that is answered with an error.
pub(super) const REFUSAL: &str = "askance/refusal";
/// Questions of one server that may be open at a time.
const MAX_ASKED: usize = 64;

/// What of a server's offer may change.
pub(crate) const CHANGES: [&str; 4] = [
    "notifications/tools/list_changed",
    "notifications/prompts/list_changed",
    "notifications/resources/list_changed",
    "notifications/resources/updated",
];

/// How a message came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Via {
    /// A line of a local server, or the stream that a stateful server sends on its own.
    Shared,
    /// The response to the POST of that request.
    Post(i64),
}

/// What becomes of a message.
#[derive(Debug, PartialEq)]
pub(super) enum Heard {
    /// rmcp gets this text in its place.
    Pass(String),
    /// It was dealt with, or dropped with a note.
    Taken,
    /// It is no JSON-RPC message.
    Junk,
}

impl Ledger {
    /// Takes one message's text.
    pub(super) fn hear(&self, text: &str, via: Via) -> Heard {
        let Some(message) = Message::parse(text) else { return Heard::Junk };
        let passed = match (&message.method, message.id) {
            (Some(method), Some(_)) => self.hear_request(method, &message),
            (Some(method), None) => self.hear_notification(method, message.params),
            (None, _) => self.hear_response(&message, via),
        };
        passed.map_or(Heard::Taken, Heard::Pass)
    }

    fn hear_response(&self, message: &Message<'_>, via: Via) -> Option<String> {
        let known = message.our_id().filter(|id| self.state().open.contains_key(id));
        let id = known.or_else(|| match (via, message.error) {
            // A server that could not read a request cannot name it; the connection tells which it was.
            (Via::Post(id), Some(_)) => self.state().open.contains_key(&id).then_some(id),
            (Via::Shared, Some(_)) if message.id.is_none() => self.open_handshake(),
            _ => None,
        });
        let Some((id, open)) = id.and_then(|id| self.close(id).map(|open| (id, open))) else {
            if let Some(result) = message.result {
                self.late(result);
            }
            self.note("a response without an open request was dropped");
            return None;
        };
        let outcome = match (message.error, message.result) {
            (Some(error), _) => Err(wire::peer_error(error)),
            (None, Some(result)) => Ok(result),
            (None, None) => Err(PeerError { code: -32603, message: "neither result nor error".to_owned(), data: None }),
        };
        Some(match (open, outcome) {
            (Open::Call(call), outcome) => {
                call.settle(match outcome {
                    Ok(result) if wire::is_object(result) => Answer::Result(result.to_owned()),
                    Ok(_) => Answer::Unreadable("the result is no object".to_owned()),
                    Err(error) => Answer::Error(error),
                });
                wire::done(id)
            }
            (Open::Discover, Ok(result)) => self.discovered(id, result),
            (Open::Discover, Err(error)) => self.discover_refused(id, &error),
            (Open::Initialize, Ok(result)) => self.initialized(id, result),
            (Open::Initialize, Err(error)) => self.initialize_refused(id, &error),
        })
    }

    fn open_handshake(&self) -> Option<i64> {
        let state = self.state();
        state.open.iter().find(|(_, open)| !matches!(open, Open::Call(_))).map(|(id, _)| *id)
    }

    /// Only stateful servers have requests of their own (STD-07, HTP-11); before the revision is agreed only a ping.
    fn hear_request(&self, method: &str, message: &Message<'_>) -> Option<String> {
        let Some(id) = message.their_id() else {
            self.note("a request with an improper id was ignored");
            return None;
        };
        if method == "ping" && !self.is_modern() {
            return Some(wire::inbound_request(&id, "ping", &json!({})));
        }
        if !self.is_legacy() {
            self.note("a request of the server was ignored: this revision has none");
            return None;
        }
        match method {
            "elicitation/create" => self.ask(&id, message.params),
            _ => Some(refusal(&id, -32601, "Method not found")),
        }
    }

    /// Hands a question on and remembers where its answer goes.
    fn ask(&self, id: &str, params: Option<&RawValue>) -> Option<String> {
        let Some(params) = params.filter(|params| wire::is_object(params)) else {
            return Some(refusal(id, -32602, "params must be an object"));
        };
        let mut state = self.state();
        if state.asked.contains_key(id) {
            drop(state);
            self.note("a request whose id is already open was ignored");
            return None;
        }
        if state.asked.len() >= MAX_ASKED {
            return Some(refusal(id, -32603, "Too many questions are open"));
        }
        let withdrawn = CancellationToken::new();
        let (reason, withdrawn_reason) = watch::channel(None);
        let (reply, answer) = oneshot::channel();
        let (delivered, is_out) = oneshot::channel();
        let question = InboundElicitation {
            params: params.to_owned(),
            withdrawn: withdrawn.clone(),
            withdrawn_reason,
            reply,
            delivered: is_out,
        };
        if self.inbound.try_send(Inbound::Elicitation(question)).is_err() {
            return Some(refusal(id, -32603, "Too much is waiting"));
        }
        state.asked.insert(id.to_owned(), Asked { withdrawn, reason, answer: Some(answer), delivered });
        Some(wire::inbound_request(id, QUESTION, &json!({})))
    }

    fn hear_notification(&self, method: &str, params: Option<&RawValue>) -> Option<String> {
        let params = params.map_or("{}", RawValue::get);
        match method {
            "notifications/progress" => self.progress(params),
            "notifications/cancelled" => return self.withdraw(params),
            "notifications/elicitation/complete" => {
                #[derive(Deserialize)]
                #[serde(rename_all = "camelCase")]
                struct Complete {
                    elicitation_id: String,
                }
                if let Ok(complete) = serde_json::from_str::<Complete>(params) {
                    self.tell(Inbound::ElicitationComplete { id: complete.elicitation_id });
                }
            }
            "notifications/subscriptions/acknowledged" => self.acknowledged(params),
            other => match CHANGES.into_iter().find(|known| *known == other) {
                Some(list) if self.is_for_us(params) => self.tell(Inbound::ListChanged(list)),
                Some(_) => self.note("a change of a subscription that is not open was dropped"),
                None => {}
            },
        }
        None
    }

    fn tell(&self, inbound: Inbound) {
        if self.inbound.try_send(inbound).is_err() {
            self.note("a notification was dropped: too much is waiting");
        }
    }

    fn progress(&self, params: &str) {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Params {
            progress_token: Value,
            progress: f64,
            #[serde(default)]
            total: Option<f64>,
            #[serde(default)]
            message: Option<String>,
        }
        let Ok(params) = json::read::<Params>(params) else { return };
        let Some(id) = params.progress_token.as_i64() else { return };
        let call = match self.state().open.get(&id) {
            Some(Open::Call(call)) => call.clone(),
            _ => return,
        };
        call.progressed(Progress { progress: params.progress, total: params.total, message: params.message });
    }

    /// The server takes a question back (ELI-21).
    fn withdraw(&self, params: &str) -> Option<String> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Params<'a> {
            #[serde(borrow)]
            request_id: &'a RawValue,
            #[serde(default)]
            reason: Option<String>,
        }
        let params = serde_json::from_str::<Params<'_>>(params).ok()?;
        let id = wire::canonical_id(params.request_id)?;
        let asked = self.state().asked.remove(&id)?;
        asked.reason.send_replace(params.reason);
        asked.withdrawn.cancel();
        let id = serde_json::from_str::<Value>(&id).ok()?;
        Some(json!({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":id}}).to_string())
    }
}

/// A request that rmcp's handler answers with that error.
pub(super) fn refusal(id: &str, code: i64, message: &str) -> String {
    wire::inbound_request(id, REFUSAL, &json!({"code": code, "message": message}))
}
