//! What the person starts: tools, prompts, resources.

use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use native_form::{Carried, FieldError};
use serde_json::{Map, Value, json};
use tokio::time::timeout;

use super::lists::Forms;
use super::server::Server;
use super::servers::{find, of_connection};
use super::{Host, close};
use crate::Problem;
use crate::connection::Connection;
use crate::elicitation::checked;
use crate::elicitation::lock;
use crate::operation::{CROSSING, Request, Task};
use crate::view::{Answer, Checked, Update};

/// An ordinary request (TMO-01).
const SOFT: Duration = Duration::from_secs(60);
/// The longest of all.
const HARD: Duration = Duration::from_secs(600);
/// How long servers may take to hear that their tasks are stopped.
const TOLD: Duration = Duration::from_secs(1);

/// Waits until the servers of stopped tasks have heard so, before their connections go (STD-08, HTL-06, TMO-07).
pub(super) async fn given_up(stopped: &[Arc<Task>]) {
    // A server that does not take it hears the end of the connection.
    let _ = timeout(TOLD, join_all(stopped.iter().map(|task| task.outcome()))).await;
}

impl Host {
    /// Calls a tool with the draft of its form, or with JSON. Returns the task's id at once.
    ///
    /// # Errors
    /// Unknown server or tool, not connected, arguments that do not fit (the errors as JSON lines in `details`).
    pub async fn call_tool(self: &Arc<Self>, server: &str, tool: &str, arguments: Answer) -> Result<String, Problem> {
        self.revive(server).await?;
        let form = self.form(server, tool, "tool", |known| &known.tools)?;
        let arguments = read(&form, &arguments)?;
        let task = self.request(server, tool_call(tool, arguments))?;
        self.open_view(&task, tool);
        Ok(task.id().to_owned())
    }

    /// Gets a prompt with the draft of its form. Returns the task's id at once.
    ///
    /// # Errors
    /// As [`Host::call_tool`].
    pub async fn get_prompt(
        self: &Arc<Self>,
        server: &str,
        prompt: &str,
        arguments: Answer,
    ) -> Result<String, Problem> {
        self.revive(server).await?;
        let form = self.form(server, prompt, "prompt", |known| &known.prompts)?;
        let arguments = read(&form, &arguments)?;
        let params = json!({ "name": prompt, "arguments": arguments });
        Ok(self.request(server, request("prompt", prompt, "prompts/get", params))?.id().to_owned())
    }

    /// Reads a resource. Returns the task's id at once.
    ///
    /// # Errors
    /// As [`Host::call_tool`].
    pub async fn read_resource(self: &Arc<Self>, server: &str, uri: &str) -> Result<String, Problem> {
        self.revive(server).await?;
        let params = json!({ "uri": uri });
        Ok(self.request(server, request("resource", uri, "resources/read", params))?.id().to_owned())
    }

    /// Checks a draft of a tool's form without calling it.
    ///
    /// # Errors
    /// Unknown server or tool.
    pub fn check_arguments(&self, server: &str, tool: &str, arguments: Answer) -> Result<Checked, Problem> {
        let form = self.form(server, tool, "tool", |known| &known.tools)?;
        Ok(checked_arguments(&form, &arguments))
    }

    /// Checks a draft of a prompt's form without getting it.
    ///
    /// # Errors
    /// Unknown server or prompt.
    pub fn check_prompt(&self, server: &str, prompt: &str, arguments: Answer) -> Result<Checked, Problem> {
        let form = self.form(server, prompt, "prompt", |known| &known.prompts)?;
        Ok(checked_arguments(&form, &arguments))
    }

    /// Stops a task: its open request, its questions, their apps (TMO-07).
    ///
    /// # Errors
    /// `task.unknown`.
    pub fn stop_task(&self, task: &str) -> Result<(), Problem> {
        self.task(task)?.stop();
        Ok(())
    }

    pub(super) fn task(&self, task: &str) -> Result<Arc<Task>, Problem> {
        let known = lock(&self.state).tasks.iter().find(|known| known.id() == task).cloned();
        known.ok_or_else(|| Problem::new("task.unknown", "This task is not known any more."))
    }

    /// Starts any request with its rounds.
    ///
    /// # Errors
    /// `server.unknown`, `server.not-connected`.
    pub fn request(self: &Arc<Self>, server: &str, request: Request) -> Result<Arc<Task>, Problem> {
        let connection = find(&mut lock(&self.state), server)?.ready()?.clone();
        self.request_on(&connection, request, false)
    }

