//! Questions asked together: all are answered before one answer goes out, and until then each may be changed (MRT-02,
//! MRT-12).

use futures::stream::FuturesUnordered;
use futures::{FutureExt as _, StreamExt as _};
use tokio::sync::{mpsc, oneshot};

use crate::elicitation::{Pending, Settled};

/// Waits until all of them are settled, in their order; none where one was dropped.
pub(super) async fn all_settled(pending: Vec<Pending>) -> Option<Vec<Settled>> {
    let (back, mut reopened) = mpsc::unbounded_channel();
    let promised = |place: usize, turn: u32, settled: oneshot::Receiver<Settled>| {
        settled.map(move |settled| (place, turn, settled))
    };
    // How often each was asked again, and its answer.
    let mut answers = vec![(0, None); pending.len()];
    let mut open = FuturesUnordered::new();
    for (place, Pending { question, settled }) in pending.into_iter().enumerate() {
        // One alone is on its way at once.
        if answers.len() > 1 {
            question.way_back(place, back.clone());
        }
        open.push(promised(place, 0, settled));
    }
    loop {
        let again = if answers.iter().any(|(_, answer)| answer.is_none()) {
            tokio::select! {
                Some(again) = reopened.recv() => again,
                Some((place, turn, settled)) = open.next() => {
                    let (now, answer) = answers.get_mut(place)?;
                    // An answer that was taken back may come in after that.
                    if turn == *now {
                        *answer = Some(settled.ok()?);
                    }
                    continue;
                }
                else => return None,
            }
        } else {
            // From here on nobody can go back; whoever just did is waited for.
            reopened.close();
            match reopened.try_recv() {
                Ok(again) => again,
                Err(_) => return answers.into_iter().map(|(_, answer)| answer).collect(),
            }
        };
        let (place, next) = again;
        let (turn, answer) = answers.get_mut(place)?;
        (*turn, *answer) = (turn.wrapping_add(1), None);
        open.push(promised(place, *turn, next));
    }
}
