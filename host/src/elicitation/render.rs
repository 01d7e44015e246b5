//! The life of one question's app: opened, answering, failing into the form, torn down (APP-21…23, -28, -29, -42).

use std::sync::Arc;

use native_form::{FieldError, Outgoing, Reason};
use serde_json::{Map, Value};
use tokio::sync::{OwnedSemaphorePermit, watch};

use super::question::{Question, Settled};
use super::queue::Apps;
use crate::app::{AppAnswer, AppBinding, AppFailure, AppInstance, Calls, Errand, Launch, follow};
use crate::view::{AppPlace, AppState, AppView, Confirm, Fallback, Settings, Shown};

/// Starts the app of a question as a task of its own; the slot is held as long as it lives.
pub(super) fn start(question: Arc<Question>, apps: Apps, slot: OwnedSemaphorePermit) {
    tokio::spawn(async move {
        run(&question, apps).await;
        drop(slot);
    });
}

async fn run(question: &Arc<Question>, apps: Apps) {
    let (view, seen) = watch::channel(AppView::starting(question.instance.to_string()));
    let followed = question.clone();
    let following = tokio::spawn(follow(seen, move |now| {
        followed.change(|state| {
            if let Shown::App { app } = &mut state.view.shown {
                **app = now;
            }
        });
    }));
    let uri = question.decision.uri.clone().unwrap_or_default();
    let asker = &question.binding.asker.server;
    let review = apps.consents.review(question.instance, asker, AppPlace::Question, &uri);
    let binding = AppBinding {
        instance: question.instance,
        connection: question.binding.connection.clone(),
        uri,
        errand: Errand::Answer { params: question.binding.params.clone(), calls: calls(question) },
        fetched: None,
        extent: review.extent(),
    };
    let trace = question.trace.clone();
    let settings = apps.settings.clone();
    let memory = u64::from(settings.borrow().app_memory_mb) << 20;
    let opening = async {
        let launch = Launch::read(binding, memory, &trace).await?;
        let Some(mut launch) = review.admit(launch, apps.settings, &trace, &view).await else { return Ok(None) };
        launch.reach = (apps.reach)(question.instance, &question.binding.connection);
        let _turn = apps.starts.turn().await;
        AppInstance::start(launch, apps.surfaces, apps.context, view, trace.clone()).await.map(Some)
    };
    tokio::select! {
        biased;
        // Whatever was opened so far ends with the dropped future.
        () = question.app_over.cancelled() => {}
        opened = opening => match opened {
            Ok(Some(instance)) => live(question, instance, &settings).await,
            // The person's choice is no failure: a form without a note.
            Ok(None) => question.show_form(None, None),
            Err(failure) => fall_back(question, &failure),
        },
    }
    following.abort();
    question.change(|state| {
        if let Shown::App { app } = &mut state.view.shown {
            app.state = AppState::Ended;
            app.requests.clear();
        }
    });
}

/// The tools that the app may call meanwhile; none where the call behind the question is not known (BRG-35).
fn calls(question: &Question) -> Calls {
    question.binding.task.as_ref().map_or(Calls::None, |task| task.calls.clone())
}

async fn live(question: &Arc<Question>, mut instance: AppInstance, settings: &watch::Receiver<Settings>) {
    tokio::select! {
        biased;
        // Settled, or the person chose the form: what the app says from now on counts for nothing.
        () = question.app_over.cancelled() => {}
        answered = instance.answer() => match answered {
            Ok(answer) => take(question, answer, settings.borrow().review),
            Err(failure) => fall_back(question, &failure),
        },
    }
    // A held answer leaves the app open, and answered, until the person has decided. What it says from now on counts
    // for nothing (APP-28), and if it ends, its answer is still the one that was shown.
    tokio::select! {
        biased;
        () = question.app_over.cancelled() => {}
        () = async { while instance.answer().await.is_ok() {} } => question.app_over.cancelled().await,
    }
    let reason = if question.is_open() { "standard form used" } else { "elicitation settled" };
    instance.close(reason).await;
}

/// Checks what the app answered by the code that checks the form (APP-20). `review`: the person wants to see every
/// answer before it goes (APP-30).
fn take(question: &Question, answer: AppAnswer, review: bool) {
    let Ok(form) = question.form() else { return };
    match form.check(&answer.result) {
        // Final, not a failure (APP-21). Somebody faster has settled it already: nothing changes.
        Ok(Outgoing::Decline) => drop(question.settle(Settled::Decline)),
        Ok(Outgoing::Cancel) => drop(question.settle(Settled::Cancel)),
        Ok(Outgoing::Accept(content)) if answer.touched && !review => {
            drop(question.settle(Settled::Accept(Some(content))))
        }
        Ok(Outgoing::Accept(content)) => hold(question, form, content, !answer.touched),
        Err(errors) => refuse(question, form, &answer.result, &errors),
    }
}

/// Nothing is sent before the person confirms: they did not click or type in it (APP-29), or want to see every answer
/// (APP-30).
fn hold(question: &Question, form: &native_form::Question, content: Map<String, Value>, untouched: bool) {
    let values = form.describe(&content);
    question.trace.step("note", Some("app"), Some("the answer waits for the person".to_owned()));
    question.change(|state| {
        if state.settle.is_some() {
            state.view.confirm = Some(Confirm { untouched, values });
            state.held = Some(content);
        }
    });
}

/// The form for the same question, with what fits of the answer (APP-22).
fn refuse(question: &Question, form: &native_form::Question, result: &Value, errors: &[FieldError]) {
    let no_answer = errors.first().is_none_or(|error| {
        matches!(error.reason, Reason::ResultNotObject | Reason::Action | Reason::ContentNotObject)
    });
    let code = errors.first().map(|error| format!("{:?}", error.reason)).unwrap_or_default();
    question.trace.step("fell-back", Some("form"), Some(format!("answer: {code}")));
    if no_answer {
        let reason = "its answer was not an answer.".to_owned();
        return question.show_form(Some(Fallback { reason, kept: Vec::new(), left_out: Vec::new() }), None);
    }
    let salvage = form.salvage(result.get("content").unwrap_or(&Value::Null));
    let reason = "its answer did not fit the question.".to_owned();
    let fallback = Fallback { reason, kept: salvage.kept, left_out: salvage.left_out };
    question.show_form(Some(fallback), Some(salvage.draft));
}

/// At once, whatever the stage: never a decline, never silence (APP-23).
fn fall_back(question: &Question, failure: &AppFailure) {
    question.trace.step("fell-back", Some("form"), Some(format!("{}: {}", failure.stage, failure.code)));
    let fallback = Fallback { reason: failure.words.clone(), kept: Vec::new(), left_out: Vec::new() };
    question.show_form(Some(fallback), None);
}
