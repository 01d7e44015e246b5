//! What the page has still to be told: of each thing its newest state alone, a bounded number of times a second, however
//! often a server makes it change (A26).

use std::time::Duration;

use askance_host::view::Update;
use tokio::time::Instant;

/// The time between two tellings, at a steady pace.
const PAUSE: Duration = Duration::from_millis(50);
/// How far tellings may run ahead of that pace: a question comes within a moment of the call that asks it.
const AHEAD: Duration = Duration::from_millis(200);

/// When the page may be told the next time.
pub(super) struct Pace {
    /// When it would be at a steady pace.
    due: Instant,
}

impl From<Instant> for Pace {
    fn from(start: Instant) -> Self {
        Self { due: start }
    }
}

impl Pace {
    pub(super) fn next(&self) -> Instant {
        self.due.checked_sub(AHEAD).unwrap_or(self.due)
    }

    pub(super) fn told(&mut self, now: Instant) {
        self.due = self.due.max(now) + PAUSE;
    }
}

/// Updates that wait, in the order in which their things first changed.
#[derive(Default)]
pub(super) struct News(Vec<Update>);

impl News {
    /// Each update carries the whole state of its thing, so a newer one takes the place of an older one.
    pub(super) fn add(&mut self, update: Update) {
        let thing = Thing::of(&update);
        match self.0.iter().position(|known| Thing::of(known) == thing) {
            Some(at) => self.0[at] = update,
            None => self.0.push(update),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All that waits.
    pub(super) fn take(&mut self) -> Vec<Update> {
        std::mem::take(&mut self.0)
    }
}

/// What an update is about.
#[derive(PartialEq)]
enum Thing<'a> {
    Server(&'a str),
    Question(&'a str),
    Task(&'a str),
    Settings,
}

impl<'a> Thing<'a> {
    fn of(update: &'a Update) -> Self {
        match update {
            Update::Server(server) => Self::Server(&server.asker.server),
            Update::ServerGone(name) => Self::Server(name),
            Update::Question(question) => Self::Question(&question.id),
            Update::QuestionGone(id) => Self::Question(id),
            Update::Task(task) => Self::Task(&task.id),
            Update::TaskGone(id) => Self::Task(id),
            Update::Settings(_) => Self::Settings,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use askance_host::view::Settings;

    use super::*;

    fn said(update: &Update) -> String {
        match update {
            Update::ServerGone(name) => format!("server {name}"),
            Update::QuestionGone(id) => format!("question {id}"),
            Update::TaskGone(id) => format!("task {id}"),
            Update::Settings(settings) => format!("memory {}", settings.app_memory_mb),
            other => panic!("{other:?}"),
        }
    }

    // A26
    #[test]
    fn a_flood_is_told_at_a_steady_pace_and_a_few_changes_at_once() {
        let start = Instant::now();
        let mut pace = Pace::from(start);
        let mut waits = |now: Instant| {
            let at = pace.next().max(now);
            pace.told(at);
            at - now
        };
        for _ in 0..5 {
            assert_eq!(waits(start), Duration::ZERO);
        }
        for told in 1..=20 {
            assert_eq!(waits(start), PAUSE * told);
        }
        assert_eq!(waits(start + Duration::from_mins(1)), Duration::ZERO, "after some rest");
    }

    // A26
    #[test]
    fn the_newest_state_of_each_thing_is_told_once() {
        let mut news = News::default();
        for number in 0..10_000 {
            news.add(Update::TaskGone("a".to_owned()));
            news.add(Update::QuestionGone("a".to_owned()));
            news.add(Update::ServerGone(format!("{}", number % 2)));
            news.add(Update::Settings(Settings { app_memory_mb: number, ..Settings::default() }));
        }
        assert!(!news.is_empty());
        let told: Vec<_> = news.take().iter().map(said).collect();
        assert_eq!(told, ["task a", "question a", "server 0", "memory 9999", "server 1"]);
        assert!(news.is_empty() && news.take().is_empty());
    }
}
