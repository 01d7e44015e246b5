//! What the end of a connection means for its questions and for the person.

use crate::Problem;
use crate::connection::Closure;
use crate::view::Ending;

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
        Some(exit) => Problem::new("connection.exited", format!("{server} {exit}."))
            .remedy("Connect again; its last lines are in the details.")
            .details(closure.last_words.clone()),
        None => {
            Problem::new("connection.lost", format!("The connection to {server} was lost.")).remedy("Connect again.")
        }
    })
}
