//! A surface without a screen, and the app in it.

use std::sync::{Arc, Mutex};

use askance_host::app::csp::Extent;
use askance_host::app::policy::Policy;
use askance_host::app::{
    AppFailure, AppInstance, Calls, Document, Errand, Launch, OpenSurface, Surface, SurfaceError, SurfaceEvent,
    Surfaces,
};
use askance_host::trace::{Trace, TraceEntry};
use askance_host::view::{AppFeature, AppView};
use async_trait::async_trait;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use uuid::Uuid;

/// What happened to a surface, in order.
#[derive(Debug, PartialEq)]
pub(crate) enum Heard {
    /// A message, with its text.
    Message(Value, String),
    /// `permit` was called.
    Permitted(AppFeature, bool),
    /// `close` was called.
    Closed,
    /// The handle was dropped.
    Dropped,
}

/// How the fake treats what the engine asks of it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Manners {
    pub(crate) refuses_to_open: bool,
    pub(crate) never_opens: bool,
    pub(crate) never_closes: bool,
}

pub(crate) struct FakeSurfaces {
    pub(crate) manners: Manners,
    pub(crate) opened: mpsc::UnboundedSender<App>,
}

struct FakeSurface {
    never_closes: bool,
    heard: mpsc::UnboundedSender<Heard>,
}

#[async_trait]
impl Surfaces for FakeSurfaces {
    async fn open_link(&self, _: &str) -> bool {
        false
    }

    async fn save(&self, _: Vec<(String, Vec<u8>)>) -> bool {
        false
    }

    async fn open(&self, document: Document) -> Result<OpenSurface, SurfaceError> {
        if self.manners.never_opens {
            std::future::pending::<()>().await;
        }
        if self.manners.refuses_to_open {
            return Err(SurfaceError("no display".into()));
        }
        let (events, from_app) = mpsc::channel(1024);
        let (heard, to_app) = mpsc::unbounded_channel();
        let surface = FakeSurface { never_closes: self.manners.never_closes, heard };
        self.opened.send(App { document, events, heard: to_app }).expect("the test plays the app");
        Ok(OpenSurface { surface: Box::new(surface), events: from_app })
    }
}

#[async_trait]
impl Surface for FakeSurface {
    fn deliver(&self, message: String) {
        let value = serde_json::from_str(&message).expect("what is delivered is JSON");
        _ = self.heard.send(Heard::Message(value, message));
    }

    fn permit(&self, feature: AppFeature, yes: bool) {
        _ = self.heard.send(Heard::Permitted(feature, yes));
    }

