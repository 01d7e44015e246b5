//! Whether input may reach an app: not before it has been visible for a moment, so that a click meant for what was
//! there before does not become an answer (known-problems A19, APP-29).

use std::time::Duration;

/// How long an app takes no click or key after it becomes visible.
pub(super) const GUARD: Duration = Duration::from_millis(500);

/// The guard of one app. It reads no clock: a click made in time may be looked at much later. The main loop opens it, in
/// its turn after all input that came before.
#[derive(Default)]
pub(super) struct Guard {
    showing: Showing,
    open: bool,
    visible: bool,
}

/// One time that an app is visible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Showing(u64);

impl Guard {
    /// It is shown, unless it is already: the guard is to be opened for this showing after [`GUARD`].
    pub(super) fn show(&mut self) -> Option<Showing> {
        if std::mem::replace(&mut self.visible, true) {
            return None;
        }
        self.showing.0 += 1;
        Some(self.showing)
    }

    /// It is hidden. True if that is a change.
    pub(super) fn hide(&mut self) -> bool {
        self.open = false;
        std::mem::replace(&mut self.visible, false)
    }

    /// It has been visible long enough: opens, and says so. False if it was hidden since.
    pub(super) fn open(&mut self, showing: Showing) -> bool {
        let still = self.visible && self.showing == showing;
        self.open |= still;
        still
    }

    /// Whether input may pass.
    pub(super) fn is_open(&self) -> bool {
        self.open
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    // APP-29, known-problems A19
    #[test]
    fn input_passes_once_it_has_been_visible_long_enough() {
        let mut guard = Guard::default();
        assert!(!guard.is_open(), "hidden");
        let showing = guard.show().unwrap();
        assert_eq!(guard.show(), None, "no change");
        assert!(!guard.is_open());
        assert!(guard.open(showing));
        assert!(guard.is_open());
        assert!(guard.hide());
        assert!(!guard.hide(), "no change");
        assert!(!guard.is_open());
    }

    #[test]
    fn each_showing_waits_for_itself() {
        let mut guard = Guard::default();
        let first = guard.show().unwrap();
        guard.hide();
        assert!(!guard.open(first));
        assert!(!guard.is_open(), "hidden meanwhile");
        let second = guard.show().unwrap();
        assert!(!guard.open(first));
        assert!(!guard.is_open(), "the time of the first does not count for the second");
        assert!(guard.open(second));
        assert!(guard.is_open());
    }
}
