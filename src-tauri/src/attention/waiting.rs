//! Which questions wait for the person, told by the engine's updates.

use std::collections::BTreeSet;

use askance_host::view::{QuestionState, Update};

/// The ids of those that wait.
#[derive(Default)]
pub(super) struct Waiting(BTreeSet<String>);

/// What changed.
#[derive(Debug, PartialEq)]
pub(super) struct News {
    /// How many wait now.
    pub(super) count: usize,
    /// The server of the last one that has come.
    pub(super) arrived: Option<String>,
}

impl Waiting {
    /// None where all is as it was.
    pub(super) fn hear<'a>(&mut self, updates: impl IntoIterator<Item = &'a Update>) -> Option<News> {
        let (before, mut arrived) = (self.0.len(), None);
        for update in updates {
            match update {
                Update::Question(question) if question.state == QuestionState::Waiting => {
                    let is_new = self.0.insert(question.id.clone());
                    arrived = is_new.then(|| question.asker.server.clone()).or(arrived);
                }
                Update::Question(question) => _ = self.0.remove(&question.id),
                Update::QuestionGone(id) => _ = self.0.remove(id),
                _ => {}
            }
        }
        let count = self.0.len();
        (arrived.is_some() || count != before).then_some(News { count, arrived })
    }
}
