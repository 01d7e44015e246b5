//! A view of a tool's call, and how any app is shown: its size, its display mode, what it says.

use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use super::bridge::ToolOutcome;
use super::failure::AppFailure;
use super::instance::AppInstance;
use super::said;
use super::turn::Turn;

/// Changes of its height that an app may make a second, and in one go: an animation settles, a loop ends (P41).
pub(super) const RESIZES: (f64, f64) = (2.0, 20.0);

/// After how long without another wish the last one is granted that was not: a change is left by then.
const SETTLED: Duration = Duration::from_millis(500);

impl AppInstance {
    /// Waits until a tool's view wants to be closed (BRG-16). Dropping the future loses nothing.
    ///
    /// # Errors
    /// [`AppFailure`]: a crash, a flood, the frame's navigation.
    pub async fn show(&mut self) -> Result<(), AppFailure> {
        self.run_to(|turn| matches!(turn, Turn::CloseRequested)).await.map(|_| ())
    }

    /// The tool's call has ended; its view hears of it, once (BRG-20, BRG-21).
    ///
    /// # Errors
    /// [`AppFailure`] as [`AppInstance::show`].
    pub fn tell(&mut self, outcome: ToolOutcome) -> Result<(), AppFailure> {
        let effects = self.bridge.ended(outcome);
        self.run(effects).map(|_| ())
    }

    /// The display mode in force is another one: the person sees it, and the app hears of it (BRG-08).
    pub(super) fn show_as(&mut self, mode: &'static str) -> Result<Option<Turn>, AppFailure> {
        self.bridge.set_mode(mode);
        self.view.send_modify(|view| view.fullscreen = mode == "fullscreen");
        self.tell_context()
    }

    /// A wish for a height; the width is the host's (P38). The last one counts, if later than it wants (P41).
    pub(super) fn resize(&mut self, height: Option<u32>, now: Instant) {
        let Some(height) = height else { return };
        self.wished = None;
        if self.view.borrow().height == Some(height) {
            return;
        }
        if self.resizes.take(now) {
            self.view.send_modify(|view| view.height = Some(height));
        } else {
            self.note("bridge", Some("its height stays: it changes too often".to_owned()));
            self.wished = Some((height, now + SETTLED));
        }
    }

    /// It has asked for no other height for a while.
    pub(super) fn settle(&mut self, now: Instant) {
        self.resize(self.wished.map(|(height, _)| height), now);
    }

    /// What it wants to be known from here on (BRG-07).
    pub(super) fn know(&mut self, context: Option<&Value>) {
        self.view.send_modify(|view| said::context(&mut view.said, context));
    }
}
