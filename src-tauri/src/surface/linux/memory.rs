//! An app that takes more memory than it may is stopped (SBX-13). It costs itself only: WebKit would let it go on until
//! the system has none left.

use std::sync::Arc;
use std::time::Duration;

use askance_host::app::SurfaceEvent;
use tauri::AppHandle;
use tokio::time::MissedTickBehavior;

use super::channel::Channel;
use super::process::Process;

/// How often an app is looked at.
const EVERY: Duration = Duration::from_secs(1);

/// How many looks that saw nothing are one too many.
const BLIND: u32 = 3;

/// Watches an app until it ends. Away from the main thread: reading waits for what the process is doing.
pub(super) fn watch(app: AppHandle, channel: Arc<Channel>, process: Process, limit: u64) {
    tauri::async_runtime::spawn(async move {
        let mut every = tokio::time::interval(EVERY);
        every.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut blind = 0_u32;
        loop {
            every.tick().await;
            if channel.is_dead() {
                return;
            }
            match tokio::task::spawn_blocking(move || process.memory()).await {
                Ok(Some(taken)) if taken > limit => break,
                Ok(Some(_)) => {}
                // It starts just now or ends just now; or the system keeps it from us.
                Ok(None) | Err(_) => {
                    blind = blind.saturating_add(1);
                    if blind == BLIND && !channel.is_dead() {
                        channel.report(SurfaceEvent::Unwatched);
                    }
                }
            }
        }
        channel.report(SurfaceEvent::MemoryExceeded);
        let name = channel.name().to_owned();
        // Fails only when the program is ending, and the app with it.
        let _ = app.run_on_main_thread(move || super::attend(&name));
    });
}
