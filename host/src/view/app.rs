//! Apps of servers on the screen: what they may do, what they want from the person, what they said.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// One app, whatever it was opened for: a question, or a tool's result.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct AppView {
    /// The surface's name.
    pub instance: String,
    /// What it is doing.
    pub state: AppState,
    /// Its document and what it may do, once they are read.
    pub page: Option<AppPage>,
    /// What it wants and the person has not decided, oldest first; the first is shown (at most 8).
    pub requests: Vec<AppRequest>,
    /// What it said to the conversation that Askance does not have (BRG-06, BRG-07), oldest first.
    pub said: Vec<Said>,
    /// The height it wishes for in CSS pixels, clamped (BRG-15).
    pub height: Option<u32>,
    /// It fills the window between the host's bars (BRG-08).
    pub fullscreen: bool,
    /// It takes clicks and keys: it has been in sight for half a second (APP-29).
    pub open: bool,
}

impl AppView {
    /// An app that is about to be read.
    pub fn starting(instance: String) -> Self {
        Self {
            instance,
            state: AppState::Starting,
            page: None,
            requests: Vec::new(),
            said: Vec::new(),
            height: None,
            fullscreen: false,
            open: false,
        }
    }
}

/// An app's state.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export)]
pub enum AppState {
    /// Read, and not loaded before the person has said yes (SEC-06).
    Consent {
        /// What it asks for beyond what the person allowed before, in words; empty the first time.
        wider: Vec<String>,
    },
    /// Being read, loaded or initialised.
    Starting,
    /// It has the question, or shows the result.
    Live {
        /// Hosts it may reach.
        reaches: Vec<String>,
    },
    /// It has missed its pings.
    NotResponding {
        /// For how long.
        seconds: u32,
    },
    /// Torn down.
    Ended,
}

/// An app's document and its policy, as reviewed before and while it runs.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct AppPage {
    /// Its `ui://` address, verbatim.
    pub uri: String,
    /// Bytes of its HTML.
    pub bytes: u32,
    /// SHA-256 of its HTML, in hexadecimal.
    pub sha256: String,
    /// The effective Content-Security-Policy.
    pub policy: String,
    /// What it asks to do, each with whether it may.
    pub asks: Vec<AppAsk>,
    /// Entries of its declaration that are never granted, each with why.
    pub dropped: Vec<(String, String)>,
    /// When the person last allowed the app of this address: milliseconds since 1970.
    #[ts(type = "number | null")]
    pub allowed_at: Option<u64>,
    /// What of it is another one since (RES-12).
    pub changed: Vec<AppPart>,
    /// Whether it wants a border around it, where it says so (RES-17). The frame is there in any case.
    pub prefers_border: Option<bool>,
    /// Local addresses, and any host, are allowed to it, since its server is in development.
    pub developer: bool,
}

/// What of an app may change (RES-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub enum AppPart {
    /// Its document.
    Document,
    /// What it asks to do.
    Policy,
}

/// One thing that an app asks to do.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct AppAsk {
    /// What.
    pub feature: AppFeature,
    /// Hosts, for those features that name some.
    pub hosts: Vec<String>,
    /// Whether it may.
    pub granted: bool,
}

/// What an app can ask to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub enum AppFeature {
    /// Exchange data with hosts (`connectDomains`).
    Connect,
    /// Load scripts, styles, pictures, fonts and media from hosts (`resourceDomains`).
    Load,
    /// Show pages of hosts inside it (`frameDomains`).
    Frame,
    /// Resolve its links against hosts (`baseUriDomains`).
    Base,
    /// Use the camera.
    Camera,
    /// Use the microphone.
    Microphone,
    /// Know where the person is.
    Geolocation,
    /// Put something on the clipboard.
    ClipboardWrite,
}

/// Something an app wants that only the person can decide.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct AppRequest {
    /// Names it within its app.
    pub id: String,
    /// What.
    pub wants: AppWants,
}

/// What an app wants.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export)]
pub enum AppWants {
    /// To open an address in the browser (BRG-04).
    OpenLink {
        /// Before the emphasised host, the host, after it: joined, the full address.
        parts: (String, String, String),
        /// Warnings in words, most serious first.
        warnings: Vec<String>,
    },
    /// To save files (BRG-05).
    Download {
        /// Each cleaned name with its size in bytes.
        files: Vec<(String, u32)>,
    },
    /// To call a tool of its server (BRG-10).
    CallTool {
        /// Its name.
        tool: String,
        /// Its arguments, pretty-printed.
        arguments: String,
        /// The server says that it only reads. Words of the server, no promise (SEC-04).
        says_it_reads_only: bool,
    },
    /// To read a resource of its server while its question is open (BRG-11).
    ReadResource {
        /// Its address, verbatim.
        uri: String,
    },
    /// To use a device or the clipboard, at this first use (PRM-04).
    Permission {
        /// Which.
        feature: AppFeature,
    },
}

/// What an app said.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct Said {
    /// When: milliseconds since 1970.
    #[ts(type = "number")]
    pub at: u64,
    /// A message of its own, or what it wants to be known from here on (which replaces what it said of that before).
    pub message: bool,
    /// Content blocks, text and images only.
    #[ts(type = "unknown[]")]
    pub content: Vec<Value>,
    /// `structuredContent`.
    #[ts(type = "unknown")]
    pub structured: Option<Value>,
}

/// What the person says to an app's consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub enum AppConsent {
    /// For this question or result.
    Once,
    /// Also for every later one of this server, unless its apps want more.
    Always,
    /// Not: the standard form, or the plain result.
    Never,
}
