//! JSON-RPC messages as text: taken apart without decoding what they carry, and put together again.

use std::borrow::Cow;

use rmcp::model::RequestId;
use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};

use super::PeerError;
use crate::json;

/// One message, its parts as source text.
#[derive(Deserialize)]
pub(super) struct Message<'a> {
    #[serde(borrow, default)]
    jsonrpc: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(super) method: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(super) id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) params: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) error: Option<&'a RawValue>,
}

impl<'a> Message<'a> {
    /// The message, or none where the text is not one JSON-RPC message (a batch is none either, VER-10).
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let message: Self = serde_json::from_str(text).ok()?;
        // A response with neither result nor error is a bad one, but it is the one that its request gets.
        let is_bare = message.jsonrpc.as_deref() == Some("2.0") && message.id.is_some();
        let is_some = is_bare || message.method.is_some() || message.result.is_some() || message.error.is_some();
        is_some.then_some(message)
    }

    /// The id of one of our requests: a number, or the number that a sloppy server wrote as a string.
    pub(super) fn our_id(&self) -> Option<i64> {
        match serde_json::from_str::<Value>(self.id?.get()).ok()? {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// The id of the peer's own request.
    pub(super) fn their_id(&self) -> Option<String> {
        canonical_id(self.id?)
    }
}

/// An id as canonical JSON; only strings and integers count (VER-14).
pub(super) fn canonical_id(id: &RawValue) -> Option<String> {
    match serde_json::from_str::<Value>(id.get()).ok()? {
        Value::Number(number) => number.as_i64().map(|number| number.to_string()),
        Value::String(text) => Some(Value::String(text).to_string()),
        _ => None,
    }
}

/// An id of rmcp's as canonical JSON.
pub(super) fn id_text(id: &RequestId) -> String {
    match id {
        RequestId::Number(number) => number.to_string(),
        RequestId::String(text) => Value::from(text.as_ref()).to_string(),
    }
}

/// Whether a raw value is a JSON object.
pub(super) fn is_object(raw: &RawValue) -> bool {
    raw.get().starts_with('{')
}

/// Reads an error object leniently: what is missing is filled in, because an error must reach its request anyhow.
pub(super) fn peer_error(raw: &RawValue) -> PeerError {
    let mut value: Value = json::read(raw.get()).unwrap_or(Value::Null);
    PeerError {
        code: value.get("code").and_then(Value::as_i64).unwrap_or(-32603),
        message: value.get("message").and_then(Value::as_str).unwrap_or("unreadable error").to_owned(),
        data: value.as_object_mut().and_then(|error| error.remove("data")),
    }
}

/// A request of ours as one line.
pub(super) fn request(id: i64, method: &str, params: Map<String, Value>) -> Vec<u8> {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string().into_bytes()
}

/// The small response that rmcp gets in place of the real one, to know that the request is done.
pub(super) fn done(id: i64) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "result": {} }).to_string()
}

/// A response for rmcp.
pub(super) fn result(id: i64, result: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string()
}

/// An error response for rmcp.
pub(super) fn error(id: i64, code: i64, message: &str, data: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message, "data": data } }).to_string()
}

/// A request for rmcp. `id` is canonical JSON already.
pub(super) fn inbound_request(id: &str, method: &str, params: &Value) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{},"params":{params}}}"#, Value::from(method))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    // VER-10, VER-14
    #[test]
    fn only_single_messages_with_proper_ids_count() {
        assert!(Message::parse("[]").is_none());
        assert!(Message::parse("12").is_none());
        assert!(Message::parse("{}").is_none());
        assert!(Message::parse(r#"{"id":1,"level":"info"}"#).is_none());
        assert!(Message::parse(r#"{"jsonrpc":"2.0","id":1}"#).is_some());
        assert!(Message::parse(r#"{"id":1,"id":2,"result":{}}"#).is_none());
        let odd = Message::parse(r#"{"id":"7","result":{"n":1e400}}"#).unwrap();
        assert_eq!(odd.our_id(), Some(7));
        assert_eq!(odd.result.unwrap().get(), r#"{"n":1e400}"#);
        let null = Message::parse(r#"{"id":null,"error":{}}"#).unwrap();
        assert_eq!((null.our_id(), null.their_id()), (None, None));
        let float = Message::parse(r#"{"id":1.5,"method":"x"}"#).unwrap();
        assert_eq!(float.their_id(), None);
        let text = Message::parse(r#"{"id":"\u0061\"","method":"x"}"#).unwrap();
        assert_eq!(text.their_id().unwrap(), r#""a\"""#);
    }
}
