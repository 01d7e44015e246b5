//! Servers: who they are, how they stand, what they offer, and one to add.

use native_form::Form;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::AppsPolicy;
use crate::Problem;
use crate::trace::TraceEntry;

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
        /// The host, with its port where one is said.
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
    /// Whether its apps are shown.
    pub apps: AppsPolicy,
    /// The person develops it: its apps may reach this computer.
    pub developer: bool,
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
    /// Nothing starts before the person approves it (STD-10, A23).
    Unapproved {
        /// What is not as they last approved it; empty where they never did.
        changed: Vec<EntryPart>,
    },
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

/// What of a server's entry decides what starts, or where it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub enum EntryPart {
    /// The program.
    Command,
    /// Its arguments.
    Arguments,
    /// The environment added, its values too.
    Environment,
    /// Its working directory.
    WorkingDirectory,
    /// The address.
    Address,
    /// The names of the headers.
    Headers,
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
