//! The bridge beyond the vectors: their neighbours, and hostile frames of any kind.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::Duration;

use askance_host::app::bridge::{Ask, Bridge, Effect, Outgoing, Purpose, Terms};
use proptest::prelude::*;
use serde_json::value::to_raw_value;
use serde_json::{Map, Value, json};
use tokio::time::Instant;

fn bridge(purpose: Purpose, capabilities: &[&str]) -> Bridge {
    let terms = Terms {
        purpose,
        capabilities: capabilities.iter().map(|name| ((*name).to_owned(), json!({}))).collect(),
        display_modes: vec!["inline", "fullscreen"],
        context: Map::new(),
        is_for_apps: Box::new(|name| name == "shared"),
    };
    Bridge::new(terms, Instant::now())
}

fn all_capabilities() -> Vec<&'static str> {
    vec!["openLinks", "downloadFile", "message", "updateModelContext", "serverTools", "serverResources", "logging"]
}

fn say(bridge: &mut Bridge, message: &Value) -> Vec<Effect> {
    bridge.receive(&message.to_string(), Instant::now())
}

fn initialize() -> Value {
    json!({"jsonrpc": "2.0", "id": 0, "method": "ui/initialize", "params": {
        "protocolVersion": "2026-01-26", "appInfo": {"name": "a", "version": "1"},
        "appCapabilities": {"elicitation": {}, "availableDisplayModes": ["fullscreen"]},
    }})
}

fn ready(purpose: Purpose) -> Bridge {
    let mut bridge = bridge(purpose, &all_capabilities());
    say(&mut bridge, &initialize());
    say(&mut bridge, &json!({"jsonrpc": "2.0", "method": "ui/notifications/initialized"}));
    assert!(bridge.is_ready());
    bridge
}

fn tool() -> Purpose {
    Purpose::Tool { input: None }
}

fn request(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": "r", "method": method, "params": params})
}

/// The code of the error reply, 0 for a result, `None` without a reply.
fn outcome(effects: &[Effect]) -> Option<i64> {
    replies(effects).last().map(|reply| reply["error"]["code"].as_i64().unwrap_or(0))
}

fn replies(effects: &[Effect]) -> Vec<Value> {
    let text = |effect: &Effect| match effect {
        Effect::Deliver(sent) => Some(serde_json::from_str::<Value>(&sent.text).unwrap()),
        _ => None,
    };
    effects.iter().filter_map(text).filter(|message| message.get("method").is_none()).collect()
}

fn token(effects: &[Effect]) -> u64 {
    let token = |effect: &Effect| match effect {
        Effect::Ask { token, .. } | Effect::Forward { token, .. } => Some(*token),
        _ => None,
    };
    effects.iter().find_map(token).expect("it waits")
}

// §12: the order of checks.
#[test]
fn unknown_before_phase_before_params() {
    let mut loading = bridge(tool(), &["openLinks"]);
    for (method, code) in [
        ("x", -32601),
        ("tools/call", -32601),
        ("elicitation/create", -32601),
        ("ui/resource-teardown", -32601),
        ("ui/notifications/initialized", -32601),
        ("sampling/createMessage", -32601),
        ("ui/open-link", -32600),
        ("ui/request-display-mode", -32600),
        ("ping", 0),
        ("ui/initialize", -32602),
    ] {
        assert_eq!(outcome(&say(&mut loading, &request(method, &json!({})))), Some(code), "{method}");
    }
    for method in ["ping", "ui/initialize", "ui/open-link", "notifications/message", "x"] {
        let effects = say(&mut loading, &json!({"jsonrpc": "2.0", "method": method, "params": {}}));
        assert_eq!(effects, [], "{method} without an id is a notification that means nothing here");
    }
}

