//! The list of servers, and keeping it connected: each server on its own, so that none waits for another.

use std::sync::Arc;

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use super::lists::Lists;
use super::server::Server;
use super::stale::Stale;
use super::{CONNECT, Host, State, new_server, tasks, told};
use crate::config::{Listed, ServerSpec, Standing};
use crate::connection::{Closure, Connection, Inbound};
use crate::elicitation::lock;
use crate::operation::{self, closure};
use crate::trace::{Trace, TraceEntry};
use crate::view::{Ending, NewServer, ServerState, Update};
use crate::{Problem, Revision};

impl Host {
    /// Adds servers and connects to those that may start, each on its own; problems of the configuration are shown beside
    /// them.
    pub fn add_servers(self: &Arc<Self>, servers: Vec<impl Into<Listed>>, problems: Vec<Problem>) {
        lock(&self.state).problems.extend(problems);
        for listed in servers {
            if let Err(problem) = self.add(listed.into()) {
                lock(&self.state).problems.push(problem);
            }
        }
    }

    /// Checks and adds a server from the window. It is connected to if the person has `approved` what it starts, and else
    /// waits for that (STD-10).
    ///
    /// # Errors
    /// What is wrong with it: name taken or empty, no command, not an http(s) URL, unknown revision.
    pub fn add_server(self: &Arc<Self>, new: NewServer, approved: bool) -> Result<ServerSpec, Problem> {
        let spec = new_server::check(new)?;
        let standing = if approved { Standing::Approved } else { Standing::Waits { changed: Vec::new() } };
        self.add(Listed { spec: spec.clone(), standing })?;
        Ok(spec)
    }

    /// The person approved what a server starts, and it starts. One that did not wait for that stays as it is. Gives the
    /// entry as it was shown.
    ///
    /// # Errors
    /// `server.unknown`.
    pub fn approve_server(self: &Arc<Self>, server: &str) -> Result<ServerSpec, Problem> {
        let (spec, waited) = self.with_server(server, |known| {
            let waited = known.waits_for_approval();
            if waited {
                known.state = ServerState::Stopped { problem: None };
            }
            (known.spec.clone(), waited)
        })?;
        if waited {
            self.connect(server)?;
        }
        Ok(spec)
    }

    /// Closes the connection and forgets the server.
    ///
    /// # Errors
    /// `server.unknown`.
    pub fn remove_server(self: &Arc<Self>, server: &str) -> Result<(), Problem> {
        self.disconnect(server)?;
        lock(&self.state).servers.retain(|known| known.name() != server);
        self.consents.unknow(server);
        let _ = self.updates.send(Update::ServerGone(server.to_owned()));
        Ok(())
    }

    /// Connects again, or for the first time.
    ///
    /// # Errors
    /// `server.unknown`, `server.not-approved`.
    pub fn connect(self: &Arc<Self>, server: &str) -> Result<(), Problem> {
        self.start(server, false)
    }

    fn start(self: &Arc<Self>, server: &str, revived: bool) -> Result<(), Problem> {
        let wanted = CancellationToken::new();
        let (old, spec, revision) = self.with_server(server, |known| {
            if known.waits_for_approval() {
                return Err(not_approved(server));
            }
            let old = known.take_connection();
            known.revived = revived;
            known.connecting = wanted.clone();
            known.state = ServerState::Connecting;
            Ok((old, known.spec.clone(), known.known))
        })??;
        self.let_go(old, if revived { &Ending::ConnectionLost } else { &Ending::ServerStopped });
        let host = self.clone();
        tokio::spawn(async move {
            // A connection that is no longer wanted is dropped half made.
            wanted.run_until_cancelled(host.open(spec, revision)).await;
        });
        Ok(())
    }

    /// A stateless program that has exited on its own is started again with the next request, once. What was open on it
    /// is lost and not sent again (STD-06, HTP-10).
    pub(super) async fn revive(self: &Arc<Self>, server: &str) -> Result<(), Problem> {
        let reviving = {
            let mut state = lock(&self.state);
            let known = find(&mut state, server)?;
            if known.may_revive() {
                Some(true)
            } else {
                (known.revived && known.state == ServerState::Connecting).then_some(false)
            }
        };
        let Some(starts) = reviving else { return Ok(()) };
        if starts {
            self.server_trace(server).step("note", None, Some("the program is started again".to_owned()));
            self.start(server, true)?;
        }
        self.ready_within(server, CONNECT).await
    }

