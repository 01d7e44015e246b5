//! Why an operation has no result.

use serde_json::Value;

use super::rounds::URL_ELICITATION_REQUIRED;
use crate::Problem;
use crate::connection::{PeerError, RequestError};

/// Why an operation has no result. Local failures can't be mistaken for errors of the server.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OperationError {
    /// The result breaks its schema or a MUST of the revision (MRT-09, VER-12). What is wrong, in words.
    #[error("the server’s answer breaks the protocol: {0}")]
    InvalidResult(String),
    /// `input_required` to a request that may not be answered so (MRT-01).
    #[error("the server asked a question back where it may not")]
    InputRequiredNotAllowed,
    /// A question of a kind that does not exist or was not declared (ELI-03, MRT-11). What, in words.
    #[error("the server asked in a way that it was not offered: {0}")]
    UnsupportedInputRequest(String),
    /// Too many rounds (MRT-08).
    #[error("the server took too many rounds")]
    RoundLimit {
        /// In most of them it asked nothing and put the task off (MRT-06).
        put_off: bool,
    },
    /// Too many questions at once (A26).
    #[error("the server asked too many questions at once")]
    TooManyQuestions,
    /// The server's own error.
    #[error("the server answered with error {}", .0.code)]
    Peer(PeerError),
    /// -32042 names a page that must not be opened (URL-06, URL-10).
    #[error("the server wants a page visited that is not opened: {words}")]
    PageRefused {
        /// The server's error.
        error: Box<PeerError>,
        /// Why it is not opened.
        words: String,
    },
    /// A time limit.
    #[error("no answer within {0:?}")]
    TimedOut(std::time::Duration),
    /// The person stopped it.
    #[error("stopped")]
    Stopped,
    /// The connection is gone.
    #[error("the connection was lost")]
    Lost(Problem),
    /// The reply could not be read.
    #[error("the reply cannot be read: {0}")]
    Unreadable(String),
}

impl OperationError {
    /// The code of the wire examples' glossary, for failures of the rounds.
    pub fn local_error(&self) -> Option<&'static str> {
        match self {
            Self::InvalidResult(_) | Self::Unreadable(_) => Some("INVALID_RESULT"),
            Self::InputRequiredNotAllowed => Some("INPUT_REQUIRED_NOT_ALLOWED"),
            Self::UnsupportedInputRequest(_) => Some("UNSUPPORTED_INPUT_REQUEST"),
            Self::RoundLimit { .. } => Some("MRTR_ROUND_LIMIT"),
            _ => None,
        }
    }

    /// What the person reads.
    pub fn problem(&self, server: &str) -> Problem {
        let told = "Tell the maker of the server about it.";
        match self {
            Self::InvalidResult(why) => {
                Problem::new("operation.invalid-result", format!("{server} broke the protocol: {why}.")).remedy(told)
            }
            Self::InputRequiredNotAllowed => Problem::new(
                "operation.input-required-not-allowed",
                format!("{server} asked a question back where the protocol does not allow it."),
            )
            .remedy(told),
            Self::UnsupportedInputRequest(why) => Problem::new(
                "operation.unsupported-input-request",
                format!("{server} asked in a way that the protocol forbids: {why}."),
            )
            .remedy(told),
            Self::RoundLimit { put_off: false } => Problem::new(
                "operation.round-limit",
                format!("{server} asked more than {} times in one task, so it was ended.", super::rounds::ROUNDS),
            )
            .remedy(told),
            Self::RoundLimit { put_off: true } => Problem::new(
                "operation.round-limit",
                format!("{server} has too much to do: it put this task off again and again, so it was ended."),
            )
            .remedy("Wait a little, then start it again."),
            Self::TooManyQuestions => Problem::new(
                "operation.too-many-questions",
                format!("{server} asks too many questions at once, so the task was ended."),
            )
            .remedy("Answer the open questions, then start the task again."),
            Self::Peer(error) => Problem::new("operation.server-error", format!("{server} answered with an error."))
                .details(in_words(error)),
            Self::PageRefused { error, words } => {
                Problem::new("operation.page-refused", format!("{server} wants a page visited first, but {words}."))
                    .remedy(told)
                    .details(in_words(error))
            }
            Self::TimedOut(limit) => {
                Problem::new("operation.timed-out", format!("{server} did not finish within {}.", seconds(*limit)))
                    .remedy("Start it again, or give it more time.")
            }
            Self::Stopped => Problem::new("operation.stopped", "You stopped this task."),
            Self::Lost(problem) => problem.clone(),
            Self::Unreadable(why) => {
                Problem::new("operation.unreadable", format!("The answer of {server} cannot be read."))
                    .remedy(told)
                    .details(vec![why.clone()])
            }
        }
    }
}

