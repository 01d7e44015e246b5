//! What a window may know of the engine: plain data, no handles. Mirrored to TypeScript.

use native_form::{Draft, FieldError, Form};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::Problem;
use crate::trace::TraceEntry;

/// Everything, for a window that starts.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct Snapshot {
    /// In the order of the list.
    pub servers: Vec<ServerView>,
    /// Waiting and recently ended ones, oldest first.
    pub questions: Vec<QuestionView>,
    /// Running and recently ended ones, oldest first.
    pub tasks: Vec<TaskView>,
    /// Config files that could not be read, and entries of them.
    pub problems: Vec<Problem>,
}

/// A change. Each carries the whole new state of one thing.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
#[ts(export)]
pub enum Update {
    /// A server is new or changed.
    Server(Box<ServerView>),
    /// A server was removed.
    ServerGone(String),
    /// A question is new or changed.
    Question(Box<QuestionView>),
    /// A question is no longer kept.
    QuestionGone(String),
    /// A task is new or changed.
    Task(Box<TaskView>),
    /// A task is no longer kept.
    TaskGone(String),
}

/// The colour of a server's tile and frame, chosen by the person; never told to apps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
#[allow(missing_docs)] // colours
pub enum Colour {
    Plum,
    Cobalt,
    Lagoon,
    Moss,
    Ochre,
    Brick,
    Rose,
    Slate,
}

/// Who asks: from what the person configured, never from what the server says (ELI-04).
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct Asker {
    /// The name in the person's list; the server's id.
    pub server: String,
    /// Its colour.
    pub colour: Colour,
    /// How it is reached.
    pub origin: OriginView,
}

/// How a server is reached, secrets left out.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export)]
pub enum OriginView {
    /// A program of this computer.
    Local {
        /// The program and its arguments, untruncated.
        argv: Vec<String>,
        /// Working directory.
        cwd: Option<String>,
        /// Names of the variables added, without their values.
        env: Vec<String>,
    },
    /// A streamable HTTP endpoint.
    Remote {
        /// Without query.
        url: String,
        /// The host alone.
        host: String,
        /// Names of the headers added.
        headers: Vec<String>,
    },
}

/// A server of the list.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct ServerView {
    /// Who it is.
    pub asker: Asker,
    /// What it is doing.
    pub state: ServerState,
    /// The revision in force, such as `2026-07-28`.
    pub revision: Option<String>,
    /// The revision the person pinned.
    pub pinned: Option<String>,
    /// `name version` as the server says of itself.
    pub says_it_is: Option<String>,
    /// The four gates of an app for a question (CAP-05), in order: core form, app type, our setting, its setting.
    pub gates: Vec<Gate>,
    /// Its tools.
    pub tools: Vec<ToolView>,
    /// Its prompts.
    pub prompts: Vec<PromptView>,
    /// Its resources, `ui://` ones left out.
    pub resources: Vec<ResourceView>,
    /// The last lines of its stderr, literal.
    pub log: Vec<String>,
    /// What happened on the connection, newest last, at most 200.
    pub trace: Vec<TraceEntry>,
}

/// The state of a server, in the window's words.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export)]
pub enum ServerState {
    /// Ready.
    Ready,
    /// Connecting.
    Connecting,
    /// Sign in needed.
    SignIn {
        /// Why, and what to do.
        problem: Problem,
    },
    /// No answer.
    NoAnswer {
        /// Why, and what to do.
        problem: Problem,
    },
    /// Stopped, by the person or by itself.
    Stopped {
        /// Why, if it stopped by itself.
        problem: Option<Problem>,
    },
}

/// One of the four gates.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct Gate {
    /// Open or shut.
    pub open: bool,
    /// What it is, in words: “Askance can show forms”.
    pub words: String,
    /// Who holds it: `askance` or `server`.
    pub holder: String,
}

