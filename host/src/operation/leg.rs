//! One request of an operation on the wire, with what was answered before it (MRT-03, MRT-17, HTP-10).

use std::sync::Arc;

use futures::FutureExt as _;
use futures::future::select_all;
use serde_json::{Map, Value, value::RawValue};
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::OperationError;
use super::closure;
use super::task::Task;
use crate::Problem;
use crate::connection::RequestError;
use crate::elicitation::Question;
use crate::view::Ending;

impl Task {
    /// One request on the wire. A retry that could not be sent at all is kept, and sent again as it is each time that
    /// the person wants it so (MRT-17: never on its own).
    pub(super) async fn leg(
        &self,
        params: Map<String, Value>,
        answered: Vec<Arc<Question>>,
    ) -> Result<Box<RawValue>, RequestError> {
        loop {
            match self.send(params.clone(), &answered).await {
                Err(RequestError::NotSent(problem)) if !answered.is_empty() && self.connection.may_send_again() => {
                    self.wanted_again(&answered, problem).await?;
                }
                Err(RequestError::NotSent(problem)) => {
                    self.never_sent(&answered).await;
                    return Err(RequestError::NotSent(problem));
                }
                outcome => {
                    let stopped = matches!(outcome, Err(RequestError::Cancelled));
                    for question in answered {
                        if stopped { question.end(Ending::TaskStopped) } else { question.sent() }
                    }
                    return outcome;
                }
            }
        }
    }

    /// What was answered before it counts as sent as soon as it does not fail.
    async fn send(
        &self,
        params: Map<String, Value>,
        answered: &[Arc<Question>],
    ) -> Result<Box<RawValue>, RequestError> {
        let (progress, mut reports) = mpsc::channel(16);
        let request =
            self.connection.request(&self.request.method, params, self.limit(), self.stop.clone(), Some(progress));
        tokio::pin!(request);
        let on_its_way = sleep(self.connection.on_its_way());
        tokio::pin!(on_its_way);
        let mut waits = !answered.is_empty();
        loop {
            tokio::select! {
                outcome = &mut request => return outcome,
                Some(report) = reports.recv() => {
                    answered.iter().for_each(|question| question.sent());
                    waits = false;
                    self.progressed(report);
                }
                () = &mut on_its_way, if waits => {
                    answered.iter().for_each(|question| question.sent());
                    waits = false;
                }
            }
        }
    }

    /// The answers are kept until the person wants one of them sent again, which sends them all: they travel together.
    async fn wanted_again(&self, answered: &[Arc<Question>], problem: Problem) -> Result<(), RequestError> {
        let wanted: Vec<_> = answered.iter().map(|question| question.not_sent(problem.clone())).collect();
        let first = select_all(wanted.into_iter().map(|wanted| wanted.boxed()));
        let wanted = tokio::select! {
            biased;
            () = self.stop.cancelled() => return Err(RequestError::Cancelled),
            (wanted, ..) = first => wanted.is_ok(),
        };
        if !wanted {
            // One of them has ended, and with it what they were to be sent on.
            self.never_sent(answered).await;
            return Err(RequestError::NotSent(problem));
        }
        answered.iter().for_each(|question| question.on_its_way());
        Ok(())
    }

    /// The connection is gone for good, and the answers with it.
    async fn never_sent(&self, answered: &[Arc<Question>]) {
        if answered.is_empty() {
            return;
        }
        let ending = closure::unsent(&self.connection).await;
        answered.iter().for_each(|question| question.end(ending.clone()));
    }

    /// A lost connection's own words say more than that a request was lost on it.
    pub(super) async fn explained(&self, error: OperationError) -> OperationError {
        match error {
            OperationError::Lost(problem) if problem.code == "connection.lost" => {
                let closure = closure::of(&self.connection).await;
                let explained = closure.and_then(|closure| closure::problem(&self.asker.server, &closure));
                OperationError::Lost(explained.unwrap_or(problem))
            }
            error => error,
        }
    }
}
