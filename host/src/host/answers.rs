//! What the person does with a question.

use std::sync::Arc;

use super::Host;
use crate::Problem;
use crate::elicitation::Question;
use crate::view::{Answer, Checked};

impl Host {
    /// Checks a draft of a question without sending it.
    ///
    /// # Errors
    /// `question.unknown`.
    pub fn check_answer(&self, question: &str, answer: Answer) -> Result<Checked, Problem> {
        self.question(question)?.check(&answer)
    }

    /// Keeps the person's draft, so that nothing is lost when the question is shown again; a change is told to the window.
    /// Secrets are not kept (ELI-11).
    ///
    /// # Errors
    /// `question.unknown`.
    pub fn keep_draft(&self, question: &str, draft: native_form::Draft) -> Result<(), Problem> {
        self.question(question)?.keep_draft(&draft);
        Ok(())
    }

    /// Answers a question: by form, decline or cancel. With errors nothing is sent. One whose answer could not be sent
    /// ([`crate::view::Ending::NotSent`]) is sent again as it was answered.
    ///
    /// # Errors
    /// `question.unknown`, `question.settled` (somebody was first).
    pub fn answer(&self, question: &str, answer: Answer) -> Result<Checked, Problem> {
        self.question(question)?.answer(&answer)
    }

    /// Takes an answer back that waits for those asked beside it, to change it (MRT-12).
    ///
    /// # Errors
    /// `question.unknown`, `question.settled` once it is on its way.
    pub fn change_answer(&self, question: &str) -> Result<(), Problem> {
        self.question(question)?.reopen()
    }

    /// The answer of the last time to the same question, without secrets; none unless the person wants such offers.
    ///
    /// # Errors
    /// `question.unknown`.
    pub fn last_answer(&self, question: &str) -> Result<Option<native_form::Draft>, Problem> {
        Ok(self.question(question)?.last_answer())
    }

    /// Switches to the standard form without settling (APP-41).
    ///
    /// # Errors
    /// `question.unknown`, `question.settled`.
    pub fn use_standard_form(&self, question: &str) -> Result<(), Problem> {
        self.question(question)?.use_standard_form()
    }

    /// Sends the app's held answer (APP-29).
    ///
    /// # Errors
    /// `question.unknown`, `question.settled`.
    pub fn confirm_answer(&self, question: &str) -> Result<(), Problem> {
        self.question(question)?.confirm()
    }

    /// The person agreed to open the page: returns the address for the system browser, and remembers the time.
    /// Stateful revisions: the answer `accept` goes out at once; 2026-07-28: it waits for [`Host::url_done`] (URL-08).
    ///
    /// # Errors
    /// `question.unknown`, `question.settled`.
    pub fn open_url(&self, question: &str) -> Result<String, Problem> {
        self.question(question)?.open_url()
    }

    /// The person says that they have finished there.
    ///
    /// # Errors
    /// `question.unknown`, `question.settled`.
    pub fn url_done(&self, question: &str) -> Result<(), Problem> {
        self.question(question)?.url_done()
    }

    fn question(&self, id: &str) -> Result<Arc<Question>, Problem> {
        self.queue.get(id).ok_or_else(|| Problem::new("question.unknown", "This question is not known any more."))
    }
}
