//! A question that comes while the person looks elsewhere calls for them (APP-45): the window's title counts what waits,
//! the window asks for attention, and the system shows a notification, which names the server and nothing of the question.

mod waiting;

#[cfg(target_os = "linux")]
#[path = "linux.rs"]
mod notification;
#[cfg(not(target_os = "linux"))]
#[path = "other.rs"]
mod notification;

use std::time::Duration;

use askance_host::view::Update;
use tauri::{AppHandle, Manager, UserAttentionType, WebviewWindow, Window};
use tokio::time::Instant;

use crate::window;
use waiting::{News, Waiting};

/// The least time between two notifications, however many questions come (A26).
const QUIET: Duration = Duration::from_secs(5);

/// Calls the person.
#[derive(Default)]
pub(crate) struct Attention {
    waiting: Waiting,
    /// When the next notification may come; at once before the first.
    next: Option<Instant>,
}

impl Attention {
    /// What the page is about to be told. Before a window is put on screen for it: that one needs no other call.
    pub(crate) fn hear<'a>(&mut self, app: &AppHandle, updates: impl IntoIterator<Item = &'a Update>) {
        let Some(News { count, arrived }) = self.waiting.hear(updates) else { return };
        let Some(window) = app.get_webview_window(window::LABEL) else { return };
        let now = Instant::now();
        let notify = arrived.is_some() && self.next.is_none_or(|next| now >= next);
        if notify {
            self.next = Some(now + QUIET);
        }
        // Fails only when the program is ending.
        let _ = app.run_on_main_thread(move || {
            if let Err(error) = call(&window, count, arrived.as_deref(), notify) {
                tracing::debug!(%error, "the person could not be called");
            }
        });
    }
}

/// On the main thread.
fn call(window: &WebviewWindow, count: usize, arrived: Option<&str>, notify: bool) -> tauri::Result<()> {
    window.set_title(&title(count))?;
    let Some(server) = arrived else { return Ok(()) };
    if window.is_focused()? || !window.is_visible()? {
        return Ok(());
    }
    if notify {
        notification::show(window.app_handle(), &format!("{server} asks you something"));
    }
    window.request_user_attention(Some(UserAttentionType::Informational))
}

/// The person has come: the window has what it asked for.
pub(crate) fn came(window: &Window) {
    if let Err(error) = window.request_user_attention(None) {
        tracing::debug!(%error, "the window still asks for attention");
    }
}

fn title(count: usize) -> String {
    if count == 0 { "Askance".to_owned() } else { format!("({count}) Askance") }
}
