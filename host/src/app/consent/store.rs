//! What the person allowed to the apps of servers: kept in a file of its own (SEC-06, RES-12).

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::Problem;
use crate::app::grant::Grant;
use crate::config;

/// Servers that are remembered; the one allowed longest ago goes first.
const MAX_SERVERS: usize = 200;
/// Apps of one server that are remembered.
const MAX_APPS: usize = 64;

/// All that is remembered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Remembered {
    /// By the name of the server.
    #[serde(default)]
    servers: BTreeMap<String, Allowed>,
}

/// What the apps of one server may do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Allowed {
    /// Which server it was; another one of its name was allowed nothing.
    identity: String,
    /// What they may do without asking, all that was ever allowed for good taken together. None: nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) grant: Option<Grant>,
    /// Each app as the person last allowed it, for good or not, by its address (RES-12).
    #[serde(default)]
    apps: BTreeMap<String, Approved>,
}

/// An app as the person saw it and allowed it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Approved {
    /// SHA-256 of its document.
    pub(super) sha256: String,
    /// The same of its policy: [`crate::app::policy::Policy::digest`].
    pub(super) policy: String,
    /// When: milliseconds since 1970.
    pub(super) at: u64,
}

impl Remembered {
    /// Reads the file. One that is damaged costs what was allowed, and nothing else.
    pub(super) fn load(path: &Path) -> (Self, Option<Problem>) {
        if !path.exists() {
            return (Self::default(), None);
        }
        let wrong = |details| {
            Problem::new("consent.unreadable", format!("{} cannot be read.", path.display()))
                .remedy("What you allowed to apps is not known any more; you are asked again.")
                .details(details)
        };
        let read = config::text(path).map_err(|problem| problem.details);
        match read.and_then(|text| serde_json::from_str(&text).map_err(|error| vec![error.to_string()])) {
            Ok(remembered) => (remembered, None),
            Err(details) => (Self::default(), Some(wrong(details))),
        }
    }

    /// Writes the file.
    pub(super) fn keep(&mut self, path: &Path) -> Result<(), Problem> {
        let not_written = |error: String| {
            Problem::new("consent.not-written", format!("What you allowed could not be written to {}.", path.display()))
                .remedy("It holds until Askance ends.")
                .details(vec![error])
        };
        self.fit();
        let document = self.document().map_err(|error| not_written(error.to_string()))?;
        config::replace(path, &document).map_err(|error| not_written(error.to_string()))
    }

    /// What this very server was allowed.
    pub(super) fn of(&self, server: &str, identity: &str) -> Option<&Allowed> {
        self.servers.get(server).filter(|allowed| allowed.identity == identity)
    }

    /// Allows an app of a server; with `grant` that all apps of it may do so much, for good.
    pub(super) fn allow(&mut self, server: &str, identity: &str, grant: Option<&Grant>, uri: &str, app: Approved) {
        let mut allowed = self.of(server, identity).cloned().unwrap_or_else(|| Allowed {
            identity: identity.to_owned(),
            grant: None,
            apps: BTreeMap::new(),
        });
        if let Some(grant) = grant {
            allowed.grant.get_or_insert_default().merge(grant);
        }
        allowed.apps.insert(uri.to_owned(), app);
        while allowed.apps.len() > MAX_APPS {
            let oldest = allowed.apps.iter().min_by_key(|(_, app)| app.at).map(|(uri, _)| uri.clone());
            oldest.map(|uri| allowed.apps.remove(&uri));
        }
        self.servers.insert(server.to_owned(), allowed);
        while self.servers.len() > MAX_SERVERS && self.forget_oldest() {}
    }

    /// Forgets what a server was allowed; says whether there was something.
    pub(super) fn forget(&mut self, server: &str) -> bool {
        self.servers.remove(server).is_some()
    }

    /// Forgets the servers allowed longest ago until the file is one that can be read again.
    fn fit(&mut self) {
        let mut newest: Vec<(u64, String)> =
            self.servers.iter().map(|(name, allowed)| (allowed.last(), name.clone())).collect();
        newest.sort_by(|a, b| b.cmp(a));
        let mut left = usize::try_from(config::MAX_FILE).unwrap_or(usize::MAX);
        for (_, name) in newest {
            let alone = json!({ "servers": { &name: self.servers.get(&name) } });
            let size = serde_json::to_string_pretty(&alone).map_or(usize::MAX, |text| text.len());
            match left.checked_sub(size) {
                Some(rest) => left = rest,
                None => _ = self.forget(&name),
            }
        }
    }

