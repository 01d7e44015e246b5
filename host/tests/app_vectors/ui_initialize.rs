//! `ui_initialize`.

use askance_host::app::bridge::{Bridge, DISPLAY_MODES, Effect, Purpose, may_be_sent};
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use crate::{delivered, error_of, permitted, reply_to, run_section, terms};

// INI-01…13
#[test]
fn ui_initialize() {
    run_section("ui_initialize", |input, expected| match input.get("result") {
        // `reason` is prose in this section.
        Some(result) => json!({"valid": may_be_sent(result), "reason": expected.get("reason")}),
        None => handshake(input, expected),
    });
}

fn handshake(input: &Value, expected: &Map<String, Value>) -> Value {
    let mut frame = input.clone();
    let instance = frame.as_object_mut().and_then(|frame| frame.shift_remove("_instance"));
    let purpose =
        if instance == Some(json!("elicitation")) { Purpose::Elicitation } else { Purpose::Tool { input: None } };
    let mut bridge = Bridge::new(terms(purpose), Instant::now());
    let effects = bridge.receive(&frame.to_string(), Instant::now());
    let messages = delivered(&effects);
    let reply = reply_to(&frame["id"], &messages);
    let capabilities = reply.map(|reply| &reply["result"]["hostCapabilities"]).unwrap_or(&Value::Null);
    let fails = effects.iter().any(|effect| matches!(effect, Effect::Fail(_)));
    let may = |mode: &&str| bridge.view().display_modes.contains(mode);
    let (use_it, leave_it): (Vec<&str>, Vec<&str>) = DISPLAY_MODES.into_iter().partition(may);
    let keys = |name: &str, present: bool| {
        let names = expected.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
        names.into_iter().filter(|key| capabilities.get(key.as_str().unwrap()).is_some() == present).collect::<Vec<_>>()
    };
    let modes = |name: &str, got: Vec<&str>| {
        let expected = expected.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
        let equal = expected.len() == got.len() && got.iter().all(|mode| expected.contains(&json!(mode)));
        if equal { Value::Array(expected) } else { json!(got) }
    };
    json!({
        "result": reply.and_then(|reply| reply.get("result")),
        "error": error_of(reply),
        "app_elicitation": bridge.view().elicitation,
        "hostCapabilities_must_include": keys("hostCapabilities_must_include", true),
        "hostCapabilities_must_not_include": keys("hostCapabilities_must_not_include", false),
        "fallback": fails.then_some("native"),
        "host_may_use": modes("host_may_use", use_it),
        "host_must_not_use": modes("host_must_not_use", leave_it),
        "host_may_send": permitted(expected, &messages),
        "reason": expected.get("reason"),
    })
}
