//! One call for the command line: from the connection to the outcome.

use std::sync::Arc;
use std::time::Duration;

use native_form::FieldError;
use tokio::time::{Instant, timeout, timeout_at};

use super::servers::{find, not_approved};
use super::tasks::{content, tool_call};
use super::{CONNECT, CallOutcome, Host};
use crate::Problem;
use crate::elicitation::lock;
use crate::operation::{self, Final, OperationError, Task};
use crate::view::{Answer, Ending, ServerState};

impl Host {
    /// One call for the command line: waits for the server's connection, calls, waits for the outcome. `limit` bounds
    /// all of it, waiting for the person included: whoever set it asked for that. It ends when the host closes.
    pub async fn call(
        self: &Arc<Self>,
        server: &str,
        tool: &str,
        arguments: String,
        limit: Option<Duration>,
    ) -> CallOutcome {
        let start = Instant::now();
        let connected = limit.map_or(CONNECT, |limit| limit.min(CONNECT));
        let stopped = || CallOutcome::Refused(OperationError::Stopped.problem(server));
        let ready = self.closing.run_until_cancelled(timeout_at(start + connected, self.ready(server))).await;
        let Some(ready) = ready else { return stopped() };
        match ready {
            Ok(Ok(())) => {}
            Ok(Err(problem)) if ["server.unknown", "server.not-approved"].contains(&problem.code.as_str()) => {
                return CallOutcome::Usage(problem);
            }
            Ok(Err(problem)) => return CallOutcome::NoConnection(problem),
            Err(_) if connected < CONNECT => return CallOutcome::TimedOut(too_late(server, connected)),
            Err(_) => return CallOutcome::NoConnection(too_late(server, connected)),
        }
        let task = match self.start_call(server, tool, arguments, limit) {
            Ok(task) => task,
            Err(_) if self.closing.is_cancelled() => return stopped(),
            Err(problem) => return CallOutcome::Usage(problem),
        };
        let Some(limit) = limit else { return self.outcome(&task, server, task.outcome().await) };
        match timeout_at(start + limit, task.outcome()).await {
            Ok(outcome) => self.outcome(&task, server, outcome),
            Err(_) => {
                task.stop_as(&Ending::TimeLimit { minutes: operation::minutes(limit) });
                CallOutcome::TimedOut(OperationError::TimedOut(limit).problem(server))
            }
        }
    }

    fn start_call(
        self: &Arc<Self>,
        server: &str,
        tool: &str,
        arguments: String,
        limit: Option<Duration>,
    ) -> Result<Arc<Task>, Problem> {
        let form = self.form(server, tool, "tool", |known| &known.tools)?;
        let arguments = content(&form, &Answer::Json { text: arguments }).map_err(|errors| misfit(tool, &errors))?;
        let mut request = tool_call(tool, arguments);
        if let Some(limit) = limit {
            (request.soft, request.hard) = (limit, limit);
        }
        self.request(server, request)
    }

    /// The same as [`Host::ready`] with a limit.
    pub(super) async fn ready_within(&self, server: &str, limit: Duration) -> Result<(), Problem> {
        timeout(limit, self.ready(server)).await.unwrap_or_else(|_| Err(too_late(server, limit)))
    }

    /// Waits until a server is ready, or is known not to become so.
    async fn ready(&self, server: &str) -> Result<(), Problem> {
        let mut changes = self.changes.subscribe();
        loop {
            changes.borrow_and_update();
            match find(&mut lock(&self.state), server)?.state.clone() {
                ServerState::Ready => return Ok(()),
                ServerState::Connecting => {}
                ServerState::SignIn { problem }
                | ServerState::NoAnswer { problem }
                | ServerState::Stopped { problem: Some(problem) } => return Err(problem),
                ServerState::Unapproved { .. } => return Err(not_approved(server)),
                ServerState::Stopped { problem: None } => {
                    return Err(Problem::new("server.not-connected", format!("{server} is not connected.")));
                }
            }
            if changes.changed().await.is_err() {
                return Err(Problem::new("server.not-connected", format!("{server} is not connected.")));
            }
        }
    }

    fn outcome(&self, task: &Task, server: &str, outcome: Result<Final, OperationError>) -> CallOutcome {
        let refused = self.person_refused(task);
        let error = match outcome {
            Ok(result) => return CallOutcome::Done { result, refused },
            Err(error) => error,
        };
        let problem = error.problem(server);
        match error {
            OperationError::Stopped => CallOutcome::Refused(problem),
            OperationError::Lost(_) => CallOutcome::NoConnection(problem),
            OperationError::TimedOut(_) => CallOutcome::TimedOut(problem),
            _ if refused => CallOutcome::Refused(problem),
            _ => CallOutcome::Failed(problem),
        }
    }

    /// Whether the person declined or cancelled a question of the task.
    fn person_refused(&self, task: &Task) -> bool {
        task.view().questions.iter().filter_map(|id| self.queue.get(id)).any(|question| question.is_refused())
    }
}

/// What is wrong with the arguments, one line for each.
fn misfit(tool: &str, errors: &[FieldError]) -> Problem {
    let line = |error: &FieldError| match &error.key {
        Some(key) => format!("{key}: {}", error.words),
        None => error.words.clone(),
    };
    Problem::new("arguments.invalid", format!("The arguments do not fit {tool}."))
        .remedy("Correct what is named here.")
        .details(errors.iter().map(line).collect())
}

fn too_late(server: &str, limit: Duration) -> Problem {
    Problem::new("connection.timed-out", format!("{server} did not answer within {}.", operation::seconds(limit)))
        .remedy("Check that it is running, or give it more time.")
}