// §12, BRG-04…12
#[test]
fn params_and_policy_of_each_method() {
    let text = json!({"type": "text", "text": "x"});
    let link = |uri: &str| json!({"contents": [{"type": "resource_link", "uri": uri, "name": "n"}]});
    let cases = [
        ("ui/open-link", json!({"url": "javascript:alert(1)"}), Some(0)),
        ("ui/open-link", json!({"url": "https://u@example.org/"}), Some(0)),
        ("ui/open-link", json!({"url": "https://example.org/\n"}), Some(0)),
        ("ui/open-link", json!({"url": "example.org"}), Some(0)),
        ("ui/open-link", json!({"url": format!("https://example.org/{}", "x".repeat(8 * 1024))}), Some(0)),
        ("ui/open-link", json!({"url": 7}), Some(-32602)),
        ("ui/open-link", json!(["https://example.org/"]), Some(-32602)),
        ("ui/open-link", json!({"url": "mailto:a@example.org"}), None),
        ("ui/open-link", json!({"url": "http://example.org"}), None),
        ("ui/message", json!({"role": "user", "content": [{"type": "video"}]}), Some(-32602)),
        ("ui/message", json!({"role": "user", "content": text}), None),
        ("ui/message", json!({"content": [text]}), Some(-32602)),
        ("ui/download-file", json!({"contents": []}), Some(-32602)),
        ("ui/download-file", json!({"contents": [text]}), Some(-32602)),
        ("ui/download-file", link("file:///etc/passwd"), Some(0)),
        ("ui/download-file", link("https://example.org/a.pdf"), None),
        ("ui/update-model-context", json!({"content": "x"}), Some(-32602)),
        ("ui/update-model-context", json!({"structuredContent": [1]}), Some(-32602)),
        ("ui/update-model-context", json!({"structuredContent": {"a": 1}}), Some(0)),
        ("ui/request-display-mode", json!({}), Some(-32602)),
        ("tools/call", json!({"name": "shared", "arguments": []}), Some(-32602)),
        ("tools/call", json!({"name": "hidden"}), Some(-32602)),
        ("tools/call", json!({"arguments": {}}), Some(-32602)),
        ("tools/call", json!({"name": "shared", "_meta": {}}), None),
        ("resources/read", json!({"uri": 1}), Some(-32602)),
        ("resources/read", json!({"uri": "ui://a/b"}), None),
        ("tools/list", json!({"cursor": 1}), Some(-32602)),
        ("prompts/list", json!({}), None),
        ("resources/templates/list", json!({"cursor": "x"}), None),
    ];
    for (method, params, expected) in cases {
        let effects = say(&mut ready(tool()), &request(method, &params));
        assert_eq!(outcome(&effects), expected, "{method} {params}");
        let waits = effects.iter().any(|effect| matches!(effect, Effect::Ask { .. } | Effect::Forward { .. }));
        assert_eq!(waits, expected.is_none(), "{method} {params}");
    }
}

// BRG-33, BRG-36, X-07, BRG-10
#[test]
fn consent_and_the_servers_answer_reach_the_view() {
    let mut bridge = ready(tool());
    let call =
        json!({"name": "shared", "arguments": {"a": 1}, "_meta": {"x": 1}, "inputResponses": {}, "requestState": "s"});
    let asked = say(&mut bridge, &request("tools/call", &call));
    let effects = bridge.consent(token(&asked), true);
    let expected = json!({"name": "shared", "arguments": {"a": 1}});
    assert!(
        matches!(&effects[..], [Effect::Forward { method: "tools/call", params, .. }] if Value::from(params.clone()) == expected)
    );
    let token_of_call = token(&effects);
    assert_eq!(bridge.consent(token_of_call, false), [], "a question is answered once");
    assert_eq!(
        replies(&bridge.answered(token_of_call, Ok(json!({"content": []}))))[0]["result"],
        json!({"content": []})
    );
    assert_eq!(bridge.answered(token_of_call, Ok(json!({}))), [], "and so is a request");

    let asked = say(&mut bridge, &request("tools/call", &json!({"name": "shared"})));
    assert_eq!(outcome(&bridge.consent(token(&asked), false)), Some(-1));
    let asked = say(&mut bridge, &request("ui/open-link", &json!({"url": "https://example.org/"})));
    assert_eq!(replies(&bridge.consent(token(&asked), false))[0]["result"], json!({"isError": true}));
    let asked = say(&mut bridge, &request("ui/open-link", &json!({"url": "https://example.org/"})));
    let granted = bridge.consent(token(&asked), true);
    assert_eq!(replies(&granted)[0]["result"], json!({}));

    let listed = say(&mut bridge, &request("tools/list", &json!({})));
    let tools = json!({"tools": [{"name": "hidden"}, {"name": "shared"}, 7]});
    assert_eq!(
        replies(&bridge.answered(token(&listed), Ok(tools)))[0]["result"],
        json!({"tools": [{"name": "shared"}]})
    );
    let listed = say(&mut bridge, &request("tools/list", &json!({})));
    assert_eq!(outcome(&bridge.answered(token(&listed), Err((-32603, "no".into())))), Some(-32603));
}

