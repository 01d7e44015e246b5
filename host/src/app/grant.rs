//! What an app asks to do, and what a person allowed: compared by field and feature (SEC-06).

use serde::{Deserialize, Serialize};

use crate::view::AppFeature;

/// Hosts of one feature that are named in words; of more, their number is.
const MAX_NAMED: usize = 12;

/// Sources of one feature that are remembered: what several apps of a server asked for, taken together.
const MAX_SOURCES: usize = 400;

/// Features, each once, with their sources where they have any.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Grant(Vec<Granted>);

/// One feature with its sources.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Granted {
    feature: AppFeature,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sources: Vec<String>,
}

impl Grant {
    /// From features with their sources.
    pub fn of(features: impl IntoIterator<Item = (AppFeature, Vec<String>)>) -> Self {
        let mut grant = Self::default();
        for (feature, sources) in features {
            grant.add(feature, sources);
        }
        grant
    }

    /// Each feature with its sources.
    pub fn iter(&self) -> impl Iterator<Item = (AppFeature, &[String])> {
        self.0.iter().map(|granted| (granted.feature, granted.sources.as_slice()))
    }

    /// What of this goes beyond `allowed`; nothing where it is covered.
    #[must_use]
    pub fn beyond(&self, allowed: &Self) -> Self {
        let beyond = |granted: &Granted| {
            let Some(known) = allowed.find(granted.feature) else { return Some(granted.clone()) };
            let is_new = |source: &&String| !known.sources.iter().any(|allowed| covers(allowed, source));
            let sources: Vec<String> = granted.sources.iter().filter(is_new).cloned().collect();
            (!sources.is_empty()).then_some(Granted { feature: granted.feature, sources })
        };
        Self(self.0.iter().filter_map(beyond).collect())
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes up what `more` allows besides.
    pub fn merge(&mut self, more: &Self) {
        for granted in &more.0 {
            self.add(granted.feature, granted.sources.clone());
        }
    }

    /// In words that complete “New: …”, one for each host and feature.
    pub fn words(&self) -> Vec<String> {
        self.0.iter().flat_map(Granted::words).collect()
    }

    fn find(&self, feature: AppFeature) -> Option<&Granted> {
        self.0.iter().find(|granted| granted.feature == feature)
    }

    /// The newest sources stay where there are too many.
    fn add(&mut self, feature: AppFeature, sources: Vec<String>) {
        let Some(known) = self.0.iter_mut().find(|granted| granted.feature == feature) else {
            return self.0.push(Granted { feature, sources });
        };
        known.sources.retain(|source| !sources.contains(source));
        known.sources.extend(sources);
        let surplus = known.sources.len().saturating_sub(MAX_SOURCES);
        known.sources.drain(..surplus);
    }
}

impl Granted {
    fn words(&self) -> Vec<String> {
        let verb = match self.feature {
            AppFeature::Connect => "reach",
            AppFeature::Load => "load parts of itself from",
            AppFeature::Frame => "show pages of",
            AppFeature::Base => "resolve its links against",
            AppFeature::Camera => return vec!["use the camera".to_owned()],
            AppFeature::Microphone => return vec!["use the microphone".to_owned()],
            AppFeature::Geolocation => return vec!["know where you are".to_owned()],
            AppFeature::ClipboardWrite => return vec!["put something on the clipboard".to_owned()],
        };
        let hosts = hosts(&self.sources);
        let mut words: Vec<String> = hosts.iter().take(MAX_NAMED).map(|host| format!("{verb} {host}")).collect();
        if hosts.len() > MAX_NAMED {
            words.push(format!("{verb} {} more hosts", hosts.len() - MAX_NAMED));
        }
        words
    }
}

/// Sources as a person reads them: the host alone where the connection is encrypted, each once.
pub(super) fn hosts(sources: &[String]) -> Vec<String> {
    let mut hosts: Vec<String> = Vec::new();
    for source in sources {
        let host = match source.as_str() {
            "*" | "https:" | "wss:" => "any host",
            "http:" | "ws:" => "any host of your network",
            one => ["https://", "wss://"].iter().find_map(|scheme| one.strip_prefix(scheme)).unwrap_or(one),
        };
        if !hosts.iter().any(|known| known == host) {
            hosts.push(host.to_owned());
        }
    }
    hosts
}

/// Whether all of `wanted` is in `allowed`, both as the policy spells sources.
fn covers(allowed: &str, wanted: &str) -> bool {
    if allowed == wanted {
        return true;
    }
    let (Some((scheme, place)), Some((other, host))) = (allowed.split_once("://"), wanted.split_once("://")) else {
        return false;
    };
    let below = place.strip_prefix('*').is_some_and(|suffix| suffix.starts_with('.') && host.ends_with(suffix));
    scheme == other && below
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn connect(sources: &[&str]) -> Grant {
        Grant::of([(AppFeature::Connect, sources.iter().map(|source| (*source).to_owned()).collect())])
    }

    // SEC-06
    #[test]
    fn sources_are_compared_as_the_policy_means_them() {
        for (allowed, wanted, covered) in [
            ("https://a.example", "https://a.example", true),
            ("https://a.example", "https://b.example", false),
            ("https://a.example", "wss://a.example", false),
            ("https://a.example", "https://a.example:8443", false),
            ("https://*.a.example", "https://x.a.example", true),
            ("https://*.a.example", "https://*.x.a.example", true),
            ("https://*.a.example", "https://a.example", false),
            ("https://*.a.example", "https://bad-a.example", false),
            ("https://*.a.example", "https://x.a.example:1", false),
            ("https://*.a.example:1", "https://x.a.example:1", true),
            ("https://x.a.example", "https://*.a.example", false),
            ("https://*.a.example", "wss://x.a.example", false),
            ("*", "https://x.a.example", false), // said in developer mode, which may be over
            ("*", "*", true),
            ("https:", "*", false),
            ("", "https://x.a.example", false),
        ] {
            let beyond = connect(&[wanted]).beyond(&connect(&[allowed]));
            assert_eq!(beyond.is_empty(), covered, "{allowed} {wanted}");
        }
    }

    // SEC-06: the same host for something else is something else.
    #[test]
    fn what_goes_beyond_is_named() {
        let allowed =
            Grant::of([(AppFeature::Load, vec!["https://a.example".to_owned()]), (AppFeature::Camera, Vec::new())]);
        let mut wanted = connect(&["https://a.example", "wss://a.example", "http://localhost:3000"]);
        wanted.merge(&Grant::of([(AppFeature::Camera, Vec::new()), (AppFeature::Microphone, Vec::new())]));
        let beyond = wanted.beyond(&allowed);
        assert_eq!(beyond.words(), ["reach a.example", "reach http://localhost:3000", "use the microphone"]);
        let mut both = allowed.clone();
        both.merge(&wanted);
        assert!(wanted.beyond(&both).is_empty() && allowed.beyond(&both).is_empty());
        assert!(Grant::default().beyond(&Grant::default()).is_empty());
    }

    #[test]
    fn nothing_grows_without_end() {
        let many: Vec<String> = (0..50).map(|n| format!("https://h{n}.example")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let words = connect(&many).words();
        assert_eq!(connect(&["*", "https:", "http:"]).words(), ["reach any host", "reach any host of your network"]);
        assert_eq!((words.len(), words.last().unwrap().as_str()), (13, "reach 38 more hosts"));
        let mut grant = Grant::default();
        for n in 0..500 {
            grant.merge(&connect(&[&format!("https://h{n}.example")]));
        }
        assert_eq!(grant.iter().next().unwrap().1.len(), 400);
        assert!(connect(&["https://h499.example"]).beyond(&grant).is_empty());
    }
}
