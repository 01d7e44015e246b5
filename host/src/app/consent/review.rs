//! One app on its way from its document to the screen, with the person in between.

use std::sync::Arc;

use tokio::sync::{oneshot, watch};
use uuid::Uuid;

use super::{Asks, Consents, Open, Switch, Verdict, verdict};
use crate::app::csp::Extent;
use crate::app::{Launch, page};
use crate::trace::Trace;
use crate::view::{AppConsent, AppPage, AppPart, AppPlace, AppState, AppView, Settings};

/// One app; for as long as this lives its source can be looked at.
#[derive(Debug)]
pub struct Review {
    pub(super) consents: Arc<Consents>,
    pub(super) instance: Uuid,
    pub(super) server: String,
    pub(super) place: AppPlace,
    /// Of the server, as it was when this began.
    pub(super) identity: String,
    pub(super) uri: String,
    pub(super) extent: Extent,
}

impl Review {
    /// How far the sources of its policy may lie (CSP-07).
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// Decides on the document, and waits for the person where they have to be asked. `view` tells the window: what the
    /// app is, and whether it waits. None: it is not shown, which is no failure. Dropping the future takes the request
    /// back.
    pub async fn admit(
        &self,
        launch: Launch,
        mut settings: watch::Receiver<Settings>,
        trace: &Trace,
        view: &watch::Sender<AppView>,
    ) -> Option<Launch> {
        trace.step("policy", Some("app"), Some(launch.policy.summary()));
        let step = |how: &str| trace.step("consent", Some("app"), Some(how.to_owned()));
        let mut page = page::page(&self.uri, &launch.html, &launch.policy, launch.prefers_border);
        let show = |page: AppPage, now: AppState| {
            view.send_modify(|view| {
                view.page = Some(page);
                view.state = now;
            });
        };
        let policy = launch.policy.digest();
        let mut said = self.open(&launch, &page.sha256, &policy);
        let mut changes = self.consents.changes.subscribe();
        let mut asked = None;
        let goes = loop {
            changes.borrow_and_update();
            let switch = self.switch(&settings.borrow_and_update());
            self.compare(&mut page, &policy);
            match self.verdict(switch, &launch) {
                // What the person has just said comes first.
                _ if !said.is_empty() => {}
                Verdict::Go => {
                    step(if switch == Switch::Always { "switch: always" } else { "remembered" });
                    break true;
                }
                Verdict::Shut => {
                    step(match switch {
                        Switch::Off => "switch: off",
                        Switch::OffHere => "switch: off here",
                        _ => "switch: never",
                    });
                    break false;
                }
                Verdict::Ask(wider) if asked.as_ref() != Some(&wider) => {
                    step(if wider.is_empty() { "asked" } else { "asked: it wants more" });
                    show(page.clone(), AppState::Consent { wider: wider.clone() });
                    asked = Some(wider);
                }
                Verdict::Ask(_) => {}
            }
            tokio::select! {
                biased;
                consent = &mut said => break self.take(consent.ok(), step),
                Ok(()) = changes.changed() => {}
                Ok(()) = settings.changed() => {}
            }
        };
        self.close();
        if !goes {
            return None;
        }
        self.compare(&mut page, &policy);
        show(page::agreed(page), AppState::Starting);
        Some(Launch { policy: launch.policy.agreed(), ..launch })
    }

    /// The document can be looked at, and the person's word is waited for.
    fn open(&self, launch: &Launch, sha256: &str, policy: &str) -> oneshot::Receiver<AppConsent> {
        let (said, hears) = oneshot::channel();
        let asks = Asks {
            server: self.server.clone(),
            identity: self.identity.clone(),
            uri: self.uri.clone(),
            wanted: launch.policy.asks(),
            sha256: sha256.to_owned(),
            policy: policy.to_owned(),
            said,
        };
        let open = Open { html: launch.html.as_str().into(), asks: Some(asks) };
        self.consents.state().open.insert(self.instance, open);
        hears
    }

    /// Nothing is asked any more.
    fn close(&self) {
        if let Some(open) = self.consents.state().open.get_mut(&self.instance) {
            open.asks = None;
        }
    }

    fn take(&self, consent: Option<AppConsent>, step: impl Fn(&str)) -> bool {
        let (how, goes) = match consent {
            Some(AppConsent::Once) => ("once", true),
            Some(AppConsent::Always) => ("always", true),
            Some(AppConsent::Never) | None => ("never", false),
        };
        step(how);
        goes
    }

    fn switch(&self, settings: &Settings) -> Switch {
        self.consents.switch(&self.server, self.place, settings)
    }

    fn verdict(&self, switch: Switch, launch: &Launch) -> Verdict {
        let state = self.consents.state();
        let allowed = state.remembered.of(&self.server, &self.identity).and_then(|allowed| allowed.grant.as_ref());
        verdict(switch, allowed, &launch.policy.asks())
    }

    /// When the person last allowed the app of this address, and what is another one since (RES-12).
    fn compare(&self, page: &mut AppPage, policy: &str) {
        let state = self.consents.state();
        let known = state.remembered.of(&self.server, &self.identity).and_then(|allowed| allowed.app(&self.uri));
        page.allowed_at = known.map(|app| app.at);
        page.changed.clear();
        let Some(known) = known else { return };
        page.changed.extend((known.sha256 != page.sha256).then_some(AppPart::Document));
        page.changed.extend((known.policy != policy).then_some(AppPart::Policy));
    }
}

impl Drop for Review {
    fn drop(&mut self) {
        self.consents.state().open.remove(&self.instance);
    }
}
