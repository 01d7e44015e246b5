//! What the person approved to start (STD-10, A22, A23), kept in a file of its own: an entry that was changed since then,
//! or that nobody approved, waits for the person.
//!
//! Naming a list is an approval of what stands in it that day: the person put its path on the command line. What is
//! added or changed in it later is not.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::ServerSpec;
use crate::Problem;

mod kept;

use self::kept::Kept;
use crate::view::EntryPart;

/// Whether an entry may start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The person approved exactly this.
    Approved,
    /// They did not.
    Waits {
        /// What is not as they last approved it; empty where they never approved one of its name.
        changed: Vec<EntryPart>,
    },
}

/// An entry, and whether it may start.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// The entry.
    pub spec: ServerSpec,
    /// Whether it may start.
    pub standing: Standing,
}

/// What whoever starts the program names itself, approved by that.
impl From<ServerSpec> for Listed {
    fn from(spec: ServerSpec) -> Self {
        Self { spec, standing: Standing::Approved }
    }
}

/// What the person approved.
#[derive(Debug)]
pub struct Approvals {
    file: PathBuf,
    kept: Mutex<Kept>,
}

impl Approvals {
    /// Reads the file. Where it is damaged nothing counts as approved, and why.
    pub fn load(file: &Path) -> (Self, Option<Problem>) {
        let (kept, problem) = Kept::load(file);
        (Self { file: file.to_owned(), kept: Mutex::new(kept) }, problem)
    }

    /// How the entries of a list stand, without learning anything.
    pub fn standing(&self, list: &Path, spec: &ServerSpec) -> Standing {
        let kept = self.kept();
        if kept.is_new(list) { Standing::Approved } else { kept.standing(spec) }
    }

    /// How the entries of a list stand, in their order. The first time that a list is seen, all of it is approved.
    ///
    /// # Errors
    /// `approvals.not-written`, beside what holds until the program ends.
    pub fn admit(&self, list: &Path, specs: Vec<ServerSpec>) -> (Vec<Listed>, Result<(), Problem>) {
        let new = !specs.is_empty() && !self.kept().knows(list);
        let written = if new { self.change(|kept| kept.see(list, &specs)) } else { Ok(()) };
        let kept = self.kept();
        (specs.into_iter().map(|spec| Listed { standing: kept.standing(&spec), spec }).collect(), written)
    }

    /// The person approved this entry.
    ///
    /// # Errors
    /// `approvals.not-written`: it holds until the program ends.
    pub fn approve(&self, spec: &ServerSpec) -> Result<(), Problem> {
        self.change(|kept| kept.approve(spec))
    }

    /// From now on a list holds only what is approved one by one.
    ///
    /// # Errors
    /// `approvals.not-written`.
    pub fn see(&self, list: &Path) -> Result<(), Problem> {
        if self.kept().knows(list) { Ok(()) } else { self.change(|kept| kept.see(list, &[])) }
    }

    /// Forgets the entries of a name.
    ///
    /// # Errors
    /// `approvals.not-written`.
    pub fn forget(&self, name: &str) -> Result<(), Problem> {
        self.change(|kept| kept.forget(name))
    }

    /// Changes what is kept, here and in the file. The file first is read again: another Askance may have written it.
    fn change(&self, change: impl FnOnce(&mut Kept)) -> Result<(), Problem> {
        let mut kept = self.kept();
        if self.file.exists()
            && let (newer, None) = Kept::load(&self.file)
        {
            *kept = newer;
        }
        change(&mut kept);
        kept.write(&self.file)
    }

    /// No code panics while it holds the lock, so a poisoned one is as good as new.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::config::load;

    const WAITS: Standing = Standing::Waits { changed: Vec::new() };

    struct Place(tempfile::TempDir);

    impl Place {
        /// Writes a list, and gives its path.
        fn list(&self, name: &str, servers: &[(&str, &str)]) -> PathBuf {
            let path = self.0.path().join(name);
            let entries: serde_json::Map<_, _> = servers
                .iter()
                .map(|(name, command)| ((*name).to_owned(), serde_json::json!({ "command": command })))
                .collect();
            std::fs::write(&path, serde_json::json!({ "mcpServers": entries }).to_string()).unwrap();
            path
        }

