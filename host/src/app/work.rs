//! What goes on for an app outside of its frame: requests to its server, links, files. All of it ends with the app.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::{Map, Value};
use tokio::task::{AbortHandle, JoinSet};
use tokio_util::sync::CancellationToken;

use super::files::File;
use super::ration::Ration;
use crate::connection::{Connection, Limit, RequestError};
use crate::json;

/// How long the server may take for what an app reads or lists.
const READ: Duration = Duration::from_secs(30);

/// The largest result handed to an app, in bytes.
const MAX_RESULT: usize = 16 * 1024 * 1024;

/// JSON-RPC's internal error.
const INTERNAL_ERROR: i32 = -32603;

/// What came of one piece of work, by the token of the app's request.
pub(super) enum Done {
    /// The server's result, or an error.
    Answered(u64, Result<Value, (i32, String)>),
    /// The files that are to be offered; none where they can't be had.
    Read(u64, Option<Vec<File>>),
    /// It was done, or not.
    Did(u64, bool),
}

/// Work that goes on.
#[derive(Default)]
pub(super) struct Work {
    set: JoinSet<Done>,
    running: HashMap<u64, AbortHandle>,
    /// What is left of the app's turns at its server.
    pub(super) ration: Ration,
}

impl Work {
    pub(super) fn start(&mut self, token: u64, work: impl Future<Output = Done> + Send + 'static) {
        let handle = self.set.spawn(work);
        self.running.insert(token, handle);
    }

    /// The next that is done; waits for ever while nothing goes on. Dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> Done {
        loop {
            match self.set.join_next().await {
                Some(Ok(done)) => {
                    self.running.remove(&done.token());
                    return done;
                }
                // Given up.
                Some(Err(_)) => {}
                None => std::future::pending().await,
            }
        }
    }

    /// Gives one up; its request is taken back from the server (TMO-08).
    pub(super) fn give_up(&mut self, token: u64) {
        if let Some(handle) = self.running.remove(&token) {
            handle.abort();
        }
    }

    /// Gives everything up.
    pub(super) fn give_up_all(&mut self) {
        self.running.clear();
        self.set.abort_all();
    }
}

impl Done {
    fn token(&self) -> u64 {
        match self {
            Self::Answered(token, _) | Self::Read(token, _) | Self::Did(token, _) => *token,
        }
    }
}

/// One request to the bound server, in its turn; a question back is never relayed (BRG-09).
pub(super) async fn request(
    connection: Connection,
    ration: Ration,
    method: &'static str,
    params: Map<String, Value>,
) -> Result<Value, (i32, String)> {
    let limit = Limit { soft: READ, hard: READ, paused: None };
    let turn = ration.turn().await;
    let result = connection.request(method, params, limit, CancellationToken::new(), None).await.map_err(words)?;
    turn.brought(result.get().len());
    if result.get().len() > MAX_RESULT {
        return Err((INTERNAL_ERROR, "The result is too large".to_owned()));
    }
    let result: Value = json::read(result.get()).map_err(|_| unreadable())?;
    if result["resultType"] == "input_required" {
        return Err((INTERNAL_ERROR, "The server asked a question back".to_owned()));
    }
    Ok(result)
}

/// What an app hears of a request that failed: the server's own error, or that there is none.
fn words(error: RequestError) -> (i32, String) {
    match error {
        RequestError::Peer(error) => (i32::try_from(error.code).unwrap_or(INTERNAL_ERROR), error.message),
        RequestError::TimedOut(_) => (INTERNAL_ERROR, "The server did not answer in time".to_owned()),
        RequestError::Unreadable(_) => unreadable(),
        RequestError::Cancelled | RequestError::Lost(_) | RequestError::NotSent(_) => {
            (INTERNAL_ERROR, "The connection was lost".to_owned())
        }
    }
}

fn unreadable() -> (i32, String) {
    (INTERNAL_ERROR, "The result cannot be read".to_owned())
}
