//! The address of an app: a `ui://` URI, judged by its grammar and used verbatim (RES-03, RES-04).
//!
//! By hand and never through a URL type: those trim blanks and collapse `..`, and so name another resource.

use std::net::Ipv6Addr;

use serde_json::Value;

/// The longest address in characters.
const MAX_CHARS: usize = 2048;

/// What the person reads, whatever the fault.
pub const WORDS: &str = "its address is not one that an app can have.";

/// Why a `resourceUri` can't be used. Where several apply, the one that stands first here is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UriFault {
    /// No string.
    #[error("it is not a string")]
    NotAString,
    /// The empty string.
    #[error("it is empty")]
    Empty,
    /// Over 2,048 characters.
    #[error("it is longer than 2,048 characters")]
    TooLong,
    /// U+0000 to U+0020, or U+007F.
    #[error("it holds a blank or a control character")]
    Whitespace,
    /// A character above U+007F.
    #[error("it holds a character outside ASCII")]
    NonAscii,
    /// `UI:`, `Ui:` or `uI:`.
    #[error("its scheme is not in lower case")]
    SchemeCase,
    /// Another scheme, or none.
    #[error("it does not start with ui:")]
    Scheme,
    /// `ui:` without `//`.
    #[error("it has no // after ui:")]
    NoAuthority,
    /// A `#`.
    #[error("it has a fragment")]
    Fragment,
    /// Nothing but slashes.
    #[error("it names nothing")]
    EmptyIdentity,
    /// Otherwise no absolute-URI of RFC 3986.
    #[error("it holds a character that no address may have there")]
    IllegalCharacter,
}

impl UriFault {
    /// The stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotAString => "NOT_A_STRING",
            Self::Empty => "EMPTY",
            Self::TooLong => "TOO_LONG",
            Self::Whitespace => "WHITESPACE",
            Self::NonAscii => "NON_ASCII",
            Self::SchemeCase => "SCHEME_CASE",
            Self::Scheme => "SCHEME",
            Self::NoAuthority => "NO_AUTHORITY",
            Self::Fragment => "FRAGMENT",
            Self::EmptyIdentity => "EMPTY_IDENTITY",
            Self::IllegalCharacter => "ILLEGAL_CHARACTER",
        }
    }
}

/// The address in a `resourceUri`, as it came, if an app can have it.
///
/// # Errors
/// [`UriFault`].
pub fn check(value: &Value) -> Result<&str, UriFault> {
    let text = value.as_str().ok_or(UriFault::NotAString)?;
    if text.is_empty() {
        return Err(UriFault::Empty);
    }
    if text.chars().nth(MAX_CHARS).is_some() {
        return Err(UriFault::TooLong);
    }
    if text.bytes().any(|b| b <= b' ' || b == 0x7f) {
        return Err(UriFault::Whitespace);
    }
    if !text.is_ascii() {
        return Err(UriFault::NonAscii);
    }
    let Some(rest) = text.strip_prefix("ui:") else {
        let cased = text.get(..3).is_some_and(|head| head.eq_ignore_ascii_case("ui:"));
        return Err(if cased { UriFault::SchemeCase } else { UriFault::Scheme });
    };
    let after = rest.strip_prefix("//").ok_or(UriFault::NoAuthority)?;
    if text.contains('#') {
        return Err(UriFault::Fragment);
    }
    if after.bytes().all(|b| b == b'/') {
        return Err(UriFault::EmptyIdentity);
    }
    if is_hier_part(after) { Ok(text) } else { Err(UriFault::IllegalCharacter) }
}

/// `authority path-abempty [ "?" query ]`.
fn is_hier_part(text: &str) -> bool {
    let (hier, query) = text.split_once('?').unwrap_or((text, ""));
    let (authority, path) = hier.split_at(hier.find('/').unwrap_or(hier.len()));
    is_authority(authority) && is_made_of(path, b":@/") && is_made_of(query, b":@/?")
}

/// `[ userinfo "@" ] host [ ":" port ]`.
fn is_authority(text: &str) -> bool {
    let (userinfo, place) = text.split_once('@').unwrap_or(("", text));
    let (host, port) = match place.rfind(']') {
        Some(end) => place.split_at(end + 1),
        None => place.split_at(place.find(':').unwrap_or(place.len())),
    };
    let host_fits = match host.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
        Some(inner) => inner.parse::<Ipv6Addr>().is_ok() || is_ip_future(inner),
        None => is_made_of(host, b""),
    };
    let port_fits = match port.strip_prefix(':') {
        Some(digits) => digits.bytes().all(|b| b.is_ascii_digit()),
        None => port.is_empty(),
    };
    is_made_of(userinfo, b":") && host_fits && port_fits
}