/// Longest piece of an error's text, and of its data, that is shown; in characters.
const SHOWN: usize = 2_000;

/// Its code, what it says, and its data if it has some. The server chose all of it, so it is cut.
fn in_words(error: &PeerError) -> Vec<String> {
    let message = match error.message.trim() {
        "" => "It gave no reason.",
        words => words,
    };
    let data = match &error.data {
        // The pages that it names are for the person who visits them, not for a terminal (URL-13).
        _ if error.code == URL_ELICITATION_REQUIRED => None,
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(cut(text)),
        Some(data) => Some(cut(&data.to_string())),
    };
    [format!("{}: {}", error.code, cut(message))].into_iter().chain(data).collect()
}

fn cut(text: &str) -> String {
    let shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() { format!("{shown}…") } else { shown }
}

/// “1 second”, “90 seconds”.
pub(crate) fn seconds(limit: std::time::Duration) -> String {
    match limit.as_secs() {
        0 | 1 => "1 second".to_owned(),
        more => format!("{more} seconds"),
    }
}

impl From<RequestError> for OperationError {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Peer(error) => Self::Peer(error),
            RequestError::TimedOut(limit) => Self::TimedOut(limit),
            RequestError::Cancelled => Self::Stopped,
            RequestError::Lost(problem) | RequestError::NotSent(problem) => Self::Lost(problem),
            RequestError::Unreadable(why) => Self::Unreadable(why),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;

    use super::*;

    fn said(message: &str, data: Option<Value>) -> Vec<String> {
        let error = PeerError { code: -32601, message: message.to_owned(), data };
        OperationError::Peer(error).problem("shop").details
    }

    // JSON-RPC 2.0 §5.1: an error may say nothing, or say more in its data.
    #[test]
    fn an_error_says_what_it_has_to_say_within_bounds() {
        assert_eq!(said(" ", None), ["-32601: It gave no reason."]);
        assert_eq!(said("No such day", Some(Value::Null)), ["-32601: No such day"]);
        assert_eq!(said("No", Some(json!({ "day": 31 }))), ["-32601: No", r#"{"day":31}"#]);
        assert_eq!(said("No", Some(json!("line 1\nline 2"))), ["-32601: No", "line 1\nline 2"]);
        let long = said(&"é".repeat(SHOWN + 1), Some(json!(["é".repeat(SHOWN)])));
        assert!(long.iter().all(|line| line.ends_with('…') && line.chars().count() <= SHOWN + 10), "{long:?}");
    }

    // MRT-06, MRT-08: what went on for too long is called by its name.
    #[test]
    fn a_server_that_only_puts_off_is_not_said_to_ask() {
        let [asked, put_off] = [false, true].map(|put_off| OperationError::RoundLimit { put_off }.problem("shop"));
        assert_eq!(asked.what, "shop asked more than 10 times in one task, so it was ended.");
        assert!(put_off.what.contains("put this task off") && !put_off.what.contains("asked"), "{put_off:?}");
        assert_eq!(put_off.remedy.unwrap(), "Wait a little, then start it again.");
    }
}
