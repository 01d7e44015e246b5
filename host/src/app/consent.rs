//! The person's consent to apps (SEC-06): the one way from a document that has been read to one that may be shown, for
//! a question's app and for the view of a tool's result.

mod review;
mod store;
mod verdict;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::json;
use tokio::sync::{oneshot, watch};
use uuid::Uuid;

pub use review::Review;
pub use verdict::{Switch, Verdict, verdict};

use self::store::{Approved, Remembered};
use super::csp::Extent;
use super::grant::Grant;
use crate::Problem;
use crate::config::{Origin, ServerSpec};
use crate::digest::sha256;
use crate::trace::unix_ms;
use crate::view::{AppConsent, AppPlace, AppsPolicy, Settings};

/// What the person allowed, and the apps that wait for it.
#[derive(Debug)]
pub struct Consents {
    state: Mutex<State>,
    /// Where it is kept; none: for as long as the program runs.
    file: Option<PathBuf>,
    /// Told when an app that waits may have another verdict.
    changes: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct State {
    remembered: Remembered,
    /// The servers of the list, by name.
    servers: HashMap<String, Terms>,
    /// Apps that have been read and have not ended.
    open: HashMap<Uuid, Open>,
}

/// What the person set for one server, and which one it is.
#[derive(Clone, Debug)]
struct Terms {
    identity: String,
    apps: AppsPolicy,
    developer: bool,
}

/// An app that has been read.
#[derive(Debug)]
struct Open {
    html: Arc<str>,
    /// Who waits for the person's word, as long as it waits.
    asks: Option<Asks>,
}

/// What the person is asked.
#[derive(Debug)]
struct Asks {
    server: String,
    identity: String,
    uri: String,
    wanted: Grant,
    /// SHA-256 of its document and of its policy.
    sha256: String,
    policy: String,
    said: oneshot::Sender<AppConsent>,
}

impl Default for Consents {
    fn default() -> Self {
        Self { state: Mutex::default(), file: None, changes: watch::Sender::new(()) }
    }
}

impl Consents {
    /// What is kept in a file; where it can't be read, nothing, and why.
    pub fn load(file: &Path) -> (Self, Option<Problem>) {
        let (remembered, problem) = Remembered::load(file);
        let state = Mutex::new(State { remembered, ..State::default() });
        (Self { state, file: Some(file.to_owned()), ..Self::default() }, problem)
    }

    /// A server is in the list, or is set otherwise.
    pub fn know(&self, spec: &ServerSpec) {
        let terms = Terms { identity: identity(spec), apps: spec.apps, developer: spec.developer };
        self.state().servers.insert(spec.name.clone(), terms);
        self.changes.send_replace(());
    }

    /// A server is no longer in the list.
    pub fn unknow(&self, server: &str) {
        self.state().servers.remove(server);
        self.changes.send_replace(());
    }

    /// Whether apps of a server are shown there. One that is not in the list is asked for.
    pub fn switch(&self, server: &str, place: AppPlace, settings: &Settings) -> Switch {
        let apps = self.state().servers.get(server).map_or(AppsPolicy::Ask, |terms| terms.apps);
        Switch::of(settings, place, apps)
    }

    /// Begins with an app of a server that is about to be read.
    pub fn review(self: &Arc<Self>, instance: Uuid, server: &str, place: AppPlace, uri: &str) -> Review {
        let terms = self.state().servers.get(server).cloned();
        let developer = terms.as_ref().is_some_and(|terms| terms.developer);
        Review {
            consents: self.clone(),
            instance,
            server: server.to_owned(),
            place,
            identity: terms.map(|terms| terms.identity).unwrap_or_default(),
            uri: uri.to_owned(),
            extent: if developer { Extent::Developer } else { Extent::Public },
        }
    }

    /// What the person says to an app that waits.
    ///
    /// # Errors
    /// `app.unknown` where it does not wait; `consent.not-written`: it is done, and holds until the program ends.
    pub fn decide(&self, instance: Uuid, consent: AppConsent) -> Result<(), Problem> {
        let mut state = self.state();
        let asks = state.open.get_mut(&instance).and_then(|open| open.asks.take()).ok_or_else(unknown)?;
        let kept = match consent {
            AppConsent::Always => self.allow(&mut state, &asks, true),
            // All that a lost note costs is that nothing is said of changes.
            AppConsent::Once => self.allow(&mut state, &asks, false).or(Ok(())),
            AppConsent::Never => Ok(()),
        };
        // Nobody waits any more where its question has just ended.
        let _ = asks.said.send(consent);
        drop(state);
        self.changes.send_replace(());
        kept
    }

    fn allow(&self, state: &mut State, asks: &Asks, always: bool) -> Result<(), Problem> {
        let Asks { server, identity, uri, wanted, sha256, policy, .. } = asks;
        let app = Approved { sha256: sha256.clone(), policy: policy.clone(), at: unix_ms() };
        self.change(state, |known| {
            known.allow(server, identity, always.then_some(wanted), uri, app);
            true
        })
    }

    /// Forgets what the apps of a server were allowed. Those on screen stay.
    ///
    /// # Errors
    /// `consent.not-written`.
    pub fn forget(&self, server: &str) -> Result<(), Problem> {
        let mut state = self.state();
        let kept = self.change(&mut state, |known| known.forget(server));
        drop(state);
        self.changes.send_replace(());
        kept
    }

    /// The HTML of an app that waits or runs.
    ///
    /// # Errors
    /// `app.unknown`.
    pub fn source(&self, instance: Uuid) -> Result<String, Problem> {
        self.state().open.get(&instance).map(|open| open.html.to_string()).ok_or_else(unknown)
    }

    /// Changes what is remembered, here and in the file. The file first is read again: another Askance may have written
    /// it. `change` says whether there was something to change.
    fn change(&self, state: &mut State, change: impl FnOnce(&mut Remembered) -> bool) -> Result<(), Problem> {
        if let Some(file) = &self.file
            && file.exists()
            && let (newer, None) = Remembered::load(file)
        {
            state.remembered = newer;
        }
        let changed = change(&mut state.remembered);
        match &self.file {
            Some(file) if changed => state.remembered.keep(file),
            _ => Ok(()),
        }
    }

    /// No code panics while it holds the lock, so a poisoned one is as good as new.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unknown() -> Problem {
    Problem::new("app.unknown", "This app is not open any more.")
}

/// Which server it is: its name, and how it is reached, without the values of variables and headers.
fn identity(spec: &ServerSpec) -> String {
    let origin = match &spec.origin {
        Origin::Local { command, args, env, cwd } => {
            json!(["local", command, args, env.keys().collect::<Vec<_>>(), cwd])
        }
        Origin::Remote { url, headers } => json!(["remote", url, headers.keys().collect::<Vec<_>>()]),
    };
    sha256(&json!([spec.name, origin]).to_string())
}