    /// Closes the connection; its questions end.
    ///
    /// # Errors
    /// `server.unknown`.
    pub fn disconnect(self: &Arc<Self>, server: &str) -> Result<(), Problem> {
        let old = self.with_server(server, |known| {
            if !known.waits_for_approval() {
                known.state = ServerState::Stopped { problem: None };
            }
            known.take_connection()
        })?;
        self.let_go(old, &Ending::ServerStopped);
        Ok(())
    }

    fn add(self: &Arc<Self>, Listed { spec, standing }: Listed) -> Result<(), Problem> {
        let name = spec.name.clone();
        {
            let mut state = lock(&self.state);
            if state.servers.iter().any(|known| known.name() == name) {
                return Err(Problem::new("server.name-taken", format!("There is a server named {name} already."))
                    .remedy("Give one of them another name."));
            }
            self.consents.know(&spec);
            let server = Server::new(spec, state.added, self.declared, self.settings.subscribe());
            state.added += 1;
            state.servers.push(server);
        }
        match standing {
            Standing::Approved => self.connect(&name),
            Standing::Waits { changed } => {
                self.server_trace(&name).step("note", None, Some("it waits for the person's approval".to_owned()));
                self.with_server(&name, |server| server.state = ServerState::Unapproved { changed })
            }
        }
    }

    /// Opens a connection, listens to it, loads what the server offers.
    async fn open(self: &Arc<Self>, spec: ServerSpec, known: Option<Revision>) {
        let trace = self.server_trace(&spec.name);
        let declared = self.declared_to(&spec);
        let opened = match known {
            Some(known) => Connection::reopen(&spec, declared, trace.clone(), known).await,
            None => Connection::open(&spec, declared, trace.clone()).await,
        };
        match opened {
            Err(problem) => {
                trace.step("note", None, Some(format!("not connected: {}", problem.code)));
                // A server that is gone from the list has no state.
                let _ = self.with_server(&spec.name, |server| {
                    if problem.code == "connection.exited" {
                        server.last_words(problem.details.clone());
                    }
                    server.state = if problem.code == "connection.sign-in-needed" {
                        ServerState::SignIn { problem }
                    } else {
                        ServerState::NoAnswer { problem }
                    };
                });
            }
            Ok((connection, inbound)) => {
                let known = self.with_server(&spec.name, |server| server.connected(connection.clone()));
                if known.is_err() {
                    return;
                }
                tokio::spawn(self.clone().listen(spec.name.clone(), connection.clone(), inbound, trace.clone()));
                let lists = Lists::load(&connection, &trace).await;
                let _ = self.with_connection(&connection, |server| {
                    server.offers(lists);
                    server.state = ServerState::Ready;
                });
                self.fetch_views(&connection, &trace).await;
            }
        }
    }

    /// Takes what the server sends on its own, in order; the answer to each question is waited for apart (P29).
    async fn listen(
        self: Arc<Self>,
        name: String,
        connection: Connection,
        mut inbound: mpsc::Receiver<Inbound>,
        trace: Trace,
    ) {
        let stale = Arc::new(Stale::default());
        let reading = self.clone().read_again(connection.clone(), trace.clone(), stale.clone());
        let _reading = AbortOnDropHandle::new(tokio::spawn(reading));
        let _told = AbortOnDropHandle::new(tokio::spawn(told::be_told(connection.clone(), stale.clone())));
        while let Some(message) = inbound.recv().await {
            match message {
                Inbound::Elicitation(elicitation) => {
                    let running = self.running_on(&connection);
                    // Looked at second: a task that has ended meanwhile is found by one or the other.
                    if running.is_empty() && self.has_just_stopped(&connection) {
                        // The server is told that there is no answer, since nobody keeps the question (TMO-07).
                        trace.step("note", None, Some("a question of a task that was stopped is not asked".to_owned()));
                        continue;
                    }
                    let Some(asker) = self.with_connection(&connection, |server| server.asker.clone()) else { return };
                    let asking = operation::ask(elicitation, connection.clone(), asker, &self.queue, running);
                    asking.map(|asking| tokio::spawn(asking.serve()));
                }
                Inbound::ElicitationComplete { id } => self.queue.completed(connection.id(), &id),
                Inbound::ListChanged(what) => stale.add(what),
                Inbound::Closed(closure) => return self.closed(&name, &connection, closure),
            }
        }
        let closure = Closure { by_us: false, exit: None, last_words: Vec::new() };
        self.closed(&name, &connection, closure);
    }

