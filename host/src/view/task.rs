//! Requests of ours.

use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use super::{AppView, Asker};
use crate::Problem;

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
    /// The view of the tool, if it has one and it is used (TUI-01). The plain result is there besides.
    pub app: Option<AppView>,
    /// Why the view is not used although the tool names one: completes “The server’s app could not be used: …”.
    pub app_failed: Option<String>,
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
