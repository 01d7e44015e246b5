//! A client that speaks JSON by hand, so that the tests see the wire and not a library's reading of it.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
pub mod http;
pub mod stdio;

use std::time::Duration;

use serde_json::{Map, Value, json};

pub const LIMIT: Duration = Duration::from_secs(20);
pub const MODERN: &str = "2026-07-28";
pub const LEGACY: &str = "2025-11-25";

/// What a full client declares: every gate of app-rendered elicitation open.
pub fn capabilities() -> Value {
    json!({"elicitation": {"form": {}}, "extensions": {"io.modelcontextprotocol/ui":
        {"mimeTypes": ["text/html;profile=mcp-app"], "elicitation": {}}}})
}

/// What a client without apps declares.
pub fn forms_only() -> Value {
    json!({"elicitation": {"form": {}}})
}

/// Sends a request and gives its result; questions that come as requests meanwhile go to the second argument.
pub trait Wire {
    async fn request(&mut self, method: &str, params: Value, answer: &mut dyn FnMut(&Value) -> Value) -> Value;
    async fn notify(&mut self, method: &str);
}

pub fn no_questions(params: &Value) -> Value {
    panic!("unexpected question: {params}")
}

pub struct Client<W> {
    pub wire: W,
    pub modern: bool,
    pub capabilities: Value,
}

impl<W: Wire> Client<W> {
    /// Opens the connection in one era; gives the server's capabilities.
    pub async fn open(wire: W, modern: bool, capabilities: Value) -> (Self, Value) {
        let mut client = Self { wire, modern, capabilities };
        if modern {
            let found = client.plain("server/discover", json!({})).await;
            assert!(found["supportedVersions"].as_array().unwrap().contains(&json!(MODERN)), "{found}");
            return (client, found["capabilities"].clone());
        }
        let hello = json!({"protocolVersion": LEGACY, "capabilities": client.capabilities, "clientInfo": {"name": "t", "version": "1"}});
        let found = client.wire.request("initialize", hello, &mut no_questions).await;
        assert_eq!(found["protocolVersion"], LEGACY);
        client.wire.notify("notifications/initialized").await;
        (client, found["capabilities"].clone())
    }

    /// A request without questions.
    pub async fn plain(&mut self, method: &str, params: Value) -> Value {
        let params = self.dressed(params);
        self.wire.request(method, params, &mut no_questions).await
    }

    /// A tool call with all its rounds. `asked` collects every question's params.
    pub async fn call(&mut self, tool: &str, answers: &mut dyn FnMut(&Value) -> Value) -> Value {
        let base = json!({"name": tool, "arguments": {}});
        if !self.modern {
            return self.wire.request("tools/call", base, answers).await;
        }
        let mut params = base.clone();
        for _ in 0..10 {
            let dressed = self.dressed(params);
            let result = self.wire.request("tools/call", dressed, &mut no_questions).await;
            if result["resultType"] != "input_required" {
                return result;
            }
            let responses: Map<String, Value> = result["inputRequests"]
                .as_object()
                .unwrap()
                .iter()
                .map(|(key, request)| {
                    assert_eq!(request["method"], "elicitation/create");
                    (key.clone(), answers(&request["params"]))
                })
                .collect();
            params = base.clone();
            params["inputResponses"] = responses.into();
            params["requestState"] = result["requestState"].clone();
        }
        panic!("more than ten rounds")
    }

    fn dressed(&self, mut params: Value) -> Value {
        if self.modern {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": MODERN,
                "io.modelcontextprotocol/clientCapabilities": self.capabilities,
            });
        }
        params
    }
}
