//! What a frame said, read without the bridge, and what has to come of it whatever it was (BRG-30, BRG-31).

use askance_host::app::bridge::{Effect, MAX_MESSAGE};
use serde_json::Value;

/// Legal before the handshake is done.
const EARLY: [&str; 2] = ["ping", "ui/initialize"];
/// Offered to every view.
const ALWAYS: [&str; 3] = ["ping", "ui/initialize", "ui/request-display-mode"];
/// Offered to a view that is trusted with all that a host has.
const TRUSTED: [&str; 10] = [
    "ui/open-link",
    "ui/download-file",
    "ui/message",
    "ui/update-model-context",
    "tools/call",
    "tools/list",
    "resources/read",
    "resources/list",
    "resources/templates/list",
    "prompts/list",
];
/// The longest id that is taken.
const MAX_ID: usize = 256;

/// One frame.
pub(super) enum Said {
    /// A request with its id.
    Request { id: Value, method: String },
    /// Wants no reply.
    Notification,
    /// A reply, under this id.
    Reply { id: Value },
    /// JSON, but none of these.
    Noise,
    /// No JSON as it stands: half a character may be mended, a reply known by its outside.
    Unreadable,
}

impl Said {
    pub(super) fn of(text: &str) -> Self {
        let Ok(value) = serde_json::from_str::<Value>(text) else { return Self::Unreadable };
        let Some(object) = value.as_object().filter(|_| value["jsonrpc"] == "2.0" && text.len() <= MAX_MESSAGE) else {
            return Self::Noise;
        };
        let named = object.get("id").is_none_or(|id| match id {
            Value::String(text) => text.len() <= MAX_ID,
            id => id.is_i64() || id.is_u64(),
        });
        let (method, id) = (object.get("method"), object.get("id").cloned());
        match (method, id, object.contains_key("result"), object.contains_key("error")) {
            _ if !named => Self::Noise,
            (Some(Value::String(method)), Some(id), false, false) => Self::Request { id, method: method.clone() },
            (Some(Value::String(_)), None, false, false) => Self::Notification,
            (None, Some(id), true, false) | (None, Some(id), false, true) => Self::Reply { id },
            _ => Self::Noise,
        }
    }

    /// The id of a request.
    pub(super) fn id(&self) -> Option<&Value> {
        match self {
            Self::Request { id, .. } => Some(id),
            _ => None,
        }
    }

    /// Whether it answers the request of this id, as far as that can be seen.
    pub(super) fn may_reply_to(&self, request: &str, text: &str) -> bool {
        match self {
            Self::Reply { id } => id == request,
            Self::Unreadable => text.contains(request),
            Self::Request { .. } | Self::Notification | Self::Noise => false,
        }
    }

    /// What holds for the effects of every such frame.
    pub(super) fn hold(&self, effects: &[Effect], ready: bool, trusted: bool) {
        let replies: Vec<Value> = effects.iter().filter_map(reply).collect();
        match self {
            Self::Request { method, .. } => {
                assert!(replies.len() <= 1, "one reply: {replies:?}");
                let code = replies.first().and_then(|reply| reply["error"]["code"].as_i64());
                let offered = ALWAYS.contains(&method.as_str()) || trusted && TRUSTED.contains(&method.as_str());
                if !offered {
                    assert_eq!((effects.len(), code), (1, Some(-32601)), "{method} does not exist for it");
                } else if !ready && !EARLY.contains(&method.as_str()) {
                    assert_eq!((effects.len(), code), (1, Some(-32600)), "{method} is out of phase");
                }
            }
            Self::Noise => assert_eq!(effects, [], "what is no message comes to nothing"),
            Self::Notification | Self::Reply { .. } => assert_eq!(replies, [] as [Value; 0], "no reply is due"),
            Self::Unreadable => assert!(replies.len() <= 1, "one reply: {replies:?}"),
        }
    }
}

/// A message without a method.
fn reply(effect: &Effect) -> Option<Value> {
    let Effect::Deliver(sent) = effect else { return None };
    serde_json::from_str::<Value>(&sent.text).ok().filter(|message| message.get("method").is_none())
}
