//! Being told of changes by a stateless server, and again after that broke off (HTP-12, STD-06).

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout};

use super::stale::Stale;
use crate::connection::{CHANGES, Connection, Listened};

/// The first pause before listening again, and the longest.
const PAUSE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));
/// Who was listened to this long has its first pause again.
const STEADY: Duration = Duration::from_secs(60);

/// How often it may break off in a row without having been steady.
const TRIES: u32 = 5;

/// Listens for as long as the connection lives and the server has something to tell.
pub(super) async fn be_told(connection: Connection, stale: Arc<Stale>) {
    let (mut pause, mut broken) = (PAUSE.0, 0);
    while broken < TRIES {
        let start = Instant::now();
        if connection.listen().await == Listened::Over {
            return;
        }
        if start.elapsed() >= STEADY {
            (pause, broken) = (PAUSE.0, 0);
        }
        broken += 1;
        // The end of the connection is the end of this.
        if timeout(pause, connection.closure()).await.is_ok() {
            return;
        }
        pause = (pause * 2).min(PAUSE.1);
        CHANGES.into_iter().for_each(|what| stale.add(what));
    }
}
