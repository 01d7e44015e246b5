//! The cases of `tests/vectors/wire-examples.json` that are about apps, against the real code.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bridge_messages;
mod resources;
mod ui_initialize;

use std::path::PathBuf;

use askance_host::app::bridge::{Effect, Purpose, Terms};
use serde_json::{Map, Value, json};

/// Members of `expect` that are prose, or that name things outside of the part under test.
const PROSE: [&str; 5] = ["note", "host_behaviour", "native_user", "app", "csp_spec_template"];

/// Runs a section: `got` turns a case's input and expectation into what the code did; only members that the
/// expectation has are compared.
fn run_section(section: &str, got: impl Fn(&Value, &Map<String, Value>) -> Value) {
    let given = std::env::var_os("ASKANCE_VECTORS").map(PathBuf::from);
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors/wire-examples.json");
    let text = std::fs::read_to_string(given.as_ref().unwrap_or(&own)).expect("the vectors are there");
    let all: Value = serde_json::from_str(&text).expect("the vectors are JSON");
    let cases = all[section].as_array().map(Vec::as_slice).unwrap_or_default();
    assert!(given.is_some() || !cases.is_empty(), "no cases in {section}");
    let mut failures = Vec::new();
    for case in cases {
        let expected = case["expect"].as_object().expect("expect is an object");
        let got = got(&case["input"], expected);
        let differs =
            |(name, value): &(&String, &Value)| !PROSE.contains(&name.as_str()) && !same(value, &got[name.as_str()]);
        let differing: Vec<&String> = expected.iter().filter(differs).map(|(name, _)| name).collect();
        if !differing.is_empty() {
            let (id, input) = (&case["id"], &case["input"]);
            failures.push(format!(
                "{id} {differing:?}\n  input    {input}\n  expected {}\n  got      {got}",
                case["expect"]
            ));
        }
    }
    assert!(failures.is_empty(), "{} of {} failed\n{}", failures.len(), cases.len(), failures.join("\n"));
}

/// Exact JSON; numbers by value; two strings describe a shape.
fn same(expected: &Value, got: &Value) -> bool {
    match (expected, got) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::String(shape), Value::Object(object)) if shape == "object with name and version" => {
            object["name"].is_string() && object["version"].is_string()
        }
        (Value::String(shape), Value::Object(_)) => shape == "object",
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(name, value)| b.get(name).is_some_and(|other| same(value, other)))
        }
        (a, b) => a == b,
    }
}

/// The instance of the glossary's fixture.
fn terms(purpose: Purpose) -> Terms {
    let capabilities =
        ["openLinks", "downloadFile", "message", "updateModelContext", "serverTools", "serverResources", "logging"];
    Terms {
        purpose,
        capabilities: capabilities.into_iter().map(|name| (name.to_owned(), json!({}))).collect(),
        display_modes: vec!["inline", "fullscreen"],
        context: Map::from_iter([("containerDimensions".to_owned(), json!({"width": 640, "maxHeight": 720}))]),
        is_for_apps: Box::new(|name| name != "model_only_tool" && name != "tool_of_other_server"),
    }
}

/// The messages that effects hand to the frame.
fn delivered(effects: &[Effect]) -> Vec<Value> {
    let text = |effect: &Effect| match effect {
        Effect::Deliver(sent) => Some(serde_json::from_str(&sent.text).expect("what is delivered is JSON")),
        _ => None,
    };
    effects.iter().filter_map(text).collect()
}

/// The reply to the request with this id, if there is one.
fn reply_to<'a>(id: &Value, messages: &'a [Value]) -> Option<&'a Value> {
    messages.iter().find(|message| message.get("method").is_none() && message.get("id") == Some(id) && !id.is_null())
}

/// Of an error reply what vectors compare: its code.
fn error_of(reply: Option<&Value>) -> Value {
    reply.and_then(|reply| reply.get("error")).map_or(Value::Null, |error| json!({ "code": error["code"] }))
}

/// `host_may_send`: what the host sent on its own, if all of it is permitted, is the expectation itself.
fn permitted(expected: &Map<String, Value>, messages: &[Value]) -> Value {
    let sent: Vec<&Value> = messages.iter().filter_map(|message| message.get("method")).collect();
    let may = expected.get("host_may_send").cloned().unwrap_or_default();
    let all = may.as_array().is_some_and(|may| sent.iter().all(|method| may.contains(method)));
    if all { may } else { json!(sent) }
}
