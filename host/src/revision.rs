//! The revisions that Askance speaks, and choosing one of a peer's list (VER-05, VER-08).

/// A protocol revision that Askance speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Revision {
    /// 2025-06-18, stateful.
    V2025_06_18,
    /// 2025-11-25, stateful.
    V2025_11_25,
    /// 2026-07-28, stateless.
    V2026_07_28,
}

impl Revision {
    /// Every revision, best first.
    pub const ALL: [Self; 3] = [Self::V2026_07_28, Self::V2025_11_25, Self::V2025_06_18];

    /// As it stands on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The revision of that exact name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|revision| revision.as_str() == text)
    }

    /// Whether it is stateless: no `initialize`, no requests of the server.
    pub fn is_modern(self) -> bool {
        self == Self::V2026_07_28
    }
}

impl std::fmt::Display for Revision {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The best stateful revision that both lists have.
pub(crate) fn best_legacy(ours: &[Revision], theirs: &[String]) -> Option<Revision> {
    Revision::ALL
        .into_iter()
        .filter(|revision| !revision.is_modern() && ours.contains(revision))
        .find(|revision| theirs.iter().any(|name| name == revision.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    // VER-05
    #[test]
    fn the_newest_common_legacy_revision_is_chosen() {
        let theirs = ["2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28"].map(str::to_owned);
        assert_eq!(best_legacy(&Revision::ALL, &theirs), Some(Revision::V2025_11_25));
        assert_eq!(best_legacy(&[Revision::V2025_06_18], &theirs), Some(Revision::V2025_06_18));
        assert_eq!(best_legacy(&[Revision::V2026_07_28], &theirs), None);
        assert_eq!(best_legacy(&Revision::ALL, &["2099-01-01".to_owned()]), None);
    }
}
