//! Why an entry of a declaration is not granted, in the window's words (CSP-08).

use serde_json::Value;
use url::{Host, Url};

use super::csp::{self, Extent};

/// Why `entry` of `field` was dropped where so much was allowed.
pub(super) fn why(field: &str, entry: &Value, extent: Extent) -> &'static str {
    let Some(text) = entry.as_str() else { return "Not an address" };
    let fits = |field, extent| csp::source(text, field, extent).is_some();
    if fits(field, extent) {
        return "One too many";
    }
    if fits(field, Extent::Developer) {
        return in_developer_mode(text, field);
    }
    if fits("connectDomains", extent) {
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

/// What developer mode of its server would let pass.
fn in_developer_mode(text: &str, field: &str) -> &'static str {
    let url = Url::parse(text).ok();
    let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
    if csp::is_broad(text, field) {
        "Too broad; allowed in developer mode only"
    } else if csp::is_loopback(host) {
        "An address of this computer; allowed in developer mode only"
    } else if csp::is_near(host) || is_local(host) {
        "An address of your network; allowed in developer mode only"
    } else {
        "Not encrypted; allowed in developer mode only, and only in your network"
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
            (
                "connectDomains",
                json!("https://localhost"),
                "An address of this computer; allowed in developer mode only",
            ),
            ("connectDomains", json!("https://10.0.0.5"), "An address of your network; allowed in developer mode only"),
            ("frameDomains", json!("http://nas:81"), "An address of your network; allowed in developer mode only"),
            ("resourceDomains", json!("wss://a.example"), "Only good for exchanging data"),
            ("connectDomains", json!("https://a.com; script-src *"), "Not one plain address, never allowed"),
            ("connectDomains", json!("'unsafe-eval'"), "Not one plain address, never allowed"),
            ("connectDomains", json!("https://a.com\n"), "Not one plain address, never allowed"),
            ("connectDomains", json!("*"), "Too broad; allowed in developer mode only"),
            ("resourceDomains", json!("https:"), "Too broad; allowed in developer mode only"),
            ("frameDomains", json!("*"), "Too broad, never allowed"),
            ("resourceDomains", json!("data:"), "Too broad, never allowed"),
            ("resourceDomains", json!("https://*.com"), "Too broad, never allowed"),
            (
                "connectDomains",
                json!("http://printer.local"),
                "An address of your network; allowed in developer mode only",
            ),
            (
                "connectDomains",
                json!("http://a.example"),
                "Not encrypted; allowed in developer mode only, and only in your network",
            ),
            ("connectDomains", json!("https://nas/x"), "An address of this computer or its network, never allowed"),
            ("connectDomains", json!("https://a.example/p"), "More than a host, never allowed"),
            ("connectDomains", json!("https://[::1]"), "A number in place of a name, never allowed"),
            ("connectDomains", json!("http://169.254.169.254"), "A number in place of a name, never allowed"),
            ("connectDomains", json!("a.example"), "Not an address, never allowed"),
            ("connectDomains", json!(""), "Not an address, never allowed"),
            ("connectDomains", json!("mailto:x"), "Not an address, never allowed"),
        ] {
            assert_eq!(why(field, &entry, Extent::Public), words, "{field} {entry}");
        }
        assert_eq!(why("connectDomains", &json!("*"), Extent::Developer), "One too many");
    }
}
