//! Why an app can't be used, in the words of the window's fallback note.

use super::bridge::Fault;
use super::resource::ResourceFault;
use super::uri::{self, UriFault};
use crate::connection::RequestError;

/// Why the app can't be used; the words are those of `ui.md`.
#[derive(Clone, Debug, PartialEq)]
pub struct AppFailure {
    /// Row of requirements §13.4: `uri`, `read`, `content`, `load`, `handshake`, `forward`, `answer`.
    pub stage: &'static str,
    /// Stable, such as `MIME` or `HANDSHAKE_TIMEOUT`.
    pub code: &'static str,
    /// “it came empty.”: completes “The server’s app could not be used: …”.
    pub words: String,
}

impl AppFailure {
    pub(super) fn new(stage: &'static str, code: &'static str, words: &str) -> Self {
        Self { stage, code, words: words.to_owned() }
    }

    pub(super) fn unreadable() -> Self {
        Self::new("read", "UNREADABLE", "the server did not hand it over.")
    }

    /// Something of the frame that may have been its answer was over a bound, or cannot be read (A15).
    pub(super) fn no_answer() -> Self {
        Self::new("answer", "MESSAGE_REFUSED", "its answer was not an answer.")
    }

    /// The connection to its server has ended.
    pub(crate) fn disconnected() -> Self {
        Self::new("forward", "CONNECTION_LOST", "the connection to its server has ended.")
    }

    /// The document has not loaded, or has not shaken hands, in time (INI-10).
    pub(super) fn too_late(stage: &'static str) -> Self {
        let code = if stage == "load" { "LOAD_TIMEOUT" } else { "HANDSHAKE_TIMEOUT" };
        Self::new(stage, code, "it did not start within 10 seconds.")
    }

    /// What the bridge gave up for, at `stage` of the instance.
    pub(super) fn of_bridge(fault: Fault, stage: &'static str) -> Self {
        match fault {
            Fault::Flood => Self::new(stage, "FLOOD", "it sent too many messages."),
            Fault::BadInitialize => {
                Self::new("handshake", "BAD_INITIALIZE", "it started in a way that Askance does not understand.")
            }
            Fault::NoElicitation => {
                Self::new("handshake", "NO_ELICITATION", "it does not say that it can take questions.")
            }
            Fault::Refused => Self::new("forward", "REFUSED", "it refused the question."),
            Fault::Unreadable => Self::no_answer(),
            Fault::Restarted => Self::new("forward", "RESTARTED", "it closed itself."),
        }
    }
}

impl From<UriFault> for AppFailure {
    fn from(fault: UriFault) -> Self {
        Self::new("uri", fault.code(), uri::WORDS)
    }
}

impl From<ResourceFault> for AppFailure {
    fn from(fault: ResourceFault) -> Self {
        Self { stage: fault.stage(), code: fault.code(), words: fault.words() }
    }
}

/// RES-16: −32602 (2026-07-28) and −32002 (before) mean that there is no such resource.
impl From<RequestError> for AppFailure {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Peer(peer) if peer.code == -32602 || peer.code == -32002 => {
                Self::new("read", "NOT_FOUND", "the server has no app at this address.")
            }
            RequestError::Peer(_) => Self::new("read", "READ_ERROR", "the server did not hand it over."),
            RequestError::TimedOut(_) => {
                Self::new("read", "READ_TIMEOUT", "the server took longer than 10 seconds to hand it over.")
            }
            RequestError::Cancelled => Self::new("read", "READ_CANCELLED", "the server did not hand it over."),
            RequestError::Lost(_) | RequestError::NotSent(_) => {
                Self::new("read", "CONNECTION_LOST", "the server did not hand it over.")
            }
            RequestError::Unreadable(_) => Self::unreadable(),
        }
    }
}
