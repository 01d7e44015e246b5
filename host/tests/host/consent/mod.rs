//! The person's consent to apps, and the switches: a desk where a server's tools ask in apps (SEC-06, SEC-12).

mod asked;
mod switches;

use std::sync::{Arc, Mutex};

use askance_host::app::consent::Consents;
use askance_host::config::ServerSpec;
use askance_host::operation::Task;
use askance_host::view::{Answer, AppConsent, AppPage, AppState, AppView, AppsPolicy, QuestionView, Shown};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::bench::{Bench, end};
use crate::fake::{Act, Log, Pages};
use crate::peer::{Peer, asks_through_apps, confirm_in_app, done, input_required};

/// A server whose tools ask in apps: each tool in the app of its name.
fn server() -> Peer {
    let (mut resources, mut plays) = (json!({}), json!({}));
    for (name, ui) in [
        ("plain", json!({})),
        ("reach", json!({ "csp": { "connectDomains": ["https://a.example"] } })),
        ("again", json!({ "csp": { "connectDomains": ["https://a.example"] } })),
        (
            "more",
            json!({ "csp": { "connectDomains": ["https://a.example", "https://b.example"] }, "permissions": { "camera": {} } }),
        ),
        (
            "local",
            json!({ "csp": { "connectDomains": ["http://localhost:3000", "http://10.0.0.5", "*", "http://169.254.169.254"] } }),
        ),
    ] {
        let uri = format!("ui://p/{name}");
        let text = format!("<!doctype html><html><body>{name}</body></html>");
        let item = json!({ "uri": uri, "mimeType": "text/html;profile=mcp-app", "text": text, "_meta": { "ui": ui } });
        let read = json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "private", "contents": [item] });
        resources[&uri] = read.to_string().into();
        let mut params = confirm_in_app(name);
        params["_meta"]["ui"]["resourceUri"] = uri.into();
        let asks = input_required(json!({ "q": { "method": "elicitation/create", "params": params } }), "s");
        // The calls alternate with the retries that bring the answers.
        let turns: Vec<Value> = (0..5).flat_map(|_| [json!([{ "raw": asks }]), json!([{ "raw": done() }])]).collect();
        plays[format!("tools/call {name}")] = turns.into();
    }
    Peer::of(
        json!({ "revision": "2026-07-28", "capabilities": asks_through_apps(), "resources": resources, "plays": plays }),
    )
}

/// A host with that server, asked before its apps are shown.
struct Desk {
    bench: Bench,
    peer: Peer,
    log: Arc<Mutex<Log>>,
}

impl Desk {
    async fn of(script: Act, consents: Consents, change: impl FnOnce(&mut ServerSpec)) -> Self {
        let pages = Pages::new(move |_| script.clone());
        let (log, peer) = (pages.log(), server());
        let mut bench = Bench::allowing(Some(Arc::new(pages)), consents);
        let mut spec = peer.spec("desk");
        spec.apps = AppsPolicy::Ask;
        change(&mut spec);
        bench.ready(vec![spec]).await;
        Self { bench, peer, log }
    }

    async fn new() -> Self {
        Self::of(Act::Wait, Consents::default(), |_| ()).await
    }

    /// Calls a tool and waits until its question is as wanted.
    async fn ask<T>(&mut self, tool: &str, what: &str, seen: impl Fn(&QuestionView) -> Option<T>) -> (Arc<Task>, T) {
        let task = self.bench.call("desk", tool);
        let of_it = |question: &&QuestionView| question.task.as_deref() == Some(task.id());
        let found = self.bench.until(what, |all| all.questions.iter().find(of_it).and_then(&seen)).await;
        (task, found)
    }

    /// Calls a tool whose app waits for the person.
    async fn asked(&mut self, tool: &str) -> (Arc<Task>, QuestionView, Vec<String>) {
        let (task, (question, wider)) = self
            .ask(tool, "the request for consent", |question| {
                let AppState::Consent { wider } = app(question)?.state.clone() else { return None };
                Some((question.clone(), wider))
            })
            .await;
        (task, question, wider)
    }

    /// Calls a tool whose app is shown without asking; gives what it may do.
    async fn shown(&mut self, tool: &str) -> (Arc<Task>, QuestionView) {
        let (task, question) = self.ask(tool, "the app", |question| live(question).then(|| question.clone())).await;
        assert!(!self.has_asked(&question), "{tool} was asked for");
        (task, question)
    }

    async fn live(&mut self, question: &QuestionView) -> AppPage {
        let seen = self.bench.question(&question.id, "the app", |q| live(q).then(|| page(q))).await;
        assert!(seen.asks.iter().all(|ask| ask.granted));
        seen
    }

    fn consent(&self, question: &QuestionView, consent: AppConsent) {
        self.bench.host.consent_to_app(instance(question), consent).unwrap();
    }

    async fn refuse(&mut self, task: &Task, question: &QuestionView) {
        self.bench.host.answer(&question.id, Answer::Cancel).unwrap();
        end(task).await.unwrap();
    }

    fn has_asked(&self, question: &QuestionView) -> bool {
        self.consents_of(question).iter().any(|how| how.starts_with("asked"))
    }

    /// The steps of the consent to a question's app.
    fn consents_of(&self, question: &QuestionView) -> Vec<String> {
        let trace = self.bench.trace.lock().unwrap();
        let own =
            trace.iter().filter(|entry| entry.question.as_deref() == Some(&question.id) && entry.stage == "consent");
        own.filter_map(|entry| entry.reason.clone()).collect()
    }

    fn opened(&self) -> usize {
        self.log.lock().unwrap().opened.len()
    }

    fn gates(&self) -> Vec<bool> {
        self.bench.host.snapshot().servers[0].gates.iter().map(|gate| gate.open).collect()
    }

    /// Whether apps were claimed in the server's newest request (CAP-04).
    fn claims_apps(&self) -> bool {
        let newest = self.peer.received().pop().unwrap();
        let capabilities = &newest["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"];
        assert!(capabilities["elicitation"]["form"].is_object(), "{newest}");
        capabilities.get("extensions").is_some()
    }
}

fn app(question: &QuestionView) -> Option<&AppView> {
    match &question.shown {
        Shown::App { app } => Some(app),
        _ => None,
    }
}

fn live(question: &QuestionView) -> bool {
    app(question).is_some_and(|app| matches!(app.state, AppState::Live { .. }))
}

fn page(question: &QuestionView) -> AppPage {
    app(question).and_then(|app| app.page.clone()).expect("it was read")
}

fn instance(question: &QuestionView) -> Uuid {
    app(question).unwrap().instance.parse().unwrap()
}

fn is_form(question: &QuestionView) -> Option<QuestionView> {
    (question.shown == Shown::Form).then(|| question.clone())
}
