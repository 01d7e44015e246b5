//! What the end of a connection means for its questions and for the person.

use std::time::Duration;

use tokio::time::timeout;

use crate::Problem;
use crate::connection::{Closure, Connection};
use crate::view::Ending;

/// A lost connection says why it ended within this time.
const WITHIN: Duration = Duration::from_secs(1);

/// Why a connection ended that is lost.
pub(super) async fn of(connection: &Connection) -> Option<Closure> {
    timeout(WITHIN, connection.closure()).await.ok().flatten()
}

/// How a question ends whose answer could not be sent.
pub(super) async fn unsent(connection: &Connection) -> Ending {
    of(connection).await.map_or(Ending::ConnectionLost, |closure| ending(&closure))
}

/// How the questions of the connection end.
pub(crate) fn ending(closure: &Closure) -> Ending {
    match &closure.exit {
        Some(exit) if !closure.by_us => {
            Ending::ServerDied { exit: Some(exit.clone()), last_words: closure.last_words.clone() }
        }
        _ => Ending::ConnectionLost,
    }
}

/// What the person reads; none where we ended it ourselves.
pub(crate) fn problem(server: &str, closure: &Closure) -> Option<Problem> {
    (!closure.by_us).then(|| match &closure.exit {
        Some(exit) => {
            let below = if closure.last_words.is_empty() { "" } else { " Its last words are below." };
            Problem::new("connection.exited", format!("{server} {exit}."))
                .remedy(format!("Connect again.{below}"))
                .details(closure.last_words.clone())
        }
        None => {
            Problem::new("connection.lost", format!("The connection to {server} was lost.")).remedy("Connect again.")
        }
    })
}
