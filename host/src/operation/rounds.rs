//! The rounds of one operation: ask what the server needs, send the request again with the answers, until the result
//! is final (MRT-01…20, URL-08, URL-10).

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, value::RawValue};
use tokio::time::timeout;
use uuid::Uuid;

use super::reply::{Final, InputRequest, Reply, Round, unreadable};
use super::task::Task;
use super::{OperationError, closure, together};
use crate::connection::{Closure, PeerError, RequestError};
use crate::elicitation::params::{self, Asked, Modes, Refusal, Why};
use crate::elicitation::{Binding, Question, Settled};
use crate::json;
use crate::view::Ending;
use crate::{Problem, Revision};

/// Rounds of one operation, asking and shedding ones alike (MRT-08).
pub(super) const ROUNDS: u32 = 10;
/// The first back-off of a server that sheds load, and the longest (MRT-07).
const BACKOFF: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(10));
/// “URL elicitation required”, in 2025-11-25 only (URL-10, URL-11).
pub(super) const URL_ELICITATION_REQUIRED: i64 = -32042;
/// The methods that may be answered with questions (MRT-01).
const MAY_ASK: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

impl Task {
    /// Runs all rounds.
    pub(super) async fn rounds(&self) -> Result<Final, OperationError> {
        let mut params = self.request.params.clone();
        let mut answered = Vec::new();
        let mut rounds = 0;
        let mut shed = 0;
        loop {
            let reply = match self.leg(params, std::mem::take(&mut answered)).await {
                Ok(raw) => self.read(raw)?,
                Err(RequestError::Peer(error)) if self.may_ask_for_pages(&error) => {
                    self.pages(error, &mut rounds).await?;
                    params = self.request.params.clone();
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            let round = match reply {
                Reply::Complete(result) => return Ok(result),
                Reply::InputRequired(round) => round,
            };
            let asked = self.check(&round)?;
            rounds += 1;
            if rounds > ROUNDS {
                return Err(OperationError::RoundLimit { put_off: shed > rounds / 2 });
            }
            let responses = if asked.is_empty() {
                self.back_off(shed).await?;
                shed += 1;
                round.requests.is_some().then(Map::new)
            } else {
                let (responses, questions) = self.ask(asked, rounds).await?;
                answered = questions;
                Some(responses)
            };
            params = self.retry(responses, round.state);
        }
    }

    /// The original parameters with what this round adds, and nothing of an earlier one (MRT-03, MRT-05).
    fn retry(&self, responses: Option<Map<String, Value>>, state: Option<String>) -> Map<String, Value> {
        let mut params = self.request.params.clone();
        if let Some(responses) = responses {
            params.insert("inputResponses".to_owned(), Value::Object(responses));
        }
        if let Some(state) = state {
            params.insert("requestState".to_owned(), Value::String(state));
        }
        params
    }

    fn read(&self, raw: Box<RawValue>) -> Result<Reply, OperationError> {
        if self.connection.revision() == Revision::V2026_07_28 {
            Reply::read(raw)
        } else {
            Final::read(raw).map(Reply::Complete)
        }
    }

    /// Checks every entry before anything is asked (MRT-11). The worst breach is what counts, whichever entry has it.
    fn check(&self, round: &Round) -> Result<Vec<Entry>, OperationError> {
        let modes = Modes::from(self.connection.declared());
        let mut unsupported = None;
        let mut asked = Vec::new();
        for request in round.requests.iter().flatten() {
            match read_entry(modes, request) {
                Ok(entry) => asked.push(entry),
                Err(OperationError::UnsupportedInputRequest(why)) => unsupported = unsupported.or(Some(why)),
                Err(error) => return Err(error),
            }
        }
        if !MAY_ASK.contains(&self.request.method.as_str()) {
            return Err(OperationError::InputRequiredNotAllowed);
        }
        unsupported.map_or(Ok(asked), |why| Err(OperationError::UnsupportedInputRequest(why)))
    }

    /// Asks together, waits for all, in whatever order they are answered (MRT-02, MRT-12).
    async fn ask(
        &self,
        entries: Vec<Entry>,
        round: u32,
    ) -> Result<(Map<String, Value>, Vec<Arc<Question>>), OperationError> {
        let keys: Vec<String> = entries.iter().map(|entry| entry.key.clone()).collect();
        let together = entries.into_iter().map(|entry| (entry.params, entry.asked)).collect();
        let (settled, questions) = self.ask_and_wait(together, round).await?;
        // Same keys, in the server's order; the declined and cancelled ones too (MRT-13).
        let answers = keys.into_iter().zip(settled).filter_map(|(key, settled)| Some((key, settled.result()?)));
        Ok((answers.collect(), questions))
    }

    async fn ask_and_wait(
        &self,
        together: Vec<(Arc<RawValue>, Asked)>,
        round: u32,
    ) -> Result<(Vec<Settled>, Vec<Arc<Question>>), OperationError> {
        if self.is_stopped() {
            // The server's answer and the person's stop came together: nothing of it is opened any more (TMO-07).
            return Err(OperationError::Stopped);
        }
        let of = u32::try_from(together.len()).unwrap_or(u32::MAX);
        let bound = together.into_iter().zip(1..).map(|((params, asked), place)| {
            let binding = Binding {
                connection: self.connection.clone(),
                asker: self.asker.clone(),
                task: Some(self.reference()),
                params,
                round,
                place: (place, of),
                accept_on_open: false,
            };
            (binding, asked)
        });
        let pending = self.queue.ask(bound.collect()).map_err(|_| OperationError::TooManyQuestions)?;
        let questions: Vec<_> = pending.iter().map(|pending| pending.question.clone()).collect();
        questions.iter().for_each(|question| self.asked(question.id()));
        let settled = tokio::select! {
            biased;
            () = self.stop.cancelled() => None,
            settled = together::all_settled(pending) => settled,
        };
        let settled = settled.ok_or(OperationError::Stopped)?;
        questions.iter().for_each(|question| question.no_way_back());
        match settled.iter().find_map(|settled| if let Settled::Ended(ending) = settled { Some(ending) } else { None })
        {
            None => Ok((settled, questions)),
            Some(ending) => {
                let error = ended(ending, &self.asker.server);
                questions.iter().for_each(|question| question.end(ending.clone()));
                Err(error)
            }
        }
    }

    fn may_ask_for_pages(&self, error: &PeerError) -> bool {
        error.code == URL_ELICITATION_REQUIRED
            && self.connection.revision() == Revision::V2025_11_25
            && self.connection.declared().url
    }

    /// -32042: asks for every page, then the request may be sent again (URL-10).
    async fn pages(&self, error: PeerError, rounds: &mut u32) -> Result<(), OperationError> {
        let pages = match read_pages(&error, Modes::from(self.connection.declared())) {
            Ok(pages) => pages,
            Err(None) => return Err(OperationError::Peer(error)),
            Err(Some(words)) => return Err(OperationError::PageRefused { error: error.into(), words }),
        };
        *rounds += 1;
        if *rounds > ROUNDS {
            return Err(OperationError::RoundLimit { put_off: false });
        }
        let (settled, questions) = self.ask_and_wait(pages, *rounds).await?;
        questions.iter().for_each(|question| question.sent());
        if settled.iter().all(|settled| matches!(settled, Settled::Accept(_))) {
            Ok(())
        } else {
            Err(OperationError::Peer(error))
        }
    }

    /// Waits before a shed request is sent again: not at all the first time, then longer and longer (MRT-07).
    async fn back_off(&self, shed: u32) -> Result<(), OperationError> {
        let Some(wait) = back_off(shed, Uuid::new_v4().as_bytes()[0]) else { return Ok(()) };
        match timeout(wait, self.stop.cancelled()).await {
            Ok(()) => Err(OperationError::Stopped),
            Err(_) => Ok(()),
        }
    }
}

/// The wait before retry number `shed`, from half of the step to all of it.
fn back_off(shed: u32, jitter: u8) -> Option<Duration> {
    let step = BACKOFF.0.saturating_mul(1 << shed.checked_sub(1)?.min(16)).min(BACKOFF.1);
    Some(step / 2 + (step / 2) * u32::from(jitter) / u32::from(u8::MAX))
}

/// A checked entry of `inputRequests`.
struct Entry {
    key: String,
    params: Arc<RawValue>,
    asked: Asked,
}

fn read_entry(modes: Modes, request: &InputRequest) -> Result<Entry, OperationError> {
    let unsupported = |why: &str| Err(OperationError::UnsupportedInputRequest(why.to_owned()));
    match request.method.as_str() {
        "elicitation/create" => {}
        // Never declared (CAP-10).
        "sampling/createMessage" => return unsupported("it asks for the help of a model, which it was not offered"),
        "roots/list" => return unsupported("it asks for folders, which it was not offered"),
        _ => return unsupported("it asks for something that does not exist"),
    }
    let invalid = |why: String| OperationError::InvalidResult(why);
    let params = request.params.clone().ok_or_else(|| invalid("one of its questions is empty".to_owned()))?;
    let value = json::read(params.get()).map_err(|error| invalid(unreadable("one of its questions", &error)))?;
    match params::read(Revision::V2026_07_28, modes, &value) {
        Ok(asked) => Ok(Entry { key: request.key.clone(), params: Arc::from(params), asked }),
        Err(Refusal { why: Why::UndeclaredMode { malformed: false }, words, .. }) => {
            Err(OperationError::UnsupportedInputRequest(words))
        }
        Err(refusal) => Err(invalid(refusal.words)),
    }
}

/// `data.elicitations` of -32042: all of URL mode, each with an id; else it is an ordinary error. Why, where the reason is
/// the address of a page (URL-06).
fn read_pages(error: &PeerError, modes: Modes) -> Result<Vec<(Arc<RawValue>, Asked)>, Option<String>> {
    let pages = error.data.as_ref().and_then(|data| data.get("elicitations")?.as_array());
    let pages = pages.filter(|pages| !pages.is_empty()).ok_or(None)?;
    let read = |page: &Value| {
        let asked = params::read(Revision::V2025_11_25, modes, page)
            .map_err(|refusal| matches!(refusal.why, Why::Link(_)).then_some(refusal.words))?;
        let raw = serde_json::value::to_raw_value(page).map_err(|_| None)?;
        if matches!(asked, Asked::Url { .. }) { Ok((Arc::from(raw), asked)) } else { Err(None) }
    };
    pages.iter().map(read).collect()
}

/// What a question that ended without an answer means for its operation.
fn ended(ending: &Ending, server: &str) -> OperationError {
    let lost = || {
        Problem::new("connection.lost", format!("The connection to {server} was lost, so this task has ended."))
            .remedy("Connect again.")
    };
    match ending {
        Ending::TaskStopped => OperationError::Stopped,
        Ending::TimeLimit { minutes } => OperationError::TimedOut(Duration::from_secs(60 * u64::from(*minutes))),
        Ending::ServerDied { exit, last_words } => {
            let (exit, last_words) = (exit.clone(), last_words.clone());
            let closure = Closure { by_us: false, exit, last_words };
            OperationError::Lost(closure::problem(server, &closure).unwrap_or_else(lost))
        }
        _ => OperationError::Lost(lost()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn backs_off_from_nothing_to_ten_seconds() {
        // MRT-07
        assert_eq!(back_off(0, 255), None);
        assert_eq!(back_off(1, 255).unwrap(), Duration::from_millis(250));
        assert_eq!(back_off(1, 0).unwrap(), Duration::from_millis(125));
        assert_eq!(back_off(2, 255).unwrap(), Duration::from_millis(500));
        assert_eq!(back_off(40, 255).unwrap(), Duration::from_secs(10));
    }
}
