//! The life of one app: opened for its errand, waited for, torn down.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout, timeout_at};
use uuid::Uuid;

use super::asking::Wish;
use super::bridge::{Bridge, OFFERED_MODES, Terms};
use super::errand::Errand;
use super::failure::AppFailure;
use super::fence::Fence;
use super::heartbeat::Heartbeat;
use super::policy::Policy;
use super::reach::Reach;
use super::showing::RESIZES;
use super::surface::{Document, OpenSurface, Surface, SurfaceEvent, Surfaces};
use super::turn::Turn;
use super::work::Work;
use super::{AppBinding, HostContext, offer, read, said, uri};
use crate::bucket::Bucket;
use crate::trace::Trace;
use crate::view::{AppState, AppView};

/// How long a document may take to load (APP-43).
const LOAD: Duration = Duration::from_secs(10);

/// How long an app may take to say goodbye (BRG-23). Less than the 2 s proposed there: a closed app is to be gone
/// within a second, also one that hangs.
const GOODBYE: Duration = Duration::from_millis(700);

/// How often an app may ask the person, a second and in one go (A12).
const ASKS: (f64, f64) = (0.2, 10.0);

/// How long a surface may take to go; it is dropped then.
const REMOVAL: Duration = Duration::from_secs(5);

/// RES-18, P44: what the trace says of an app that wants an origin of its own name.
const DOMAIN_IGNORED: &str = "its domain is ignored: each instance has an origin of its own that no other page shares";

/// What an app answered: raw, unchecked.
#[derive(Clone, Debug)]
pub struct AppAnswer {
    /// `result` of its reply, any JSON.
    pub result: Value,
    /// Whether the person clicked or typed in it after the question was handed over (APP-29).
    pub touched: bool,
}

/// A document with its policy, ready to be shown.
pub struct Launch {
    /// Names the instance (APP-09).
    pub instance: Uuid,
    /// The document.
    pub html: String,
    /// What it may do.
    pub policy: Policy,
    /// Whether it wants a border around it, where it says so (RES-17).
    pub prefers_border: Option<bool>,
    /// What it is opened for.
    pub errand: Errand,
    /// Bytes of memory it may take.
    pub memory: u64,
    /// What it reaches beyond its frame; nothing at all where there is none.
    pub reach: Option<Reach>,
}

impl Launch {
    /// Reads the resource from the connection that asked, and decides its policy.
    ///
    /// # Errors
    /// [`AppFailure`] of the stages `uri`, `read` and `content`.
    pub async fn read(binding: AppBinding, memory: u64, trace: &Trace) -> Result<Self, AppFailure> {
        let address = Value::from(binding.uri);
        let page = read::read(&binding.connection, uri::check(&address)?, binding.fetched).await?;
        trace.step("read", Some("app"), Some(format!("{} bytes", page.html.len())));
        let ui = page.ui.unwrap_or_default();
        if ui.contains_key("domain") {
            trace.step("note", Some("app"), Some(DOMAIN_IGNORED.to_owned()));
        }
        let policy = Policy::read(Some(&ui), binding.extent);
        let prefers_border = ui.get("prefersBorder").and_then(Value::as_bool);
        let (instance, errand) = (binding.instance, binding.errand);
        Ok(Self { instance, html: page.html, policy, prefers_border, errand, memory, reach: None })
    }
}

/// An app that has been handed its question, or shows a tool's call.
pub struct AppInstance {
    pub(super) surface: Box<dyn Surface>,
    pub(super) surfaces: Arc<dyn Surfaces>,
    pub(super) reach: Option<Reach>,
    /// What the person has not decided.
    pub(super) wishes: Vec<Wish>,
    /// How often it may ask the person.
    pub(super) asks: Bucket,
    pub(super) resizes: Bucket,
    /// The last height that it asked for and was not given, and when it is.
    pub(super) wished: Option<(u32, Instant)>,
    pub(super) work: Work,
    /// It is being torn down, and heard until then at most: nobody is asked for it any more.
    pub(super) leaving: Option<Instant>,
    /// Bytes of memory it may take.
    pub(super) memory: u64,
    /// Dropped after the surface.
    _fence: Option<Fence>,
    pub(super) events: mpsc::Receiver<SurfaceEvent>,
    pub(super) bridge: Bridge,
    /// `None` once nobody can change it any more.
    pub(super) context: Option<HostContext>,
    /// Of its place on the screen, in its own CSS pixels.
    pub(super) size: Option<(u32, u32)>,
    /// What the context was last.
    pub(super) given: Arc<Value>,
    /// Which lists of the server it knows of, and until when it hears of no other.
    pub(super) changed: HashMap<&'static str, u64>,
    pub(super) quiet_until: Instant,
    pub(super) errand: Errand,
    pub(super) reaches: Vec<String>,
    /// The person clicked or typed since its question was handed over (APP-29).
    pub(super) touched: bool,
    pub(super) heartbeat: Heartbeat,
    /// Until when the document must have loaded, or shaken hands.
    pub(super) deadline: Option<Instant>,
    pub(super) loaded: bool,
    /// Its process is no more: nothing can be said to it.
    pub(super) gone: bool,
    /// As a window sees it.
    pub(super) view: watch::Sender<AppView>,
    pub(super) trace: Trace,
}

