//! What the connection tests share: fixture servers, entries for them, limits on every wait.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use askance_host::view::AppsPolicy;
use std::collections::BTreeMap;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use askance_host::Problem;
use askance_host::Revision;
use askance_host::config::{Origin, ServerSpec};
use askance_host::connection::{Connection, Declared, Inbound, InboundElicitation, Limit, RequestError};
use askance_host::trace::{Trace, TraceEntry};
use serde_json::{Map, Value, value::RawValue};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// What the scripted servers answer to the tool `odd`.
pub const ODD: &str = r#"{"content":[{"type":"text","text":"h\u00e9"}],  "zeta":1e400, "alpha":{"b":1.0,"a":[ ]}}"#;

pub const ALL: Declared = Declared { form: true, url: true, apps: true, app_answers: true };

pub fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures")
}

/// The official SDK's server, built once however many tests ask at the same time.
pub fn elicit_server() -> String {
    let folder = fixtures().join("elicit-server");
    let lock = std::fs::File::create(std::env::temp_dir().join("askance-elicit-server.lock")).unwrap();
    lock.lock().unwrap();
    if !folder.join("dist/server.mjs").exists() {
        for args in [["ci", "--no-audit", "--no-fund"].as_slice(), &["run", "build"]] {
            let done = std::process::Command::new("npm").args(args).current_dir(&folder).stdout(Stdio::null()).status();
            assert!(done.unwrap().success(), "npm {args:?}");
        }
    }
    folder.join("dist/server.mjs").to_str().unwrap().to_owned()
}

pub fn fault(script: &str) -> String {
    fixtures().join("fault").join(script).to_str().unwrap().to_owned()
}

pub fn local<S: AsRef<str>>(args: &[S]) -> ServerSpec {
    ServerSpec {
        name: "test".to_owned(),
        origin: Origin::Local {
            command: "node".to_owned(),
            args: args.iter().map(|arg| arg.as_ref().to_owned()).collect(),
            env: BTreeMap::new(),
            cwd: None,
        },
        revision: None,
        apps: AppsPolicy::Ask,
        developer: false,
    }
}

pub fn remote(url: &str) -> ServerSpec {
    ServerSpec {
        name: "test".to_owned(),
        origin: Origin::Remote { url: url.to_owned(), headers: BTreeMap::new() },
        revision: None,
        apps: AppsPolicy::Ask,
        developer: false,
    }
}

pub fn pinned(spec: ServerSpec, revision: Revision) -> ServerSpec {
    ServerSpec { revision: Some(revision), ..spec }
}

pub async fn within<T>(seconds: u64, what: &str, future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(seconds), future).await.unwrap_or_else(|_| panic!("too slow: {what}"))
}

/// Steps of the trace, for looking at.
#[derive(Clone, Default)]
pub struct Steps(Arc<Mutex<Vec<TraceEntry>>>);

impl Steps {
    pub fn trace(&self) -> Trace {
        let steps = self.0.clone();
        Trace::new(Instant::now(), Arc::new(move |entry| steps.lock().unwrap().push(entry)))
    }

    pub fn reasons(&self, stage: &str) -> Vec<String> {
        let steps = self.0.lock().unwrap();
        steps.iter().filter(|step| step.stage == stage).filter_map(|step| step.reason.clone()).collect()
    }
}

pub type Opened = (Connection, mpsc::Receiver<Inbound>);

pub async fn try_open(spec: &ServerSpec) -> Result<Opened, Problem> {
    within(30, "open", Connection::open(spec, ALL, Trace::none())).await
}

pub async fn open(spec: &ServerSpec) -> Opened {
    try_open(spec).await.unwrap_or_else(|problem| panic!("{problem:?}"))
}

pub async fn refused(spec: &ServerSpec) -> Problem {
    match try_open(spec).await {
        Ok(_) => panic!("connected"),
        Err(problem) => problem,
    }
}

pub fn limit(seconds: u64) -> Limit {
    Limit { soft: Duration::from_secs(seconds), hard: Duration::from_secs(seconds), paused: None }
}

pub fn object(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

pub async fn request(connection: &Connection, method: &str, params: Value) -> Result<Box<RawValue>, RequestError> {
    connection.request(method, object(params), limit(20), CancellationToken::new(), None).await
}

pub async fn call(connection: &Connection, tool: &str, arguments: Value) -> Result<Box<RawValue>, RequestError> {
    request(connection, "tools/call", serde_json::json!({"name": tool, "arguments": arguments})).await
}

pub async fn question(inbound: &mut mpsc::Receiver<Inbound>) -> InboundElicitation {
    match within(20, "a question", inbound.recv()).await {
        Some(Inbound::Elicitation(question)) => question,
        other => panic!("{other:?}"),
    }
}

pub fn value(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).unwrap()
}

/// A server process with an HTTP port, ended with the test.
pub struct Served {
    pub url: String,
    child: tokio::process::Child,
    pub lines: mpsc::UnboundedReceiver<String>,
}

impl Served {
    /// Starts `node …args` and waits for a line on stderr that holds `http://`.
    pub async fn start(args: &[&str]) -> Self {
        let mut command = tokio::process::Command::new("node");
        command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines();
        let (sender, lines) = mpsc::unbounded_channel();
        let first = within(20, "the server", async {
            loop {
                let line = stderr.next_line().await.unwrap().expect("the server ended");
                if line.contains("http://") {
                    return line;
                }
            }
        })
        .await;
        tokio::spawn(async move {
            while let Ok(Some(line)) = stderr.next_line().await {
                let _ = sender.send(line);
            }
        });
        let url = first.split_whitespace().find(|word| word.starts_with("http://")).unwrap().to_owned();
        Self { url, child, lines }
    }

    /// The official SDK's server.
    pub async fn elicit(era: &str) -> Self {
        let server = elicit_server();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
        Self::start(&[&server, "http", "--port", &port, "--era", era]).await
    }

    /// Waits for a line of the server's log.
    pub async fn saw(&mut self, what: &str) -> String {
        within(20, what, async {
            loop {
                let line = self.lines.recv().await.expect("the server ended");
                if line.contains(what) {
                    return line;
                }
            }
        })
        .await
    }

    pub async fn kill(&mut self) {
        self.child.kill().await.unwrap();
    }
}

pub fn scripted(behaviour: &str) -> ServerSpec {
    local(&[fault("stdio.mjs").as_str(), behaviour])
}

pub fn logged(behaviour: &str, log: &Path) -> ServerSpec {
    local(&[fault("stdio.mjs").as_str(), behaviour, log.to_str().unwrap()])
}

/// What the server received, one value a message; the first is how it was started.
pub fn received(log: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(log).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub async fn close(connection: &Connection) {
    within(10, "close", connection.close()).await;
}
