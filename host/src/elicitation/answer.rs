//! What the person does with a question, in the window.

use native_form::{Draft, FieldError};
use serde_json::{Map, Value};

use super::last::{Key, fitting};
use super::lock;
use super::params::Asked;
use super::question::{Question, Settled, already_settled};
use crate::Problem;
use crate::view::{Answer, Checked, QuestionState};

impl Question {
    /// Checks an answer without sending it.
    ///
    /// # Errors
    /// `question.no-form` where the question has none.
    pub fn check(&self, answer: &Answer) -> Result<Checked, Problem> {
        let read = match answer {
            Answer::Decline | Answer::Cancel => return Ok(nothing_wrong()),
            Answer::Draft { draft } => self.form()?.draft_to_content(draft),
            Answer::Json { text } => self.form()?.json_to_content(text),
        };
        Ok(checked(self.form()?, &read))
    }

    /// Answers it. With errors nothing is sent.
    ///
    /// # Errors
    /// `question.settled`, `question.no-form`.
    pub fn answer(&self, answer: &Answer) -> Result<Checked, Problem> {
        if !self.is_open() {
            if self.is_unsent() && matches!(answer, Answer::Draft { .. } | Answer::Json { .. }) {
                // The form is closed: what goes out is what could not be sent, the same answer (MRT-17).
                return self.send_again().map(|()| nothing_wrong());
            }
            // The page is open and the server knows: all that is left to end is the waiting.
            let stopped = matches!(answer, Answer::Decline | Answer::Cancel) && self.stop_waiting_there();
            return if stopped { Ok(nothing_wrong()) } else { Err(already_settled()) };
        }
        let read = match answer {
            Answer::Decline => return self.settle(Settled::Decline).map(|()| nothing_wrong()),
            Answer::Cancel => return self.settle(Settled::Cancel).map(|()| nothing_wrong()),
            Answer::Draft { draft } => {
                self.keep_draft(draft);
                self.form()?.draft_to_content(draft)
            }
            Answer::Json { text } => self.form()?.json_to_content(text),
        };
        let checked = checked(self.form()?, &read);
        if let Ok(content) = read {
            self.settle(Settled::Accept(Some(content)))?;
        }
        Ok(checked)
    }

    /// Keeps what was typed so far, without secrets (ELI-11). The window is told only of a change, so that keeping what
    /// it was told ends there.
    pub fn keep_draft(&self, draft: &Draft) {
        let Ok(form) = self.form() else { return };
        let kept = form.without_secrets(draft);
        {
            let mut state = lock(&self.state);
            if !matches!(state.view.state, QuestionState::Waiting) || state.view.draft == kept {
                return;
            }
            state.view.draft = kept;
        }
        self.publish();
    }

    /// The standard form in place of the app, without settling (APP-41). A held answer goes along: it was shown to the
    /// person, who wants to change it.
    ///
    /// # Errors
    /// `question.settled`.
    pub fn use_standard_form(&self) -> Result<(), Problem> {
        if !self.is_open() {
            return Err(already_settled());
        }
        if self.renderer() != "app" {
            return Ok(());
        }
        let held = lock(&self.state).held.clone();
        let draft = match held {
            Some(content) => Some(self.form()?.salvage(&Value::Object(content)).draft),
            None => None,
        };
        self.trace.step("note", Some("form"), Some("the person chose the standard form".to_owned()));
        self.show_form(None, draft);
        Ok(())
    }

    /// Sends the app's held answer (APP-29).
    ///
    /// # Errors
    /// `question.settled`, also where nothing is held.
    pub fn confirm(&self) -> Result<(), Problem> {
        let held = lock(&self.state).held.clone().ok_or_else(already_settled)?;
        self.settle(Settled::Accept(Some(held)))
    }

    /// What was sent last to the same question, as far as it fits; none where nothing was or the person keeps nothing.
    pub fn last_answer(&self) -> Option<Draft> {
        let key = self.last_key()?;
        fitting(self.form().ok()?, self.last.get(&key)?)
    }

    /// Keeps what went out for the next time; the view has it without its secrets (ELI-11).
    pub(super) fn keep_as_last(&self) {
        let Some(key) = self.last_key() else { return };
        let draft = lock(&self.state).view.draft.clone();
        self.last.keep(&key, &draft);
    }

    fn last_key(&self) -> Option<Key> {
        let Asked::Form { schema, .. } = &self.asked else { return None };
        let of = self.binding.task.as_ref().map(|task| task.of.as_str());
        Some(Key::of(&self.binding.asker, of, schema))
    }

    /// The form behind the question.
    pub(super) fn form(&self) -> Result<&native_form::Question, Problem> {
        match &self.asked {
            Asked::Form { question, .. } => Ok(question),
            Asked::Url { .. } => {
                Err(Problem::new("question.no-form", "This question asks to open a page, not for data."))
            }
        }
    }
}

fn nothing_wrong() -> Checked {
    Checked::default()
}

/// What a draft amounts to, for the window.
pub(crate) fn checked(form: &native_form::Question, read: &Result<Map<String, Value>, Vec<FieldError>>) -> Checked {
    match read {
        Err(errors) => Checked { errors: errors.clone(), ..Checked::default() },
        Ok(content) => Checked {
            errors: Vec::new(),
            content: serde_json::to_string_pretty(content).ok(),
            not_sent: form
                .form()
                .fields
                .iter()
                .filter(|field| !content.contains_key(&field.key))
                .map(|field| field.label.clone())
                .collect(),
            ..Checked::default()
        },
    }
}
