//! What an app's document may do: its CSP, its permissions, and whether the network is there at all.

use serde_json::{Map, Value, json};

use super::csp::{Extent, Sources};
use super::grant::Grant;
use crate::digest::sha256;
use crate::view::AppFeature;

/// Members of `permissions`, each with what it asks for and its name in the `allow` attribute, in that attribute's
/// order (PRM-02).
const FEATURES: [(&str, AppFeature, &str); 4] = [
    ("camera", AppFeature::Camera, "camera"),
    ("microphone", AppFeature::Microphone, "microphone"),
    ("geolocation", AppFeature::Geolocation, "geolocation"),
    ("clipboardWrite", AppFeature::ClipboardWrite, "clipboard-write"),
];

/// How much of a policy, of how many dropped entries, and of each of them, the trace shows.
const MAX_SHOWN: usize = 2_000;
const MAX_DROPPED_SHOWN: usize = 10;
const MAX_ENTRY_SHOWN: usize = 100;

/// The policy of one document, decided before anything of it is loaded (CSP-11).
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Its sources.
    pub sources: Sources,
    /// What it requests in a valid way, in order. Requested is not granted (PRM-05).
    pub requested: Vec<AppFeature>,
    /// What of that the person lets it use (PRM-04).
    pub granted: Vec<AppFeature>,
}

impl Policy {
    /// Reads the UI metadata of a resource; without any, nothing is granted (CSP-02).
    pub fn read(ui: Option<&Map<String, Value>>, extent: Extent) -> Self {
        let member = |name: &str| ui.and_then(|ui| ui.get(name)).and_then(Value::as_object);
        Self {
            sources: Sources::approve(member("csp"), extent),
            requested: member("permissions").map(features).unwrap_or_default(),
            granted: Vec::new(),
        }
    }

    /// The same after the person has said yes to all that it asks.
    #[must_use]
    pub fn agreed(self) -> Self {
        Self { granted: self.requested.clone(), ..self }
    }

    /// All that it asks for.
    pub fn asks(&self) -> Grant {
        let places = self.sources.by_feature().into_iter().map(|(feature, sources)| (feature, sources.to_vec()));
        let devices = self.requested.iter().map(|feature| (*feature, Vec::new()));
        Grant::of(places.chain(devices))
    }

    /// SHA-256 of what it asks for, to tell one policy from another (RES-12).
    pub fn digest(&self) -> String {
        sha256(&format!("{}\n{}", self.sources.policy(), self.clone().agreed().allow()))
    }

    /// The frame's `allow` attribute: what is granted, as far as it was requested (PRM-01, PRM-02).
    pub fn allow(&self) -> String {
        self.in_use().map(|(_, _, name)| *name).collect::<Vec<_>>().join("; ")
    }

    /// The same as `hostCapabilities.sandbox.permissions` reports it (CSP-09).
    pub fn permissions(&self) -> Value {
        self.in_use().map(|(member, ..)| ((*member).to_owned(), json!({}))).collect::<Map<_, _>>().into()
    }

    fn in_use(&self) -> impl Iterator<Item = &'static (&'static str, AppFeature, &'static str)> {
        FEATURES.iter().filter(|(_, feature, _)| self.requested.contains(feature) && self.granted.contains(feature))
    }

    /// The effective policy and what was dropped, for the trace (CSP-08).
    pub(super) fn summary(&self) -> String {
        let mut summary: String = self.sources.policy().chars().take(MAX_SHOWN).collect();
        for (field, entry) in self.sources.dropped.iter().take(MAX_DROPPED_SHOWN) {
            let entry: String = entry.to_string().chars().take(MAX_ENTRY_SHOWN).collect();
            summary.push_str(&format!("; dropped from {field}: {entry}"));
        }
        summary
    }
}

/// PRM-01…03: known members that are objects; the rest is ignored.
fn features(permissions: &Map<String, Value>) -> Vec<AppFeature> {
    let valid = FEATURES.iter().filter(|(member, ..)| permissions.get(*member).is_some_and(Value::is_object));
    valid.map(|(_, feature, _)| *feature).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    // PRM-02, PRM-03
    #[test]
    fn permissions_in_order_and_only_objects() {
        let ui = json!({ "permissions": { "clipboardWrite": {}, "camera": {"x": 1}, "microphone": true, "geolocation": null } });
        let policy = Policy::read(ui.as_object(), Extent::Public);
        assert_eq!(policy.requested, [AppFeature::Camera, AppFeature::ClipboardWrite]);
        let ui = json!({ "permissions": ["camera"], "csp": "https://a.example" });
        let policy = Policy::read(ui.as_object(), Extent::Public);
        assert_eq!((policy.requested.as_slice(), policy.sources), ([].as_slice(), Sources::default()));
    }

    // PRM-04, PRM-05, CSP-09
    #[test]
    fn only_what_is_requested_and_granted_is_in_use() {
        let ui = json!({ "permissions": { "microphone": {}, "clipboardWrite": {} } });
        let policy = Policy::read(ui.as_object(), Extent::Public);
        assert_eq!((policy.allow().as_str(), policy.permissions()), ("", json!({})));
        let agreed = policy.clone().agreed();
        assert_eq!(agreed.allow(), "microphone; clipboard-write");
        assert_eq!(agreed.permissions(), json!({ "microphone": {}, "clipboardWrite": {} }));
        let other = Policy { granted: vec![AppFeature::Camera, AppFeature::ClipboardWrite], ..policy };
        assert_eq!(other.allow(), "clipboard-write");
    }
}