    /// The same on this very connection; `by_app` if an app starts it.
    pub(super) fn request_on(
        self: &Arc<Self>,
        connection: &Connection,
        request: Request,
        by_app: bool,
    ) -> Result<Arc<Task>, Problem> {
        let task = {
            let mut state = lock(&self.state);
            let known = of_connection(&state.servers, connection).ok_or_else(not_connected)?;
            let (asker, trace) = (known.asker.clone(), self.trace_of(known.name()));
            let (connection, updates) = (connection.clone(), self.updates.clone());
            let task = Task::new(connection, asker, request, by_app, self.queue.clone(), trace, updates);
            state.tasks.push_back(task.clone());
            task
        };
        self.forget_old_tasks();
        let running = task.clone();
        tokio::spawn(async move { running.run().await });
        Ok(task)
    }

    /// A call of an app that has ended is not kept, unless it asked something: the person has not started it.
    pub(super) fn forget_call_of_app(&self, task: &Task) {
        if task.view().questions.is_empty() {
            lock(&self.state).tasks.retain(|known| known.id() != task.id());
            let _ = self.updates.send(Update::TaskGone(task.id().to_owned()));
        }
    }

    /// The tasks that run on this very connection.
    pub(super) fn running_on(&self, connection: &Connection) -> Vec<Arc<Task>> {
        let on_it = |task: &&Arc<Task>| !task.has_ended() && task.connection().id() == connection.id();
        lock(&self.state).tasks.iter().filter(on_it).cloned().collect()
    }

    /// Whether the last task on this connection was stopped just now, so that a question may still be under way that is
    /// part of it.
    pub(super) fn has_just_stopped(&self, connection: &Connection) -> bool {
        let state = lock(&self.state);
        let last = state.tasks.iter().rev().find(|task| task.connection().id() == connection.id());
        last.is_some_and(|task| task.stopped_within(CROSSING))
    }

    pub(super) fn form(
        &self,
        server: &str,
        name: &str,
        what: &str,
        get: impl FnOnce(&Server) -> &Forms,
    ) -> Result<Arc<native_form::Question>, Problem> {
        let mut state = lock(&self.state);
        let known = find(&mut state, server)?;
        let forms = get(known);
        forms.get(name).cloned().ok_or_else(|| match known.ready() {
            Err(problem) => problem,
            Ok(_) => close::unknown(what, server, name, forms.keys().map(String::as_str)),
        })
    }
}

fn not_connected() -> Problem {
    Problem::new("server.not-connected", "This connection has ended.").remedy("Connect to the server again.")
}

/// A tool's call.
pub(super) fn tool_call(tool: &str, arguments: Map<String, Value>) -> Request {
    request("tool", tool, "tools/call", json!({ "name": tool, "arguments": arguments }))
}

fn request(what: &str, name: &str, method: &str, params: Value) -> Request {
    let params = if let Value::Object(params) = params { params } else { Map::new() };
    Request { what: what.to_owned(), name: name.to_owned(), method: method.to_owned(), params, soft: SOFT, hard: HARD }
}

pub(super) fn content(form: &native_form::Question, arguments: &Answer) -> Result<Map<String, Value>, Vec<FieldError>> {
    match arguments {
        Answer::Draft { draft } => form.draft_to_content(draft),
        Answer::Json { text } => form.json_to_content(text),
        Answer::Decline | Answer::Cancel => Ok(Map::new()),
    }
}

/// What they amount to, and how they are written the other way: the person may change between form and JSON at any time.
fn checked_arguments(form: &native_form::Question, arguments: &Answer) -> Checked {
    let checked = checked(form, &content(form, arguments));
    match arguments {
        Answer::Draft { draft } => Checked { json: Some(form.draft_to_json(draft)), ..checked },
        Answer::Json { text } => match form.json_to_draft(text) {
            Some(Carried { draft, whole }) => Checked { draft: Some(draft), beyond_form: !whole, ..checked },
            None => checked,
        },
        Answer::Decline | Answer::Cancel => checked,
    }
}

/// The arguments to send.
fn read(form: &native_form::Question, arguments: &Answer) -> Result<Map<String, Value>, Problem> {
    content(form, arguments).map_err(|errors| {
        let lines = errors.iter().filter_map(|error| serde_json::to_string(error).ok()).collect();
        Problem::new("arguments.invalid", "The arguments do not fit.")
            .remedy("Change what is marked and start it again.")
            .details(lines)
    })
}
