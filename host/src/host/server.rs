//! One server of the list: how it is reached, its connection, what it offers.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use url::{Position, Url};

use super::fetched::Fetched;
use super::lists::{Forms, Lists, Tools};
use crate::app::Offer;
use crate::app::consent::Switch;
use crate::config::{Origin, ServerSpec};
use crate::connection::{Connection, Declared};
use crate::elicitation::decision::gates;
use crate::trace::TraceEntry;
use crate::view::{AppPlace, AppsPolicy, Asker, Colour, OriginView, ServerState, ServerView, Settings};
use crate::{Problem, Revision};

/// Steps kept with a server.
const TRACE_ENTRIES: usize = 200;
/// The colours, in the order in which servers get them.
const COLOURS: [Colour; 8] = [
    Colour::Plum,
    Colour::Cobalt,
    Colour::Lagoon,
    Colour::Moss,
    Colour::Ochre,
    Colour::Brick,
    Colour::Rose,
    Colour::Slate,
];

/// One server of the list.
pub(super) struct Server {
    pub(super) spec: ServerSpec,
    pub(super) asker: Asker,
    pub(super) state: ServerState,
    pub(super) connection: Option<Connection>,
    pub(super) tools: Forms,
    pub(super) prompts: Forms,
    /// What the apps of this connection may use; another one for each connection.
    pub(super) offer: watch::Sender<Offer>,
    /// Views of its tools that were fetched ahead (RES-11), by address.
    pub(super) fetched: HashMap<String, Fetched>,
    /// The revision of the last connection, for as long as the program runs (VER-06).
    pub(super) known: Option<Revision>,
    /// It has been started again by itself since the person connected to it (STD-06).
    pub(super) revived: bool,
    /// Cancelled when the connecting that goes on is no longer wanted.
    pub(super) connecting: CancellationToken,
    view: ServerView,
    declared: Declared,
    settings: watch::Receiver<Settings>,
}

