//! The sentences of this module's failures. Codes are stable; the window and the tests go by them.

use crate::Problem;

/// Builds a [`Problem`].
pub(super) fn problem(code: &str, what: impl Into<String>, remedy: Option<&str>, details: Vec<String>) -> Problem {
    Problem { code: code.to_owned(), what: what.into(), remedy: remedy.map(str::to_owned), details }
}

/// No revision that both sides speak (VER-05, VER-08): both lists. A single one of ours is the one that the entry fixes.
pub(super) fn no_common_revision(ours: &[super::Revision], theirs: &[String]) -> Problem {
    let theirs = if theirs.is_empty() { "not said".to_owned() } else { theirs.join(", ") };
    let theirs = format!("The server speaks: {theirs}");
    let code = "connection.no-common-revision";
    if let [fixed] = ours {
        return problem(
            code,
            format!("The server does not speak {fixed}, the protocol revision that its entry fixes."),
            Some("Change the revision in its entry to auto, or to one that the server speaks."),
            vec![format!("Its entry fixes: {fixed}"), theirs],
        );
    }
    let ours = ours.iter().map(|revision| revision.as_str()).collect::<Vec<_>>().join(", ");
    problem(
        code,
        "The server and Askance have no protocol revision in common.",
        Some("Update the server, or ask its maker which revisions it speaks."),
        vec![format!("Askance speaks: {ours}"), theirs],
    )
}

/// The same where the server refused the fixed revision in words of its own, which may name those that it speaks.
pub(super) fn not_the_fixed_revision(fixed: super::Revision, theirs: &[String], words: &str) -> Problem {
    let mut problem = no_common_revision(&[fixed], theirs);
    let words: String = words.trim().chars().take(MAX_WORDS).collect();
    if !words.is_empty() {
        problem.details.push(format!("Its own words: {words}"));
    }
    problem
}

/// Longest piece of a refusal's text that is shown.
const MAX_WORDS: usize = 300;

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
