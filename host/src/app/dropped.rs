//! Why an entry of a declaration is not granted, in the window's words (CSP-08).

use serde_json::Value;
use url::{Host, Url};

use super::csp::{self, Loopback};

/// Why `entry` of `field` was dropped.
pub(super) fn why(field: &str, entry: &Value) -> &'static str {
    let Some(text) = entry.as_str() else { return "Not an address" };
    let connect = field == "connectDomains";
    let fits = |connect, loopback| csp::origin(text, connect, loopback).is_some();
    if fits(connect, Loopback::Refused) {
        return "One too many";
    }
    if fits(connect, Loopback::Allowed) {
        return "An address of this computer; allowed in developer mode only";
    }
    if fits(true, Loopback::Allowed) {
        return "Only good for exchanging data";
    }
    if text.chars().any(|c| c.is_whitespace() || c.is_control() || ";,'\"".contains(c)) {
        return "Not one plain address, never allowed";
    }
    if text.contains('*') || text.ends_with(':') {
        return "Too broad, never allowed";
    }
    let Ok(url) = Url::parse(text) else { return "Not an address, never allowed" };
    match url.host() {
        Some(Host::Domain(name)) if is_local(name) => "An address of this computer or its network, never allowed",
        Some(Host::Domain(_)) if matches!(url.scheme(), "http" | "ws") => "Not encrypted, never allowed",
        Some(Host::Domain(_)) => "More than a host, never allowed",
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => "A number in place of a name, never allowed",
        None => "Not an address, never allowed",
    }
}

/// A name that only this computer or its network knows.
fn is_local(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    !name.contains('.') || name.ends_with(".localhost") || name.ends_with(".local")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use serde_json::json;

    use super::*;

    // CSP-08, A7, A8, A10
    #[test]
    fn each_kind_has_its_words() {
        for (field, entry, words) in [
            ("connectDomains", json!(7), "Not an address"),
            ("connectDomains", json!("https://a.example"), "One too many"),
            (
                "connectDomains",
                json!("http://localhost:3000"),
                "An address of this computer; allowed in developer mode only",
            ),
            ("frameDomains", json!("http://127.0.0.1"), "An address of this computer; allowed in developer mode only"),
            ("resourceDomains", json!("wss://a.example"), "Only good for exchanging data"),
            ("connectDomains", json!("https://a.com; script-src *"), "Not one plain address, never allowed"),
            ("connectDomains", json!("'unsafe-eval'"), "Not one plain address, never allowed"),
            ("connectDomains", json!("https://a.com\n"), "Not one plain address, never allowed"),
            ("connectDomains", json!("*"), "Too broad, never allowed"),
            ("resourceDomains", json!("https:"), "Too broad, never allowed"),
            ("resourceDomains", json!("data:"), "Too broad, never allowed"),
            ("resourceDomains", json!("https://*.com"), "Too broad, never allowed"),
            ("connectDomains", json!("https://localhost"), "An address of this computer or its network, never allowed"),
            (
                "connectDomains",
                json!("http://printer.local"),
                "An address of this computer or its network, never allowed",
            ),
            ("connectDomains", json!("http://a.example"), "Not encrypted, never allowed"),
            ("connectDomains", json!("https://a.example/p"), "More than a host, never allowed"),
            ("connectDomains", json!("https://[::1]"), "A number in place of a name, never allowed"),
            ("connectDomains", json!("http://169.254.169.254"), "A number in place of a name, never allowed"),
            ("connectDomains", json!("a.example"), "Not an address, never allowed"),
            ("connectDomains", json!(""), "Not an address, never allowed"),
            ("connectDomains", json!("mailto:x"), "Not an address, never allowed"),
        ] {
            assert_eq!(why(field, &entry), words, "{field} {entry}");
        }
    }
}
