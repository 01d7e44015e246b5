//! The file of approvals.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::Standing;
use crate::Problem;
use crate::config::{Origin, ServerSpec, replace, text};
use crate::digest::sha256;
use crate::view::EntryPart;

/// Lists that are remembered; the one seen longest ago goes first.
const MAX_LISTS: usize = 200;
/// Entries that are remembered; the one approved longest ago goes first. So many fit into a file that can be read again.
const MAX_ENTRIES: usize = 1_000;

/// All that is remembered, as digests: an environment may hold secrets.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Kept {
    /// The paths of lists that were seen, newest last.
    #[serde(default)]
    lists: Vec<String>,
    /// What was approved, newest last.
    #[serde(default)]
    entries: Vec<Entry>,
    /// It could not be read, so what is in no list here may have been seen all the same.
    #[serde(skip)]
    damaged: bool,
}

/// An entry that was approved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Entry {
    name: String,
    parts: BTreeMap<EntryPart, String>,
}

impl Kept {
    /// Reads the file.
    pub(super) fn load(path: &Path) -> (Self, Option<Problem>) {
        if !path.exists() {
            return (Self::default(), None);
        }
        let read = text(path).map_err(|problem| problem.details);
        match read.and_then(|text| serde_json::from_str(&text).map_err(|error| vec![error.to_string()])) {
            Ok(kept) => (kept, None),
            Err(details) => {
                let problem = Problem::new("approvals.unreadable", format!("{} cannot be read.", path.display()))
                    .remedy("What you approved is not known any more; you are asked before a server starts.")
                    .details(details);
                (Self { damaged: true, ..Self::default() }, Some(problem))
            }
        }
    }

    /// Writes the file.
    pub(super) fn write(&self, path: &Path) -> Result<(), Problem> {
        let document = match serde_json::to_value(self).unwrap_or_default() {
            Value::Object(document) => document,
            _ => Map::new(),
        };
        replace(path, &document).map_err(|error| {
            let what = format!("What you approved could not be written to {}.", path.display());
            Problem::new("approvals.not-written", what)
                .remedy("It holds until Askance ends.")
                .details(vec![error.to_string()])
        })
    }

    /// Whether a list was seen before.
    pub(super) fn knows(&self, list: &Path) -> bool {
        self.lists.contains(&identity(list))
    }

    /// Whether what stands in a list is approved by naming it.
    pub(super) fn is_new(&self, list: &Path) -> bool {
        !self.damaged && !self.knows(list)
    }

    /// Remembers a list. Its entries are approved, unless it may have been seen before.
    pub(super) fn see(&mut self, list: &Path, specs: &[ServerSpec]) {
        if self.is_new(list) {
            specs.iter().for_each(|spec| self.approve(spec));
        }
        newest(&mut self.lists, identity(list), MAX_LISTS);
    }

    /// Approves an entry.
    pub(super) fn approve(&mut self, spec: &ServerSpec) {
        newest(&mut self.entries, Entry { name: spec.name.clone(), parts: parts(&spec.origin) }, MAX_ENTRIES);
    }

    /// Forgets the entries of a name.
    pub(super) fn forget(&mut self, name: &str) {
        self.entries.retain(|entry| entry.name != name);
    }

    /// Whether this very entry was approved.
    pub(super) fn standing(&self, spec: &ServerSpec) -> Standing {
        let parts = parts(&spec.origin);
        let mut of_name = self.entries.iter().rev().filter(|entry| entry.name == spec.name).peekable();
        let Some(last) = of_name.peek().copied() else { return Standing::Waits { changed: Vec::new() } };
        if of_name.any(|entry| entry.parts == parts) {
            return Standing::Approved;
        }
        let changed = parts.into_iter().filter(|(part, digest)| last.parts.get(part) != Some(digest));
        Standing::Waits { changed: changed.map(|(part, _)| part).collect() }
    }
}

/// Puts an item at the end, once, and lets the oldest go.
fn newest<T: PartialEq>(items: &mut Vec<T>, item: T, most: usize) {
    items.retain(|known| *known != item);
    items.push(item);
    items.drain(..items.len().saturating_sub(most));
}

/// Which list it is, however its path is written.
fn identity(list: &Path) -> String {
    let whole = std::fs::canonicalize(list).or_else(|_| std::path::absolute(list));
    sha256(&whole.unwrap_or_else(|_| list.to_owned()).to_string_lossy())
}