    fn forget_oldest(&mut self) -> bool {
        let oldest = self.servers.iter().min_by_key(|(_, allowed)| allowed.last()).map(|(name, _)| name.clone());
        oldest.is_some_and(|name| self.forget(&name))
    }

    fn document(&self) -> serde_json::Result<Map<String, Value>> {
        Ok(match serde_json::to_value(self)? {
            Value::Object(document) => document,
            _ => Map::new(),
        })
    }
}

impl Allowed {
    /// The app of this address as the person last allowed it.
    pub(super) fn app(&self, uri: &str) -> Option<&Approved> {
        self.apps.get(uri)
    }

    fn last(&self) -> u64 {
        self.apps.values().map(|app| app.at).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::view::AppFeature;

    fn grant(hosts: impl IntoIterator<Item = usize>) -> Grant {
        let sources = hosts.into_iter().map(|n| format!("https://h{n}.{}.example", "x".repeat(60))).collect();
        Grant::of([(AppFeature::Connect, sources)])
    }

    fn app(sha256: &str, at: u64) -> Approved {
        Approved { sha256: sha256.to_owned(), policy: "p".to_owned(), at }
    }

    // SEC-06, RES-12
    #[test]
    fn what_was_allowed_comes_back_for_the_same_server_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("consents.json");
        assert_eq!(Remembered::load(&path), (Remembered::default(), None));
        let mut remembered = Remembered::default();
        remembered.allow("desk", "id", Some(&grant([1])), "ui://a", app("aa", 4));
        remembered.allow("desk", "id", None, "ui://a", app("ab", 5));
        remembered.allow("desk", "id", Some(&grant([2])), "ui://b", app("bb", 6));
        remembered.allow("once", "id", None, "ui://a", app("aa", 7));
        remembered.keep(&path).unwrap();
        let (loaded, problem) = Remembered::load(&path);
        assert_eq!((&loaded, problem), (&remembered, None));
        let allowed = loaded.of("desk", "id").unwrap();
        assert_eq!(allowed.app("ui://a"), Some(&app("ab", 5)), "as it was last");
        assert_eq!((allowed.app("ui://b"), allowed.app("ui://c")), (Some(&app("bb", 6)), None));
        assert!(grant([1, 2]).beyond(allowed.grant.as_ref().unwrap()).is_empty());
        assert_eq!(loaded.of("once", "id").unwrap().grant, None, "once is not for good");
        assert!(loaded.of("desk", "other").is_none() && loaded.of("other", "id").is_none());
        remembered.allow("desk", "other", Some(&grant([3])), "ui://a", app("cc", 7));
        let other = remembered.of("desk", "other").unwrap().grant.as_ref();
        assert!(!grant([1]).beyond(other.unwrap()).is_empty(), "another server");
        assert!(remembered.forget("desk") && !remembered.forget("desk"));
        #[cfg(unix)]
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions()) & 0o777, 0o600);
    }

    #[test]
    fn a_damaged_file_costs_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("consents.json");
        for text in [
            "{",
            "7",
            r#"{"servers": {"a": {"grant": 5}}}"#,
            r#"{"servers": {"a": {"identity": "x", "grant": [{"feature": "fly"}]}}}"#,
        ] {
            std::fs::write(&path, text).unwrap();
            let (remembered, problem) = Remembered::load(&path);
            assert_eq!((remembered, problem.unwrap().code.as_str()), (Remembered::default(), "consent.unreadable"));
        }
        std::fs::write(&path, r#"{"of a later version": 1}"#).unwrap();
        assert_eq!(Remembered::load(&path), (Remembered::default(), None));
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("consents.json");
        let mut remembered = Remembered::default();
        for n in 0..250 {
            remembered.allow(&format!("s{n}"), "id", Some(&grant(0..100)), &n.to_string(), app("aa", n));
        }
        assert_eq!(remembered.servers.len(), 200);
        remembered.keep(&path).unwrap();
        assert!(remembered.servers.len() < 200, "the file has its bound, too");
        let (loaded, problem) = Remembered::load(&path);
        assert_eq!((problem, &loaded), (None, &remembered));
        assert!(loaded.of("s249", "id").is_some() && loaded.of("s50", "id").is_none());
        for n in 0..100 {
            remembered.allow("s249", "id", None, &format!("d{n}"), app("aa", 1_000 + n));
        }
        let allowed = remembered.of("s249", "id").unwrap();
        assert_eq!((allowed.apps.len(), allowed.app("d99"), allowed.app("249")), (64, Some(&app("aa", 1_099)), None));
    }
}