        /// A program that starts now, with what it finds.
        fn start(&self) -> Approvals {
            let (approvals, problem) = Approvals::load(&self.0.path().join("data").join("approvals.json"));
            assert_eq!(problem, None);
            approvals
        }
    }

    fn standings(approvals: &Approvals, list: &Path) -> Vec<Standing> {
        let (listed, written) = approvals.admit(list, load(list).specs);
        written.unwrap();
        listed.into_iter().map(|listed| listed.standing).collect()
    }

    // A23
    #[test]
    fn what_a_named_list_says_at_first_is_approved_and_what_it_says_later_is_not() {
        let place = Place(tempfile::tempdir().unwrap());
        let list = place.list("a.json", &[("one", "x")]);
        assert_eq!(standings(&place.start(), &list), [Standing::Approved]);
        place.list("a.json", &[("one", "evil"), ("two", "y")]);
        let approvals = place.start();
        let changed = Standing::Waits { changed: vec![EntryPart::Command] };
        assert_eq!(standings(&approvals, &list), [changed.clone(), WAITS]);
        // Asked for each time until it is approved; then for good.
        assert_eq!(standings(&place.start(), &list), [changed, WAITS]);
        approvals.approve(&load(&list).specs[0]).unwrap();
        assert_eq!(standings(&place.start(), &list), [Standing::Approved, WAITS]);
        // The way to a list does not make it another one; another list is.
        let roundabout = place.0.path().join(".").join("a.json");
        assert_eq!(standings(&place.start(), &roundabout), [Standing::Approved, WAITS]);
        let other = place.list("b.json", &[("two", "z")]);
        assert_eq!(standings(&place.start(), &other), [Standing::Approved]);
    }

    // STD-10
    #[test]
    fn what_is_saved_without_starting_or_removed_waits() {
        let place = Place(tempfile::tempdir().unwrap());
        let approvals = place.start();
        let list = place.0.path().join("servers.json");
        approvals.see(&list).unwrap();
        place.list("servers.json", &[("saved", "x"), ("added", "y")]);
        approvals.approve(&load(&list).specs[1]).unwrap();
        assert_eq!(standings(&place.start(), &list), [WAITS, Standing::Approved]);
        place.start().forget("added").unwrap();
        assert_eq!(standings(&place.start(), &list), [WAITS, WAITS]);
    }

    #[test]
    fn looking_learns_nothing_and_an_unreadable_list_is_not_seen() {
        let place = Place(tempfile::tempdir().unwrap());
        let list = place.list("a.json", &[("one", "x")]);
        let good = load(&list).specs;
        assert_eq!(place.start().standing(&list, &good[0]), Standing::Approved);
        std::fs::write(&list, "{").unwrap();
        assert_eq!(standings(&place.start(), &list), []);
        place.list("a.json", &[("one", "y")]);
        assert_eq!(standings(&place.start(), &list), [Standing::Approved]);
        assert_eq!(place.start().standing(&list, &good[0]), Standing::Waits { changed: vec![EntryPart::Command] });
    }

    #[test]
    fn a_damaged_file_approves_nothing_and_two_programs_do_not_undo_each_other() {
        let place = Place(tempfile::tempdir().unwrap());
        let list = place.list("a.json", &[("one", "x"), ("two", "y")]);
        let (one, two) = (place.start(), place.start());
        one.see(&list).unwrap();
        one.approve(&load(&list).specs[0]).unwrap();
        two.approve(&load(&list).specs[1]).unwrap();
        assert_eq!(standings(&place.start(), &list), [Standing::Approved, Standing::Approved]);
        std::fs::write(&place.start().file, r#"{"lists": 5}"#).unwrap();
        let (approvals, problem) = Approvals::load(&place.0.path().join("data").join("approvals.json"));
        assert_eq!(problem.unwrap().code, "approvals.unreadable");
        assert_eq!(approvals.standing(&list, &load(&list).specs[0]), WAITS);
        assert_eq!(standings(&approvals, &list), [WAITS, WAITS]);
        assert_eq!(standings(&place.start(), &list), [WAITS, WAITS], "nor the next time");
    }
}
