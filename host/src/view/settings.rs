//! What the person set, for the whole program and for one server.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Settings of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export)]
pub struct Settings {
    /// “Show what is sent before it goes”: a step before every answer (APP-30). Off for a server's first app too: what
    /// comes before that one is the consent (SEC-06), as ARCHITECTURE.md says.
    pub review: bool,
    /// “Offer my last answer again”, never for secrets.
    pub last_answers: bool,
    /// “Let servers show their own apps” (SEC-12).
    pub apps: bool,
    /// “In questions”, as far as apps are shown at all. Off: every question is a standard form (SEC-12).
    pub apps_in_questions: bool,
    /// “In results of tools”, as far as apps are shown at all. Off: every result is plain (SEC-12).
    pub apps_in_results: bool,
    /// “Memory for one app”, in MiB; it is stopped above this (SBX-13).
    pub app_memory_mb: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            review: false,
            last_answers: false,
            apps: true,
            apps_in_questions: true,
            apps_in_results: true,
            app_memory_mb: 512,
        }
    }
}

impl Settings {
    /// Whether servers' apps are shown there.
    pub fn shows_apps(self, place: AppPlace) -> bool {
        let here = match place {
            AppPlace::Question => self.apps_in_questions,
            AppPlace::Result => self.apps_in_results,
        };
        self.apps && here
    }
}

/// Where an app is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppPlace {
    /// In a question, to answer it.
    Question,
    /// Beside the result of a tool.
    Result,
}

/// Whether a server's apps are shown: `askance.apps` of its entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub enum AppsPolicy {
    /// The person is asked (SEC-06).
    #[default]
    Ask,
    /// Without asking, whatever they may reach.
    Always,
    /// Never: the standard form, the plain result (SEC-12).
    Never,
}
