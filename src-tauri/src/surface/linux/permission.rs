//! What an app wants of the person's devices: refused, but for what its policy names, and that is asked at its first
//! use (PRM-04).

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use askance_host::app::SurfaceEvent;
use askance_host::view::AppFeature;
use gtk::glib;
use gtk::glib::prelude::*;
use webkit2gtk::{
    GeolocationPermissionRequest, PermissionRequest, PermissionRequestExt, UserMediaPermissionRequest,
    UserMediaPermissionRequestExt, WebViewExt,
};

use super::channel::Channel;

/// How many requests of one app may wait for the person.
const WAITING: usize = 4;

/// How long one waits; what the person says later holds for the next.
const PATIENCE: Duration = Duration::from_secs(60);

/// The permissions of one app.
pub(super) struct Permissions {
    channel: Arc<Channel>,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    /// What it may ask for, and what the person said. Everything else is refused.
    offered: HashMap<AppFeature, Option<bool>>,
    waiting: Vec<Waiting>,
}

struct Waiting {
    request: PermissionRequest,
    features: Vec<AppFeature>,
}

/// Answers the requests of a webview.
pub(super) fn watch(widget: &webkit2gtk::WebView, permissions: &Rc<Permissions>) {
    let permissions = Rc::clone(permissions);
    widget.connect_permission_request(move |_, request| {
        permissions.take(request);
        true
    });
}

impl Permissions {
    pub(super) fn new(channel: Arc<Channel>) -> Self {
        Self { channel, state: RefCell::default() }
    }

    /// Takes a frame's `allow` attribute. Whether cameras or microphones are among it.
    pub(super) fn offer(&self, allow: &str) -> bool {
        let mut state = self.state.borrow_mut();
        state.offered = allow.split(';').map(str::trim).filter_map(feature).map(|feature| (feature, None)).collect();
        [AppFeature::Camera, AppFeature::Microphone].iter().any(|device| state.offered.contains_key(device))
    }

    /// The person has decided, for as long as the app lives.
    pub(super) fn decide(&self, feature: AppFeature, yes: bool) {
        let ready = {
            let mut state = self.state.borrow_mut();
            let Some(said) = state.offered.get_mut(&feature) else { return };
            *said = Some(yes);
            let (waiting, offered) = (std::mem::take(&mut state.waiting), state.offered.clone());
            let (ready, still): (Vec<_>, Vec<_>) =
                waiting.into_iter().partition(|one| verdict(&offered, &one.features).is_some());
            state.waiting = still;
            ready.into_iter().map(|one| (verdict(&offered, &one.features) == Some(true), one)).collect::<Vec<_>>()
        };
        for (yes, one) in ready {
            if yes { one.request.allow() } else { one.request.deny() }
        }
    }

    /// The app ends.
    pub(super) fn refuse_all(&self) {
        let waiting = std::mem::take(&mut *self.state.borrow_mut()).waiting;
        waiting.iter().for_each(|one| one.request.deny());
    }

    fn take(self: &Rc<Self>, request: &PermissionRequest) {
        let features = wanted(request);
        let mut state = self.state.borrow_mut();
        match verdict(&state.offered, &features) {
            Some(true) => request.allow(),
            Some(false) => request.deny(),
            None if state.waiting.len() == WAITING => request.deny(),
            None => {
                let asked = |feature: &AppFeature| state.waiting.iter().any(|one| one.features.contains(feature));
                let new: Vec<_> = features
                    .iter()
                    .filter(|feature| state.offered[feature].is_none() && !asked(feature))
                    .copied()
                    .collect();
                state.waiting.push(Waiting { request: request.clone(), features });
                drop(state);
                new.into_iter().for_each(|feature| self.channel.report(SurfaceEvent::Wants(feature)));
                let (this, request) = (Rc::downgrade(self), request.clone());
                glib::timeout_add_local_once(PATIENCE, move || {
                    if let Some(this) = this.upgrade() {
                        this.give_up(&request);
                    }
                });
            }
        }
    }

    fn give_up(&self, request: &PermissionRequest) {
        let mut state = self.state.borrow_mut();
        let Some(at) = state.waiting.iter().position(|one| one.request == *request) else { return };
        let late = state.waiting.remove(at);
        drop(state);
        late.request.deny();
    }
}

/// What is known of all these features: none of the person's answers may be missing, none may be no.
fn verdict(offered: &HashMap<AppFeature, Option<bool>>, features: &[AppFeature]) -> Option<bool> {
    let said = |feature| offered.get(feature).copied().unwrap_or(Some(false));
    if features.is_empty() || features.iter().any(|feature| said(feature) == Some(false)) {
        Some(false)
    } else {
        features.iter().all(|feature| said(feature) == Some(true)).then_some(true)
    }
}

/// The feature of a word of an `allow` attribute (PRM-01) that WebKit asks for. It does not ask about the clipboard:
/// clipboard.js does.
fn feature(word: &str) -> Option<AppFeature> {
    match word {
        "camera" => Some(AppFeature::Camera),
        "microphone" => Some(AppFeature::Microphone),
        "geolocation" => Some(AppFeature::Geolocation),
        _ => None,
    }
}

/// What a request is for; nothing where it is for something that is never granted: the screen, notifications, the
/// pointer, the list of devices, protected media, another site's data.
fn wanted(request: &PermissionRequest) -> Vec<AppFeature> {
    if request.is::<GeolocationPermissionRequest>() {
        return vec![AppFeature::Geolocation];
    }
    let Some(media) = request.downcast_ref::<UserMediaPermissionRequest>() else { return Vec::new() };
    let all =
        [(media.is_for_video_device(), AppFeature::Camera), (media.is_for_audio_device(), AppFeature::Microphone)];
    all.into_iter().filter_map(|(is, feature)| is.then_some(feature)).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    // PRM-04
    #[test]
    fn only_what_is_offered_is_asked_and_only_yes_to_all_is_yes() {
        use AppFeature::{Camera, Geolocation, Microphone};
        let offered = HashMap::from([(Camera, Some(true)), (Microphone, None)]);
        assert_eq!(verdict(&offered, &[Camera]), Some(true));
        assert_eq!(verdict(&offered, &[Microphone]), None);
        assert_eq!(verdict(&offered, &[Camera, Microphone]), None);
        assert_eq!(verdict(&offered, &[Geolocation]), Some(false));
        assert_eq!(verdict(&offered, &[Camera, Geolocation]), Some(false));
        assert_eq!(verdict(&offered, &[]), Some(false));
    }

    // PRM-01, PRM-03
    #[test]
    fn the_allow_attribute_is_what_may_be_asked_for() {
        let permissions = Permissions::new(Arc::new(Channel::new()));
        assert!(!permissions.offer(""));
        assert!(!permissions.offer("geolocation; clipboard-write"));
        assert_eq!(permissions.state.borrow().offered.len(), 1);
        assert!(permissions.offer("camera; microphone; fullscreen"));
        permissions.decide(AppFeature::Geolocation, true);
        permissions.decide(AppFeature::Camera, true);
        let state = permissions.state.borrow();
        assert_eq!(state.offered, HashMap::from([(AppFeature::Camera, Some(true)), (AppFeature::Microphone, None)]));
    }
}
