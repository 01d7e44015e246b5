//! How many apps start at the same time. Ten web processes that start together starve each other until each has used up
//! its own limit: started in turn, all ten are there sooner, and none falls back.

use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// How long an app waits for its turn; it starts without one then. What a hostile app can cost another one (P29).
const TURN: Duration = Duration::from_secs(5);

/// The fewest that start together: one that hangs does not hold up all others.
const FEWEST: usize = 2;

/// The places for apps that start: one for each processor.
#[derive(Clone, Debug)]
pub struct Starts(Arc<Semaphore>);

impl Default for Starts {
    fn default() -> Self {
        let processors = available_parallelism().map_or(FEWEST, std::num::NonZero::get);
        Self(Arc::new(Semaphore::new(processors.max(FEWEST))))
    }
}

impl Starts {
    /// An app's turn to start, held until it has: `None` when none came within five seconds, and it starts all the same.
    pub async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        timeout(TURN, self.0.clone().acquire_owned()).await.ok()?.ok()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_place_is_free_when_one_has_started() {
        let starts = Starts(Arc::new(Semaphore::new(1)));
        let first = starts.turn().await;
        assert!(first.is_some());
        let next = tokio::spawn({
            let starts = starts.clone();
            async move { starts.turn().await.is_some() }
        });
        tokio::task::yield_now().await;
        assert!(!next.is_finished());
        drop(first);
        assert!(next.await.unwrap());
    }

    // P29
    #[tokio::test(start_paused = true)]
    async fn nobody_waits_longer_than_the_limit() {
        let starts = Starts(Arc::new(Semaphore::new(1)));
        let _hangs = starts.turn().await;
        let begun = Instant::now();
        assert!(starts.turn().await.is_none());
        assert_eq!(begun.elapsed(), TURN);
    }
}
