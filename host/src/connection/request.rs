//! One request of ours and its limits (TMO-01, TMO-02, STD-08, HTP-09, HTL-06).

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{ClientRequest, CustomRequest, RequestId, ServerResult};
use rmcp::service::{Peer, PeerRequestOptions, RequestHandle, ServiceError};
use serde_json::value::RawValue;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::ledger::{Answer, Call, Ledger, Outgoing, lock};
use super::problem::{lost, stream_broken};
use super::{Limit, RequestError};
use crate::Problem;

/// How long it may take to tell the server that a request is cancelled.
const TELL: Duration = Duration::from_secs(1);

/// Sends one request and waits for its answer.
pub(super) async fn run(
    peer: &Peer<RoleClient>,
    ledger: &Arc<Ledger>,
    call: Arc<Call>,
    limit: Limit,
    cancel: CancellationToken,
) -> Result<Box<RawValue>, RequestError> {
    if cancel.is_cancelled() {
        return Err(RequestError::Cancelled);
    }
    if ledger.ended.is_cancelled() {
        return Err(RequestError::NotSent(lost()));
    }
    let mut request = CustomRequest::new(call.method.clone(), None);
    request.extensions.insert(Outgoing(call.clone()));
    let sent = peer.send_cancellable_request(ClientRequest::CustomRequest(request), PeerRequestOptions::no_options());
    let handle = sent.await.map_err(|_| RequestError::NotSent(lost()))?;
    let mut open = OpenRequest { handle: Some(handle), ledger: ledger.clone() };
    let outcome = wait(&mut open, &call, limit, cancel).await;
    match &outcome {
        Err(RequestError::Cancelled) => open.cancel("cancelled by the user").await,
        Err(RequestError::TimedOut(_)) => open.cancel("no answer in time").await,
        _ => open.done(),
    }
    outcome
}

async fn wait(
    open: &mut OpenRequest,
    call: &Call,
    limit: Limit,
    cancel: CancellationToken,
) -> Result<Box<RawValue>, RequestError> {
    let Some(handle) = open.handle.as_mut() else { return Err(RequestError::Lost(lost())) };
    let mut clock = Clock::new(limit);
    loop {
        let started = Instant::now();
        let paused = clock.is_paused();
        let (left, ran_out) = (clock.left(), clock.ran_out());
        tokio::select! {
            biased;
            // First: a server that hears of the end of its question may answer the call at once, and that is too late (TMO-04).
            () = cancel.cancelled() => return Err(RequestError::Cancelled),
            response = &mut handle.rx => return outcome(call, response.unwrap_or(Err(ServiceError::TransportClosed))),
            () = open.ledger.ended.cancelled() => return outcome(call, Err(ServiceError::TransportClosed)),
            () = clock.pause_changed() => clock.spend(started, paused),
            () = call.beat.notified() => {
                clock.spend(started, paused);
                clock.restart();
            }
            () = tokio::time::sleep(left), if !paused => return Err(RequestError::TimedOut(ran_out)),
        }
    }
}

/// What the tap took, or, where nothing came, what rmcp knows.
fn outcome(call: &Call, response: Result<ServerResult, ServiceError>) -> Result<Box<RawValue>, RequestError> {
    match lock(&call.answer).take() {
        Some(Answer::Result(result)) => Ok(result),
        Some(Answer::Error(error)) => Err(RequestError::Peer(error)),
        Some(Answer::Unreadable(why)) => Err(RequestError::Unreadable(why)),
        Some(Answer::Lost(problem)) => Err(no_result(call, problem)),
        None => Err(no_result(
            call,
            match response {
                Err(ServiceError::TransportClosed) => stream_broken(),
                _ => lost(),
            },
        )),
    }
}

fn no_result(call: &Call, problem: Problem) -> RequestError {
    if call.written.load(Ordering::Relaxed) { RequestError::Lost(problem) } else { RequestError::NotSent(problem) }
}

/// The two clocks of a [`Limit`], standing still while it is paused.
struct Clock {
    soft: Duration,
    soft_left: Duration,
    hard: Duration,
    hard_left: Duration,
    paused: Option<watch::Receiver<bool>>,
}

impl Clock {
    fn new(limit: Limit) -> Self {
        let Limit { soft, hard, paused } = limit;
        Self { soft, soft_left: soft, hard, hard_left: hard, paused }
    }

    fn is_paused(&self) -> bool {
        self.paused.as_ref().is_some_and(|paused| *paused.borrow())
    }

    /// Resolves when it is paused or goes on; one that nobody can pause any more goes on for good.
    async fn pause_changed(&mut self) {
        match &mut self.paused {
            Some(paused) => {
                if paused.changed().await.is_err() {
                    self.paused = None;
                }
            }
            None => std::future::pending().await,
        }
    }

    fn left(&self) -> Duration {
        self.soft_left.min(self.hard_left)
    }

    fn spend(&mut self, since: Instant, paused: bool) {
        if !paused {
            let spent = since.elapsed();
            self.soft_left = self.soft_left.saturating_sub(spent);
            self.hard_left = self.hard_left.saturating_sub(spent);
        }
    }

    fn restart(&mut self) {
        self.soft_left = self.soft;
    }

    /// The limit that ran out first.
    fn ran_out(&self) -> Duration {
        if self.soft_left <= self.hard_left { self.soft } else { self.hard }
    }
}

/// A request that the server may be working on. Dropped by its caller, the server is told all the same.
struct OpenRequest {
    handle: Option<RequestHandle<RoleClient>>,
    ledger: Arc<Ledger>,
}

impl OpenRequest {
    fn close(&mut self) -> Option<RequestHandle<RoleClient>> {
        let handle = self.handle.take()?;
        if let RequestId::Number(id) = handle.id {
            self.ledger.close(id);
        }
        Some(handle)
    }

    fn done(&mut self) {
        self.close();
    }

    /// `notifications/cancelled`, which rmcp turns into the end of the stream where that is the way.
    async fn cancel(&mut self, reason: &str) {
        if let Some(handle) = self.close() {
            let _ = tokio::time::timeout(TELL, handle.cancel(Some(reason.to_owned()))).await;
        }
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        if let (Some(handle), Ok(runtime)) = (self.close(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(tokio::time::timeout(TELL, handle.cancel(Some("no longer needed".to_owned()))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(soft: u64, hard: u64, paused: Option<watch::Receiver<bool>>) -> Limit {
        Limit { soft: Duration::from_secs(soft), hard: Duration::from_secs(hard), paused }
    }

    // TMO-01, TMO-02
    #[tokio::test(start_paused = true)]
    async fn the_clocks_stand_still_while_paused_and_progress_restarts_only_the_soft_one() {
        let (pause, paused) = watch::channel(false);
        let mut clock = Clock::new(limit(60, 100, Some(paused)));
        let start = Instant::now();
        tokio::time::advance(Duration::from_secs(50)).await;
        clock.spend(start, clock.is_paused());
        assert_eq!(clock.left(), Duration::from_secs(10));
        pause.send_replace(true);
        clock.pause_changed().await;
        let start = Instant::now();
        tokio::time::advance(Duration::from_secs(5_000)).await;
        clock.spend(start, clock.is_paused());
        assert_eq!(clock.left(), Duration::from_secs(10));
        clock.restart();
        assert_eq!(clock.left(), Duration::from_secs(50), "the hard limit is nearer now");
        assert_eq!(clock.ran_out(), Duration::from_secs(100));
        drop(pause);
        clock.pause_changed().await;
        assert!(!clock.is_paused());
    }
}
