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

/// Watches an app until it ends. Away from the main thread: reading waits for what the process is doing.
pub(super) fn watch(app: AppHandle, channel: Arc<Channel>, process: Process, limit: u64) {
    tauri::async_runtime::spawn(async move {
        let mut every = tokio::time::interval(EVERY);
        every.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            if channel.is_dead() {
                return;
            }
            match tokio::task::spawn_blocking(move || process.memory()).await {
                Ok(taken) if taken <= limit => {}
                Ok(_) => break,
                Err(error) => return tracing::warn!(%error, "the memory of an app is not watched any more"),
            }
        }
        channel.report(SurfaceEvent::MemoryExceeded);
        let name = channel.name().to_owned();
        // Fails only when the program is ending, and the app with it.
        let _ = app.run_on_main_thread(move || super::attend(&name));
    });
}