/// A tool.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct ToolView {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: Option<String>,
    /// Its description, literal text.
    pub description: Option<String>,
    /// The form for its arguments; `editor` is set where the schema is beyond a form.
    pub form: Form,
    /// Its `inputSchema`, pretty-printed.
    pub schema: String,
    /// It names a view of its own for results.
    pub has_view: bool,
}

/// A prompt.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct PromptView {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: Option<String>,
    /// Its description, literal text.
    pub description: Option<String>,
    /// The form for its arguments, all strings.
    pub form: Form,
}

/// A resource.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct ResourceView {
    /// Its address, verbatim.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// Its description, literal text.
    pub description: Option<String>,
    /// Its declared type.
    pub mime_type: Option<String>,
}

/// One question.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct QuestionView {
    /// Globally unique.
    pub id: String,
    /// Who asks, as it was when the question arrived.
    pub asker: Asker,
    /// The task it belongs to, where that is known.
    pub task: Option<String>,
    /// What the task calls: the tool's or prompt's name, or the resource's address.
    pub of: Option<String>,
    /// The server's words, literal text.
    pub message: String,
    /// When it arrived: milliseconds since 1970.
    #[ts(type = "number")]
    pub asked_at: u64,
    /// Which round of its task, from 1.
    pub round: u32,
    /// Place among the questions asked together, from 1, and their number.
    pub place: (u32, u32),
    /// How it is shown now.
    pub shown: Shown,
    /// The form, for form mode; also what “Use standard form” shows.
    pub form: Option<Form>,
    /// What the form starts with, or was left with.
    pub draft: Draft,
    /// The schema, pretty-printed: “What the server accepts”.
    pub schema: Option<String>,
    /// Why the form is shown in place of the app, if it is.
    pub fallback: Option<Fallback>,
    /// An answer of the app that waits for the person (APP-29).
    pub confirm: Option<Confirm>,
    /// The page to open, for URL mode.
    pub url: Option<UrlView>,
    /// Waiting, being sent, or ended.
    pub state: QuestionState,
    /// Why it is shown so: the decision in one sentence.
    pub decision: String,
    /// The gates as they stood for this question.
    pub gates: Vec<Gate>,
    /// What happened to it, oldest first.
    pub trace: Vec<TraceEntry>,
}

/// How a question is shown.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export)]
pub enum Shown {
    /// In the server's app.
    App {
        /// The surface's name.
        instance: String,
        /// What it is doing.
        app: AppState,
    },
    /// As the standard form.
    Form,
    /// As a page to open.
    Url,
}

/// An app's state.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export)]
pub enum AppState {
    /// Being read, loaded or initialised.
    Starting,
    /// It has the question.
    Live {
        /// Hosts it may reach.
        reaches: Vec<String>,
    },
    /// It has missed three pings.
    NotResponding {
        /// For how long.
        seconds: u32,
    },
    /// Torn down.
    Ended,
}

/// Why the form replaced the app.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct Fallback {
    /// Completes “The server’s app could not be used: …”.
    pub reason: String,
    /// Labels of the fields whose values were kept from an answer that did not fit.
    pub kept: Vec<String>,
    /// Labels of the fields that were left out, each with why.
    pub left_out: Vec<(String, String)>,
}

/// An app's answer that the person did not make by click or key.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct Confirm {
    /// Label and value of all that would be sent.
    pub values: Vec<(String, String)>,
}

/// A page that the server asks to open.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct UrlView {
    /// Before the emphasised host, the host's emphasised part, after it: joined, the full address.
    pub parts: (String, String, String),
    /// The registrable domain, in ASCII.
    pub domain: String,
    /// `https`.
    pub encrypted: bool,
    /// Warnings in words, most serious first.
    pub warnings: Vec<String>,
    /// When the person opened it: milliseconds since 1970.
    #[ts(type = "number | null")]
    pub opened_at: Option<u64>,
    /// The server will say when it is done there (stateful revisions).
    pub server_tells: bool,
}

