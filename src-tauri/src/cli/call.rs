//! `askance call`: one call, its result on standard output.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use askance_host::app::consent::Consents;
use askance_host::config::{self, Approvals, Listed};
use askance_host::operation::Final;
use askance_host::view::Settings;
use askance_host::{CallOutcome, Host};

use super::say::{say, say_problem};
use super::status::Status;
use crate::desktop;
use crate::engine::{self, Sources, TraceSink};

/// One call of the command line.
pub(crate) struct Call {
    server: Listed,
    tool: String,
    arguments: String,
    limit: Option<Duration>,
}

impl Call {
    /// Finds the server; says what is wrong where there is none of that name.
    pub(super) fn find(
        sources: &Sources,
        approvals: &Approvals,
        server: String,
        tool: String,
        arguments: String,
        limit: Option<Duration>,
    ) -> Option<Self> {
        let (listed, problems) = sources.for_call(approvals);
        let names: Vec<String> = listed.iter().map(|listed| listed.spec.name.clone()).collect();
        // Also where this call needs none of it: somebody has to read of them.
        problems.iter().for_each(say_problem);
        if let Some(server) = listed.into_iter().find(|listed| listed.spec.name == server) {
            return Some(Self { server, tool, arguments, limit });
        }
        let known = match (names.is_empty(), problems.is_empty()) {
            (false, _) => format!("There are: {}.", names.join(", ")),
            (true, false) => "There are none that could be read.".to_owned(),
            (true, true) => "There are none; name a file with --config FILE.".to_owned(),
        };
        // It may stand in a file and be left out, which was said above.
        let left_out = problems.iter().any(|problem| problem.code == config::BAD_ENTRY);
        let usable = if left_out { " that can be used" } else { "" };
        say(&format!("There is no server named {server:?}{usable}. {known}"));
        None
    }

    /// Calls, prints, and says how it went.
    pub(crate) async fn run(self, host: &Arc<Host>, window: bool) -> Status {
        let server = self.server.spec.name.clone();
        // The one server: the others have no part in this call.
        host.add_servers(vec![self.server], Vec::new());
        let outcome = host.call(&server, &self.tool, self.arguments, self.limit).await;
        let missed = !window && wanted_to_ask(&outcome);
        let status = report(outcome);
        if missed {
            say(NO_WINDOW);
        }
        status
    }

    /// The same where there is no display: nothing can be asked, and servers are told so.
    pub(super) async fn without_window(self, trace: TraceSink) -> Status {
        let host = engine::start(None, Settings::default(), Consents::default(), None, None, trace).host;
        let running = self.run(&host, false);
        tokio::pin!(running);
        let status = tokio::select! {
            status = &mut running => status,
            // Stopped by the host that closes, it still says how it went.
            () = desktop::stopped() => return tokio::join!(running, host.close()).0,
        };
        host.close().await;
        status
    }
}

/// Whether a tool failed because it could not ask: the server missed the capability, asked all the same, or says so.
fn wanted_to_ask(outcome: &CallOutcome) -> bool {
    let says = |text: &str| text.to_lowercase().contains("elicit");
    match outcome {
        CallOutcome::Done { result, .. } => result.is_error() && says(result.raw.get()),
        CallOutcome::Failed(problem) if problem.code == "operation.unsupported-input-request" => true,
        CallOutcome::Failed(problem) => {
            problem.details.iter().any(|line| says(line) || line.starts_with(NO_CAPABILITY))
        }
        _ => false,
    }
}

/// How the details of a server's error begin that misses a capability of ours.
const NO_CAPABILITY: &str = "-32021:";

/// Said after a call that failed because there is no display.
const NO_WINDOW: &str = "There is no display (DISPLAY and WAYLAND_DISPLAY are not set, or cannot be reached), so the \
                         tool could not ask anything. If it has to ask, call it where a window can open.";

fn report(outcome: CallOutcome) -> Status {
    let (status, problem) = match outcome {
        CallOutcome::Done { result, refused } => return finish(&result, refused),
        CallOutcome::Refused(problem) => (Status::Refused, problem),
        CallOutcome::Usage(problem) => (Status::Usage, problem),
        CallOutcome::NoConnection(problem) => (Status::NoConnection, problem),
        CallOutcome::Failed(problem) => (Status::ToolError, problem),
        CallOutcome::TimedOut(problem) => (Status::TimedOut, problem),
    };
    say_problem(&problem);
    if status == Status::Refused {
        say("There is no result.");
    }
    status
}

/// Prints the result, whatever it is worth.
fn finish(result: &Final, refused: bool) -> Status {
    if let Err(error) = print(result.raw.get()) {
        say(&format!("The result could not be written: {error}."));
        return Status::ToolError;
    }
    let status = status_of(result, refused);
    match status {
        Status::Refused => say("A question was declined or cancelled."),
        Status::ToolError => say("The tool reported an error."),
        _ => {}
    }
    status
}

/// The person's no counts more than what the tool made of it.
fn status_of(result: &Final, refused: bool) -> Status {
    match (refused, result.is_error()) {
        (true, _) => Status::Refused,
        (false, true) => Status::ToolError,
        (false, false) => Status::Done,
    }
}

/// As it came: a number that is decoded and written again may be another one.
fn print(result: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{result}")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn a_refusal_counts_more_than_an_error() {
        let of = |text: &str, refused| {
            let raw = serde_json::value::RawValue::from_string(text.to_owned()).unwrap();
            status_of(&Final::read(raw).unwrap(), refused)
        };
        assert_eq!(of("{}", false), Status::Done);
        assert_eq!(of(r#"{"isError":true}"#, false), Status::ToolError);
        assert_eq!(of(r#"{"isError":true}"#, true), Status::Refused);
        assert_eq!(of("{}", true), Status::Refused);
    }
}
