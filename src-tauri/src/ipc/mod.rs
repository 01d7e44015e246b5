//! The page's commands, thin: each hands its words to the engine. Named and typed as in `frontend/src/ipc.ts`; errors
//! are `Problem`s.

mod apps;
mod links;
mod news;
mod questions;
mod servers;
mod settings;
mod tasks;

use std::sync::Arc;

use askance_host::Host;
use askance_host::view::{QuestionState, Snapshot, Update};
use tauri::ipc::Invoke;
use tauri::{AppHandle, Emitter, State};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

pub(crate) use apps::{ContextSender, complete};
pub(crate) use links::open as open_in_browser;
pub(crate) use servers::Remembered;
pub(crate) use settings::SettingsFile;

use self::news::{News, Pace};
use crate::attention::Attention;
use crate::{desktop, window};

/// What the commands work on.
type Engine<'a> = State<'a, Arc<Host>>;

/// Everything as it is now, for a page that starts.
#[tauri::command]
fn snapshot(host: Engine<'_>) -> Snapshot {
    host.snapshot()
}

/// Takes a command of the page.
pub(crate) fn handler() -> impl Fn(Invoke) -> bool + Send + Sync + 'static {
    tauri::generate_handler![
        snapshot,
        servers::add_server,
        servers::approve_server,
        servers::remove_server,
        servers::connect,
        servers::disconnect,
        servers::set_apps,
        servers::forget_app_consent,
        tasks::call_tool,
        tasks::get_prompt,
        tasks::read_resource,
        tasks::check_arguments,
        tasks::check_prompt,
        tasks::stop_task,
        questions::check_answer,
        questions::keep_draft,
        questions::last_answer,
        questions::answer,
        questions::change_answer,
        questions::use_standard_form,
        questions::confirm_answer,
        links::open_url,
        questions::url_done,
        apps::place_app,
        apps::focus_app,
        apps::decide_app_request,
        apps::leave_fullscreen,
        apps::close_view,
        links::open_link,
        apps::set_context,
        apps::consent_to_app,
        apps::app_source,
        settings::set_settings,
    ]
}

/// Hands the engine's updates to the page, until the engine ends: a few at once, those of a flood together at a steady
/// pace. A question calls the person; it puts the window on screen, for `askance call`, which starts without one.
pub(crate) async fn forward(app: AppHandle, mut updates: mpsc::UnboundedReceiver<Update>) {
    let mut news = News::default();
    let mut pace = Pace::from(Instant::now());
    let mut attention = Attention::default();
    loop {
        tokio::select! {
            update = updates.recv() => match update {
                Some(update) => news.add(update),
                None => break,
            },
            () = sleep_until(pace.next()), if !news.is_empty() => {
                pace.told(Instant::now());
                let updates = news.take();
                attention.hear(&app, &updates);
                updates.iter().for_each(|update| tell(&app, update));
            }
        }
    }
    news.take().iter().for_each(|update| tell(&app, update));
}

fn tell(app: &AppHandle, update: &Update) {
    if asks(update) && !desktop::closing(app) {
        show_window(app);
    }
    if let Err(error) = app.emit_to(window::LABEL, "update", update)
        && !desktop::closing(app)
    {
        tracing::warn!(%error, "an update did not reach the page");
    }
}

fn asks(update: &Update) -> bool {
    matches!(update, Update::Question(question) if question.state == QuestionState::Waiting)
}

fn show_window(app: &AppHandle) {
    let handle = app.clone();
    let sent = app.run_on_main_thread(move || {
        if let Err(error) = window::show(&handle) {
            tracing::error!(%error, "the window could not be opened");
        }
    });
    if let Err(error) = sent {
        tracing::debug!(%error, "the program is ending");
    }
}