    /// The connection is gone: its questions end, its tasks fail by themselves, others go on.
    fn closed(&self, name: &str, connection: &Connection, closure: Closure) {
        self.queue.connection_ended(connection.id(), &closure::ending(&closure));
        let problem = closure::problem(name, &closure);
        let old = self.with_connection(connection, |server| {
            server.last_words(closure.last_words);
            server.state = ServerState::Stopped { problem };
            server.take_connection()
        });
        // Not under the lock: the last clone of a connection traces its end.
        drop(old);
    }

    /// Ends a connection that is no longer wanted: questions first, while their apps can still hear.
    fn let_go(&self, connection: Option<Connection>, ending: &Ending) {
        let Some(connection) = connection else { return };
        let stopped = self.running_on(&connection);
        stopped.iter().for_each(|task| task.stop_as(ending));
        self.queue.connection_ended(connection.id(), ending);
        tokio::spawn(async move {
            tasks::given_up(&stopped).await;
            connection.close().await;
        });
    }

    /// Changes a server and tells the window.
    pub(super) fn with_server<T>(&self, name: &str, change: impl FnOnce(&mut Server) -> T) -> Result<T, Problem> {
        let mut state = lock(&self.state);
        let server = find(&mut state, name)?;
        let outcome = change(server);
        self.tell(server);
        Ok(outcome)
    }

    /// Changes the server that has this very connection; not one that has a newer one (A6).
    pub(super) fn with_connection<T>(
        &self,
        connection: &Connection,
        change: impl FnOnce(&mut Server) -> T,
    ) -> Option<T> {
        let mut state = lock(&self.state);
        let has = |server: &&mut Server| server.connection.as_ref().is_some_and(|own| own.id() == connection.id());
        let server = state.servers.iter_mut().find(has)?;
        let outcome = change(server);
        self.tell(server);
        Some(outcome)
    }

    /// Tells the window of all servers: something that all their views show has changed.
    pub(super) fn tell_all(&self) {
        lock(&self.state).servers.iter().for_each(|server| self.tell(server));
    }

    /// Sent under the lock, so that no older state overtakes a newer one.
    fn tell(&self, server: &Server) {
        let _ = self.updates.send(Update::Server(Box::new(server.view())));
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// A trace that is also kept with the server. Never used while the list is locked.
    fn server_trace(self: &Arc<Self>, name: &str) -> Trace {
        let (host, kept, sink) = (Arc::downgrade(self), name.to_owned(), self.sink.clone());
        let keep = move |entry: TraceEntry| {
            sink(entry.clone());
            if let Some(host) = host.upgrade() {
                // A server that is gone from the list keeps no trace.
                let _ = host.with_server(&kept, |server| server.noted(entry));
            }
        };
        Trace::new(self.start, Arc::new(keep)).for_server(name)
    }
}

/// The server that has this very connection.
pub(super) fn of_connection<'a>(servers: &'a [Server], connection: &Connection) -> Option<&'a Server> {
    servers.iter().find(|server| server.connection.as_ref().is_some_and(|own| own.id() == connection.id()))
}

/// Nothing of it starts.
pub(super) fn not_approved(server: &str) -> Problem {
    Problem::new("server.not-approved", format!("{server} waits for your approval."))
        .remedy("Review what it starts in the window of Askance, under Servers, and approve it.")
}

/// A server by its name.
pub(super) fn find<'a>(state: &'a mut State, name: &str) -> Result<&'a mut Server, Problem> {
    state.servers.iter_mut().find(|server| server.name() == name).ok_or_else(|| {
        Problem::new("server.unknown", format!("There is no server named {name}."))
            .remedy("Check the name, or add the server first.")
    })
}
