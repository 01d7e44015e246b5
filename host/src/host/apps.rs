//! Whether servers' apps are shown, and what the person lets them do (SEC-06, SEC-12).

use uuid::Uuid;

use super::Host;
use crate::Problem;
use crate::app::consent::Switch;
use crate::config::ServerSpec;
use crate::connection::Declared;
use crate::view::{AppConsent, AppPlace, AppsPolicy};

impl Host {
    /// Sets whether a server's apps are shown, and whether they may reach this computer. Questions that come from now on
    /// are decided by it, and so are apps that wait for the person; what is on screen stays. What was declared to the
    /// server stays too, for as long as its connection lasts: programs are not started again for this (CAP-13).
    ///
    /// Gives the server's entry as it is now.
    ///
    /// # Errors
    /// `server.unknown`.
    pub fn set_apps(&self, server: &str, apps: AppsPolicy, developer: bool) -> Result<ServerSpec, Problem> {
        self.with_server(server, |known| {
            known.spec = ServerSpec { apps, developer, ..known.spec.clone() };
            known.offer.send_modify(|offer| offer.trusted = apps == AppsPolicy::Always);
            // Told while the list is locked, so that the last change is the one that holds.
            self.consents.know(&known.spec);
            known.spec.clone()
        })
    }

    /// What the person says to an app that waits for consent.
    ///
    /// # Errors
    /// `app.unknown` where it does not wait; `consent.not-written`: it is done, and holds until the program ends.
    pub fn consent_to_app(&self, instance: Uuid, consent: AppConsent) -> Result<(), Problem> {
        self.consents.decide(instance, consent)
    }

    /// Forgets what the apps of a server were allowed; the next one asks. Those on screen stay.
    ///
    /// # Errors
    /// `consent.not-written`: it is done, and holds until the program ends.
    pub fn forget_app_consent(&self, server: &str) -> Result<(), Problem> {
        self.consents.forget(server)
    }

    /// The HTML of an app that waits for consent or runs, as its server sent it.
    ///
    /// # Errors
    /// `app.unknown`.
    pub fn app_source(&self, instance: Uuid) -> Result<String, Problem> {
        self.consents.source(instance)
    }

    /// What is declared to a server with its next connection: of apps only what is not turned off (CAP-04).
    pub(super) fn declared_to(&self, spec: &ServerSpec) -> Declared {
        let shown = |place| !Switch::of(&self.settings(), place, spec.apps).is_shut();
        let (in_questions, in_results) = (shown(AppPlace::Question), shown(AppPlace::Result));
        Declared {
            apps: self.declared.apps && (in_questions || in_results),
            app_answers: self.declared.app_answers && in_questions,
            ..self.declared
        }
    }
}
