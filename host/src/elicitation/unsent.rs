//! An answer that could not be sent: it is still here, and goes out as it is when the person wants it so (MRT-17).

use tokio::sync::oneshot;

use super::lock;
use super::question::{Question, already_settled};
use crate::Problem;
use crate::trace::unix_ms;
use crate::view::{Ending, QuestionState};

impl Question {
    /// Nothing of the answer left this computer. Resolves once the person wants it sent again; fails once the question
    /// has ended for good.
    pub fn not_sent(&self, problem: Problem) -> oneshot::Receiver<()> {
        let (again, wanted) = oneshot::channel();
        let code = problem.code.clone();
        {
            let mut state = lock(&self.state);
            if state.is_over() {
                return wanted;
            }
            state.again = Some(again);
            state.view.state = QuestionState::Ended { at: unix_ms(), ending: Ending::NotSent { problem } };
        }
        self.trace.step("not-sent", Some(self.renderer()), Some(code));
        self.publish();
        wanted
    }

    /// Whether it waits to be sent again.
    pub(super) fn is_unsent(&self) -> bool {
        lock(&self.state).again.is_some()
    }

    /// The person wants it sent again.
    ///
    /// # Errors
    /// `question.settled`.
    pub(super) fn send_again(&self) -> Result<(), Problem> {
        let again = lock(&self.state).again.take().ok_or_else(already_settled)?;
        self.on_its_way();
        // Nobody waits any more only where the operation is gone; it has ended the question then.
        let _ = again.send(());
        Ok(())
    }

    /// It is sent again, with those that were answered beside it.
    pub fn on_its_way(&self) {
        {
            let mut state = lock(&self.state);
            if !matches!(state.view.state, QuestionState::Ended { ending: Ending::NotSent { .. }, .. }) {
                return;
            }
            state.again = None;
            state.view.state = QuestionState::Answered;
        }
        self.trace.step("answered", Some(self.renderer()), Some("again".to_owned()));
        self.publish();
    }
}
