//! Surfaces without a screen: each behaves as a small app page that speaks the bridge.

use std::sync::{Arc, Mutex};

use askance_host::app::{Document, OpenSurface, Surface, SurfaceError, SurfaceEvent, Surfaces};
use askance_host::view::AppFeature;
use async_trait::async_trait;
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc, watch};

use crate::bench::PATIENCE;

/// What the page does with a question.
#[derive(Clone, Debug)]
pub enum Act {
    /// Answers after the person clicked in it.
    Answer(Value),
    /// Answers by itself.
    AnswerUntouched(Value),
    /// The same with a result that is no value: a text.
    AnswerText(String),
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
    news: Arc<watch::Sender<()>>,
}

/// What happened on all pages, and waiting for it.
pub struct Ears {
    pub log: Arc<Mutex<Log>>,
    news: watch::Receiver<()>,
}

impl Ears {
    /// Waits until something has happened.
    pub async fn until<T>(&mut self, what: &str, mut seen: impl FnMut(&Log) -> Option<T>) -> T {
        let waiting = async {
            loop {
                if let Some(found) = seen(&self.log.lock().unwrap()) {
                    return found;
                }
                self.news.changed().await.expect("the pages are gone");
            }
        };
        let outcome = tokio::time::timeout(PATIENCE, waiting).await;
        outcome.unwrap_or_else(|_| panic!("waited for {what}; heard: {:#?}", self.log.lock().unwrap().heard))
    }

    /// The first message of a method that a page has heard.
    pub async fn heard(&mut self, page: usize, method: &str) -> Value {
        let is_it = |(at, message): &&(usize, Value)| *at == page && message["method"] == method;
        self.until(method, |log| log.heard.iter().find(is_it).map(|(_, message)| message.clone())).await
    }

    /// What a page was told of its host.
    pub async fn reply_to_hello(&mut self, page: usize) -> Value {
        let is_it = |(at, message): &&(usize, Value)| *at == page && message["id"] == 1;
        self.until("hello", |log| log.heard.iter().find(is_it).map(|(_, message)| message["result"].clone())).await
    }

    /// The methods that a page has heard so far, replies left out.
    pub fn methods(&self, page: usize) -> Vec<String> {
        let log = self.log.lock().unwrap();
        let own = log.heard.iter().filter(|(at, _)| *at == page);
        own.filter_map(|(_, message)| message["method"].as_str().map(str::to_owned)).collect()
    }

    /// Says something as a page.
    pub fn say(&self, page: usize, message: &Value) {
        let event = SurfaceEvent::Message(message.to_string());
        self.log.lock().unwrap().events[page].try_send(event).unwrap();
    }

    /// Sends a request as a page and gives the reply.
    pub async fn request(&mut self, page: usize, id: &str, method: &str, params: Value) -> Value {
        self.say(page, &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.reply(page, id).await
    }

    /// Waits for the reply to a request.
    pub async fn reply(&mut self, page: usize, id: &str) -> Value {
        let is_it =
            |(at, message): &&(usize, Value)| *at == page && message["id"] == id && message.get("method").is_none();
        self.until(id, |log| log.heard.iter().find(is_it).map(|(_, message)| message.clone())).await
    }
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
    /// Addresses that were opened in the browser.
    pub links: Vec<String>,
    /// What a person who is saving waits for before they choose a place; nothing if they choose at once.
    pub choosing: Option<Arc<Notify>>,
    /// Files that were saved.
    pub saved: Vec<(String, Vec<u8>)>,
    /// Every message that reached a page, with the page's number.
    pub heard: Vec<(usize, Value)>,
    /// Features that were permitted or not.
    pub permitted: Vec<(AppFeature, bool)>,
    /// Surfaces closed.
    pub closed: usize,
    /// Talks to the pages as the person and the window system do.
    pub events: Vec<mpsc::Sender<SurfaceEvent>>,
}

impl Pages {
    /// Pages that follow a script.
    pub fn new(script: impl Fn(&Value) -> Act + Send + Sync + 'static) -> Self {
        Self { script: Arc::new(script), works: true, capable: true, log: Arc::default(), news: Arc::default() }
    }

    /// What happens on them, with a way to wait for it.
    pub fn ears(&self) -> Ears {
        Ears { log: self.log.clone(), news: self.news.subscribe() }
    }

    /// What happens on them.
    pub fn log(&self) -> Arc<Mutex<Log>> {
        self.log.clone()
    }
}

#[async_trait]
impl Surfaces for Pages {
    async fn open_link(&self, url: &str) -> bool {
        self.log.lock().unwrap().links.push(url.to_owned());
        self.news.send_replace(());
        true
    }

    async fn save(&self, files: Vec<(String, Vec<u8>)>) -> bool {
        let choosing = self.log.lock().unwrap().choosing.clone();
        if let Some(choosing) = choosing {
            choosing.notified().await;
        }
        self.log.lock().unwrap().saved.extend(files);
        self.news.send_replace(());
        true
    }

    async fn open(&self, document: Document) -> Result<OpenSurface, SurfaceError> {
        if !self.works {
            return Err(SurfaceError("no display".to_owned()));
        }
        let (events, seen) = mpsc::channel(1024);
        let mut log = self.log.lock().unwrap();
        let number = log.opened.len();
        log.opened.push(document);
        log.events.push(events.clone());
        let capabilities = if self.capable { json!({ "elicitation": {} }) } else { json!({}) };
        let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "ui/initialize", "params": {
            "protocolVersion": "2026-01-26", "appInfo": { "name": "page", "version": "1" },
            "appCapabilities": capabilities } });
        for event in [SurfaceEvent::Loaded, SurfaceEvent::Visible(true), SurfaceEvent::Message(hello.to_string())] {
            events.try_send(event).unwrap();
        }
        let news = self.news.clone();
        let surface = Page { number, script: self.script.clone(), events, log: self.log.clone(), news };
        Ok(OpenSurface { surface: Box::new(surface), events: seen })
    }
}

struct Page {
    number: usize,
    news: Arc<watch::Sender<()>>,
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
                    let _ = events.send(SurfaceEvent::Touched).await;
                    let _ = events.send(SurfaceEvent::Message(message)).await;
                });
            }
            Act::AnswerUntouched(result) => self.say(&reply(result)),
            Act::AnswerText(result) => {
                let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
                let _ = self.events.try_send(SurfaceEvent::Message(text));
            }
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
    fn permit(&self, feature: AppFeature, yes: bool) {
        self.log.lock().unwrap().permitted.push((feature, yes));
        self.news.send_replace(());
    }

    fn deliver(&self, message: String) {
        let message: Value = serde_json::from_str(&message).unwrap();
        self.log.lock().unwrap().heard.push((self.number, message.clone()));
        self.news.send_replace(());
        match message["method"].as_str() {
            // The reply to its hello.
            None if message["id"] == 1 => {
                self.say(&json!({ "jsonrpc": "2.0", "method": "ui/notifications/initialized", "params": {} }))
            }
            None => {}
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
            Some(_) if !message["id"].is_null() => {
                self.say(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": {} }));
            }
            Some(_) => {}
        }
    }

    async fn close(&self) {
        self.log.lock().unwrap().closed += 1;
        self.news.send_replace(());
    }
}
