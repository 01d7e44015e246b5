//! The clocks of a request stand still while its question waits for a person (TMO-02).

use std::sync::{Arc, Mutex};

use tokio::sync::watch;

use crate::elicitation::lock;

/// Counts the questions that wait.
#[derive(Debug)]
pub(super) struct Waiting {
    count: Mutex<usize>,
    paused: watch::Sender<bool>,
}

/// One waiting question; gone when dropped.
#[derive(Debug)]
pub(super) struct Guard(Arc<Waiting>);

impl Waiting {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self { count: Mutex::new(0), paused: watch::Sender::new(false) })
    }

    pub(super) fn paused(&self) -> watch::Receiver<bool> {
        self.paused.subscribe()
    }

    pub(super) fn one_more(self: &Arc<Self>) -> Guard {
        self.count_by(|count| count.saturating_add(1));
        Guard(self.clone())
    }

    fn count_by(&self, change: impl FnOnce(usize) -> usize) {
        let mut count = lock(&self.count);
        *count = change(*count);
        self.paused.send_if_modified(|paused| std::mem::replace(paused, *count > 0) != (*count > 0));
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.count_by(|count| count.saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stands_still_until_the_last_question_is_gone() {
        // TMO-02
        let waiting = Waiting::new();
        let paused = waiting.paused();
        let first = waiting.one_more();
        let second = waiting.one_more();
        drop(first);
        assert!(*paused.borrow());
        drop(second);
        assert!(!*paused.borrow());
    }
}
