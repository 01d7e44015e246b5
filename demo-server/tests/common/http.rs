//! Streamable HTTP against a server on a free port.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::panic)]
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::{LEGACY, LIMIT, MODERN, Wire};

pub struct Http {
    client: reqwest::Client,
    pub url: String,
    session: Option<String>,
    next: i64,
}

/// A demo server of its own on a free port.
pub async fn start() -> Http {
    // The first test that needs it installs it; the others find it there.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(demo_server::serve_listener(listener));
    Http { client: reqwest::Client::new(), url, session: None, next: 0 }
}

impl Http {
    pub async fn post(&self, message: &Value) -> reqwest::Response {
        let mut request = self.client.post(&self.url).header(CONTENT_TYPE, "application/json");
        request = request.header(ACCEPT, "application/json, text/event-stream");
        let modern = message.pointer("/params/_meta").is_some();
        if modern {
            request = request.header("Mcp-Method", message["method"].as_str().unwrap());
            let name = message.pointer("/params/name").or_else(|| message.pointer("/params/uri"));
            if let Some(name) = name.and_then(Value::as_str) {
                request = request.header("Mcp-Name", name);
            }
        }
        if modern || self.session.is_some() {
            request = request.header("MCP-Protocol-Version", if modern { MODERN } else { LEGACY });
        }
        if let Some(session) = &self.session {
            request = request.header("Mcp-Session-Id", session);
        }
        timeout(LIMIT, request.body(message.to_string()).send()).await.unwrap().unwrap()
    }
}

impl Wire for Http {
    async fn request(&mut self, method: &str, params: Value, answer: &mut dyn FnMut(&Value) -> Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut response = self.post(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        assert!(response.status().is_success(), "{method}: {} {:?}", response.status(), response.text().await);
        if let Some(session) = response.headers().get("mcp-session-id") {
            self.session = Some(session.to_str().unwrap().to_owned());
        }
        let events = response.headers()[CONTENT_TYPE].to_str().unwrap().starts_with("text/event-stream");
        let mut text = String::new();
        while let Some(chunk) = timeout(LIMIT, response.chunk()).await.unwrap().unwrap() {
            text.push_str(std::str::from_utf8(&chunk).unwrap());
            while events && text.contains("\n\n") {
                let (event, rest) = text.split_once("\n\n").unwrap();
                let data: String = event.lines().filter_map(|line| line.strip_prefix("data:")).collect();
                text = rest.to_owned();
                let Ok(message) = serde_json::from_str::<Value>(data.trim()) else { continue };
                if message["method"] == "elicitation/create" {
                    let result = answer(&message["params"]);
                    let reply = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
                    assert!(self.post(&reply).await.status().is_success());
                } else if message["id"] == id {
                    return result_of(&message);
                }
            }
        }
        result_of(&serde_json::from_str(&text).unwrap())
    }

    async fn notify(&mut self, method: &str) {
        assert!(self.post(&json!({"jsonrpc": "2.0", "method": method})).await.status().is_success());
    }
}

fn result_of(message: &Value) -> Value {
    assert!(message.get("error").is_none(), "{message}");
    message["result"].clone()
}
