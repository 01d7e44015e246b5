//! An app's view on its way to the window.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

use crate::view::AppView;

/// The least time between two changes that reach the window: what an app says may be large, and it may say it often.
const PAUSE: Duration = Duration::from_millis(50);

/// Hands each state of the view on, but not more often than the window can take it; the last one always.
pub(crate) async fn follow(mut seen: watch::Receiver<AppView>, hand_on: impl Fn(AppView)) {
    while seen.changed().await.is_ok() {
        let now = seen.borrow_and_update().clone();
        hand_on(now);
        sleep(PAUSE).await;
    }
}