impl AppInstance {
    /// Opens a surface, shakes hands and forwards the question, if it is for one; `view` follows along.
    ///
    /// # Errors
    /// [`AppFailure`] at the first stage that fails, with everything opened so far torn down again.
    pub async fn start(
        mut launch: Launch,
        surfaces: Arc<dyn Surfaces>,
        mut context: HostContext,
        view: watch::Sender<AppView>,
        trace: Trace,
    ) -> Result<Self, AppFailure> {
        let deadline = Instant::now() + LOAD;
        let reaches = launch.policy.sources.reaches();
        let errand = launch.errand.clone();
        let reach = launch.reach.take();
        let memory = launch.memory;
        let changed = reach.as_ref().map(|reach| reach.offer.borrow().changed.clone()).unwrap_or_default();
        let given = context.borrow_and_update().clone();
        let terms = terms(&launch.policy, &errand, &given, reach.as_ref());
        let fence = Fence::open(&launch.policy.sources, &trace).await;
        let opened = timeout_at(deadline, surfaces.open(document(launch, fence.as_ref()))).await;
        let OpenSurface { surface, events } = match opened {
            Ok(Ok(opened)) => opened,
            Ok(Err(error)) => {
                trace.step("note", Some("app"), Some(error.to_string()));
                return Err(AppFailure::new("load", "NO_SURFACE", "it could not be shown on this system."));
            }
            Err(_) => return Err(AppFailure::too_late("load")),
        };
        let now = Instant::now();
        let mut app = Self {
            surface,
            surfaces,
            reach,
            wishes: Vec::new(),
            asks: Bucket::new(ASKS, now),
            resizes: Bucket::new(RESIZES, now),
            wished: None,
            work: Work::default(),
            leaving: None,
            memory,
            _fence: fence,
            events,
            bridge: Bridge::new(terms, now),
            given,
            context: Some(context),
            size: None,
            changed,
            quiet_until: now,
            errand,
            reaches,
            touched: false,
            heartbeat: Heartbeat::new(now),
            deadline: Some(deadline),
            loaded: false,
            gone: false,
            view,
            trace,
        };
        match app.run_to(|turn| matches!(turn, Turn::Started)).await {
            Ok(_) => Ok(app),
            Err(failure) => {
                app.close("the app could not be used").await;
                Err(failure)
            }
        }
    }

    /// Waits for the app's answer: no limit while it responds (APP-43). Called once; a second answer of the app is
    /// ignored (APP-28). Dropping the future loses nothing.
    ///
    /// # Errors
    /// [`AppFailure`]: a JSON-RPC error, a crash, a flood, the frame's navigation.
    pub async fn answer(&mut self) -> Result<AppAnswer, AppFailure> {
        loop {
            if let Turn::Answered(result) = self.run_to(|turn| matches!(turn, Turn::Answered(_))).await? {
                return Ok(AppAnswer { result, touched: self.touched });
            }
        }
    }

    /// Tears it down while it can still hear (APP-42): `notifications/cancelled` if the question is open,
    /// `ui/resource-teardown` with `reason`, at most 700 ms, then the surface is closed.
    pub async fn close(mut self, reason: &str) {
        self.leaving = Some(Instant::now() + GOODBYE);
        self.wishes.clear();
        self.view.send_modify(|view| view.requests.clear());
        let goodbye = self.bridge.tear_down(reason);
        let waits = !goodbye.is_empty() && !self.gone && self.run(goodbye).is_ok();
        if waits {
            self.deadline = None;
            // A failure on the way out is one more reason to go.
            _ = self.run_to(|turn| matches!(turn, Turn::Goodbye)).await;
        }
        // What it still wants of its server nobody will hear (TMO-07).
        self.work.give_up_all();
        if timeout(REMOVAL, self.surface.close()).await.is_err() {
            self.trace.step("note", Some("app"), Some("the surface did not close in time".into()));
        }
        self.view.send_modify(|view| view.state = AppState::Ended);
    }
}

/// What the host can do for a view: what works for this very instance, and nothing else (INI-13).
fn terms(policy: &Policy, errand: &Errand, context: &Value, reach: Option<&Reach>) -> Terms {
    let sandbox = json!({"csp": policy.sources.approved(), "permissions": policy.permissions()});
    let mut capabilities = Map::from_iter([("logging".to_owned(), json!({})), ("sandbox".to_owned(), sandbox)]);
    let mut is_for_apps: Box<dyn Fn(&str) -> bool + Send + Sync> = Box::new(|_| false);
    if let Some(reach) = reach {
        capabilities.extend([
            ("openLinks".to_owned(), json!({})),
            ("downloadFile".to_owned(), json!({})),
            ("message".to_owned(), said::message_modalities()),
            ("updateModelContext".to_owned(), said::context_modalities()),
        ]);
        capabilities.extend(offer::capabilities(reach.connection.server_capabilities(), errand.calls()));
        let offer = reach.offer.clone();
        is_for_apps = Box::new(move |name| offer.borrow().for_apps(name).is_some());
    }
    Terms {
        purpose: errand.purpose(),
        capabilities,
        display_modes: OFFERED_MODES.to_vec(),
        context: errand.host_context(context, "inline"),
        is_for_apps,
    }
}

fn document(launch: Launch, fence: Option<&Fence>) -> Document {
    Document {
        instance: launch.instance,
        html: launch.html,
        csp: launch.policy.sources.policy(),
        allow: launch.policy.allow(),
        proxy: fence.map(Fence::address),
        memory: launch.memory,
    }
}
