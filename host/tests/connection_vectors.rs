//! The `http_headers` cases of the wire examples, posted through the real HTTP backend (HTP-02…05).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod connection_support;

use std::path::PathBuf;

use connection_support::*;
use serde_json::{Value, json};

fn cases() -> (Vec<Value>, bool) {
    let given = std::env::var_os("ASKANCE_VECTORS").map(PathBuf::from);
    let file = given.clone().unwrap_or_else(|| fixtures().join("../vectors/wire-examples.json"));
    let all: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    (all["http_headers"].as_array().cloned().unwrap_or_default(), given.is_some())
}

/// More of the same kind: non-ASCII and control characters, tabs, lookalikes, other methods, absent and odd members.
fn neighbours() -> Vec<Value> {
    let case = |id: &str, method: &str, params: Value, name: Value| {
        json!({"id": id, "input": {"jsonrpc":"2.0","id":1,"method":method,"params":params},
               "expect": {"headers": {"Mcp-Method": method, "Mcp-Name": name, "MCP-Protocol-Version": "2026-07-28",
                                      "Mcp-Session-Id": null, "Mcp-Param-Region": null}}})
    };
    vec![
        case("own-non-ascii", "tools/call", json!({"name":"größe"}), json!("=?base64?Z3LDtsOfZQ==?=")),
        case("own-newline", "tools/call", json!({"name":"a\nb"}), json!("=?base64?YQpi?=")),
        case("own-delete", "tools/call", json!({"name":"a\u{7f}"}), json!("=?base64?YX8=?=")),
        case("own-tab-end", "prompts/get", json!({"name":"a\t"}), json!("=?base64?YQk=?=")),
        case("own-inner-space", "prompts/get", json!({"name":"a b"}), json!("a b")),
        case("own-half-lookalike", "tools/call", json!({"name":"=?base64?x"}), json!("=?base64?x")),
        case("own-uri", "resources/read", json!({"uri":"file:///ä","name":"no"}), json!("=?base64?ZmlsZTovLy/DpA==?=")),
        case("own-uri-ui", "resources/read", json!({"uri":"ui://a/b?c=d"}), json!("ui://a/b?c=d")),
        case("own-list", "prompts/list", json!({"name":"no"}), Value::Null),
        case("own-resources", "resources/list", json!({"cursor":"c"}), Value::Null),
        case("own-complete", "completion/complete", json!({"ref":{"name":"no"}}), Value::Null),
        case("own-no-name", "tools/call", json!({"arguments":{"region":"x"}}), Value::Null),
        case("own-number", "tools/call", json!({"name":7}), Value::Null),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn http_headers() {
    let (mut cases, given) = cases();
    assert!(given || !cases.is_empty(), "no cases");
    cases.extend(neighbours());
    let mut server = Served::start(&[&fault("http.mjs"), "modern"]).await;
    let (connection, _inbound) = open(&remote(&server.url)).await;
    server.saw("server/discover").await;
    let mut failures = Vec::new();
    for case in &cases {
        let input = &case["input"];
        // The server's answer is beside the point here.
        let _ = request(&connection, input["method"].as_str().unwrap(), input["params"].clone()).await;
        let seen: Value = serde_json::from_str(&server.saw("\"method\":\"POST\"").await).unwrap();
        for (name, expected) in case["expect"]["headers"].as_object().unwrap() {
            let got = seen["headers"].get(name.to_ascii_lowercase()).unwrap_or(&Value::Null);
            if got != expected {
                failures.push(format!("{}: {name}\n  input {input}\n  expected {expected}\n  got {got}", case["id"]));
            }
        }
    }
    within(10, "close", connection.close()).await;
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
