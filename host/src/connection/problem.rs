//! The sentences of this module's failures. Codes are stable; the window and the tests go by them.

use crate::Problem;

/// Builds a [`Problem`].
pub(super) fn problem(code: &str, what: impl Into<String>, remedy: Option<&str>, details: Vec<String>) -> Problem {
    Problem { code: code.to_owned(), what: what.into(), remedy: remedy.map(str::to_owned), details }
}

/// No revision that both sides speak (VER-05, VER-08): both lists.
pub(super) fn no_common_revision(ours: &[super::Revision], theirs: &[String]) -> Problem {
    let ours = ours.iter().map(|revision| revision.as_str()).collect::<Vec<_>>().join(", ");
    let theirs = if theirs.is_empty() { "not said".to_owned() } else { theirs.join(", ") };
    problem(
        "connection.no-common-revision",
        "The server and Askance have no protocol revision in common.",
        Some("Update the server, or remove the fixed revision from its entry if there is one."),
        vec![format!("Askance speaks: {ours}"), format!("The server speaks: {theirs}")],
    )
}

/// Nothing came back in time.
pub(super) fn no_answer() -> Problem {
    problem(
        "connection.no-answer",
        "The server did not answer.",
        Some("Check that it is an MCP server and that it is running, then connect again."),
        Vec::new(),
    )
}

/// The connection is gone while something was open on it.
pub(super) fn lost() -> Problem {
    problem("connection.lost", "The connection to the server was lost.", Some("Connect again."), Vec::new())
}

/// One request's response stream ended before its response (HTP-10).
pub(super) fn stream_broken() -> Problem {
    problem(
        "connection.stream-broken",
        "The server's answer broke off before it was complete.",
        Some("The server may have done the work all the same; check before you try again."),
        Vec::new(),
    )
}

/// The server answered the handshake with an error of its own.
pub(super) fn refused_handshake(code: i64, message: &str) -> Problem {
    problem(
        "connection.refused-by-server",
        "The server refused the connection.",
        Some("Check its entry, and the revision if one is fixed there; then look at the server’s own log."),
        vec![format!("{message} ({code})")],
    )
}
