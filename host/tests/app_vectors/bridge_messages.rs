//! `bridge_messages`.

use askance_host::app::bridge::{Ask, Bridge, Effect, Purpose};
use serde_json::value::to_raw_value;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use crate::{delivered, error_of, permitted, reply_to, run_section, terms};

// §12
#[test]
fn bridge_messages() {
    run_section("bridge_messages", |input, expected| {
        let mut stage = Stage::set(input["state"].as_str().expect("a state"));
        match input.get("server_request") {
            Some(request) => forwarded(&mut stage, request, expected),
            None => received(&mut stage, input, expected),
        }
    });
}

/// A bridge in one of the fixture's states, with the ids that the host chose.
struct Stage {
    bridge: Bridge,
    question: Value,
    teardown: Value,
    ping: Value,
}

impl Stage {
    fn set(state: &str) -> Self {
        let elicitation = state.starts_with("elicitation-") || state == "tearing-down";
        let input = Some(Map::from_iter([("team".to_owned(), json!("north"))]));
        let purpose = if elicitation { Purpose::Elicitation } else { Purpose::Tool { input } };
        let bridge = Bridge::new(terms(purpose), Instant::now());
        let mut stage = Self { bridge, question: Value::Null, teardown: Value::Null, ping: Value::Null };
        if state == "loading" {
            return stage;
        }
        stage.say(&json!({"jsonrpc": "2.0", "id": 0, "method": "ui/initialize", "params": {
            "protocolVersion": "2026-01-26", "appInfo": {"name": "Picker", "version": "1.2.0"},
            "appCapabilities": {"elicitation": {}, "availableDisplayModes": ["inline", "fullscreen"]},
        }}));
        stage.say(&json!({"jsonrpc": "2.0", "method": "ui/notifications/initialized"}));
        assert!(stage.bridge.is_ready());
        stage.ping = id_of(&stage.bridge.ping());
        if elicitation && state != "elicitation-ready" {
            let params = to_raw_value(&json!({"message": "Pick"})).unwrap();
            stage.question = id_of(&stage.bridge.forward(&params));
        }
        match state {
            "elicitation-settled" => {
                stage.say(&json!({"jsonrpc": "2.0", "id": stage.question, "result": {"action": "cancel"}}));
            }
            "tearing-down" => stage.teardown = id_of(&stage.bridge.tear_down("settled")),
            "ready" | "elicitation-ready" | "elicitation-pending" => {}
            other => panic!("unknown state {other}"),
        }
        stage
    }

    fn say(&mut self, message: &Value) -> Vec<Effect> {
        self.bridge.receive(&message.to_string(), Instant::now())
    }

    /// `elic-1` and `td` stand for the ids that the host chose.
    fn with_ids(&self, message: &Value) -> Value {
        let mut message = message.clone();
        for pointer in ["/id", "/params/requestId"] {
            let Some(id) = message.pointer_mut(pointer) else { continue };
            if id == "elic-1" {
                *id = self.question.clone();
            } else if id == "td" {
                *id = self.teardown.clone();
            }
        }
        message
    }
}

/// The id of the last request among effects.
fn id_of(effects: &[Effect]) -> Value {
    delivered(effects).iter().rev().find_map(|message| message.get("id").cloned()).expect("a request")
}

/// A frame from the view; the person says yes to every question.
fn received(stage: &mut Stage, input: &Value, expected: &Map<String, Value>) -> Value {
    // SBX-07: the surface hands on what the frame's own window sent, and nothing else.
    let own = input.get("source").is_none_or(|source| source == "view" || source == "own");
    let message = stage.with_ids(&input["message"]);
    let mut effects = if own { stage.say(&message) } else { Vec::new() };
    let asks: Vec<(u64, Ask)> = effects.iter().filter_map(asked).collect();
    for (token, _) in &asks {
        effects.extend(stage.bridge.consent(*token, true));
    }
    let messages = delivered(&effects);
    let reply = reply_to(&message["id"], &messages);
    let denied = reply.is_some_and(|reply| reply.get("error").is_some() || reply["result"]["isError"] == true);
    let has = |wanted: fn(&Effect) -> bool| effects.iter().any(wanted);
    let mut got = json!({
        "result": reply.and_then(|reply| reply.get("result")),
        "error": error_of(reply),
        "response": reply,
        "ignored": effects.is_empty(),
        "consent": !asks.is_empty(),
        "denied": denied,
        "replaces_previous": has(|effect| matches!(effect, Effect::Context(Some(_)))),
        "clears_previous": has(|effect| matches!(effect, Effect::Context(None))),
        "resize": effects.iter().find_map(resized),
        "logged": has(|effect| matches!(effect, Effect::Log(_))),
        "forward_to_server": has(|effect| matches!(effect, Effect::Forward { .. })),
        "suggested_filename": asks.iter().find_map(|(_, ask)| match ask {
            Ask::Download { files } => files.first().map(|file| file.filename.clone()),
            _ => None,
        }),
        "still_pending": stage.bridge.has_question(),
        "fallback": has(|effect| matches!(effect, Effect::Fail(_))).then_some("native"),
        "host_may_send": permitted(expected, &messages),
        "proceed": has(|effect| *effect == Effect::TornDown),
    });
    if expected.contains_key("pending_bridge_requests") {
        let late = stage.say(&json!({"jsonrpc": "2.0", "id": stage.ping, "result": {}}));
        got["pending_bridge_requests"] = if late.is_empty() { json!("dropped") } else { json!("open") };
    }
    if expected.contains_key("tool_input_resent") {
        let input =
            |messages: &[Value]| messages.iter().any(|message| message["method"] == "ui/notifications/tool-input");
        let early = input(&messages);
        let after = stage.say(&json!({"jsonrpc": "2.0", "method": "ui/notifications/initialized", "params": {}}));
        got["tool_input_resent"] = json!(!early && input(&delivered(&after)));
    }
    got
}

fn asked(effect: &Effect) -> Option<(u64, Ask)> {
    match effect {
        Effect::Ask { token, ask } => Some((*token, ask.clone())),
        _ => None,
    }
}

fn resized(effect: &Effect) -> Option<Value> {
    let Effect::Resize { width, height } = effect else { return None };
    let sides = [("width", width), ("height", height)].into_iter();
    Some(sides.filter_map(|(name, side)| side.map(|side| (name.to_owned(), json!(side)))).collect::<Map<_, _>>().into())
}

/// A question of the bound server on its way to the view (APP-11).
fn forwarded(stage: &mut Stage, request: &Value, expected: &Map<String, Value>) -> Value {
    let raw = to_raw_value(&request["params"]).unwrap();
    let effects = stage.bridge.forward(&raw);
    let messages = delivered(&effects);
    let message = messages.first().cloned().unwrap_or_default();
    let verbatim =
        effects.iter().any(|effect| matches!(effect, Effect::Deliver(sent) if sent.text.contains(raw.get())));
    json!({
        "params_equal_to_server_params": verbatim && message["params"] == request["params"],
        "id_minted_by_host": message["id"].is_string() && Some(&message["id"]) != request.get("id"),
        "host_may_send": permitted(expected, &messages),
        "still_pending": stage.bridge.has_question(),
    })
}
