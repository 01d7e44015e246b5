//! What a server says has changed: however often it says so, one reading at a time (A26).

use std::collections::BTreeSet;
use std::sync::Mutex;

use tokio::sync::Notify;

use crate::elicitation::lock;

/// The changes of one connection that are not looked at yet, by core's names of their notifications.
#[derive(Default)]
pub(super) struct Stale {
    names: Mutex<BTreeSet<&'static str>>,
    told: Notify,
}

impl Stale {
    /// Something changed.
    pub(super) fn add(&self, name: &'static str) {
        lock(&self.names).insert(name);
        self.told.notify_one();
    }

    /// All that has changed since the last time; waits until something has.
    pub(super) async fn next(&self) -> BTreeSet<&'static str> {
        loop {
            let names = std::mem::take(&mut *lock(&self.names));
            if !names.is_empty() {
                return names;
            }
            self.told.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use futures::FutureExt as _;

    use super::*;

    // A26
    #[tokio::test]
    async fn a_thousand_changes_are_one_reading() {
        let stale = Stale::default();
        for _ in 0..1_000 {
            stale.add("notifications/tools/list_changed");
            stale.add("notifications/prompts/list_changed");
        }
        assert_eq!(stale.next().await.len(), 2);
        assert_eq!(stale.next().now_or_never(), None);
        stale.add("notifications/tools/list_changed");
        assert_eq!(stale.next().await.len(), 1);
    }
}