    async fn close(&self) {
        _ = self.heard.send(Heard::Closed);
        if self.never_closes {
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for FakeSurface {
    fn drop(&mut self) {
        _ = self.heard.send(Heard::Dropped);
    }
}

/// The app's side of a surface.
pub(crate) struct App {
    pub(crate) document: Document,
    pub(crate) events: mpsc::Sender<SurfaceEvent>,
    heard: mpsc::UnboundedReceiver<Heard>,
}

impl App {
    pub(crate) async fn event(&self, event: SurfaceEvent) {
        self.events.send(event).await.expect("the instance listens");
    }

    pub(crate) async fn say(&self, message: Value) {
        self.event(SurfaceEvent::Message(message.to_string())).await;
    }

    pub(crate) async fn hear(&mut self) -> Heard {
        self.heard.recv().await.expect("the surface says when it goes")
    }

    /// The next message; it must be this method.
    pub(crate) async fn hear_method(&mut self, method: &str) -> Value {
        match self.hear().await {
            Heard::Message(message, _) if message["method"] == method => message,
            other => panic!("expected {method}, heard {other:?}"),
        }
    }

    pub(crate) fn has_heard_nothing(&mut self) -> bool {
        self.heard.try_recv().is_err()
    }

    /// Sends `ui/initialize` with these capabilities and gives the reply.
    pub(crate) async fn initialize(&mut self, capabilities: Value) -> Value {
        self.say(json!({"jsonrpc": "2.0", "id": 1, "method": "ui/initialize", "params": {
            "protocolVersion": "2026-01-26", "appInfo": {"name": "Picker", "version": "1"}, "appCapabilities": capabilities,
        }}))
        .await;
        match self.hear().await {
            Heard::Message(message, _) if message["id"] == 1 => message,
            other => panic!("expected a reply, heard {other:?}"),
        }
    }

    /// The whole handshake of an app that takes questions; gives the forwarded question.
    pub(crate) async fn start(&mut self) -> Value {
        self.event(SurfaceEvent::Loaded).await;
        self.initialize(json!({"elicitation": {}})).await;
        self.say(json!({"jsonrpc": "2.0", "method": "ui/notifications/initialized"})).await;
        self.hear_method("elicitation/create").await
    }

    pub(crate) async fn reply(&self, request: &Value, result: Value) {
        self.say(json!({"jsonrpc": "2.0", "id": request["id"], "result": result})).await;
    }
}

/// The source text of the question's params: its blanks, key order and unknown keywords must survive.
pub(crate) const PARAMS: &str = r#"{ "message":"Pick" , "requestedSchema":{"type":"object","properties":{"b":{"type":"string","pattern":"^x"},"a":{}}}}"#;

/// What the trace has so far.
pub(crate) type Steps = Arc<Mutex<Vec<TraceEntry>>>;

/// Everything around an instance that the test holds on to.
pub(crate) struct Stage {
    pub(crate) app: App,
    pub(crate) context: watch::Sender<Arc<Value>>,
    pub(crate) view: watch::Receiver<AppView>,
    pub(crate) steps: Steps,
    pub(crate) opening: JoinHandle<Result<AppInstance, AppFailure>>,
}

pub(crate) struct Opening {
    pub(crate) opened: mpsc::UnboundedReceiver<App>,
    pub(crate) context: watch::Sender<Arc<Value>>,
    pub(crate) view: watch::Receiver<AppView>,
    pub(crate) steps: Steps,
    pub(crate) task: JoinHandle<Result<AppInstance, AppFailure>>,
}

/// Starts an instance with this UI metadata.
pub(crate) fn open(manners: Manners, ui: &Value) -> Opening {
    let (sender, opened) = mpsc::unbounded_channel();
    let (context, watched) = watch::channel(Arc::new(json!({"theme": "light", "locale": "en-GB"})));
    let (view_sender, view) = watch::channel(AppView::starting("i".into()));
    let launch = Launch {
        instance: Uuid::new_v4(),
        html: "<!doctype html>".into(),
        policy: Policy::read(ui.as_object(), Extent::Public),
        prefers_border: None,
        errand: Errand::Answer { params: Arc::from(RawValue::from_string(PARAMS.into()).unwrap()), calls: Calls::None },
        memory: 512 << 20,
        reach: None,
    };
    let surfaces = Arc::new(FakeSurfaces { manners, opened: sender });
    let steps = Steps::default();
    let kept = steps.clone();
    let trace = Trace::new(std::time::Instant::now(), Arc::new(move |step| kept.lock().unwrap().push(step)));
    let task = tokio::spawn(AppInstance::start(launch, surfaces, watched, view_sender, trace));
    Opening { opened, context, view, steps, task }
}

/// A surface is open; the app has not said anything.
pub(crate) async fn stage_with(manners: Manners, ui: Value) -> Stage {
    let Opening { mut opened, context, view, steps, task } = open(manners, &ui);
    let app = opened.recv().await.expect("a surface was opened");
    Stage { app, context, view, steps, opening: task }
}

pub(crate) async fn stage() -> Stage {
    stage_with(Manners::default(), json!({})).await
}

/// An app that has its question.
pub(crate) struct Running {
    pub(crate) app: App,
    pub(crate) context: watch::Sender<Arc<Value>>,
    pub(crate) view: watch::Receiver<AppView>,
    pub(crate) steps: Steps,
    pub(crate) instance: AppInstance,
    pub(crate) question: Value,
}

pub(crate) async fn running_with(manners: Manners) -> Running {
    let Stage { mut app, context, view, steps, opening } = stage_with(manners, json!({})).await;
    let question = app.start().await;
    let instance = opening.await.unwrap().expect("it starts");
    Running { app, context, view, steps, instance, question }
}

pub(crate) async fn running() -> Running {
    running_with(Manners::default()).await
}
