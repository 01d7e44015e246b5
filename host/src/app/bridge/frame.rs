//! One message of a frame: untrusted text → one JSON-RPC 2.0 object, or nothing (BRG-31).

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::json;

/// The largest message in bytes (SBX-13).
pub const MAX_MESSAGE: usize = 4 * 1024 * 1024;

/// The longest id in bytes; a reply repeats it.
const MAX_ID: usize = 256;

/// A message that is one JSON-RPC 2.0 object. Nesting is bounded by the parser, at 128.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Frame {
    /// Wants a reply under this id, a string or an integer.
    Request { id: Value, method: String, params: Option<Value> },
    /// Wants none.
    Notification { method: String, params: Option<Value> },
    /// Answers a request of ours.
    Response { id: Value, outcome: Outcome },
}

/// What a reply says.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    /// The result, any JSON.
    Result(Value),
    /// That there is none.
    Error,
    /// Something that nobody can read.
    Unreadable,
}

/// The message, if it is one. Everything else gets no reply.
pub(super) fn parse(text: &str) -> Option<Frame> {
    if text.len() > MAX_MESSAGE {
        return None;
    }
    json::read(text).map_or_else(|_| unreadable(&json::mended(text)), frame)
}

/// A reply whose result is nested too deeply, or holds a number beyond all bounds. It would be missed for ever (A15), so
/// it is known by its outside: the parser steps over the rest without recursion.
fn unreadable(text: &str) -> Option<Frame> {
    let outside: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    let has = |name: &str| outside.contains_key(name);
    let said = |name: &str| serde_json::from_str::<String>(outside.get(name)?.get()).ok();
    let replies = !has("method") && has("result") != has("error");
    let id = said("id").map(Value::from).filter(is_id)?;
    (replies && said("jsonrpc")? == "2.0").then_some(Frame::Response { id, outcome: Outcome::Unreadable })
}

fn frame(mut object: Map<String, Value>) -> Option<Frame> {
    if object.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return None;
    }
    let id = object.remove("id");
    if id.as_ref().is_some_and(|id| !is_id(id)) {
        return None;
    }
    let (method, result, error) = (object.remove("method"), object.remove("result"), object.remove("error"));
    match (id, method, result, error) {
        (id, Some(Value::String(method)), None, None) => {
            let params = object.remove("params");
            Some(match id {
                Some(id) => Frame::Request { id, method, params },
                None => Frame::Notification { method, params },
            })
        }
        (Some(id), None, Some(result), None) => Some(Frame::Response { id, outcome: Outcome::Result(result) }),
        (Some(id), None, None, Some(_)) => Some(Frame::Response { id, outcome: Outcome::Error }),
        _ => None,
    }
}

fn is_id(id: &Value) -> bool {
    match id {
        Value::String(text) => text.len() <= MAX_ID,
        Value::Number(number) => number.is_i64() || number.is_u64(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use serde_json::json;

    use super::*;

    // BRG-31: ignored without a reply.
    #[test]
    fn what_is_no_message() {
        for text in [
            "",
            "null",
            "[]",
            "7",
            "{",
            r#"{"id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#,
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
            r#"{"jsonrpc":"2.0","id":1}"#,
            r#"{"jsonrpc":"2.0","result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":1,"error":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}"#,
            r#"{"jsonrpc":"2.0"}{}"#,
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        let deep = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}}"#, nested(5_000));
        assert_eq!(parse(&deep), None, "too deep");
        let long_id = format!(r#"{{"jsonrpc":"2.0","id":"{}","method":"ping"}}"#, "x".repeat(300));
        assert_eq!(parse(&long_id), None, "an id that is repeated is bounded");
        let huge = format!(r#"{{"jsonrpc":"2.0","method":"{}"}}"#, "x".repeat(MAX_MESSAGE));
        assert_eq!(parse(&huge), None, "SBX-13");
    }

    /// Lists in lists.
    fn nested(depth: usize) -> String {
        format!("{}{}", "[".repeat(depth), "]".repeat(depth))
    }

    // A15: it is not missed. Without a stack: a million levels are as good as two hundred.
    #[test]
    fn a_reply_that_cannot_be_read_is_one() {
        let unreadable = Some(Frame::Response { id: json!("e"), outcome: Outcome::Unreadable });
        for depth in [200, 1_000_000] {
            let text = format!(r#"{{"jsonrpc":"2.0","id":"e","result":{{"content":{}}}}}"#, nested(depth));
            assert_eq!(parse(&text), unreadable, "{depth}");
            let halved = format!(r#"{{"jsonrpc":"2.0","id":"e","result":["\ud83d",{}]}}"#, nested(depth));
            assert_eq!(parse(&halved), unreadable, "{depth}");
        }
        assert_eq!(parse(r#"{"jsonrpc":"2.0","id":"e","error":1e999}"#), unreadable);
        for text in [
            r#"{"jsonrpc":"1.0","id":"e","result":1e999}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":1e999}"#,
            r#"{"jsonrpc":"2.0","id":"e","method":"ping","params":1e999}"#,
            r#"{"jsonrpc":"2.0","id":"e","result":1e999,"error":1}"#,
            r#"{"jsonrpc":"2.0","id":"e","result":1e999"#,
            r#"{"jsonrpc":"2.0","id":"e","x":1e999}"#,
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn half_an_emoji_does_not_cost_the_answer() {
        let text = r#"{"jsonrpc":"2.0","id":"e","result":{"a":"x\ud83d","b":"\ud83d\ude00\udc00\\ud83d","c":"\\\ud83d\u00e4"}}"#;
        let Some(Frame::Response { outcome: Outcome::Result(result), .. }) = parse(text) else { panic!("not read") };
        assert_eq!(result, json!({"a": "x\u{fffd}", "b": "😀\u{fffd}\\ud83d", "c": "\\\u{fffd}ä"}));
    }
}
