//! Having a stateless server tell of changes (HTP-12, STD-06, STD-09). The stateful ones tell unasked; from here on both
//! are [`super::Inbound::ListChanged`].

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};
use tokio_util::sync::CancellationToken;

use super::ledger::{Ledger, Open};
use super::{Connection, Limit, RequestError};

/// The request that stays open for as long as the server tells.
const LISTEN: &str = "subscriptions/listen";
/// Longer than any connection lives: it ends with its connection, which the person can end.
const LIFE: Duration = Duration::from_secs(365 * 24 * 60 * 60);
/// What a server may say that it tells of, and the name of that in a filter.
const LISTS: [(&str, &str); 3] =
    [("tools", "toolsListChanged"), ("prompts", "promptsListChanged"), ("resources", "resourcesListChanged")];

/// How listening ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listened {
    /// There is nothing to listen to, or the server is through with telling.
    Over,
    /// It broke off: what changed meanwhile is not known.
    BrokenOff,
}

impl Connection {
    /// Listens until the server ends it or the connection does.
    pub async fn listen(&self) -> Listened {
        let filter = filter(self.server_capabilities());
        if !self.revision().is_modern() || filter.is_empty() {
            return Listened::Over;
        }
        let params = Map::from_iter([("notifications".to_owned(), Value::Object(filter))]);
        let limit = Limit { soft: LIFE, hard: LIFE, paused: None };
        let how = match self.request(LISTEN, params, limit, CancellationToken::new(), None).await {
            Err(RequestError::Lost(_) | RequestError::NotSent(_)) => return Listened::BrokenOff,
            Ok(_) => "the server is through with telling of changes".to_owned(),
            Err(error) => format!("changes of its lists are not told: {error}"),
        };
        self.inner.ledger.note(how);
        Listened::Over
    }
}

/// All that the server says it can tell of.
fn filter(capabilities: Option<&Value>) -> Map<String, Value> {
    let tells = |list: &str| capabilities.is_some_and(|all| all[list]["listChanged"] == Value::Bool(true));
    LISTS.iter().filter(|(list, _)| tells(list)).map(|(_, name)| ((*name).to_owned(), json!(true))).collect()
}

#[derive(Deserialize)]
struct Told<'a> {
    #[serde(rename = "_meta", borrow, default)]
    meta: Option<Meta<'a>>,
    #[serde(default)]
    notifications: Map<String, Value>,
}

#[derive(Deserialize)]
struct Meta<'a> {
    #[serde(rename = "io.modelcontextprotocol/subscriptionId", borrow, default)]
    subscription: Option<&'a RawValue>,
}

impl Ledger {
    /// Whether a change belongs to a subscription that is open, or to none (STD-09).
    pub(super) fn is_for_us(&self, params: &str) -> bool {
        let told = serde_json::from_str::<Told<'_>>(params).ok();
        match told.and_then(|told| told.meta).and_then(|meta| meta.subscription) {
            Some(id) => self.asked_to_be_told(id).is_some(),
            None => true,
        }
    }

    /// The server says what it will tell; what is missing of what it can tell is worth a note.
    pub(super) fn acknowledged(&self, params: &str) {
        let Ok(told) = serde_json::from_str::<Told<'_>>(params) else { return };
        let asked = told.meta.and_then(|meta| meta.subscription).and_then(|id| self.asked_to_be_told(id));
        let asked = asked.unwrap_or_default();
        let missing = LISTS.iter().filter(|(_, name)| {
            asked.get(*name).is_some() && told.notifications.get(*name) != Some(&Value::Bool(true))
        });
        let missing: Vec<&str> = missing.map(|(list, _)| *list).collect();
        if !missing.is_empty() {
            self.note(format!("changes are not told of: {}", missing.join(", ")));
        }
    }

    /// The filter of an open subscription of ours.
    fn asked_to_be_told(&self, id: &RawValue) -> Option<Map<String, Value>> {
        let id = serde_json::from_str::<i64>(id.get()).ok()?;
        match self.state().open.get(&id)? {
            Open::Call(call) if call.method == LISTEN => call.params.get("notifications")?.as_object().cloned(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_server_can_tell_is_asked_for() {
        let of = |capabilities: Value| Value::Object(filter(Some(&capabilities)));
        assert_eq!(of(json!({ "tools": { "listChanged": true }, "prompts": {} })), json!({ "toolsListChanged": true }));
        assert_eq!(of(json!({ "tools": { "listChanged": "yes" }, "resources": null })), json!({}));
        assert_eq!(of(json!([])), json!({}));
        assert!(filter(None).is_empty());
    }
}
