//! The view of a tool's call: an app beside the call, which goes on without it (TUI-01…06). Whatever becomes of the
//! view, the plain result is there.

use std::sync::Arc;

use serde_json::{Map, Value, json, value::RawValue};
use tokio::sync::{OwnedSemaphorePermit, watch};
use uuid::Uuid;

use super::task::Task;
use super::{Final, OperationError};
use crate::app::consent::Review;
use crate::app::{AppBinding, AppFailure, AppInstance, Errand, Launch, Tool, ToolOutcome, follow};
use crate::elicitation::Apps;
use crate::view::{AppPlace, AppView};

/// Opens the view of a call that has just been started.
pub(crate) fn open(task: Arc<Task>, apps: Apps, tool: &Tool, fetched: Option<Arc<RawValue>>) {
    let Some(uri) = tool.view.clone() else { return };
    let slot = match task.queue.slot() {
        Ok(slot) => slot,
        Err(words) => return task.change(|view| view.app_failed = Some(words)),
    };
    let input = task.request.params.get("arguments").and_then(Value::as_object).cloned().unwrap_or_default();
    let instance = Uuid::new_v4();
    let review = apps.consents.review(instance, &task.asker.server, AppPlace::Result, &uri);
    let binding = AppBinding {
        instance,
        connection: task.connection.clone(),
        uri,
        errand: errand(&task, input, &tool.listed),
        fetched,
        extent: review.extent(),
    };
    tokio::spawn(run(task, apps, review, binding, slot));
}

fn errand(task: &Task, input: Map<String, Value>, listed: &Value) -> Errand {
    Errand::Show { input, tool: json!({ "id": task.id, "tool": listed }) }
}

/// How a view ended.
enum End {
    /// By the person or by itself; the reason is for the app.
    Closed(&'static str),
    /// It can't be used.
    Failed(AppFailure),
}

async fn run(task: Arc<Task>, apps: Apps, review: Review, binding: AppBinding, slot: OwnedSemaphorePermit) {
    let first = AppView::starting(binding.instance.to_string());
    task.change(|view| view.app = Some(first.clone()));
    let (view, seen) = watch::channel(first);
    let followed = task.clone();
    let following = tokio::spawn(follow(seen, move |now| followed.change(|view| view.app = Some(now))));
    let end = tokio::select! {
        biased;
        // Whatever was opened so far ends with the dropped future.
        () = task.view_over.cancelled() => End::Closed("closed"),
        // Also while the person has not said whether they want it.
        _ = task.connection.closure() => End::Failed(AppFailure::disconnected()),
        opened = unless_stopped(&task, start(&task, apps, &review, binding, view)) => match opened {
            Ok(Some(instance)) => live(&task, instance).await,
            // The person's choice is no failure.
            Ok(None) => End::Closed("not wanted"),
            Err(failure) => End::Failed(failure),
        },
    };
    following.abort();
    // One that was just being carried over comes before the end.
    let _ = following.await;
    let failed = match end {
        End::Closed(_) => None,
        End::Failed(failure) => {
            task.trace.step("fell-back", Some("app"), Some(format!("{}: {}", failure.stage, failure.code)));
            Some(failure.words)
        }
    };
    // Before the window hears of it: nothing can be agreed to any more that it does not show.
    drop(review);
    task.change(|view| {
        view.app = None;
        view.app_failed = failed;
    });
    drop(slot);
}

/// Nothing is opened of a call that the person has stopped; a view that is open already hears of it (TMO-06).
async fn unless_stopped(
    task: &Task,
    opening: impl Future<Output = Result<Option<AppInstance>, AppFailure>>,
) -> Result<Option<AppInstance>, AppFailure> {
    tokio::select! {
        biased;
        () = task.stop.cancelled() => Ok(None),
        opened = opening => opened,
    }
}

/// The way of every app: read, agreed to, opened. None: the person does not want it.
async fn start(
    task: &Task,
    apps: Apps,
    review: &Review,
    binding: AppBinding,
    view: watch::Sender<AppView>,
) -> Result<Option<AppInstance>, AppFailure> {
    let memory = u64::from(apps.settings.borrow().app_memory_mb) << 20;
    let instance = binding.instance;
    let launch = Launch::read(binding, memory, &task.trace).await?;
    let Some(mut launch) = review.admit(launch, apps.settings, &task.trace, &view).await else { return Ok(None) };
    launch.reach = (apps.reach)(instance, &task.connection);
    let _turn = apps.starts.turn().await;
    AppInstance::start(launch, apps.surfaces, apps.context, view, task.trace.clone()).await.map(Some)
}

/// Until it is closed, fails, or its connection ends. It hears how the call ended, whenever that is (TUI-02, TUI-06).
async fn live(task: &Task, mut instance: AppInstance) -> End {
    let mut told = false;
    let end = loop {
        tokio::select! {
            biased;
            () = task.view_over.cancelled() => break End::Closed("closed by the user"),
            ended = task.outcome(), if !told => {
                told = true;
                if let Err(failure) = instance.tell(outcome(ended)) {
                    break End::Failed(failure);
                }
            }
            _ = task.connection.closure() => break End::Failed(AppFailure::disconnected()),
            shown = instance.show() => break match shown {
                Ok(()) => End::Closed("closed by itself"),
                Err(failure) => End::Failed(failure),
            },
        }
    };
    let reason = match end {
        End::Closed(reason) => reason,
        End::Failed(_) => "the app can no longer be used",
    };
    instance.close(reason).await;
    end
}

/// BRG-20, BRG-21, TUI-04: an error of the protocol has no message of its own.
fn outcome(ended: Result<Final, OperationError>) -> ToolOutcome {
    match ended {
        Ok(result) => ToolOutcome::Result(result.raw),
        Err(error) => ToolOutcome::Cancelled { reason: error.to_string() },
    }
}
