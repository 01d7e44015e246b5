//! The pings of an app that is open (APP-43): often while the person looks at it, now and then while it is hidden.

use std::time::Duration;

use tokio::time::Instant;

/// The pause between pings while it is on screen.
const SEEN: Duration = Duration::from_secs(5);

/// The same while it is hidden.
const HIDDEN: Duration = Duration::from_secs(30);

/// Pings without an answer until the person is told.
const MISSES: u32 = 3;

/// When to ping next, and since when nothing came back.
pub(super) struct Heartbeat {
    pause: Duration,
    next: Instant,
    unanswered: Option<Instant>,
}

impl Heartbeat {
    pub(super) fn new(now: Instant) -> Self {
        Self { pause: HIDDEN, next: now + HIDDEN, unanswered: None }
    }

    /// It was shown to the person, or hidden from them.
    pub(super) fn seen(&mut self, visible: bool, now: Instant) {
        self.pause = if visible { SEEN } else { HIDDEN };
        self.next = self.next.min(now + self.pause);
    }

    /// When [`Heartbeat::beat`] is due.
    pub(super) fn next(&self) -> Instant {
        self.next
    }

    /// A ping is sent now. For how many seconds the app has not responded, once that is worth saying.
    pub(super) fn beat(&mut self, now: Instant) -> Option<u32> {
        self.next = now + self.pause;
        let silent = now.duration_since(*self.unanswered.get_or_insert(now));
        (silent >= MISSES * self.pause).then(|| u32::try_from(silent.as_secs()).unwrap_or(u32::MAX))
    }

    /// A sign of life.
    pub(super) fn pong(&mut self) {
        self.unanswered = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // APP-43
    #[tokio::test(start_paused = true)]
    async fn a_person_who_looks_is_told_sooner() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut heartbeat = Heartbeat::new(start);
        assert_eq!(heartbeat.next(), at(30));
        heartbeat.seen(true, at(2));
        assert_eq!(heartbeat.next(), at(7));
        let told: Vec<_> = [7, 12, 17, 22].map(|second| heartbeat.beat(at(second))).into();
        assert_eq!(told, [None, None, None, Some(15)]);
        heartbeat.pong();
        heartbeat.seen(false, at(23));
        assert_eq!(heartbeat.next(), at(27), "a ping that is due is not put off");
        assert_eq!(heartbeat.beat(at(27)), None);
        assert_eq!(heartbeat.next(), at(57));
    }
}
