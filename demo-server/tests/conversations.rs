//! Every tool over {stdio, HTTP} × {2026-07-28, 2025-11-25}, and what a client gets that can do less.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod common;

use common::{Client, Wire, capabilities, forms_only, http, no_questions, stdio};
use serde_json::{Value, json};

/// Accepts every question with content made from its schema: the first choice, the default, the smallest number.
fn accept(asked: &mut Vec<Value>) -> impl FnMut(&Value) -> Value {
    move |params| {
        asked.push(params.clone());
        let properties = params["requestedSchema"]["properties"].as_object().unwrap();
        let required = params["requestedSchema"]["required"].as_array().unwrap();
        let content: serde_json::Map<String, Value> = required
            .iter()
            .map(|name| name.as_str().unwrap())
            .map(|name| (name.to_owned(), first_value(&properties[name])))
            .collect();
        json!({"action": "accept", "content": content})
    }
}

fn first_value(property: &Value) -> Value {
    let option =
        |holder: &Value| holder.pointer("/oneOf/0/const").or_else(|| holder.pointer("/anyOf/0/const")).cloned();
    match property["type"].as_str().unwrap() {
        "array" => json!([option(&property["items"]).unwrap_or_else(|| property["items"]["enum"][0].clone())]),
        "integer" => property["default"].clone(),
        _ if property["format"] == "email" => json!("ada@example.org"),
        _ => option(property).unwrap_or_else(|| json!("Ada")),
    }
}

fn app_of(params: &Value) -> Option<&str> {
    params.pointer("/_meta/ui/resourceUri").and_then(Value::as_str)
}

/// The tools, the apps of their questions in order, and the words of the result.
const TOOLS: [(&str, &[Option<&str>], &str); 6] = [
    ("choose_plant", &[Some("plants")], "One fern for you."),
    ("send_plant", &[Some("plants"), Some("week")], "The fern comes on Monday in the morning."),
    ("wrap_gift", &[None, Some("pot")], "A terracotta pot of 14 cm, with a card for Ada."),
    ("join_club", &[None], "Welcome, Ada."),
    ("ask_gardener", &[Some("broken")], "More light"),
    ("opening_hours", &[], "On Saturday from 9 to 13."),
];

async fn every_tool<W: Wire>(wire: W, modern: bool, apps: bool) {
    let declared = if apps { capabilities() } else { forms_only() };
    let (mut client, server) = Client::open(wire, modern, declared).await;
    assert_eq!(server["extensions"]["io.modelcontextprotocol/ui"], json!({"elicitation": {}}));
    let listed = client.plain("tools/list", json!({})).await;
    assert_eq!(listed["tools"].as_array().unwrap().len(), TOOLS.len());
    for (tool, wanted_apps, words) in TOOLS {
        let mut asked = vec![];
        let result = client.call(tool, &mut accept(&mut asked)).await;
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with(words), "{tool}: {text}");
        assert!(result.get("isError").is_none_or(|flag| flag == false), "{tool}: {result}");
        let answers = result["structuredContent"]["answers"].as_object().unwrap();
        assert_eq!(answers.len(), asked.len(), "{tool}: {result}");
        assert!(answers.values().all(|answer| answer["action"] == "accept"), "{tool}: {result}");
        // CAP-05: an app is named only where the client can show it. Requests sent together may arrive in any order.
        let mut seen: Vec<_> = asked.iter().map(app_of).map(|uri| uri.map(str::to_owned)).collect();
        let full = |name: &&str| format!("ui://windowsill/{name}.html");
        let mut wanted: Vec<_> = wanted_apps.iter().map(|name| name.as_ref().filter(|_| apps).map(full)).collect();
        if tool == "wrap_gift" {
            seen.sort();
            wanted.sort();
        }
        assert_eq!(seen, wanted, "{tool}");
        assert!(asked.iter().all(|params| params["mode"] == "form"), "{tool}");
    }
}

// RES-01, TUI-01: one tool has a view, which draws what it says and may use it again.
#[tokio::test]
async fn one_tool_shows_its_result() {
    for modern in [true, false] {
        let (mut client, _) = Client::open(stdio::start(), modern, capabilities()).await;
        let listed = client.plain("tools/list", json!({})).await;
        let tools = listed["tools"].as_array().unwrap();
        let with_view: Vec<_> = tools.iter().filter(|tool| tool["_meta"]["ui"]["resourceUri"].is_string()).collect();
        let [tool] = with_view[..] else { panic!("{with_view:?}") };
        assert_eq!(tool["name"], "opening_hours");
        assert_eq!(tool["annotations"]["readOnlyHint"], true);
        let read = client.plain("resources/read", json!({"uri": tool["_meta"]["ui"]["resourceUri"]})).await;
        assert_eq!(read["contents"][0]["mimeType"], "text/html;profile=mcp-app");
        let result = client.call("opening_hours", &mut no_questions).await;
        let drawn = &result["structuredContent"];
        assert_eq!(drawn["day"], "saturday");
        assert_eq!(drawn["week"].as_array().unwrap().len(), 7);
        assert_eq!(drawn["week"][5], json!({"day": "saturday", "open": 9, "close": 13}));
        assert_eq!(drawn["week"][6], json!({"day": "sunday"}));
    }
}

