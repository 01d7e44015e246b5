//! Whether an app may be shown: a pure function of the switches and of what was allowed before (SEC-06, SEC-12).

use crate::app::grant::Grant;
use crate::view::{AppPlace, AppsPolicy, Settings};

/// What the person set for the apps of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// No server's apps are shown.
    Off,
    /// None are shown in questions, or beside results, whichever it is about.
    OffHere,
    /// This server's are not.
    Never,
    /// The person is asked.
    Ask,
    /// They are shown without asking.
    Always,
}

impl Switch {
    /// From “Let servers show their own apps” with what is below it, and the server's own.
    pub fn of(settings: &Settings, place: AppPlace, server: AppsPolicy) -> Self {
        match server {
            _ if !settings.apps => Self::Off,
            _ if !settings.shows_apps(place) => Self::OffHere,
            AppsPolicy::Never => Self::Never,
            AppsPolicy::Ask => Self::Ask,
            AppsPolicy::Always => Self::Always,
        }
    }

    /// Whether no app is shown, so that none is offered to be shown either (CAP-04).
    pub fn is_shut(self) -> bool {
        matches!(self, Self::Off | Self::OffHere | Self::Never)
    }
}

/// What becomes of an app that has been read.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It is shown, without asking.
    Go,
    /// The person is asked; what goes beyond what was allowed before, in words.
    Ask(Vec<String>),
    /// It is not shown.
    Shut,
}

/// Decides on an app that asks for `wanted`.
pub fn verdict(switch: Switch, remembered: Option<&Grant>, wanted: &Grant) -> Verdict {
    match (switch, remembered) {
        (Switch::Off | Switch::OffHere | Switch::Never, _) => Verdict::Shut,
        (Switch::Always, _) => Verdict::Go,
        (Switch::Ask, None) => Verdict::Ask(Vec::new()),
        (Switch::Ask, Some(allowed)) => {
            let beyond = wanted.beyond(allowed);
            if beyond.is_empty() { Verdict::Go } else { Verdict::Ask(beyond.words()) }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::view::AppFeature;

    // SEC-06, SEC-12
    #[test]
    fn the_table() {
        let nothing = Grant::default();
        let host = |name: &str| Grant::of([(AppFeature::Connect, vec![format!("https://{name}.example")])]);
        let camera = Grant::of([(AppFeature::Camera, Vec::new())]);
        let (a, b) = (host("a"), host("b"));
        let ask = |words: &[&str]| Verdict::Ask(words.iter().map(|word| (*word).to_owned()).collect());
        for (apps, server, remembered, wanted, expected) in [
            (false, AppsPolicy::Always, Some(&a), &a, Verdict::Shut),
            (false, AppsPolicy::Ask, None, &nothing, Verdict::Shut),
            (true, AppsPolicy::Never, Some(&a), &a, Verdict::Shut),
            (true, AppsPolicy::Always, None, &camera, Verdict::Go),
            (true, AppsPolicy::Always, Some(&a), &b, Verdict::Go),
            (true, AppsPolicy::Ask, None, &nothing, ask(&[])),
            (true, AppsPolicy::Ask, None, &a, ask(&[])),
            (true, AppsPolicy::Ask, Some(&a), &a, Verdict::Go),
            (true, AppsPolicy::Ask, Some(&a), &nothing, Verdict::Go),
            (true, AppsPolicy::Ask, Some(&nothing), &nothing, Verdict::Go),
            (true, AppsPolicy::Ask, Some(&nothing), &a, ask(&["reach a.example"])),
            (true, AppsPolicy::Ask, Some(&a), &b, ask(&["reach b.example"])),
            (true, AppsPolicy::Ask, Some(&a), &camera, ask(&["use the camera"])),
        ] {
            let settings = Settings { apps, ..Settings::default() };
            for place in [AppPlace::Question, AppPlace::Result] {
                let switch = Switch::of(&settings, place, server);
                assert_eq!(verdict(switch, remembered, wanted), expected, "{switch:?} {remembered:?} {wanted:?}");
                assert_eq!(switch.is_shut(), expected == Verdict::Shut);
            }
            let (here, there) = (AppPlace::Question, AppPlace::Result);
            for (apps_in_questions, shut, other) in [(false, here, there), (true, there, here)] {
                let settings = Settings { apps_in_questions, apps_in_results: !apps_in_questions, ..settings };
                assert_eq!(verdict(Switch::of(&settings, shut, server), remembered, wanted), Verdict::Shut);
                assert_eq!(verdict(Switch::of(&settings, other, server), remembered, wanted), expected);
            }
        }
    }
}
