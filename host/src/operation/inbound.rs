//! A question of the server's own request, in the stateful revisions (ELI-02, ELI-21, TMO-02).

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::closure;
use super::task::Task;
use crate::connection::{Connection, InboundElicitation, PeerError};
use crate::elicitation::params::{self, Asked, Modes};
use crate::elicitation::{Binding, Pending, Question, Queue, Settled};
use crate::view::{Asker, Ending};

/// Invalid params: the question is not asked (ELI-02).
const INVALID_PARAMS: i64 = -32602;
/// Internal error: the question can't be asked now (A26).
const INTERNAL_ERROR: i64 = -32603;
/// A withdrawal without words may be the end of the connection, whose own message says more.
const CLOSURE: Duration = Duration::from_secs(1);

/// How long a question may be under way that its server asked before it heard that the task is stopped.
pub(crate) const CROSSING: Duration = Duration::from_secs(3);

/// A question of a server's own that is asked, and the way its answer takes.
pub struct Asking {
    connection: Connection,
    question: Arc<Question>,
    is_page: bool,
    settled: oneshot::Receiver<Settled>,
    inbound: InboundElicitation,
    /// The tasks that may be behind it; their clocks stand still.
    running: Vec<Arc<Task>>,
}

/// Asks it, or tells the server why not. `running` are the tasks that may be behind it: the question belongs to the only
/// one. At once, so that questions are asked in the order in which they came.
pub fn ask(
    inbound: InboundElicitation,
    connection: Connection,
    asker: Asker,
    queue: &Queue,
    running: Vec<Arc<Task>>,
) -> Option<Asking> {
    let only = if let [task] = running.as_slice() { Some(task) } else { None };
    let task = only.map(|task| task.reference());
    if only.is_some_and(|task| task.is_stopped()) {
        // It asked before it heard of the stop: nothing is opened any more (TMO-07).
        return None;
    }
    let refuse = |reply: oneshot::Sender<_>, code, words: &str| {
        // The connection may be gone; then nobody is left to be told.
        let _ = reply.send(Err(error(code, words)));
        None
    };
    let modes = Modes::from(connection.declared());
    let (value, asked) = params::read_text(connection.revision(), modes, inbound.params.get());
    let asked = match asked {
        Ok(asked) => asked,
        Err(refusal) => {
            let message = value.get("message").and_then(Value::as_str).unwrap_or_default();
            queue.refused(connection.id(), &asker, task.as_ref(), message, &refusal);
            return refuse(inbound.reply, INVALID_PARAMS, &refusal.words);
        }
    };
    let is_page = matches!(asked, Asked::Url { .. });
    let params = Arc::from(inbound.params.clone());
    let binding =
        Binding { connection: connection.clone(), asker, task, params, round: 1, place: (1, 1), accept_on_open: true };
    let Ok(Some(Pending { question, settled })) = queue.ask(vec![(binding, asked)]).map(|mut all| all.pop()) else {
        return refuse(inbound.reply, INTERNAL_ERROR, "too many questions are open; ask again later");
    };
    if let Some(task) = only {
        task.asked(question.id());
        if task.is_stopped() {
            question.end(Ending::TaskStopped);
        }
    }
    Some(Asking { connection, question, is_page, settled, inbound, running })
}

impl Asking {
    /// Waits for the answer and gives it to the server.
    pub async fn serve(self) {
        let Self { connection, question, is_page, mut settled, inbound, running } = self;
        let InboundElicitation { withdrawn, withdrawn_reason, reply, delivered, .. } = inbound;
        let paused: Vec<_> = running.iter().map(|task| task.pause()).collect();
        let settled = tokio::select! {
            settled = &mut settled => settled,
            () = withdrawn.cancelled() => {
                let reason = withdrawn_reason.borrow().clone();
                if reason.is_none() && let Ok(settled) = timeout(CLOSURE, &mut settled).await {
                    settled
                } else {
                    question.end(Ending::Withdrawn { reason });
                    return;
                }
            }
        };
        drop(paused);
        let Some(answer) = settled.as_ref().ok().and_then(Settled::result) else {
            // Ended without an answer: the connection tells the server so, with error -32603, since `reply` is dropped. A
            // server that waited for ever would be no better off (ELI-21).
            return;
        };
        let given = reply.send(Ok(answer)).is_ok();
        // No second try: what the question was asked on is gone then, and the answer would be nobody's.
        if !given || matches!(timeout(connection.on_its_way(), delivered).await, Ok(Err(_))) {
            question.end(closure::unsent(&connection).await);
        } else if !(is_page && settled == Ok(Settled::Accept(None))) {
            question.sent();
        }
    }
}

fn error(code: i64, message: &str) -> PeerError {
    PeerError { code, message: message.to_owned(), data: None }
}
