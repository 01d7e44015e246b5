//! The documents of tools' views, fetched before they are needed (RES-11): in the background, bounded, and thrown away
//! as soon as the server says that something changed.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::value::RawValue;

use super::Host;
use super::lists::Lists;
use super::server::Server;
use super::servers::of_connection;
use crate::app;
use crate::connection::Connection;
use crate::elicitation::lock;
use crate::trace::Trace;

/// Documents kept for one connection.
const MAX_VIEWS: usize = 16;

/// All of them together in bytes.
const MAX_BYTES: usize = 16 * 1024 * 1024;

impl Host {
    /// Something that the server offers changed: `what` is core's notification.
    pub(super) async fn list_changed(self: &Arc<Self>, connection: &Connection, trace: &Trace, what: &'static str) {
        self.with_fetched(connection, HashMap::clear);
        if what == "notifications/resources/updated" {
            return self.fetch_views(connection).await;
        }
        let lists = Lists::load(connection, trace).await;
        self.with_connection(connection, |server| {
            server.offers(lists);
            server.offer.send_modify(|offer| *offer.changed.entry(what).or_default() += 1);
        });
        self.fetch_views(connection).await;
    }

    /// Fetches what the tools' views will need. One that fails is fetched again when it is needed, and says why then.
    pub(super) async fn fetch_views(&self, connection: &Connection) {
        if !connection.declared().apps || !self.settings().apps || self.settings().apps_for_questions_only {
            return;
        }
        let mut bytes = 0;
        for uri in self.wanted_views(connection) {
            let Ok(result) = app::fetch(connection, &uri).await else { continue };
            bytes += result.get().len();
            if bytes > MAX_BYTES {
                return;
            }
            let result: Arc<RawValue> = Arc::from(result);
            self.with_fetched(connection, |fetched| _ = fetched.insert(uri, result));
        }
    }

    /// Not told to the window, which has nothing to show of it.
    fn with_fetched(&self, connection: &Connection, change: impl FnOnce(&mut HashMap<String, Arc<RawValue>>)) {
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
