//! How much a frame may say (SBX-13).

use tokio::time::Instant;

use crate::bucket::Bucket;

/// Messages a second, and in one go.
const MESSAGES: (f64, f64) = (100.0, 400.0);

/// The same for size and log notifications that are dropped already: beyond it the frame is flooding.
const DROPPED: (f64, f64) = (1_000.0, 4_000.0);

/// What is to be done with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Handle it.
    Take,
    /// Forget it.
    Drop,
    /// The frame sends too much.
    Flood,
}

/// The allowance of one frame.
pub(super) struct Rate {
    messages: Bucket,
    dropped: Bucket,
}

impl Rate {
    pub(super) fn new(now: Instant) -> Self {
        Self { messages: Bucket::new(MESSAGES, now), dropped: Bucket::new(DROPPED, now) }
    }

    /// Counts one message; one that can be dropped is, before the frame counts as flooding.
    pub(super) fn count(&mut self, droppable: bool, now: Instant) -> Verdict {
        if self.messages.take(now) {
            Verdict::Take
        } else if droppable && self.dropped.take(now) {
            Verdict::Drop
        } else {
            Verdict::Flood
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    // SBX-13
    #[test]
    fn a_burst_passes_and_a_flood_does_not() {
        let start = Instant::now();
        let mut rate = Rate::new(start);
        for _ in 0..400 {
            assert_eq!(rate.count(false, start), Verdict::Take);
        }
        assert_eq!(rate.count(true, start), Verdict::Drop);
        assert_eq!(rate.count(false, start), Verdict::Flood);
        let later = start + Duration::from_secs(1);
        let taken = (0..200).filter(|_| rate.count(true, later) == Verdict::Take).count();
        assert_eq!(taken, 100, "100 a second come back");
        let flood = (0..5_000).any(|_| rate.count(true, later) == Verdict::Flood);
        assert!(flood, "dropping ends somewhere too");
    }
}
