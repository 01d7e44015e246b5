//! One question: its binding, the decision how it is shown, its life, and the promise that it is settled exactly once.

mod answer;
mod back;
mod beginning;
pub mod decision;
mod last;
pub mod link;
pub mod params;
mod question;
mod queue;
mod render;
mod unsent;
mod url;

pub(crate) use answer::checked;
pub(crate) use last::LastAnswers;

pub use back::Reopened;
pub use question::{Binding, Question, Settled, TaskRef};
pub use queue::{Apps, Pending, Queue, TooMany};

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex of ours. No code panics while it holds one, so a poisoned one is as good as new.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
