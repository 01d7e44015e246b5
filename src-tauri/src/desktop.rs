//! The program with a display: the event loop, the engine behind it, and how both end.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use askance_host::app::consent::Consents;
use askance_host::config::Approvals;
use askance_host::trace::TraceEntry;
use askance_host::{Host, config};
use tauri::{AppHandle, Manager, RunEvent, WindowEvent};
use tokio::runtime::Runtime;
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::attention;
use crate::cli::{Call, Status, say};
use crate::engine::{self, Sources, TraceSink};
use crate::ipc::{self, ContextSender, Remembered, SettingsFile};
use crate::surface::{self, Sandbox, WindowSurfaces};
use crate::window::{self, PageData};

/// Said where a window is needed and can't be had.
pub(crate) const NO_DISPLAY: &str = "There is no display to open a window on (DISPLAY and WAYLAND_DISPLAY are not set, \
                                     or cannot be reached). `askance call SERVER TOOL` works without one.";

/// What the person approved to start, in the data directory.
pub(crate) const APPROVALS: &str = "approvals.json";

/// What the program starts from.
pub(crate) struct Start {
    pub(crate) sources: Sources,
    pub(crate) data: PathBuf,
    pub(crate) trace: TraceSink,
    /// How webviews are shut in; none where there are none.
    pub(crate) sandbox: Option<Sandbox>,
}

/// What the program is for.
pub(crate) enum Job {
    /// The window, until the person closes it.
    Window,
    /// One call; the window opens with its first question.
    Call(Box<Call>),
}

/// Told once a call of the command line has said how it went; from the start where there is none.
struct Told(Notify);

/// The longest that the end waits for these words.
const TELLING: Duration = Duration::from_secs(5);

/// Set once the end has begun.
#[derive(Default)]
struct Closing(AtomicBool);

/// What closing the window means: `askance call` has been refused an answer.
struct OnClose(Status);

/// Whether a window can be opened. Named displays are tried, since the window toolkit ends the program over one that
/// does not answer; so this comes after the environment is set, on the main thread.
#[cfg(target_os = "linux")]
pub(crate) fn has_display() -> bool {
    gtk::init().is_ok()
}

/// Whether a window can be opened.
#[cfg(not(target_os = "linux"))]
pub(crate) fn has_display() -> bool {
    true
}

/// Whether the program is on its way out, so that nobody waits for news.
pub(crate) fn closing(app: &AppHandle) -> bool {
    app.state::<Closing>().0.load(Ordering::SeqCst)
}

/// Runs until the job is done or the person ends it.
pub(crate) fn run(runtime: &Runtime, start: Start, job: Job) -> Status {
    let _entered = runtime.enter();
    tauri::async_runtime::set(runtime.handle().clone());
    let told = Notify::new();
    let closed = if matches!(job, Job::Window) {
        told.notify_one();
        Status::Done
    } else {
        Status::Refused
    };
    let built = tauri::Builder::default()
        .manage(OnClose(closed))
        .manage(Closing::default())
        .manage(Told(told))
        .invoke_handler(ipc::handler())
        .on_window_event(|window, event| match event {
            WindowEvent::CloseRequested { api, .. } => {
                api.prevent_close();
                let app = window.app_handle();
                quit(app, app.state::<OnClose>().0);
            }
            WindowEvent::Focused(true) => attention::came(window),
            _ => {}
        })
        .setup(move |app| Ok(set_up(app.handle(), start, job)?))
        .build(tauri::generate_context!());
    let app = match built {
        Ok(app) => app,
        Err(error) => {
            say(&format!("The window system could not be used: {error}."));
            return Status::Usage;
        }
    };
    let code = app.run_return(|_, event| {
        if let RunEvent::Exit = event {
            surface::tear_down();
        }
    });
    Status::from_code(code)
}

fn set_up(app: &AppHandle, start: Start, job: Job) -> tauri::Result<()> {
    let surfaces = WindowSurfaces::new(app.clone(), window::ensure);
    let trace = start.trace;
    note_sandbox(start.sandbox, &trace);
    let file = start.data.join("settings.json");
    let (settings, unreadable) = config::load_settings(&file);
    let (consents, forgotten) = Consents::load(&start.data.join("consents.json"));
    let (approvals, unknown) = Approvals::load(&start.data.join(APPROVALS));
    let last_answers = start.data.join("last-answers.json");
    let surfaces = Some(Arc::new(surfaces) as _);
    let engine = engine::start(surfaces, settings, consents, start.sandbox, Some(last_answers), trace);
    app.manage(Arc::clone(&engine.host));
    app.manage(ContextSender(engine.context));
    app.manage(PageData(start.data.join("page")));
    app.manage(SettingsFile(file));
    app.manage(approvals);
    app.manage(Remembered(start.sources.remembered.clone()));
    tauri::async_runtime::spawn(ipc::forward(app.clone(), engine.updates));
    let handle = app.clone();
    tauri::async_runtime::spawn(async move {
        stopped().await;
        quit(&handle, handle.state::<OnClose>().0);
    });
    match job {
        Job::Window => {
            let (servers, mut problems) = start.sources.for_window(&app.state::<Approvals>());
            problems.extend(unreadable.into_iter().chain(forgotten).chain(unknown));
            engine.host.add_servers(servers, problems);
            window::show(app)?;
        }
        Job::Call(call) => {
            let (handle, host) = (app.clone(), engine.host);
            tauri::async_runtime::spawn(async move {
                let status = call.run(&host, true).await;
                handle.state::<Told>().0.notify_one();
                quit(&handle, status);
            });
        }
    }
    Ok(())
}

/// Ends the program once, after everything it holds has ended. The window goes at once.
fn quit(app: &AppHandle, status: Status) {
    if app.state::<Closing>().0.swap(true, Ordering::SeqCst) {
        return;
    }
    if let Some(window) = app.get_webview_window(window::LABEL)
        && let Err(error) = window.hide()
    {
        tracing::debug!(%error, "the window could not be hidden");
    }
    let (app, host) = (app.clone(), Arc::clone(app.state::<Arc<Host>>().inner()));
    tauri::async_runtime::spawn(async move {
        host.close().await;
        let _ = timeout(TELLING, app.state::<Told>().0.notified()).await;
        app.exit(i32::from(status.code()));
    });
}

/// Webviews without the system's sandbox are worth a step of the trace: everything else still holds.
fn note_sandbox(sandbox: Option<Sandbox>, trace: &TraceSink) {
    if sandbox == Some(Sandbox::Off) {
        let reason = Some("the system's sandbox for apps (bubblewrap) does not work here".to_owned());
        trace(TraceEntry { stage: "note".to_owned(), reason, ..TraceEntry::default() });
    }
}

/// Waits until somebody asks the program to end.
#[cfg(unix)]
pub(crate) async fn stopped() {
    use tokio::signal::unix::{SignalKind, signal};
    let wait = async |kind| match signal(kind) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        // Then the system's own way of ending the program stays in force.
        Err(_) => std::future::pending().await,
    };
    tokio::select! {
        () = wait(SignalKind::interrupt()) => {}
        () = wait(SignalKind::terminate()) => {}
        () = wait(SignalKind::hangup()) => {}
    }
}

/// Waits until somebody asks the program to end.
#[cfg(not(unix))]
pub(crate) async fn stopped() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
