//! Whether input may reach an app: not before it has been visible for a moment, so that a click meant for what was
//! there before does not become an answer (known-problems A19, APP-29).

use std::time::{Duration, Instant};

/// How long an app takes no click or key after it becomes visible.
const GUARD: Duration = Duration::from_millis(500);

/// The guard of one app.
#[derive(Default)]
pub(super) struct Guard {
    since: Option<Instant>,
}

impl Guard {
    /// It was shown or hidden. True if that is a change.
    pub(super) fn set_visible(&mut self, visible: bool, now: Instant) -> bool {
        if self.since.is_some() == visible {
            return false;
        }
        self.since = visible.then_some(now);
        true
    }

    /// Whether input may pass.
    pub(super) fn open(&self, now: Instant) -> bool {
        self.since.is_some_and(|since| now.duration_since(since) >= GUARD)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    // APP-29, known-problems A19
    #[test]
    fn input_passes_half_a_second_after_it_is_shown() {
        let (mut guard, start) = (Guard::default(), Instant::now());
        assert!(!guard.open(start), "hidden");
        assert!(guard.set_visible(true, start));
        assert!(!guard.set_visible(true, start), "no change");
        assert!(!guard.open(start + Duration::from_millis(499)));
        assert!(guard.open(start + Duration::from_millis(500)));
    }

    #[test]
    fn the_guard_starts_again_when_it_is_shown_again() {
        let (mut guard, start) = (Guard::default(), Instant::now());
        guard.set_visible(true, start);
        let later = start + Duration::from_secs(5);
        assert!(guard.set_visible(false, later));
        assert!(!guard.open(later));
        guard.set_visible(true, later);
        assert!(!guard.open(later + Duration::from_millis(100)));
        assert!(guard.open(later + GUARD));
    }
}
