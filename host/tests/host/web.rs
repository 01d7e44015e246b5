//! A stateless server over HTTP that can go away and come back at its address, its script going on where it was.

use askance_host::view::AppsPolicy;
use std::collections::{BTreeMap, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use askance_host::config::{Origin, ServerSpec};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

#[derive(Default)]
struct State {
    /// Raw results of `tools/call`, in turn.
    results: VecDeque<String>,
    received: Vec<Value>,
    /// It says that it tells of changes; each time it is listened to, it breaks off after the first.
    tells: bool,
}

/// The server.
pub struct Web {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    serving: Option<JoinHandle<()>>,
}

impl Web {
    /// Starts it with the results that it gives.
    pub async fn start(results: &[String]) -> Self {
        Self::of(State { results: results.iter().cloned().collect(), ..State::default() }).await
    }

    /// Starts one that tells of changes, and breaks off after each.
    pub async fn telling() -> Self {
        Self::of(State { tells: true, ..State::default() }).await
    }

    async fn of(state: State) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut web =
            Self { address: listener.local_addr().unwrap(), state: Arc::new(Mutex::new(state)), serving: None };
        web.serve(listener);
        web
    }

    fn serve(&mut self, listener: TcpListener) {
        let state = self.state.clone();
        self.serving = Some(tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                answer(stream, &state).await;
            }
        }));
    }

    /// From here on connections are refused.
    pub async fn go_away(&mut self) {
        if let Some(serving) = self.serving.take() {
            serving.abort();
            let _ = serving.await;
        }
    }

    /// At the same address again.
    pub async fn come_back(&mut self) {
        self.serve(TcpListener::bind(self.address).await.unwrap());
    }

    pub fn spec(&self, name: &str) -> ServerSpec {
        let url = format!("http://{}/mcp", self.address);
        ServerSpec {
            name: name.to_owned(),
            origin: Origin::Remote { url, headers: BTreeMap::new() },
            revision: None,
            apps: AppsPolicy::Always,
            developer: false,
        }
    }

    /// How many requests of a method came so far.
    pub fn count(&self, method: &str) -> usize {
        self.state.lock().unwrap().received.iter().filter(|message| message["method"] == method).count()
    }

    /// The params of each `tools/call` so far.
    pub fn calls(&self) -> Vec<Value> {
        let state = self.state.lock().unwrap();
        let calls = state.received.iter().filter(|message| message["method"] == "tools/call");
        calls.map(|message| message["params"].clone()).collect()
    }
}

/// One request a connection, so that none is kept open.
async fn answer(stream: TcpStream, state: &Mutex<State>) {
    let mut stream = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    loop {
        line.clear();
        if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
            return;
        }
        let lower = line.to_ascii_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    if stream.read_exact(&mut body).await.is_err() {
        return;
    }
    let message: Value = serde_json::from_slice(&body).unwrap();
    if message["method"] == "subscriptions/listen" {
        state.lock().unwrap().received.push(message.clone());
        let meta = json!({ "io.modelcontextprotocol/subscriptionId": message["id"] });
        let change =
            json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": { "_meta": meta } });
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
        let _ = stream.write_all(format!("{head}data: {change}\n\n").as_bytes()).await;
        return;
    }
    let reply = reply(&message, &mut state.lock().unwrap());
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n";
    let _ = stream.write_all(format!("{head}content-length: {}\r\n\r\n{reply}", reply.len()).as_bytes()).await;
}

fn reply(message: &Value, state: &mut State) -> String {
    state.received.push(message.clone());
    let tells = state.tells;
    let result = match message["method"].as_str().unwrap() {
        "server/discover" => json!({ "resultType": "complete", "supportedVersions": ["2026-07-28"],
            "capabilities": if tells { json!({ "tools": { "listChanged": true } }) } else { json!({}) }, "ttlMs": 0, "cacheScope": "private" })
        .to_string(),
        "tools/call" => state.results.pop_front().unwrap(),
        "tools/list" => r#"{"tools":[]}"#.to_owned(),
        _ => "{}".to_owned(),
    };
    format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, message["id"])
}