/// What of an entry decides what starts and where it reaches. The values of headers do not: they go to the address that
/// was approved, and tokens are renewed.
fn parts(origin: &Origin) -> BTreeMap<EntryPart, String> {
    let parts = match origin {
        Origin::Local { command, args, env, cwd } => vec![
            (EntryPart::Command, json!(command)),
            (EntryPart::Arguments, json!(args)),
            (EntryPart::Environment, json!(env)),
            (EntryPart::WorkingDirectory, json!(cwd)),
        ],
        Origin::Remote { url, headers } => {
            vec![(EntryPart::Address, json!(url)), (EntryPart::Headers, json!(headers.keys().collect::<Vec<_>>()))]
        }
    };
    parts.into_iter().map(|(part, value)| (part, sha256(&value.to_string()))).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::view::AppsPolicy;

    fn spec(name: &str, change: impl FnOnce(&mut Origin)) -> ServerSpec {
        let env = BTreeMap::from([("TOKEN".to_owned(), "hush".to_owned())]);
        let mut origin = Origin::Local { command: "node".to_owned(), args: vec!["a.js".to_owned()], env, cwd: None };
        change(&mut origin);
        ServerSpec { name: name.to_owned(), origin, revision: None, apps: AppsPolicy::Ask, developer: false }
    }

    fn waits(changed: &[EntryPart]) -> Standing {
        Standing::Waits { changed: changed.to_vec() }
    }

    // A23
    #[test]
    fn what_was_approved_is_exactly_that() {
        let mut kept = Kept::default();
        kept.approve(&spec("a", |_| ()));
        assert_eq!(kept.standing(&spec("a", |_| ())), Standing::Approved);
        assert_eq!(kept.standing(&spec("b", |_| ())), waits(&[]));
        let changed = |change: fn(&mut Origin)| kept.standing(&spec("a", change));
        let local = |part| waits(&[part]);
        assert_eq!(
            changed(|it| if let Origin::Local { command, .. } = it {
                *command = "sh".to_owned();
            }),
            local(EntryPart::Command)
        );
        // Cut otherwise, it is another command.
        assert_eq!(
            changed(|it| if let Origin::Local { args, .. } = it {
                *args = vec!["a".to_owned(), ".js".to_owned()];
            }),
            local(EntryPart::Arguments)
        );
        assert_eq!(
            changed(|it| if let Origin::Local { env, .. } = it {
                env.insert("TOKEN".to_owned(), "other".to_owned());
            }),
            local(EntryPart::Environment)
        );
        assert_eq!(
            changed(|it| if let Origin::Local { cwd, .. } = it {
                *cwd = Some("/tmp".into());
            }),
            local(EntryPart::WorkingDirectory)
        );
        let remote = |url: &str, token: &str| Origin::Remote {
            url: url.to_owned(),
            headers: BTreeMap::from([("Authorization".to_owned(), token.to_owned())]),
        };
        let there = |url: &str, token: &str| spec("a", |it| *it = remote(url, token));
        assert_eq!(kept.standing(&there("https://a.example/", "x")), waits(&[EntryPart::Address, EntryPart::Headers]));
        kept.approve(&there("https://a.example/", "x"));
        assert_eq!(kept.standing(&there("https://a.example/", "renewed")), Standing::Approved);
        assert_eq!(kept.standing(&there("https://b.example/", "x")), waits(&[EntryPart::Address]));
        assert_eq!(kept.standing(&spec("a", |_| ())), Standing::Approved, "what was approved before still is");
        // What is not of the program does not count.
        let mut trusted = spec("a", |_| ());
        (trusted.apps, trusted.developer, trusted.revision) =
            (AppsPolicy::Always, true, crate::Revision::parse("2025-11-25"));
        assert_eq!(kept.standing(&trusted), Standing::Approved);
        kept.forget("a");
        assert_eq!(kept.standing(&spec("a", |_| ())), waits(&[]));
    }

    #[test]
    fn what_is_kept_is_bounded_can_be_read_again_and_has_no_secret() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("approvals.json");
        let mut kept = Kept::default();
        for n in 0..1_500 {
            kept.see(&folder.path().join(n.to_string()), &[spec(&format!("{n}{}", "\u{1f33f}".repeat(60)), |_| ())]);
        }
        assert_eq!((kept.lists.len(), kept.entries.len()), (200, 1_000));
        kept.write(&path).unwrap();
        assert_eq!(Kept::load(&path), (kept, None));
        assert!(!std::fs::read_to_string(&path).unwrap().contains("hush"));
        #[cfg(unix)]
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions()) & 0o777, 0o600);
    }
}
