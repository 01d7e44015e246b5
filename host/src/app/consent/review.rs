//! One app on its way from its document to the screen, with the person in between.

use std::sync::Arc;

use tokio::sync::{oneshot, watch};
use uuid::Uuid;

use super::{Asks, Consents, Open, Switch, Verdict, verdict};
use crate::app::csp::Extent;
use crate::app::{Launch, page};
use crate::trace::Trace;
use crate::view::{AppConsent, AppPage, AppState, AppView, Settings};

/// One app; for as long as this lives its source can be looked at.
#[derive(Debug)]
pub struct Review {
    pub(super) consents: Arc<Consents>,
    pub(super) instance: Uuid,
    pub(super) server: String,
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
        let mut page = page::page(&self.uri, &launch.html, &launch.policy);
        let show = |page: AppPage, now: AppState| {
            view.send_modify(|view| {
                view.page = Some(page);
                view.state = now;
            });
        };
        let mut said = self.open(&launch, &page.sha256);
        let mut changes = self.consents.changes.subscribe();
        let mut asked = None;
        let goes = loop {
            changes.borrow_and_update();
            let switch = self.switch(&settings.borrow_and_update());
            let (verdict, allowed_at) = self.verdict(switch, &launch, &page.sha256);
            page.allowed_at = allowed_at;
            match verdict {
                // What the person has just said comes first.
                _ if !said.is_empty() => {}
                Verdict::Go => {
                    step(if switch == Switch::Always { "switch: always" } else { "remembered" });
                    break true;
                }
                Verdict::Shut => {
                    step(if switch == Switch::Off { "switch: off" } else { "switch: never" });
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
        page.allowed_at = self.verdict(Switch::Ask, &launch, &page.sha256).1;
        show(page::agreed(page), AppState::Starting);
        Some(Launch { policy: launch.policy.agreed(), ..launch })
    }

    /// The document can be looked at, and the person's word is waited for.
    fn open(&self, launch: &Launch, sha256: &str) -> oneshot::Receiver<AppConsent> {
        let (said, hears) = oneshot::channel();
        let asks = Asks {
            server: self.server.clone(),
            identity: self.identity.clone(),
            wanted: launch.policy.asks(),
            sha256: sha256.to_owned(),
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
        self.consents.switch(&self.server, settings)
    }

    /// The verdict, and when the person allowed this very document.
    fn verdict(&self, switch: Switch, launch: &Launch, sha256: &str) -> (Verdict, Option<u64>) {
        let state = self.consents.state();
        let allowed = state.remembered.of(&self.server, &self.identity);
        let verdict = verdict(switch, allowed.map(|allowed| &allowed.grant), &launch.policy.asks());
        (verdict, allowed.and_then(|allowed| allowed.at(sha256)))
    }
}

impl Drop for Review {
    fn drop(&mut self) {
        self.consents.state().open.remove(&self.instance);
    }
}
