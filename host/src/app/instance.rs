//! The life of one app: opened for its errand, waited for, torn down.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout, timeout_at};
use uuid::Uuid;

use super::bridge::{Bridge, Terms};
use super::errand::Errand;
use super::failure::AppFailure;
use super::fence::Fence;
use super::heartbeat::Heartbeat;
use super::policy::Policy;
use super::presence::Presence;
use super::surface::{Document, OpenSurface, Surface, SurfaceEvent, Surfaces};
use super::turn::Turn;
use super::{AppBinding, HostContext, read, uri};
use crate::trace::Trace;
use crate::view::{AppState, AppView};

/// How long a document may take to load (APP-43).
const LOAD: Duration = Duration::from_secs(10);

/// How long an app may take to say goodbye (BRG-23).
const GOODBYE: Duration = Duration::from_secs(2);

/// How long a surface may take to go; it is dropped then.
const REMOVAL: Duration = Duration::from_secs(5);

/// What an app answered: raw, unchecked.
#[derive(Clone, Debug)]
pub struct AppAnswer {
    /// `result` of its reply, any JSON.
    pub result: Value,
    /// Whether the person clicked or typed in it, after it was visible for 500 ms (APP-29).
    pub touched: bool,
}

/// A document with its policy, ready to be shown.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Names the instance (APP-09).
    pub instance: Uuid,
    /// The document.
    pub html: String,
    /// What it may do.
    pub policy: Policy,
    /// What it is opened for.
    pub errand: Errand,
    /// Bytes of memory it may take.
    pub memory: u64,
}

impl Launch {
    /// Reads the resource from the connection that asked, and decides its policy.
    ///
    /// # Errors
    /// [`AppFailure`] of the stages `uri`, `read` and `content`.
    pub async fn read(binding: AppBinding, memory: u64, trace: &Trace) -> Result<Self, AppFailure> {
        let address = Value::from(binding.uri);
        let (page, policy) = read::read(&binding.connection, uri::check(&address)?, binding.loopback).await?;
        trace.step("read", Some("app"), Some(format!("{} bytes", page.html.len())));
        Ok(Self { instance: binding.instance, html: page.html, policy, errand: binding.errand, memory })
    }
}

/// An app that has been handed its question, or shows a tool's call.
pub struct AppInstance {
    pub(super) surface: Box<dyn Surface>,
    /// Dropped after the surface.
    _fence: Option<Fence>,
    pub(super) events: mpsc::Receiver<SurfaceEvent>,
    pub(super) bridge: Bridge,
    /// `None` once nobody can change it any more.
    pub(super) context: Option<HostContext>,
    pub(super) errand: Errand,
    pub(super) reaches: Vec<String>,
    pub(super) presence: Presence,
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
        launch: Launch,
        surfaces: Arc<dyn Surfaces>,
        mut context: HostContext,
        view: watch::Sender<AppView>,
        trace: Trace,
    ) -> Result<Self, AppFailure> {
        let deadline = Instant::now() + LOAD;
        let reaches = launch.policy.sources.reaches();
        let errand = launch.errand.clone();
        let terms = terms(&launch.policy, &errand, &context.borrow_and_update());
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
            _fence: fence,
            events,
            bridge: Bridge::new(terms, now),
            context: Some(context),
            errand,
            reaches,
            presence: Presence::default(),
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
                return Ok(AppAnswer { result, touched: self.presence.touched() });
            }
        }
    }

    /// Tears it down while it can still hear (APP-42): `notifications/cancelled` if the question is open,
    /// `ui/resource-teardown` with `reason`, at most 2 s, then the surface is closed.
    pub async fn close(mut self, reason: &str) {
        let goodbye = self.bridge.tear_down(reason);
        let waits = !goodbye.is_empty() && !self.gone && self.run(goodbye).is_ok();
        if waits {
            self.deadline = None;
            // A failure on the way out is one more reason to go.
            _ = timeout(GOODBYE, self.run_to(|turn| matches!(turn, Turn::Goodbye))).await;
        }
        if timeout(REMOVAL, self.surface.close()).await.is_err() {
            self.trace.step("note", Some("app"), Some("the surface did not close in time".into()));
        }
        self.view.send_modify(|view| {
            view.state = AppState::Ended;
            view.requests.clear();
        });
    }
}

/// What the host can do for a view (INI-13).
fn terms(policy: &Policy, errand: &Errand, context: &Value) -> Terms {
    let sandbox = json!({"csp": policy.sources.approved(), "permissions": policy.permissions()});
    Terms {
        purpose: errand.purpose(),
        capabilities: Map::from_iter([("logging".to_owned(), json!({})), ("sandbox".to_owned(), sandbox)]),
        display_modes: vec!["inline"],
        context: errand.host_context(context),
        is_for_apps: Box::new(|_| false),
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
