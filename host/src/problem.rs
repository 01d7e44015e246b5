//! What every error becomes before a person sees it.

use serde::Serialize;
use ts_rs::TS;

/// A failure in words for the person, with a stable code for the window.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct Problem {
    /// Stable, such as `connection.exited`. The window and tests tell errors apart by this, never by the words.
    pub code: String,
    /// What happened, one sentence with a full stop.
    pub what: String,
    /// What to do about it, one sentence, if there is something to do.
    pub remedy: Option<String>,
    /// More lines for the details: the last words of a program, the lists of revisions. Literal text of others.
    pub details: Vec<String>,
}

impl Problem {
    /// A problem without a remedy or details.
    pub fn new(code: &str, what: impl Into<String>) -> Self {
        Self { code: code.to_owned(), what: what.into(), remedy: None, details: Vec::new() }
    }

    /// The same with a remedy.
    #[must_use]
    pub fn remedy(self, remedy: impl Into<String>) -> Self {
        Self { remedy: Some(remedy.into()), ..self }
    }

    /// The same with details.
    #[must_use]
    pub fn details(self, details: Vec<String>) -> Self {
        Self { details, ..self }
    }
}
