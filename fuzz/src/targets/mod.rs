//! The targets, a file a subject.

pub(crate) mod bridge;
pub(crate) mod csp;
pub(crate) mod schema;

use std::hash::{DefaultHasher, Hash, Hasher};

/// What came of an input, as one number.
pub(crate) fn signature(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
