//! Questions and their answers.

use askance_host::Problem;
use askance_host::view::{Answer, Checked};
use native_form::Draft;

use super::Engine;

/// Checks an answer without sending it.
#[tauri::command]
pub(super) async fn check_answer(host: Engine<'_>, question: String, answer: Answer) -> Result<Checked, Problem> {
    host.check_answer(&question, answer)
}

/// Keeps what the person has typed.
#[tauri::command]
pub(super) async fn keep_draft(host: Engine<'_>, question: String, draft: Draft) -> Result<(), Problem> {
    host.keep_draft(&question, draft)
}

/// The answer of the last time to the same question.
#[tauri::command]
pub(super) async fn last_answer(host: Engine<'_>, question: String) -> Result<Option<Draft>, Problem> {
    host.last_answer(&question)
}

/// Answers a question.
#[tauri::command]
pub(super) async fn answer(host: Engine<'_>, question: String, answer: Answer) -> Result<Checked, Problem> {
    host.answer(&question, answer)
}

/// Takes an answer back, to change it.
#[tauri::command]
pub(super) async fn change_answer(host: Engine<'_>, question: String) -> Result<(), Problem> {
    host.change_answer(&question)
}

/// Shows the standard form in place of the app.
#[tauri::command]
pub(super) async fn use_standard_form(host: Engine<'_>, question: String) -> Result<(), Problem> {
    host.use_standard_form(&question)
}

/// Sends the app's held answer.
#[tauri::command]
pub(super) async fn confirm_answer(host: Engine<'_>, question: String) -> Result<(), Problem> {
    host.confirm_answer(&question)
}

/// The person has finished on the page that was opened.
#[tauri::command]
pub(super) async fn url_done(host: Engine<'_>, question: String) -> Result<(), Problem> {
    host.url_done(&question)
}
