//! `askance call`: one call, its result on standard output.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use askance_host::config::ServerSpec;
use askance_host::{CallOutcome, Host};
use serde_json::Value;

use super::say::{say, say_problem};
use super::status::Status;
use crate::desktop;
use crate::engine::{self, Sources, TraceSink};

/// One call of the command line.
pub(crate) struct Call {
    spec: ServerSpec,
    tool: String,
    arguments: Value,
    limit: Option<Duration>,
}

impl Call {
    /// Finds the server; says what is wrong where there is none of that name.
    pub(super) fn find(
        sources: &Sources,
        server: String,
        tool: String,
        arguments: Value,
        limit: Option<Duration>,
    ) -> Option<Self> {
        let (specs, problems) = sources.read();
        let names: Vec<String> = specs.iter().map(|spec| spec.name.clone()).collect();
        if let Some(spec) = specs.into_iter().find(|spec| spec.name == server) {
            return Some(Self { spec, tool, arguments, limit });
        }
        problems.iter().for_each(say_problem);
        let known = if names.is_empty() {
            "There are none; name a file with --config FILE.".to_owned()
        } else {
            format!("There are: {}.", names.join(", "))
        };
        say(&format!("There is no server named {server:?}. {known}"));
        None
    }

    /// Calls, prints, and says how it went.
    pub(crate) async fn run(self, host: &Arc<Host>, window: bool) -> Status {
        let server = self.spec.name.clone();
        // The one server: the others have no part in this call.
        host.add_servers(vec![self.spec], Vec::new());
        let outcome = host.call(&server, &self.tool, self.arguments, self.limit).await;
        let status = report(outcome);
        if !window && matches!(status, Status::ToolError | Status::Refused) {
            say(NO_WINDOW);
        }
        status
    }

    /// The same where there is no display: nothing can be asked, and servers are told so.
    pub(super) async fn without_window(self, trace: TraceSink) -> Status {
        let host = engine::start(None, trace).host;
        let status = tokio::select! {
            status = self.run(&host, false) => status,
            () = desktop::stopped() => Status::Refused,
        };
        host.close().await;
        status
    }
}

/// Said after a call that went wrong without a display.
const NO_WINDOW: &str = "There is no display (DISPLAY and WAYLAND_DISPLAY are not set, or cannot be reached), so the \
                         tool could not ask anything. If it has to ask, call it where a window can open.";

fn report(outcome: CallOutcome) -> Status {
    let (status, problem) = match outcome {
        CallOutcome::Done { result, is_error } => {
            return match print(&result) {
                Err(error) => {
                    say(&format!("The result could not be written: {error}."));
                    Status::ToolError
                }
                Ok(()) if is_error => {
                    say("The tool reported an error.");
                    Status::ToolError
                }
                Ok(()) => Status::Done,
            };
        }
        CallOutcome::Refused => {
            say("The question was declined or cancelled, so there is no result.");
            return Status::Refused;
        }
        CallOutcome::Usage(problem) => (Status::Usage, problem),
        CallOutcome::NoConnection(problem) => (Status::NoConnection, problem),
        CallOutcome::Failed(problem) => (Status::ToolError, problem),
        CallOutcome::TimedOut(problem) => (Status::TimedOut, problem),
    };
    say_problem(&problem);
    status
}

fn print(result: &Value) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, result)?;
    writeln!(out)?;
    out.flush()
}
