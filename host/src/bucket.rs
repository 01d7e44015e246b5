//! How often something may happen.

use std::time::Duration;

use tokio::time::Instant;

/// An allowance that fills up again.
pub(crate) struct Bucket {
    a_second: f64,
    most: f64,
    left: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn new((a_second, most): (f64, f64), at: Instant) -> Self {
        Self { a_second, most, left: most, at }
    }

    /// Whether there was one left; it is used up then.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let passed: Duration = now.saturating_duration_since(self.at);
        self.left = passed.as_secs_f64().mul_add(self.a_second, self.left).min(self.most);
        self.at = now;
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }
}
