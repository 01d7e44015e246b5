//! Going back: an answer that waits for those asked beside it may still be changed (MRT-12).

use tokio::sync::{mpsc, oneshot};

use super::lock;
use super::question::{Question, Settled, already_settled};
use crate::Problem;
use crate::view::{QuestionState, Shown};

/// A question that is open again: its place among those asked together, from 0, and its new promise.
pub type Reopened = (usize, oneshot::Receiver<Settled>);

impl Question {
    /// Until [`Question::no_way_back`] its answer may be taken back; `reopened` is told.
    pub fn way_back(&self, place: usize, reopened: mpsc::UnboundedSender<Reopened>) {
        {
            let mut state = lock(&self.state);
            state.back = Some((place, reopened));
            // An answer may have been faster.
            state.view.may_change = matches!(state.view.state, QuestionState::Answered);
            if !state.view.may_change {
                return;
            }
        }
        self.publish();
    }

    /// All that was asked together is answered: what was answered goes out.
    pub fn no_way_back(&self) {
        {
            let mut state = lock(&self.state);
            state.back = None;
            if !std::mem::take(&mut state.view.may_change) {
                return;
            }
        }
        self.publish();
    }

    /// The person takes the answer back: the question waits again, as a form with what they answered, secrets left out. Its
    /// app is gone with the first answer.
    ///
    /// # Errors
    /// `question.settled` where the answer is on its way, or there was none.
    pub fn reopen(&self) -> Result<(), Problem> {
        {
            let mut state = lock(&self.state);
            if !state.view.may_change {
                return Err(already_settled());
            }
            let (settle, settled) = oneshot::channel();
            let told = state.back.as_ref().is_some_and(|(place, back)| back.send((*place, settled)).is_ok());
            if !told {
                return Err(already_settled());
            }
            state.settle = Some(settle);
            state.settled_as = None;
            state.view.may_change = false;
            state.view.state = QuestionState::Waiting;
            if matches!(state.view.shown, Shown::App { .. }) {
                state.view.shown = Shown::Form;
            }
        }
        self.trace.step("note", Some(self.renderer()), Some("the person changes the answer".to_owned()));
        self.publish();
        Ok(())
    }
}