/// `"v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`.
fn is_ip_future(text: &str) -> bool {
    let Some((version, address)) = text.strip_prefix(['v', 'V']).and_then(|rest| rest.split_once('.')) else {
        return false;
    };
    let hex = !version.is_empty() && version.bytes().all(|b| b.is_ascii_hexdigit());
    hex && !address.is_empty() && !address.contains('%') && is_made_of(address, b":")
}

/// Whether `text` holds only unreserved characters, sub-delims, whole percent escapes and `more`.
fn is_made_of(text: &str, more: &[u8]) -> bool {
    let mut bytes = text.bytes();
    while let Some(b) = bytes.next() {
        let fits = match b {
            b'%' => {
                let (high, low) = (bytes.next(), bytes.next());
                [high, low].iter().all(|digit| digit.is_some_and(|d| d.is_ascii_hexdigit()))
            }
            b'-' | b'.' | b'_' | b'~' => true,
            b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' => true,
            _ => b.is_ascii_alphanumeric() || more.contains(&b),
        };
        if !fits {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use proptest::prelude::*;

    use super::*;

    fn code(text: &str) -> Option<&'static str> {
        check(&Value::from(text)).err().map(UriFault::code)
    }

    // RES-03, RES-04, U-16
    #[test]
    fn neighbours_of_the_vectors() {
        for good in [
            "ui:///x",
            "ui://?x",
            "ui://u:p@h/x",
            "ui://a:/x",
            "ui://[::1]:8/x",
            "ui://[v1.a:b]/x",
            "ui://a//b",
            "ui://.",
            "ui://a/b?c?d/e",
            "ui://a/%41%5a",
            "ui://a/b;c=d,e'f*(g)",
            "ui://%20/",
            "ui://a/./b/..",
        ] {
            assert_eq!(code(good), None, "{good}");
        }
        for (bad, expected) in [
            ("ui:", "NO_AUTHORITY"),
            ("ui:/a", "NO_AUTHORITY"),
            ("ui:a", "NO_AUTHORITY"),
            ("ui:/", "NO_AUTHORITY"),
            ("u", "SCHEME"),
            ("uI:x", "SCHEME_CASE"),
            ("UI:", "SCHEME_CASE"),
            ("ui", "SCHEME"),
            ("http://ui:/", "SCHEME"),
            ("ui://#", "FRAGMENT"),
            ("ui:////", "EMPTY_IDENTITY"),
            ("ui://a/%", "ILLEGAL_CHARACTER"),
            ("ui://a/%4", "ILLEGAL_CHARACTER"),
            ("ui://a:b/x", "ILLEGAL_CHARACTER"),
            ("ui://a/[b]", "ILLEGAL_CHARACTER"),
            ("ui://[::1/x", "ILLEGAL_CHARACTER"),
            ("ui://[1]/x", "ILLEGAL_CHARACTER"),
            ("ui://a@b@c/", "ILLEGAL_CHARACTER"),
            ("ui://a|b", "ILLEGAL_CHARACTER"),
            ("ui://a/b?^", "ILLEGAL_CHARACTER"),
            ("ui://a/<b>", "ILLEGAL_CHARACTER"),
            ("ui://a/\u{a0}", "NON_ASCII"),
            ("\u{feff}ui://a", "NON_ASCII"),
            ("ui://a\u{7f}", "WHITESPACE"),
            ("ui://ä b", "WHITESPACE"),
            ("ui://x[::1]/", "ILLEGAL_CHARACTER"),
        ] {
            assert_eq!(code(bad), Some(expected), "{bad}");
        }
        let longest = format!("ui://{}", "a".repeat(2043));
        assert_eq!(code(&longest), None);
        assert_eq!(code(&format!("{longest}a")), Some("TOO_LONG"));
        assert_eq!(code(&"ä".repeat(2048)), Some("NON_ASCII"), "characters are counted, not bytes");
    }

    proptest! {
        #[test]
        fn what_passes_is_handed_back_as_it_came(text in "(ui://)?.{0,40}") {
            if let Ok(passed) = check(&Value::from(text.as_str())) {
                prop_assert_eq!(passed, text.as_str());
                prop_assert!(text.starts_with("ui://") && text.is_ascii() && !text.contains(' '));
            }
        }
    }
}