impl Server {
    pub(super) fn new(
        spec: ServerSpec,
        number: usize,
        declared: Declared,
        settings: watch::Receiver<Settings>,
    ) -> Self {
        let colour = COLOURS.get(number % COLOURS.len()).copied().unwrap_or(Colour::Slate);
        let asker = Asker { server: spec.name.clone(), colour, origin: origin_view(&spec.origin) };
        let state = ServerState::Stopped { problem: None };
        let view = ServerView {
            asker: asker.clone(),
            state: state.clone(),
            revision: None,
            pinned: spec.revision.map(|revision| revision.to_string()),
            apps: spec.apps,
            developer: spec.developer,
            says_it_is: None,
            gates: Vec::new(),
            tools: Vec::new(),
            prompts: Vec::new(),
            resources: Vec::new(),
            log: Vec::new(),
            trace: Vec::new(),
        };
        Self {
            spec,
            asker,
            state,
            connection: None,
            tools: Forms::new(),
            prompts: Forms::new(),
            offer: watch::Sender::default(),
            fetched: HashMap::new(),
            known: None,
            revived: false,
            connecting: CancellationToken::new(),
            view,
            declared,
            settings,
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.spec.name
    }

    /// As a window sees it.
    pub(super) fn view(&self) -> ServerView {
        let mut view = self.view.clone();
        view.state = self.state.clone();
        (view.apps, view.developer) = (self.spec.apps, self.spec.developer);
        let connection = self.connection.as_ref();
        let declared = connection.map_or(self.declared, Connection::declared);
        let switch = Switch::of(&self.settings.borrow(), AppPlace::Question, self.spec.apps);
        view.gates = gates(declared, switch, connection.and_then(Connection::server_capabilities));
        if let Some(connection) = &self.connection {
            view.log = connection.stderr_tail();
        }
        view
    }

    /// The connection stands; what the server offers is not known yet.
    pub(super) fn connected(&mut self, connection: Connection) {
        self.known = Some(connection.revision());
        self.view.revision = Some(connection.revision().to_string());
        self.view.says_it_is = connection.server_info().and_then(says_it_is);
        self.offer = watch::Sender::new(Offer { trusted: self.spec.apps == AppsPolicy::Always, ..Offer::default() });
        self.fetched.clear();
        self.connection = Some(connection);
    }

    /// What the server offers, now.
    pub(super) fn offers(&mut self, lists: Lists) {
        if let Some(Tools { views, forms, all }) = lists.tools {
            self.view.tools = views;
            self.tools = forms;
            self.offer.send_modify(|offer| offer.tools = Arc::new(all));
        }
        if let Some((views, forms)) = lists.prompts {
            self.view.prompts = views;
            self.prompts = forms;
        }
        if let Some(resources) = lists.resources {
            self.view.resources = resources;
        }
    }

    /// There is no connection any more; what the server offered last is still shown.
    pub(super) fn take_connection(&mut self) -> Option<Connection> {
        self.connecting.cancel();
        let connection = self.connection.take()?;
        self.view.log = connection.stderr_tail();
        Some(connection)
    }

    /// The last words of a program that is gone.
    pub(super) fn last_words(&mut self, lines: Vec<String>) {
        if !lines.is_empty() {
            self.view.log = lines;
        }
    }

    pub(super) fn noted(&mut self, entry: TraceEntry) {
        if !entry.is_shown() {
            return;
        }
        if self.view.trace.len() >= TRACE_ENTRIES {
            self.view.trace.remove(0);
        }
        self.view.trace.push(entry);
    }

    /// Whether it is a stateless program that has exited on its own, and was not started again yet (STD-06).
    pub(super) fn may_revive(&self) -> bool {
        let exited = matches!(&self.state, ServerState::Stopped { problem: Some(problem) }
            if problem.code == "connection.exited");
        let local = matches!(self.spec.origin, Origin::Local { .. });
        exited && local && !self.revived && self.known.is_some_and(Revision::is_modern)
    }

    /// Nothing of it starts before the person approves it.
    pub(super) fn waits_for_approval(&self) -> bool {
        matches!(self.state, ServerState::Unapproved { .. })
    }

    /// Its connection, for what needs one now.
    pub(super) fn ready(&self) -> Result<&Connection, Problem> {
        self.connection.as_ref().filter(|_| self.state == ServerState::Ready).ok_or_else(|| {
            Problem::new("server.not-connected", format!("{} is not connected.", self.spec.name))
                .remedy("Connect to it first.")
        })
    }
}

/// How a server is reached, without secrets: no values of variables and headers, no query, no user name.
fn origin_view(origin: &Origin) -> OriginView {
    match origin {
        Origin::Local { command, args, env, cwd } => OriginView::Local {
            argv: std::iter::once(command).chain(args).cloned().collect(),
            cwd: cwd.as_ref().map(|path| path.display().to_string()),
            env: env.keys().cloned().collect(),
        },
        Origin::Remote { url, headers } => {
            let mut parsed = Url::parse(url).ok();
            if let Some(url) = &mut parsed {
                url.set_query(None);
                url.set_fragment(None);
                // Only addresses without a host refuse this, and those have no user name.
                let _ = url.set_username("");
                let _ = url.set_password(None);
            }
            // With its port, where that is said: two servers of this computer are told apart by nothing else.
            let host = parsed.as_ref().map(|url| url[Position::BeforeHost..Position::AfterPort].to_owned());
            let host = host.unwrap_or_default();
            let url = parsed.map(String::from).unwrap_or_default();
            OriginView::Remote { url, host, headers: headers.keys().cloned().collect() }
        }
    }
}

fn says_it_is(info: &serde_json::Value) -> Option<String> {
    let name = info.get("name")?.as_str()?;
    let version = info.get("version").and_then(serde_json::Value::as_str).unwrap_or_default();
    Some(format!("{name} {version}").trim_end().chars().take(200).collect())
}
