//! The pings of an app that has its question (APP-43).

use std::time::Duration;

use tokio::time::Instant;

/// The pause between pings.
const PAUSE: Duration = Duration::from_secs(30);

/// Pings without an answer until the person is told.
const MISSES: u64 = 3;

/// When to ping next, and since when nothing came back.
pub(super) struct Heartbeat {
    next: Instant,
    unanswered: Option<Instant>,
}

impl Heartbeat {
    pub(super) fn new(now: Instant) -> Self {
        Self { next: now + PAUSE, unanswered: None }
    }

    /// When [`Heartbeat::beat`] is due.
    pub(super) fn next(&self) -> Instant {
        self.next
    }

    /// A ping is sent now. For how many seconds the app has not responded, once that is worth saying.
    pub(super) fn beat(&mut self, now: Instant) -> Option<u32> {
        self.next = now + PAUSE;
        let silent = now.duration_since(*self.unanswered.get_or_insert(now)).as_secs();
        (silent >= MISSES * PAUSE.as_secs()).then(|| u32::try_from(silent).unwrap_or(u32::MAX))
    }

    /// A sign of life.
    pub(super) fn pong(&mut self) {
        self.unanswered = None;
    }
}
