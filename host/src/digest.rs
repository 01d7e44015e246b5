//! Digests of what is compared later and need not be kept itself.

use sha2::{Digest as _, Sha256};

/// SHA-256 of a text, in hexadecimal.
pub(crate) fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}
