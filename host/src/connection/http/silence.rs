//! A stateful server that cannot be reached any more: rmcp would try for minutes, and its questions would wait for nobody
//! (ELI-21).

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// A server that cannot be reached again for so long is gone. One that is started anew takes less.
const GONE: Duration = Duration::from_secs(10);

/// Since when a broken stream could not be opened again.
#[derive(Debug)]
pub(super) struct Silence {
    since: Mutex<Option<Instant>>,
    stop: CancellationToken,
}

impl Silence {
    pub(super) fn new(stop: CancellationToken) -> Self {
        Self { since: Mutex::default(), stop }
    }

    /// Takes how a try to open the stream ended; ends the connection once none has reached the server for too long.
    pub(super) fn heard(&self, sent: &Result<reqwest::Response, reqwest::Error>) {
        self.tried(!sent.as_ref().is_err_and(reqwest::Error::is_connect));
    }

    fn tried(&self, reached: bool) {
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        if reached {
            *since = None;
        } else if since.get_or_insert_with(Instant::now).elapsed() >= GONE {
            self.stop.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // ELI-21
    #[tokio::test(start_paused = true)]
    async fn only_a_server_that_stays_away_is_gone() {
        let silence = Silence::new(CancellationToken::new());
        for reached in [false, false, true, false] {
            silence.tried(reached);
            tokio::time::advance(GONE / 2).await;
        }
        silence.tried(false);
        assert!(!silence.stop.is_cancelled());
        tokio::time::advance(GONE / 2).await;
        silence.tried(false);
        assert!(silence.stop.is_cancelled());
    }
}