#[tokio::test]
async fn every_tool_over_stdio() {
    for (modern, apps) in [(true, true), (true, false), (false, true), (false, false)] {
        every_tool(stdio::start(), modern, apps).await;
    }
}

#[tokio::test]
async fn every_tool_over_http() {
    for (modern, apps) in [(true, true), (true, false), (false, true), (false, false)] {
        every_tool(http::start().await, modern, apps).await;
    }
}

// SCH-01: what the native-only tool asks arrives with every keyword and in its order.
#[tokio::test]
async fn schemas_arrive_whole_and_in_order() {
    for modern in [true, false] {
        let (mut client, _) = Client::open(stdio::start(), modern, capabilities()).await;
        let mut asked = vec![];
        client.call("join_club", &mut accept(&mut asked)).await;
        let properties = asked[0]["requestedSchema"]["properties"].as_object().unwrap();
        let order: Vec<_> = properties.keys().map(String::as_str).collect();
        let wanted =
            ["name", "email", "website", "since", "visit", "pots", "budget", "letter", "window", "size", "interests"];
        assert_eq!(order, wanted);
        assert_eq!(properties["budget"]["maximum"], json!(250.5));
        assert_eq!(properties["interests"]["maxItems"], 3);
        assert_eq!(properties["window"]["oneOf"][0], json!({"const": "n", "title": "North"}));
    }
}

#[tokio::test]
async fn a_decline_ends_the_call_politely() {
    for modern in [true, false] {
        for tool in ["choose_plant", "send_plant", "wrap_gift", "join_club", "ask_gardener"] {
            let (mut client, _) = Client::open(stdio::start(), modern, capabilities()).await;
            let result = client.call(tool, &mut |_| json!({"action": "decline"})).await;
            assert_eq!(result["content"][0]["text"], "All right, then not. Come back any time.", "{tool}");
            let answers = result["structuredContent"]["answers"].as_object().unwrap();
            assert!(answers.values().all(|answer| answer == &json!({"action": "decline"})), "{tool}: {result}");
        }
    }
}

#[tokio::test]
async fn a_client_without_forms_is_told_so() {
    for modern in [true, false] {
        let (mut client, _) = Client::open(stdio::start(), modern, json!({})).await;
        let result = client.call("choose_plant", &mut no_questions).await;
        assert_eq!(result["isError"], true);
        let result = client.call("opening_hours", &mut no_questions).await;
        assert!(result["content"][0]["text"].is_string());
    }
}

// The state is signed and belongs to its tool: an altered one, or that of another call, is refused.
#[tokio::test]
async fn a_state_of_another_call_is_refused() {
    let mut wire = stdio::start();
    let meta = json!({"io.modelcontextprotocol/protocolVersion": common::MODERN,
        "io.modelcontextprotocol/clientCapabilities": capabilities()});
    let call = |id: i64, tool: &str, state: Value| {
        let mut message = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": {"name": tool, "arguments": {}, "_meta": meta}});
        if !state.is_null() {
            message["params"]["requestState"] = state;
        }
        message
    };
    wire.write(&call(1, "choose_plant", Value::Null)).await;
    let first = wire.read().await;
    let state = first["result"]["requestState"].as_str().unwrap().to_owned();
    wire.write(&call(2, "send_plant", json!(state))).await;
    assert_eq!(wire.read().await["error"]["code"], -32602);
    wire.write(&call(3, "choose_plant", json!(format!("{state}x")))).await;
    assert_eq!(wire.read().await["error"]["code"], -32602);
    wire.write(&call(4, "no_such_tool", Value::Null)).await;
    assert_eq!(wire.read().await["error"]["code"], -32602);
}

#[tokio::test]
async fn resources_are_pages_and_one_is_not() {
    for modern in [true, false] {
        let (mut client, _) = Client::open(stdio::start(), modern, capabilities()).await;
        let listed = client.plain("resources/list", json!({})).await;
        let mut kinds = vec![];
        for resource in listed["resources"].as_array().unwrap() {
            let read = client.plain("resources/read", json!({"uri": resource["uri"]})).await;
            let item = &read["contents"][0];
            assert_eq!(item["uri"], resource["uri"]);
            assert!(item["text"].as_str().unwrap().starts_with("<!doctype html>"));
            assert_eq!(item["_meta"]["ui"]["csp"], json!({}));
            kinds.push(item["mimeType"].as_str().unwrap().to_owned());
        }
        kinds.sort();
        let (app, page) = ("text/html;profile=mcp-app", "text/html");
        assert_eq!(kinds, [page, app, app, app, app]);
    }
}

// A web page that found the port gets nothing: a foreign Origin is refused.
#[tokio::test]
async fn other_origins_are_refused() {
    let wire = http::start().await;
    let response = reqwest::Client::new()
        .post(&wire.url)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("Origin", "https://shop.example")
        .body(json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).to_string())
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 403);
}
