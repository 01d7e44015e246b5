//! The views of tools: opening and closing them, and their documents, which are fetched before they are needed (RES-11):
//! in the background, bounded, for as long as they are fresh and until the server says that something changed.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use super::Host;
use super::fetched::Fetched;
use super::lists::Lists;
use super::server::Server;
use super::servers::of_connection;
use super::stale::Stale;
use crate::Problem;
use crate::app;
use crate::connection::Connection;
use crate::elicitation::lock;
use crate::operation::{self, Task};
use crate::trace::Trace;
use crate::view::AppPlace;

/// Documents kept for one connection.
const MAX_VIEWS: usize = 16;

/// All of them together in bytes.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// The least time between two readings of what a server offers, however often it says that something changed (A26).
const QUIET: Duration = Duration::from_secs(1);

/// Views of tools at once. Another one takes the place of the oldest whose call has ended, so that looking at results
/// never costs a question its app.
const VIEWS: usize = 8;

impl Host {
    /// Ends the view of a tool's call; its plain result stays, and a call that still runs goes on.
    ///
    /// # Errors
    /// `task.unknown`.
    pub fn close_view(&self, task: &str) -> Result<(), Problem> {
        self.task(task)?.close_view();
        Ok(())
    }

    /// Opens the view of a call that the person has just started, if its tool has one and it is wanted (TUI-01, SEC-12).
    pub(super) fn open_view(&self, task: &Arc<Task>, tool: &str) {
        let server = task.view().asker.server;
        let shut = self.consents.switch(&server, AppPlace::Result, &self.settings()).is_shut();
        if shut || !task.connection().declared().apps {
            return;
        }
        let Some(apps) = self.queue.apps() else { return };
        let found = {
            let state = lock(&self.state);
            of_connection(&state.servers, task.connection()).and_then(|server| {
                let tool = server.offer.borrow().tools.get(tool).cloned()?;
                let fetched = tool.view.as_ref().and_then(|uri| server.fetched.get(uri)).and_then(Fetched::fresh);
                Some((tool, fetched))
            })
        };
        let Some((tool, fetched)) = found.filter(|(tool, _)| tool.view.is_some()) else { return };
        self.make_room();
        operation::view::open(task.clone(), apps, &tool, fetched);
    }

    fn make_room(&self) {
        let state = lock(&self.state);
        let open: Vec<&Arc<Task>> = state.tasks.iter().filter(|task| task.has_view()).collect();
        if open.len() >= VIEWS
            && let Some(oldest) = open.into_iter().find(|task| task.has_ended())
        {
            oldest.close_view();
        }
    }

    /// Reads again what the server says has changed, for as long as its connection lives.
    pub(super) async fn read_again(self: Arc<Self>, connection: Connection, trace: Trace, stale: Arc<Stale>) {
        let mut next = Instant::now();
        loop {
            let mut changed = stale.next().await;
            self.with_fetched(&connection, HashMap::clear);
            sleep_until(next).await;
            next = Instant::now() + QUIET;
            changed.remove("notifications/resources/updated");
            if !changed.is_empty() {
                let lists = Lists::load(&connection, &trace).await;
                self.with_connection(&connection, |server| {
                    server.offers(lists);
                    server.offer.send_modify(|offer| {
                        changed.into_iter().for_each(|what| *offer.changed.entry(what).or_default() += 1);
                    });
                });
            }
            self.fetch_views(&connection, &trace).await;
        }
    }

    /// Fetches what the tools' views will need. One that fails is fetched again when it is needed, and says why then.
    pub(super) async fn fetch_views(&self, connection: &Connection, trace: &Trace) {
        if !connection.declared().apps || !self.settings().shows_apps(AppPlace::Result) {
            return;
        }
        let mut bytes = 0;
        for uri in self.wanted_views(connection) {
            let Ok(result) = app::fetch(connection, &uri).await else { continue };
            bytes += result.get().len();
            if bytes > MAX_BYTES {
                return;
            }
            let size = result.get().len();
            let kept = Fetched::new(result, connection.revision());
            let why = if kept.is_some() { "" } else { ", not kept: its server wants it read each time" };
            let step = format!("{uri} fetched ahead, {size} bytes{why}");
            if let Some(kept) = kept {
                self.with_fetched(connection, |fetched| _ = fetched.insert(uri, kept));
            }
            trace.step("note", Some("app"), Some(step));
        }
    }

    /// Not told to the window, which has nothing to show of it.
    fn with_fetched(&self, connection: &Connection, change: impl FnOnce(&mut HashMap<String, Fetched>)) {
        let mut state = lock(&self.state);
        let of_it = |server: &&mut Server| server.connection.as_ref().is_some_and(|own| own.id() == connection.id());
        if let Some(server) = state.servers.iter_mut().find(of_it) {
            change(&mut server.fetched);
        }
    }

    fn wanted_views(&self, connection: &Connection) -> Vec<String> {
        let state = lock(&self.state);
        let Some(server) = of_connection(&state.servers, connection) else { return Vec::new() };
        let offer = server.offer.borrow();
        let known = |uri: &&String| !server.fetched.contains_key(*uri);
        let all: HashSet<&String> = offer.tools.values().filter_map(|tool| tool.view.as_ref()).filter(known).collect();
        all.into_iter().take(MAX_VIEWS).cloned().collect()
    }
}