// BRG-11, A14: with a question open, what is not the app's own is read when the person agrees.
#[test]
fn a_questions_app_reads_its_own_parts_and_asks_for_the_rest() {
    let read = |uri: &str| request("resources/read", &json!({"uri": uri, "_meta": {"x": 1}}));
    for uri in ["ui://a/b", "file:///etc/passwd", "videos://a"] {
        let effects = say(&mut ready(tool()), &read(uri));
        assert!(matches!(&effects[..], [Effect::Forward { method: "resources/read", .. }]), "{uri}: a view");
    }
    let mut bridge = ready(Purpose::Elicitation);
    assert!(matches!(&say(&mut bridge, &read("ui://a/b"))[..], [Effect::Forward { .. }]));
    for uri in ["file:///etc/passwd", "videos://a", "UI://a/b", "ui:/a", ""] {
        let asked = say(&mut bridge, &read(uri));
        assert!(
            matches!(&asked[..], [Effect::Ask { ask: Ask::ReadResource { uri: shown }, .. }] if shown == uri),
            "{uri}"
        );
        assert_eq!(outcome(&bridge.consent(token(&asked), false)), Some(-1));
        let asked = say(&mut bridge, &read(uri));
        let effects = bridge.consent(token(&asked), true);
        let expected = json!({"uri": uri});
        assert!(matches!(&effects[..], [Effect::Forward { method: "resources/read", params, .. }]
            if Value::from(params.clone()) == expected));
        let result = json!({"contents": []});
        assert_eq!(replies(&bridge.answered(token(&effects), Ok(result.clone())))[0]["result"], result);
    }
    assert_eq!(outcome(&say(&mut bridge, &read(&"x".repeat(9_000)))), Some(-1), "nobody could read it");
    assert!(matches!(&say(&mut bridge, &request("resources/list", &json!({})))[..], [Effect::Forward { .. }]));
}

// TMO-08, and a bound on what waits
#[test]
fn requests_that_wait_can_be_taken_back_and_are_bounded() {
    let mut bridge = ready(tool());
    let read = |id: u32| json!({"jsonrpc": "2.0", "id": id, "method": "resources/read", "params": {"uri": "ui://a/b"}});
    let first = token(&say(&mut bridge, &read(1)));
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    assert_eq!(say(&mut bridge, &cancel), [Effect::Abandon { token: first }]);
    assert_eq!(bridge.answered(first, Ok(json!({}))), [], "no reply to what was taken back");
    for id in 0..32 {
        assert_eq!(outcome(&say(&mut bridge, &read(id))), None);
    }
    assert_eq!(outcome(&say(&mut bridge, &read(99))), Some(-1));
}

// BRG-08
#[test]
fn display_modes_need_both_sides() {
    let mut bridge = ready(tool());
    for (asked, actual) in [("pip", "inline"), ("fullscreen", "fullscreen"), ("inline", "fullscreen")] {
        let effects = say(&mut bridge, &request("ui/request-display-mode", &json!({"mode": asked})));
        assert_eq!(replies(&effects)[0]["result"], json!({"mode": actual}), "{asked}: the view lists fullscreen alone");
    }
}

// BRG-02, BRG-28, BRG-31
#[test]
fn what_means_nothing_has_no_effect() {
    let mut bridge = ready(Purpose::Elicitation);
    for message in [
        json!({"jsonrpc": "2.0", "method": "ui/notifications/initialized"}),
        json!({"jsonrpc": "2.0", "method": "ui/notifications/sandbox-proxy-ready"}),
        json!({"jsonrpc": "2.0", "method": "ui/notifications/size-change", "params": {"height": 3}}),
        json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "loud", "data": 1}}),
        json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info"}}),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {}}),
        json!([{"jsonrpc": "2.0", "id": 1, "method": "ping"}]),
    ] {
        assert_eq!(say(&mut bridge, &message), [], "{message}");
    }
    assert_eq!(
        say(&mut bridge, &json!({"jsonrpc": "2.0", "method": "ui/notifications/request-teardown"})),
        [Effect::CloseRequested]
    );
}

