//! HTTP failures in words, each kind with its own code.

use std::error::Error;

use http::StatusCode;
use url::Url;

use crate::Problem;
use crate::connection::problem::{no_answer, problem};

/// The error of our backend: the problem it is for the person.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.what)]
pub(in crate::connection) struct Failure(pub(in crate::connection) Problem);

/// Host and port, the only part of a server's address that is shown: its path and query may be secrets.
fn place(endpoint: &Url) -> String {
    let host = endpoint.host_str().unwrap_or_default();
    endpoint.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// Of a request that got no response.
pub(super) fn of_request(error: &reqwest::Error, endpoint: &Url) -> Problem {
    let place = place(endpoint);
    let causes = causes(error);
    let has = |words: &[&str]| causes.iter().any(|cause| words.iter().any(|word| cause.contains(word)));
    // The URL is part of reqwest's own words, so only the causes below it are shown.
    let details = causes.iter().skip(1).cloned().collect();
    let (code, what, remedy) = if error.is_timeout() {
        return Problem { what: format!("{place} did not answer."), ..no_answer() };
    } else if has(&["dns error", "failed to lookup"]) {
        ("connection.unknown-host", format!("The host {place} was not found."), "Check the address and your network.")
    } else if is_refused(error) {
        ("connection.refused", format!("Nothing answers at {place}."), "Start the server, or correct its address.")
    } else if has(&["certificate", "tls", "TLS", "handshake", "InvalidContentType", "corrupt message"]) {
        (
            "connection.tls",
            format!("No secure connection to {place} could be made."),
            "Check the server’s certificate, and whether it speaks https at this port.",
        )
    } else if error.is_connect() {
        ("connection.unreachable", format!("{place} cannot be reached."), "Check the address and your network.")
    } else {
        ("connection.broke-off", format!("The connection to {place} broke off."), "Try again.")
    };
    problem(code, what, Some(remedy), details)
}

fn is_refused(error: &reqwest::Error) -> bool {
    let mut source: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(current) = source {
        if let Some(io) = current.downcast_ref::<std::io::Error>()
            && io.kind() == std::io::ErrorKind::ConnectionRefused
        {
            return true;
        }
        source = current.source();
    }
    false
}

fn causes(error: &reqwest::Error) -> Vec<String> {
    let mut causes = Vec::new();
    let mut source: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(current) = source {
        causes.push(current.to_string());
        source = current.source();
    }
    causes
}

/// What an error status says, taken from the response before its body is read.
#[derive(Clone, Copy)]
pub(super) struct Refused {
    pub(super) status: StatusCode,
    /// `Retry-After` in seconds, as far as it says so and is no longer than [`MAX_RETRY_AFTER`].
    retry_after: Option<u64>,
}

/// The longest `Retry-After` that is passed on; a server that wants more than that has said nothing useful.
const MAX_RETRY_AFTER: u64 = 24 * 60 * 60;

impl Refused {
    pub(super) fn of(response: &reqwest::Response) -> Self {
        let header = response.headers().get(http::header::RETRY_AFTER).and_then(|value| value.to_str().ok());
        let retry_after = header.and_then(|value| value.trim().parse().ok()).filter(|wait| *wait <= MAX_RETRY_AFTER);
        Self { status: response.status(), retry_after }
    }

    /// What to do about a server that has too much to do.
    fn wait(self) -> String {
        match self.retry_after {
            None | Some(0) => "It has too much to do. Wait a little, then try again.".to_owned(),
            Some(1) => "It has too much to do and asks to be left alone for 1 second. Then try again.".to_owned(),
            Some(wait) if wait < 120 => {
                format!("It has too much to do and asks to be left alone for {wait} seconds. Then try again.")
            }
            Some(wait) => {
                format!(
                    "It has too much to do and asks to be left alone for {} minutes. Then try again.",
                    wait.div_ceil(60)
                )
            }
        }
    }
}

/// Of a response that is none of MCP's.
pub(super) fn of_status(refused: Refused, endpoint: &Url) -> Problem {
    let status = refused.status;
    let place = place(endpoint);
    let shown = status.to_string();
    let (code, what, remedy) = match status.as_u16() {
        401 => (
            "connection.sign-in-needed",
            format!("{place} wants you to sign in."),
            "Askance cannot sign in to servers yet. If you have a token, add an “Authorization” header to the entry.",
        ),
        403 => (
            "connection.forbidden",
            format!("{place} refused access."),
            "Check the headers in the server’s entry; Askance cannot sign in to servers yet.",
        ),
        300..=399 => (
            "connection.redirected",
            format!("{place} redirects to another place, which is not followed."),
            "Enter the new address in the server’s entry if you trust it.",
        ),
        404 | 405 => (
            "connection.http-status",
            format!("There is no MCP server at this address of {place} ({shown})."),
            "Check the path of the address.",
        ),
        429 | 503 => {
            let what = format!("{place} turned this away ({shown}).");
            return problem(
                "connection.http-status",
                what,
                Some(&refused.wait()),
                vec![format!("HTTP {}", status.as_u16())],
            );
        }
        _ => ("connection.http-status", format!("{place} answered with {shown}."), "Look at the server’s own log."),
    };
    problem(code, what, Some(remedy), vec![format!("HTTP {}", status.as_u16())])
}

/// Of a response that says success and is no message.
pub(super) fn not_mcp(endpoint: &Url) -> Problem {
    problem(
        "connection.not-mcp",
        format!("{} answers, but not as an MCP server.", place(endpoint)),
        Some("Check the path of the address."),
        Vec::new(),
    )
}
