//! What the trace says of a fence: each refused place once, and not without end (A26).

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::trace::Trace;

/// Places that are named; what comes after them is refused without a word.
const MAX_NAMED: usize = 20;

/// Characters of a place that are shown: a host name is no longer, and an app chooses these.
const MAX_PLACE: usize = 260;

/// The notes of one fence.
pub(super) struct Notes {
    trace: Trace,
    named: Mutex<BTreeSet<String>>,
}

impl Notes {
    pub(super) fn new(trace: Trace) -> Self {
        Self { trace, named: Mutex::default() }
    }

    /// `place` was not let through, and why.
    pub(super) fn refused(&self, place: &str, why: &str) {
        let place: String = place.chars().take(MAX_PLACE).collect();
        let mut named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        if named.len() < MAX_NAMED && named.insert(place.clone()) {
            let last = if named.len() == MAX_NAMED { "; more are refused without a note" } else { "" };
            self.trace.step("fence", Some("app"), Some(format!("{place}: {why}{last}")));
        }
    }
}
