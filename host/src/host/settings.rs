//! What the person set, as it is now.

use super::Host;
use crate::config;
use crate::view::{Settings, Update};

impl Host {
    /// The settings in force.
    pub fn settings(&self) -> Settings {
        *self.settings.borrow()
    }

    /// Changes them; what is on screen already stays as it is. Turning apps off counts for questions at once, and for
    /// what is declared to a server with its next connection (SEC-12, CAP-13).
    pub fn set_settings(&self, settings: Settings) -> Settings {
        let settings = config::bounded(settings);
        self.settings.send_replace(settings);
        self.last.want(settings.last_answers);
        let _ = self.updates.send(Update::Settings(settings));
        self.tell_all();
        settings
    }
}
