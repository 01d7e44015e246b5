//! Which hosts a document may show in frames of its own, read back from its policy: the navigation check sees these
//! frames too and can't tell them from the app's own.

use tauri::Url;

/// The sources of `frame-src` that name a host.
pub(super) fn granted(policy: &str) -> Vec<String> {
    policy
        .split(';')
        .filter_map(|directive| directive.trim().strip_prefix("frame-src "))
        .flat_map(str::split_whitespace)
        .filter(|source| source.starts_with("https://") || source.starts_with("http://"))
        .map(str::to_owned)
        .collect()
}

/// Whether one of `sources` covers `url`: the origin itself, or a host below a `*.`.
pub(super) fn covers(sources: &[String], url: &str) -> bool {
    let Ok(url) = Url::parse(url) else { return false };
    let (scheme, host) = (url.scheme(), url.host_str().unwrap_or_default());
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    sources.iter().any(|source| match source.split_once("://*.") {
        Some((wanted, below)) => {
            wanted == scheme
                && below.strip_suffix(port.as_str()).is_some_and(|below| {
                    host.strip_suffix(below).is_some_and(|head| head.len() > 1 && head.ends_with('.'))
                })
        }
        None => *source == format!("{scheme}://{host}{port}"),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    // CSP-13, A3
    #[test]
    fn only_hosts_of_the_policy_are_covered() {
        let sources =
            granted("default-src 'none'; frame-src https://a.example https://*.b.example https://c.example:8443");
        for url in ["https://a.example/x?y", "https://one.b.example/", "https://c.example:8443/"] {
            assert!(covers(&sources, url), "{url}");
        }
        for url in [
            "http://a.example/",
            "https://a.example:444/",
            "https://a.example.evil/",
            "https://b.example/",
            "https://evilb.example/",
            "https://one.b.example:1/",
            "https://c.example/",
            "data:text/html,x",
        ] {
            assert!(!covers(&sources, url), "{url}");
        }
        assert!(granted("default-src 'none'; frame-src 'none'").is_empty());
    }
}
