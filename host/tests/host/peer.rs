//! A real server process that plays a script, and the log of what it received.

use askance_host::view::AppsPolicy;
use std::collections::BTreeMap;
use std::path::PathBuf;

use askance_host::config::{Origin, ServerSpec};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A scripted server.
pub struct Peer {
    dir: TempDir,
}

impl Peer {
    /// A server of that revision which plays `plays`, one list of actions for each request of a method.
    pub fn new(revision: &str, capabilities: Value, plays: Value) -> Self {
        Self::of(json!({ "revision": revision, "capabilities": capabilities, "plays": plays }))
    }

    /// A server with a whole script.
    pub fn of(script: Value) -> Self {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("script.json"), script.to_string()).unwrap();
        std::fs::write(dir.path().join("log"), "").unwrap();
        Self { dir }
    }

    /// Another script for the next time it is started.
    pub fn rewrite(&self, script: &Value) {
        std::fs::write(self.dir.path().join("script.json"), script.to_string()).unwrap();
    }

    /// Its entry in the list.
    pub fn spec(&self, name: &str) -> ServerSpec {
        let play = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/host/play.mjs"));
        let args = [play, self.dir.path().join("script.json"), self.dir.path().join("log")];
        ServerSpec {
            name: name.to_owned(),
            origin: Origin::Local {
                command: "node".to_owned(),
                args: args.iter().map(|path| path.to_str().unwrap().to_owned()).collect(),
                env: BTreeMap::new(),
                cwd: Some(self.dir.path().to_owned()),
            },
            revision: None,
            apps: AppsPolicy::Always,
            developer: false,
        }
    }

    /// Everything it received so far.
    pub fn received(&self) -> Vec<Value> {
        let log = std::fs::read_to_string(self.dir.path().join("log")).unwrap();
        log.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The requests of a method that it received so far.
    pub fn requests(&self, method: &str) -> Vec<Value> {
        self.received().into_iter().filter(|message| message["method"] == method).collect()
    }
}

/// The capabilities of a server that asks through apps.
pub fn asks_through_apps() -> Value {
    json!({ "tools": {}, "resources": {}, "extensions": { "io.modelcontextprotocol/ui": { "elicitation": {} } } })
}

/// A question for one yes or no.
pub fn confirm(message: &str) -> Value {
    json!({ "mode": "form", "message": message, "requestedSchema": {
        "type": "object", "properties": { "confirmed": { "type": "boolean" } }, "required": ["confirmed"] } })
}

/// The same with an app.
pub fn confirm_in_app(message: &str) -> Value {
    let mut params = confirm(message);
    params["_meta"] = json!({ "ui": { "resourceUri": "ui://p/x" } });
    params
}

/// The result of reading an app's page.
pub fn page(uri: &str) -> String {
    json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "private", "contents": [
        { "uri": uri, "mimeType": "text/html;profile=mcp-app", "text": "<!doctype html><html><body>app</body></html>" } ] })
    .to_string()
}

/// The raw text of an `input_required` result.
pub fn input_required(requests: Value, state: &str) -> String {
    json!({ "resultType": "input_required", "inputRequests": requests, "requestState": state }).to_string()
}

/// The raw text of a final result.
pub fn done() -> String {
    json!({ "resultType": "complete", "content": [{ "type": "text", "text": "done" }] }).to_string()
}

/// A stateful server that plays this at each call of a tool.
pub fn legacy(revision: &str, actions: Value) -> Peer {
    Peer::new(revision, json!({}), json!({ "tools/call": [actions] }))
}
