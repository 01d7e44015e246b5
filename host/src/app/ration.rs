//! What an app may have its server send: a few requests at a time, and bytes no faster than the window takes them in
//! without a halt (SBX-13, A15).

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep;

/// Requests of one app that are at its server at once; more of them wait their turn.
const AT_ONCE: usize = 4;

/// Bytes a second that each of them may bring.
const RATE: usize = 4 * 1024 * 1024;

/// The turns of one app.
#[derive(Clone)]
pub(super) struct Ration(Arc<Semaphore>);

/// One turn. The next request has it when this one is gone.
pub(super) struct Portion(Option<OwnedSemaphorePermit>);

impl Default for Ration {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl Ration {
    /// Waits for a turn.
    pub(super) async fn turn(&self) -> Portion {
        // It is never closed.
        Portion(self.0.clone().acquire_owned().await.ok())
    }
}

impl Portion {
    /// It brought so many bytes: the turn is over once they are paid for.
    pub(super) fn brought(self, bytes: usize) {
        let rest = Duration::from_millis(u64::try_from(bytes.saturating_mul(1000) / RATE).unwrap_or(u64::MAX));
        tokio::spawn(async move {
            sleep(rest).await;
            drop(self.0);
        });
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use tokio::time::{Instant, timeout};

    use super::*;

    // SBX-13, A15: what comes from the server is no way round the bounds on messages.
    #[tokio::test(start_paused = true)]
    async fn much_is_brought_slowly_and_little_at_once() {
        let ration = Ration::default();
        let start = Instant::now();
        for _ in 0..100 {
            ration.turn().await.brought(40);
        }
        assert!(start.elapsed() < Duration::from_millis(50), "{:?}", start.elapsed());
        let start = Instant::now();
        for _ in 0..12 {
            ration.turn().await.brought(2 * RATE);
        }
        let taken = start.elapsed();
        assert!((Duration::from_secs(4)..Duration::from_secs(5)).contains(&taken), "{taken:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_is_given_up_leaves_its_turn() {
        let ration = Ration::default();
        let mut held = Vec::new();
        for _ in 0..AT_ONCE {
            held.push(ration.turn().await);
        }
        assert!(timeout(Duration::from_secs(60), ration.turn()).await.is_err());
        held.pop();
        assert!(timeout(Duration::from_secs(1), ration.turn()).await.is_ok());
    }
}