/// Where a question stands.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export)]
pub enum QuestionState {
    /// For the person.
    Waiting,
    /// Answered; waits for the other questions asked together, or is on its way.
    Answered,
    /// Over.
    Ended {
        /// When: milliseconds since 1970.
        #[ts(type = "number")]
        at: u64,
        /// How.
        ending: Ending,
    },
}

/// How a question ended.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export)]
pub enum Ending {
    /// The answer went out.
    Sent,
    /// The person declined.
    Declined,
    /// The person cancelled.
    Cancelled,
    /// The person stopped the task.
    TaskStopped,
    /// The server withdrew it.
    Withdrawn {
        /// Its words.
        reason: Option<String>,
    },
    /// A time limit.
    TimeLimit {
        /// In minutes, at least 1.
        minutes: u32,
    },
    /// The program ended.
    ServerDied {
        /// “ended with status 1”.
        exit: Option<String>,
        /// Its last words, literal.
        last_words: Vec<String>,
    },
    /// The connection was lost or closed.
    ConnectionLost,
    /// The server could not be reached with the answer.
    NotSent {
        /// Why.
        problem: Problem,
    },
    /// The server asked in a way that the protocol forbids; it was told.
    NotAllowed {
        /// Completes “… asked in a way that the protocol forbids: …”.
        why: String,
    },
}

/// One request of ours with its rounds.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct TaskView {
    /// Globally unique.
    pub id: String,
    /// The server.
    pub asker: Asker,
    /// `tool`, `prompt` or `resource`.
    pub what: String,
    /// The tool's or prompt's name, or the resource's address.
    pub name: String,
    /// When it started: milliseconds since 1970.
    #[ts(type = "number")]
    pub started_at: u64,
    /// Its questions so far, oldest first.
    pub questions: Vec<String>,
    /// The server's last progress: done, of, words.
    pub progress: Option<(f64, Option<f64>, Option<String>)>,
    /// Where it stands.
    pub state: TaskState,
}

/// Where a task stands.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export)]
pub enum TaskState {
    /// The server works, or a question waits.
    Running,
    /// The result is there.
    Done {
        /// Milliseconds it took, time spent waiting for the person included.
        took_ms: u32,
        /// `isError` of a tool's result.
        is_error: bool,
        /// The result as it came.
        #[ts(type = "unknown")]
        result: Value,
        /// Its source text, pretty-printed, numbers as they came; a long one ends in a note.
        text: String,
    },
    /// It failed.
    Failed {
        /// Why.
        problem: Problem,
    },
    /// The person stopped it.
    Stopped,
}

/// What the person wants done with a question.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export)]
pub enum Answer {
    /// Send the form's draft.
    Draft {
        /// One value a field.
        draft: Draft,
    },
    /// Send what the JSON editor holds.
    Json {
        /// Its text.
        text: String,
    },
    /// Tell the server no.
    Decline,
    /// Tell the server that there was no answer.
    Cancel,
}

/// What a draft amounts to, before it is sent.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct Checked {
    /// What is wrong, in the order of the fields; empty if it can be sent.
    pub errors: Vec<FieldError>,
    /// “See what is sent”: the exact `content`, pretty-printed, where nothing is wrong.
    pub content: Option<String>,
    /// Labels of optional fields that are not sent.
    pub not_sent: Vec<String>,
}

/// A server to add.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct NewServer {
    /// The person's name for it.
    pub name: String,
    /// How it is reached.
    pub origin: NewOrigin,
    /// `auto` or a revision.
    pub revision: String,
}

/// How a new server is reached.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export)]
pub enum NewOrigin {
    /// A program.
    Local {
        /// The program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Variables to add.
        env: Vec<(String, String)>,
        /// Working directory.
        cwd: Option<String>,
    },
    /// An endpoint.
    Remote {
        /// The endpoint.
        url: String,
        /// Headers to add.
        headers: Vec<(String, String)>,
    },
}
