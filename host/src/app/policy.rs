//! What an app's document may do: its CSP, its permissions, and whether the network is there at all.

use serde_json::{Map, Value};

use super::csp::{Loopback, Sources};

/// Members of `permissions` with their features, in the order of the `allow` attribute (PRM-02).
const FEATURES: [(&str, &str); 4] = [
    ("camera", "camera"),
    ("microphone", "microphone"),
    ("geolocation", "geolocation"),
    ("clipboardWrite", "clipboard-write"),
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
    /// Features that it requests in a valid way, as an `allow` attribute. Requested is not granted (PRM-05).
    pub requested: String,
}

impl Policy {
    /// Reads the UI metadata of a resource; without any, nothing is granted (CSP-02).
    pub fn read(ui: Option<&Map<String, Value>>, loopback: Loopback) -> Self {
        let member = |name: &str| ui.and_then(|ui| ui.get(name)).and_then(Value::as_object);
        Self {
            sources: Sources::approve(member("csp"), loopback),
            requested: member("permissions").map(features).unwrap_or_default(),
        }
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
fn features(permissions: &Map<String, Value>) -> String {
    let valid = FEATURES.iter().filter(|(member, _)| permissions.get(*member).is_some_and(Value::is_object));
    valid.map(|(_, feature)| *feature).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use serde_json::json;

    use super::*;

    // PRM-02, PRM-03
    #[test]
    fn permissions_in_order_and_only_objects() {
        let ui = json!({ "permissions": { "clipboardWrite": {}, "camera": {"x": 1}, "microphone": true, "geolocation": null } });
        assert_eq!(Policy::read(ui.as_object(), Loopback::Refused).requested, "camera; clipboard-write");
        let ui = json!({ "permissions": ["camera"], "csp": "https://a.example" });
        let policy = Policy::read(ui.as_object(), Loopback::Refused);
        assert_eq!((policy.requested.as_str(), policy.sources), ("", Sources::default()));
    }
}
