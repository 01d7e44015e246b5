//! CAP-05…08, APP-01…03: the section `app_elicitation_negotiation`.

use askance_host::Revision;
use askance_host::app::consent::Switch;
use askance_host::elicitation::decision::{Client, NoApp, Renderer, decide};
use askance_host::elicitation::params::{Modes, read};
use serde_json::{Value, json};

use crate::vectors::{differing, report, section};

fn got(input: &Value) -> Value {
    let client = &input["clientCapabilities"];
    let modes = Modes::declared(Revision::V2026_07_28, client.get("elicitation"));
    let asked = read(Revision::V2026_07_28, modes, &input["params"]);
    let server = input.get("serverCapabilities").filter(|server| !server.is_null());
    let decision = decide(Client::read(client), Switch::Ask, server, asked.as_ref());
    let renderer = match decision.renderer {
        Renderer::App => "app",
        Renderer::Native => "native",
        Renderer::UrlConsent => "url_consent",
        Renderer::Refuse => "refuse",
    };
    json!({ "renderer": renderer, "reason": decision.reason.map(NoApp::code) })
}

fn failures(cases: &[Value]) -> Vec<String> {
    cases
        .iter()
        .filter_map(|case| {
            let (input, expect, got) = (&case["input"], &case["expect"], got(&case["input"]));
            let wrong = differing(expect, &got, &["renderer", "reason"]);
            (!wrong.is_empty()).then(|| format!("{}\n input {input}\n expected {expect}\n got {got}", case["id"]))
        })
        .collect()
}

#[test]
fn the_wire_examples() {
    let cases = section("app_elicitation_negotiation");
    report(&failures(&cases), cases.len());
}

#[test]
fn the_first_shut_gate_is_the_reason() {
    // CAP-05, CAP-06, CAP-07, CAP-08
    let ui = "io.modelcontextprotocol/ui";
    let client = json!({ "elicitation": { "form": {}, "url": {} },
        "extensions": { ui: { "mimeTypes": ["x/y", "text/html;profile=mcp-app"], "elicitation": {} } } });
    let server = json!({ "extensions": { ui: { "elicitation": {} } } });
    let params = json!({ "message": "m", "requestedSchema": { "type": "object", "properties": {} },
        "_meta": { "ui": { "resourceUri": "ui://p/x" } } });
    let hint = |uri: Value| {
        json!({ "message": "m", "requestedSchema": { "type": "object", "properties": {} },
        "_meta": { "ui": { "resourceUri": uri } } })
    };
    let no_client = json!({ "elicitation": {} });
    let cases = [
        ("mode omitted, all open", client.clone(), server.clone(), params.clone(), "app", None),
        (
            "nothing seen of the server",
            client.clone(),
            Value::Null,
            params.clone(),
            "native",
            Some("SERVER_CAPABILITIES_UNKNOWN"),
        ),
        (
            "everything shut: ours first",
            no_client.clone(),
            Value::Null,
            hint(json!("http://x")),
            "native",
            Some("CLIENT_SETTING_MISSING"),
        ),
        (
            "no hint before the gates",
            no_client,
            Value::Null,
            json!({ "message": "m", "requestedSchema": { "type": "object", "properties": {} } }),
            "native",
            Some("NO_HINT"),
        ),
        (
            "prototype identifier",
            client.clone(),
            json!({ "extensions": { "io.modelcontextprotocol/ui-elicitation": {} } }),
            params.clone(),
            "native",
            Some("SERVER_SETTING_MISSING"),
        ),
        (
            "server's extension is no object",
            client.clone(),
            json!({ "extensions": { ui: true } }),
            params.clone(),
            "native",
            Some("SERVER_SETTING_MISSING"),
        ),
        (
            "server's setting is a list",
            client.clone(),
            json!({ "extensions": { ui: { "elicitation": [] } } }),
            params.clone(),
            "native",
            Some("SERVER_SETTING_NOT_OBJECT"),
        ),
        (
            "ui:// of another scheme",
            client.clone(),
            server.clone(),
            hint(json!("https://p/x")),
            "native",
            Some("BAD_URI"),
        ),
        ("uri is a number", client.clone(), server.clone(), hint(json!(7)), "native", Some("BAD_URI")),
        ("uri is null", client.clone(), server.clone(), hint(Value::Null), "native", Some("BAD_URI")),
        (
            "our setting is no object",
            json!({ "elicitation": { "form": {} }, "extensions": { ui: { "mimeTypes": ["text/html;profile=mcp-app"], "elicitation": true } } }),
            server.clone(),
            params.clone(),
            "native",
            Some("CLIENT_SETTING_MISSING"),
        ),
        (
            "types are text",
            json!({ "elicitation": { "form": {} }, "extensions": { ui: { "mimeTypes": "text/html;profile=mcp-app", "elicitation": {} } } }),
            server.clone(),
            params,
            "native",
            Some("CLIENT_MIME_MISSING"),
        ),
        (
            "page that was not offered",
            json!({ "elicitation": { "form": {} } }),
            server,
            json!({ "mode": "url", "message": "m", "url": "https://a.example/" }),
            "refuse",
            Some("URL_MODE_NEVER_APP"),
        ),
    ];
    let cases: Vec<Value> = cases
        .into_iter()
        .map(|(id, client, server, params, renderer, reason)| {
            let input = json!({ "clientCapabilities": client, "serverCapabilities": server, "params": params });
            json!({ "id": id, "input": input, "expect": { "renderer": renderer, "reason": reason } })
        })
        .collect();
    report(&failures(&cases), cases.len());
}
