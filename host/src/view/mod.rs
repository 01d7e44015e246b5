//! What a window may know of the engine: plain data, no handles. Mirrored to TypeScript.

mod app;
mod question;
mod server;
mod settings;
mod task;

use serde::Serialize;
use ts_rs::TS;

pub use app::*;
pub use question::*;
pub use server::*;
pub use settings::*;
pub use task::*;

use crate::Problem;

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
    /// What the person set.
    pub settings: Settings,
    /// The processes of apps run in the system's own sandbox, besides ours.
    pub sandboxed: bool,
    /// The memory of an app can be measured here, so `appMemoryMb` holds.
    pub memory_limited: bool,
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
    /// The settings changed.
    Settings(Settings),
}
