//! A question as a window sees it at its beginning.

use native_form::Draft;
use uuid::Uuid;

use super::decision::{Decision, Renderer, gates};
use super::params::{Asked, Refusal};
use super::question::{Binding, TaskRef};
use crate::app::consent::Switch;
use crate::trace::unix_ms;
use crate::view::{AppView, Asker, Ending, QuestionState, QuestionView, Shown};

/// A longer message ends here, with a note (ELI-19).
const MESSAGE_BYTES: usize = 64 * 1024;

/// A question that waits.
pub(super) fn first_view(
    binding: &Binding,
    asked: &Asked,
    decision: &Decision,
    switch: Switch,
    instance: Uuid,
) -> QuestionView {
    let (form, draft, schema) = match asked {
        Asked::Form { question, schema, .. } => {
            (Some(question.form().clone()), question.initial(), serde_json::to_string_pretty(schema).ok())
        }
        Asked::Url { .. } => (None, Draft::default(), None),
    };
    let shown = match decision.renderer {
        Renderer::App => Shown::App { app: Box::new(AppView::starting(instance.to_string())) },
        Renderer::UrlConsent => Shown::Url,
        Renderer::Native | Renderer::Refuse => Shown::Form,
    };
    QuestionView {
        id: Uuid::new_v4().to_string(),
        asker: binding.asker.clone(),
        task: binding.task.as_ref().map(|task| task.id.clone()),
        of: binding.task.as_ref().map(|task| task.of.clone()),
        message: bounded(asked.message()),
        asked_at: unix_ms(),
        round: binding.round,
        place: binding.place,
        shown,
        form,
        draft,
        schema,
        fallback: decision.fallback(),
        confirm: None,
        url: super::url::view(asked, &binding.asker),
        state: QuestionState::Waiting,
        may_change: false,
        decision: decision.words().to_owned(),
        gates: gates(binding.connection.declared(), switch, binding.connection.server_capabilities()),
        trace: Vec::new(),
    }
}

/// A question that is not asked: ended from the start.
pub(super) fn refused_view(asker: &Asker, task: Option<&TaskRef>, message: &str, refusal: &Refusal) -> QuestionView {
    let now = unix_ms();
    QuestionView {
        id: Uuid::new_v4().to_string(),
        asker: asker.clone(),
        task: task.map(|task| task.id.clone()),
        of: task.map(|task| task.of.clone()),
        message: bounded(message),
        asked_at: now,
        round: 1,
        place: (1, 1),
        shown: Shown::Form,
        form: None,
        draft: Draft::default(),
        schema: None,
        fallback: None,
        confirm: None,
        url: None,
        state: QuestionState::Ended { at: now, ending: Ending::NotAllowed { why: refusal.words.clone() } },
        may_change: false,
        decision: "Not asked.".to_owned(),
        gates: Vec::new(),
        trace: Vec::new(),
    }
}

fn bounded(message: &str) -> String {
    if message.len() <= MESSAGE_BYTES {
        return message.to_owned();
    }
    let end = (0..=MESSAGE_BYTES).rev().find(|at| message.is_char_boundary(*at)).unwrap_or(0);
    let shown = message.get(..end).unwrap_or_default();
    format!("{shown}… (The message goes on for {} more bytes; Askance leaves them out.)", message.len() - end)
}
