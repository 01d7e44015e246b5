//! Whether the person took part in an app's answer (APP-29).

use std::time::Duration;

use tokio::time::Instant;

use super::surface::SurfaceEvent;

/// How long an app must have been visible before a click counts: what comes sooner was not meant for it.
const SETTLED: Duration = Duration::from_millis(500);

/// What the window system saw of the person in one surface.
#[derive(Debug, Default)]
pub(super) struct Presence {
    visible_since: Option<Instant>,
    touched: bool,
}

impl Presence {
    pub(super) fn note(&mut self, event: &SurfaceEvent, now: Instant) {
        match event {
            SurfaceEvent::Visible(true) => _ = self.visible_since.get_or_insert(now),
            SurfaceEvent::Visible(false) => self.visible_since = None,
            SurfaceEvent::Touched => {
                self.touched |= self.visible_since.is_some_and(|since| now.duration_since(since) >= SETTLED);
            }
            _ => {}
        }
    }

    /// A question was handed over: a click from before was not an answer to it.
    pub(super) fn forget_touch(&mut self) {
        self.touched = false;
    }

    pub(super) fn touched(&self) -> bool {
        self.touched
    }
}