// APP-43: an app that was busy answers all its pings at once, in any order; each counts once.
#[test]
fn late_answers_to_pings_are_signs_of_life() {
    let mut bridge = ready(tool());
    let mut pings: Vec<Value> = (0..40)
        .flat_map(|_| bridge.ping())
        .filter_map(|effect| match effect {
            Effect::Deliver(sent) => serde_json::from_str::<Value>(&sent.text).ok(),
            _ => None,
        })
        .collect();
    assert_eq!(pings.len(), 40);
    pings.rotate_left(7);
    for ping in &pings {
        let reply = json!({"jsonrpc": "2.0", "id": ping["id"], "result": {}});
        assert_eq!(say(&mut bridge, &reply), [Effect::Pong]);
        assert_eq!(say(&mut bridge, &reply), [], "once");
    }
    assert_eq!(say(&mut bridge, &json!({"jsonrpc": "2.0", "id": "ping-of-its-own", "result": {}})), []);
}

/// Frames from noise to nearly right.
fn frames() -> impl Strategy<Value = String> {
    let methods = prop::sample::select(vec![
        "ping",
        "ui/initialize",
        "ui/notifications/initialized",
        "ui/open-link",
        "ui/message",
        "ui/download-file",
        "tools/call",
        "ui/update-model-context",
        "ui/request-display-mode",
        "resources/read",
        "tools/list",
        "notifications/message",
        "ui/notifications/size-changed",
        "notifications/cancelled",
        "elicitation/create",
        "ui/notifications/request-teardown",
    ]);
    let params = prop::sample::select(vec![
        json!(null),
        json!([]),
        json!({}),
        json!({"url": "https://example.org"}),
        json!({"mode": "fullscreen"}),
        json!({"name": "shared"}),
        json!({"width": -1e308, "height": 1e308}),
        json!({"role": "user", "content": {"type": "text", "text": "\u{202e}"}}),
        json!({"contents": [{"type": "resource", "resource": {"uri": "\u{0}/../%2e", "text": ""}}]}),
        json!({"requestId": 1}),
        json!({"level": "info", "data": {}}),
        json!({"uri": "file:///"}),
        json!({"content": [], "structuredContent": {}}),
        initialize()["params"].clone(),
        json!({"protocolVersion": "x", "appInfo": {}, "appCapabilities": {}}),
    ]);
    let ids = prop::sample::select(vec![json!(null), json!(1), json!("r"), json!(-1), json!(1.5), json!({})]);
    let made = (methods, params, ids, 0..4u8).prop_map(|(method, params, id, kind)| match kind {
        0 => json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string(),
        1 => json!({"jsonrpc": "2.0", "id": id, "result": params}).to_string(),
        _ => json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string(),
    });
    let noise =
        prop::collection::vec(any::<u8>(), 0..200).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    prop_oneof![8 => made, 1 => noise, 1 => r#"\{"jsonrpc":"2.0","id":"(\\\\u[dD][89a-fA-F]..)*.{0,20}"#]
}

proptest! {
    // SEC-01: any frames in any order; no panic, bounded output, and the rules of order hold.
    #[test]
    fn hostile_frames(frames in prop::collection::vec(frames(), 0..60), elicitation: bool) {
        let purpose = if elicitation { Purpose::Elicitation } else { tool() };
        let mut bridge = bridge(purpose, &all_capabilities());
        let params = to_raw_value(&json!({"message": "m"})).unwrap();
        for frame in &frames {
            let was_ready = bridge.is_ready();
            let mut effects = bridge.receive(frame, Instant::now());
            let asks: Vec<u64> = effects.iter().filter_map(|e| match e { Effect::Ask { token, .. } => Some(*token), _ => None }).collect();
            for token in asks {
                effects.extend(bridge.consent(token, token % 2 == 0));
            }
            effects.extend(bridge.forward(&params));
            effects.extend(bridge.ping());
            prop_assert!(effects.len() <= 8 + 32, "{effects:?}");
            for effect in &effects {
                let Effect::Deliver(Outgoing { text, .. }) = effect else { continue };
                prop_assert!(text.len() < frame.len() + 1_000);
                let message: Value = serde_json::from_str(text).unwrap();
                prop_assert!(message.get("method").is_none() || was_ready || bridge.is_ready(), "INI-02: {text}");
            }
        }
        bridge.tear_down("over");
        prop_assert!(!bridge.has_question());
    }
}

// SBX-13: an hour of chatter at the allowed pace is no flood.
#[test]
fn a_steady_view_is_never_flooding() {
    let mut bridge = bridge(tool(), &[]);
    let start = Instant::now();
    for i in 0..360_000u32 {
        let effects = bridge.receive("noise", start + Duration::from_millis(10) * i);
        assert_eq!(effects, []);
    }
}
