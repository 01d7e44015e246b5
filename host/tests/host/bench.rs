//! A host with its window's ears: every wait is for a change of the host, with a limit.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use askance_host::app::Surfaces;
use askance_host::app::consent::Consents;
use askance_host::config::ServerSpec;
use askance_host::connection::Declared;
use askance_host::operation::{Request, Task};
use askance_host::trace::TraceEntry;
use askance_host::view::{Answer, Ending, QuestionState, QuestionView, ServerState, Settings, Shown, Snapshot, Update};
use askance_host::{Host, HostOptions};
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};

/// The longest that a test waits for anything.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A host under test.
pub struct Bench {
    pub host: Arc<Host>,
    pub updates: mpsc::UnboundedReceiver<Update>,
    pub trace: Arc<Mutex<Vec<TraceEntry>>>,
    /// Keeps the context open.
    _context: watch::Sender<Arc<Value>>,
}

impl Bench {
    /// A host with a window, and with apps where there are surfaces.
    pub fn new(surfaces: Option<Arc<dyn Surfaces>>) -> Self {
        Self::make(surfaces, None, Consents::default(), None)
    }

    /// The same with what was allowed to apps before.
    pub fn allowing(surfaces: Option<Arc<dyn Surfaces>>, consents: Consents) -> Self {
        Self::make(surfaces, None, consents, None)
    }

    /// The same, declaring something else.
    pub fn declaring(surfaces: Option<Arc<dyn Surfaces>>, declared: Declared) -> Self {
        Self::make(surfaces, Some(declared), Consents::default(), None)
    }

    /// A host that may keep last answers in that file.
    pub fn remembering(file: PathBuf) -> Self {
        Self::make(None, None, Consents::default(), Some(file))
    }

    fn make(
        surfaces: Option<Arc<dyn Surfaces>>,
        declared: Option<Declared>,
        consents: Consents,
        last_answers: Option<PathBuf>,
    ) -> Self {
        let (sender, updates) = mpsc::unbounded_channel();
        let (context, seen) = watch::channel(Arc::new(json!({})));
        let trace: Arc<Mutex<Vec<TraceEntry>>> = Arc::default();
        let kept = trace.clone();
        let options = HostOptions {
            settings: Settings::default(),
            sandboxed: true,
            memory_limited: true,
            consents,
            last_answers,
            surfaces,
            window: true,
            updates: sender,
            context: seen,
            trace: Arc::new(move |entry| kept.lock().unwrap().push(entry)),
        };
        let host = match declared {
            None => Host::new(options),
            Some(declared) => Host::declaring(options, declared),
        };
        Self { host, updates, trace, _context: context }
    }

    /// Waits until the host's state shows something.
    pub async fn until<T>(&mut self, what: &str, mut seen: impl FnMut(&Snapshot) -> Option<T>) -> T {
        let waiting = async {
            loop {
                if let Some(found) = seen(&self.host.snapshot()) {
                    return found;
                }
                self.updates.recv().await.expect("the host is gone");
            }
        };
        let outcome = tokio::time::timeout(PATIENCE, waiting).await;
        outcome.unwrap_or_else(|_| {
            panic!(
                "waited for {what}; last seen: {:#?}\ntrace: {:#?}",
                self.host.snapshot(),
                self.trace.lock().unwrap()
            )
        })
    }

    /// Adds servers and waits until all are ready.
    pub async fn ready(&mut self, specs: Vec<ServerSpec>) {
        self.host.add_servers(specs, Vec::new());
        self.until("the servers", |snapshot| {
            snapshot.servers.iter().all(|server| server.state == ServerState::Ready).then_some(())
        })
        .await;
    }

    /// Sends a request with its rounds.
    pub fn start(&self, server: &str, method: &str, params: Value) -> Arc<Task> {
        let Value::Object(params) = params else { panic!("params are no object") };
        let request = Request {
            what: "tool".to_owned(),
            name: params.get("name").and_then(Value::as_str).unwrap_or("it").to_owned(),
            method: method.to_owned(),
            params,
            soft: PATIENCE,
            hard: PATIENCE,
        };
        self.host.request(server, request).unwrap()
    }

    /// Calls a tool.
    pub fn call(&self, server: &str, tool: &str) -> Arc<Task> {
        self.start(server, "tools/call", json!({ "name": tool, "arguments": {} }))
    }

    /// Waits until that many questions wait, and gives them, oldest first.
    pub async fn waiting(&mut self, count: usize) -> Vec<QuestionView> {
        self.until(&format!("{count} waiting questions"), |snapshot| {
            let waiting: Vec<_> =
                snapshot.questions.iter().filter(|q| q.state == QuestionState::Waiting).cloned().collect();
            (waiting.len() == count).then_some(waiting)
        })
        .await
    }

    /// Waits for something about one question.
    pub async fn question<T>(&mut self, id: &str, what: &str, seen: impl Fn(&QuestionView) -> Option<T>) -> T {
        self.until(what, |snapshot| snapshot.questions.iter().find(|q| q.id == id).and_then(&seen)).await
    }

    /// Waits until a question has ended.
    pub async fn ending(&mut self, id: &str) -> Ending {
        self.question(id, "the end of a question", |question| match &question.state {
            QuestionState::Ended { ending, .. } => Some(ending.clone()),
            _ => None,
        })
        .await
    }

    /// Waits until a question is shown as the form.
    pub async fn form(&mut self, id: &str) -> QuestionView {
        self.question(id, "the form", |question| (question.shown == Shown::Form).then(|| question.clone())).await
    }

    /// The steps of a question so far.
    pub fn stages(&self, question: &str) -> Vec<String> {
        let trace = self.trace.lock().unwrap();
        let own = trace.iter().filter(|entry| entry.question.as_deref() == Some(question));
        own.map(|entry| entry.stage.clone()).collect()
    }
}

/// An answer as JSON.
pub fn json_answer(content: &Value) -> Answer {
    Answer::Json { text: content.to_string() }
}

/// Waits for the end of a task.
pub async fn end(task: &Task) -> Result<Value, askance_host::operation::OperationError> {
    let outcome = tokio::time::timeout(PATIENCE, task.outcome()).await.expect("the task does not end");
    outcome.map(|result| result.value)
}
