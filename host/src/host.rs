//! The whole engine behind one handle: what a window, the command line and (later) the gateway talk to.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::{mpsc, watch};

use crate::Problem;
use crate::app::Surfaces;
use crate::config::ServerSpec;
use crate::trace::TraceEntry;
use crate::view::{Answer, Checked, NewServer, Snapshot, Update};

/// What the engine needs from outside.
pub struct HostOptions {
    /// Where apps are shown; none where they can't be (CAP-04).
    pub surfaces: Option<Arc<dyn Surfaces>>,
    /// Whether questions can be answered at all: false without a window, and then no elicitation is declared.
    pub window: bool,
    /// Where changes go. Unbounded because each is one small view and the reader is our own page.
    pub updates: mpsc::UnboundedSender<Update>,
    /// What apps are told about their host.
    pub context: watch::Receiver<Arc<Value>>,
    /// Where the trace goes, besides the views (`--trace`).
    pub trace: Arc<dyn Fn(TraceEntry) + Send + Sync>,
}

/// How a call of the command line ended.
#[derive(Debug)]
pub enum CallOutcome {
    /// The result as it came, with `isError` read from it.
    Done {
        /// The result.
        result: Value,
        /// Whether the tool reported an error.
        is_error: bool,
    },
    /// The server could not be reached, or the connection was lost.
    NoConnection(Problem),
    /// The server or tool does not exist, or the arguments are wrong.
    Usage(Problem),
    /// The server answered with an error, or broke the protocol.
    Failed(Problem),
    /// The person declined, cancelled or stopped it, and the tool had no result because of it.
    Refused,
    /// The time limit ran out.
    TimedOut(Problem),
}

/// The engine.
pub struct Host {/* … */}

impl Host {
    /// Starts with no servers.
    pub fn new(_options: HostOptions) -> Arc<Self> {
        todo!()
    }

    /// Adds servers and connects to them, each on its own; problems of the configuration are shown beside them.
    pub fn add_servers(self: &Arc<Self>, _specs: Vec<ServerSpec>, _problems: Vec<Problem>) {
        todo!()
    }

    /// Everything as it is now.
    pub fn snapshot(&self) -> Snapshot {
        todo!()
    }

    /// Checks and adds a server from the window, and connects to it.
    ///
    /// # Errors
    /// What is wrong with it: name taken or empty, no command, not an http(s) URL, unknown revision.
    pub fn add_server(self: &Arc<Self>, _new: NewServer) -> Result<ServerSpec, Problem> {
        todo!()
    }

    /// Closes the connection and forgets the server.
    ///
    /// # Errors
    /// `server.unknown`.
    pub fn remove_server(self: &Arc<Self>, _server: &str) -> Result<(), Problem> {
        todo!()
    }

    /// Connects again, or for the first time.
    ///
    /// # Errors
    /// `server.unknown`.
    pub fn connect(self: &Arc<Self>, _server: &str) -> Result<(), Problem> {
        todo!()
    }

    /// Closes the connection; its questions end.
    ///
    /// # Errors
    /// `server.unknown`.
    pub fn disconnect(self: &Arc<Self>, _server: &str) -> Result<(), Problem> {
        todo!()
    }

    /// Calls a tool with the draft of its form, or with JSON. Returns the task's id at once.
    ///
    /// # Errors
    /// Unknown server or tool, not connected, arguments that do not fit (the errors as JSON lines in `details`).
    pub fn call_tool(self: &Arc<Self>, _server: &str, _tool: &str, _arguments: Answer) -> Result<String, Problem> {
        todo!()
    }

    /// Gets a prompt with the draft of its form. Returns the task's id at once.
    ///
    /// # Errors
    /// As [`Host::call_tool`].
    pub fn get_prompt(self: &Arc<Self>, _server: &str, _prompt: &str, _arguments: Answer) -> Result<String, Problem> {
        todo!()
    }

    /// Reads a resource. Returns the task's id at once.
    ///
    /// # Errors
    /// As [`Host::call_tool`].
    pub fn read_resource(self: &Arc<Self>, _server: &str, _uri: &str) -> Result<String, Problem> {
        todo!()
    }

    /// Checks a draft of a tool's form without calling it.
    ///
    /// # Errors
    /// Unknown server or tool.
    pub fn check_arguments(&self, _server: &str, _tool: &str, _arguments: Answer) -> Result<Checked, Problem> {
        todo!()
    }

    /// Stops a task: its open request, its questions, their apps (TMO-07).
    ///
    /// # Errors
    /// `task.unknown`.
    pub fn stop_task(&self, _task: &str) -> Result<(), Problem> {
        todo!()
    }

    /// Checks a draft of a question without sending it.
    ///
    /// # Errors
    /// `question.unknown`.
    pub fn check_answer(&self, _question: &str, _answer: Answer) -> Result<Checked, Problem> {
        todo!()
    }

    /// Keeps the person's draft, so that nothing is lost when the question is shown again.
    ///
    /// # Errors
    /// `question.unknown`.
    pub fn keep_draft(&self, _question: &str, _draft: native_form::Draft) -> Result<(), Problem> {
        todo!()
    }

    /// Answers a question: by form, decline or cancel. With errors nothing is sent.
    ///
    /// # Errors
    /// `question.unknown`, `question.settled` (somebody was first).
    pub fn answer(&self, _question: &str, _answer: Answer) -> Result<Checked, Problem> {
        todo!()
    }

    /// Switches to the standard form without settling (APP-41).
    ///
    /// # Errors
    /// `question.unknown`, `question.settled`.
    pub fn use_standard_form(&self, _question: &str) -> Result<(), Problem> {
        todo!()
    }

    /// Sends the app's held answer (APP-29).
    ///
    /// # Errors
    /// `question.unknown`, `question.settled`.
    pub fn confirm_answer(&self, _question: &str) -> Result<(), Problem> {
        todo!()
    }

    /// The person agreed to open the page: returns the address for the system browser, and remembers the time.
    /// Stateful revisions: the answer `accept` goes out at once; 2026-07-28: it waits for [`Host::url_done`] (URL-08).
    ///
    /// # Errors
    /// `question.unknown`, `question.settled`.
    pub fn open_url(&self, _question: &str) -> Result<String, Problem> {
        todo!()
    }

    /// The person says that they have finished there.
    ///
    /// # Errors
    /// `question.unknown`, `question.settled`.
    pub fn url_done(&self, _question: &str) -> Result<(), Problem> {
        todo!()
    }

    /// One call for the command line: waits for the server's connection, calls, waits for the outcome.
    pub async fn call(
        self: &Arc<Self>,
        _server: &str,
        _tool: &str,
        _arguments: Value,
        _limit: Option<std::time::Duration>,
    ) -> CallOutcome {
        todo!()
    }

    /// Closes everything: apps torn down, questions ended, connections closed, children gone; at most 8 s.
    pub async fn close(&self) {
        todo!()
    }
}
