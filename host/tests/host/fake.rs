//! Surfaces without a screen: each behaves as a small app page that speaks the bridge.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use askance_host::app::{Document, OpenSurface, Surface, SurfaceError, SurfaceEvent, Surfaces};
use askance_host::view::AppFeature;
use async_trait::async_trait;
use futures::FutureExt;
use serde_json::{Value, json};
use tokio::sync::mpsc;

/// What the page does with a question.
#[derive(Clone, Debug)]
pub enum Act {
    /// Answers after the person clicked in it.
    Answer(Value),
    /// Answers by itself.
    AnswerUntouched(Value),
    /// Answers with an error.
    Refuse,
    /// Its process ends.
    Crash,
    /// It leaves its frame.
    Navigate,
    /// It asks to be closed.
    Close,
    /// Nothing, until it is told something else.
    Wait,
}

/// Decides what to do with the parameters of a question.
type Script = dyn Fn(&Value) -> Act + Send + Sync;

/// Makes pages that follow a script.
pub struct Pages {
    script: Arc<Script>,
    /// Whether a page can be opened at all.
    pub works: bool,
    /// Whether pages say that they take questions.
    pub capable: bool,
    log: Arc<Mutex<Log>>,
}

/// What happened on all pages.
#[derive(Debug, Default)]
pub struct Log {
    /// Documents, in order.
    pub opened: Vec<Document>,
    /// Parameters of the questions that reached a page.
    pub asked: Vec<Value>,
    /// Reasons of the teardowns, in order.
    pub torn_down: Vec<String>,
    /// Requests that were cancelled before.
    pub cancelled: usize,
    /// Surfaces closed.
    pub closed: usize,
    /// Talks to the pages as the person and the window system do.
    pub events: Vec<mpsc::Sender<SurfaceEvent>>,
}

impl Pages {
    /// Pages that follow a script.
    pub fn new(script: impl Fn(&Value) -> Act + Send + Sync + 'static) -> Self {
        Self { script: Arc::new(script), works: true, capable: true, log: Arc::default() }
    }

    /// What happens on them.
    pub fn log(&self) -> Arc<Mutex<Log>> {
        self.log.clone()
    }
}

#[async_trait]
impl Surfaces for Pages {
    async fn open(&self, document: Document) -> Result<OpenSurface, SurfaceError> {
        if !self.works {
            return Err(SurfaceError("no display".to_owned()));
        }
        let (events, seen) = mpsc::channel(1024);
        let mut log = self.log.lock().unwrap();
        log.opened.push(document);
        log.events.push(events.clone());
        let capabilities = if self.capable { json!({ "elicitation": {} }) } else { json!({}) };
        let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "ui/initialize", "params": {
            "protocolVersion": "2026-01-26", "appInfo": { "name": "page", "version": "1" },
            "appCapabilities": capabilities } });
        for event in [SurfaceEvent::Loaded, SurfaceEvent::Visible(true), SurfaceEvent::Message(hello.to_string())] {
            events.try_send(event).unwrap();
        }
        let surface = Page { script: self.script.clone(), events, log: self.log.clone() };
        Ok(OpenSurface { surface: Box::new(surface), events: seen })
    }
}

/// The person looks at it first: a click within half a second does not count (APP-29). The clock goes on by that much
/// and nobody waits, so the test's runtime has one thread.
fn look() {
    tokio::time::pause();
    // Its first step moves the clock, the rest of it only yields.
    assert!(tokio::time::advance(Duration::from_millis(500)).now_or_never().is_none());
    tokio::time::resume();
}

struct Page {
    script: Arc<Script>,
    events: mpsc::Sender<SurfaceEvent>,
    log: Arc<Mutex<Log>>,
}

impl Page {
    fn say(&self, message: &Value) {
        let _ = self.events.try_send(SurfaceEvent::Message(message.to_string()));
    }

    fn act(&self, id: &Value, params: &Value) {
        let reply = |result: Value| json!({ "jsonrpc": "2.0", "id": id, "result": result });
        match (self.script)(params) {
            Act::Answer(result) => {
                let (events, message) = (self.events.clone(), reply(result).to_string());
                tokio::spawn(async move {
                    look();
                    let _ = events.send(SurfaceEvent::Touched).await;
                    let _ = events.send(SurfaceEvent::Message(message)).await;
                });
            }
            Act::AnswerUntouched(result) => self.say(&reply(result)),
            Act::Refuse => {
                self.say(&json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32603, "message": "no" } }))
            }
            Act::Crash => _ = self.events.try_send(SurfaceEvent::Crashed),
            Act::Navigate => _ = self.events.try_send(SurfaceEvent::Navigated),
            Act::Close => self.say(&json!({ "jsonrpc": "2.0", "method": "ui/notifications/request-teardown" })),
            Act::Wait => {}
        }
    }
}

#[async_trait]
impl Surface for Page {
    fn permit(&self, _: AppFeature, _: bool) {}

    fn deliver(&self, message: String) {
        let message: Value = serde_json::from_str(&message).unwrap();
        match message["method"].as_str() {
            None => self.say(&json!({ "jsonrpc": "2.0", "method": "ui/notifications/initialized", "params": {} })),
            Some("elicitation/create") => {
                self.log.lock().unwrap().asked.push(message["params"].clone());
                self.act(&message["id"], &message["params"]);
            }
            Some("ui/resource-teardown") => {
                let reason = message["params"]["reason"].as_str().unwrap_or_default().to_owned();
                self.log.lock().unwrap().torn_down.push(reason);
                self.say(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": {} }));
            }
            Some("notifications/cancelled") => self.log.lock().unwrap().cancelled += 1,
            Some(_) => {
                if !message["id"].is_null() {
                    self.say(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": {} }));
                }
            }
        }
    }

    async fn close(&self) {
        self.log.lock().unwrap().closed += 1;
    }
}
