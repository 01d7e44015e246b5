//! Questions: how they are shown, where they stand, and what the person wants done with one.

use native_form::{Draft, FieldError, Form};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{AppView, Asker, Gate};
use crate::Problem;
use crate::trace::TraceEntry;

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
    /// It is answered, and the answer may still be changed: one that was asked beside it is not answered yet (MRT-12).
    pub may_change: bool,
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
        /// The app.
        app: Box<AppView>,
    },
    /// As the standard form.
    Form,
    /// As a page to open.
    Url,
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

/// An app's answer that waits for the person.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct Confirm {
    /// The person did not make it by click or key (APP-29); if they did, they want to see every answer (APP-30).
    pub untouched: bool,
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
    /// The host in ASCII, however it is written: what stands before the registrable domain, and that domain.
    pub host: (String, String),
    /// `https`.
    pub encrypted: bool,
    /// Warnings in words, most serious first.
    pub warnings: Vec<String>,
    /// When the person opened it: milliseconds since 1970.
    #[ts(type = "number | null")]
    pub opened_at: Option<u64>,
    /// The server will say when it is done there (stateful revisions).
    pub server_tells: bool,
    /// The server was told that the person agreed, which can't be taken back (stateful revisions).
    pub told: bool,
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
    /// The person stopped its server, or started it again.
    ServerStopped,
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
#[derive(Clone, Debug, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct Checked {
    /// What is wrong, in the order of the fields; empty if it can be sent.
    pub errors: Vec<FieldError>,
    /// “See what is sent”: the exact `content`, pretty-printed, where nothing is wrong.
    pub content: Option<String>,
    /// Labels of optional fields that are not sent.
    pub not_sent: Vec<String>,
    /// The other way to write the values of a tool or prompt, to go on with: of a draft all that can be read, as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub json: Option<String>,
    /// The same of JSON: what the form can show of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub draft: Option<Draft>,
    /// The form cannot show all of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub beyond_form: bool,
}
