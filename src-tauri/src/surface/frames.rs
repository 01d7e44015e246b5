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

/// Whether one of `sources` covers `url`: the origin itself, or a host below a `*.`. A port that the scheme has anyway may
/// be written out.
pub(super) fn covers(sources: &[String], url: &str) -> bool {
    let Ok(url) = Url::parse(url) else { return false };
    sources.iter().any(|source| {
        let (place, below) = match source.split_once("://*.") {
            Some((scheme, host)) => (format!("{scheme}://{host}"), true),
            None => (source.clone(), false),
        };
        let Ok(place) = Url::parse(&place) else { return false };
        let (Some(host), Some(wanted)) = (url.host_str(), place.host_str()) else { return false };
        let is_host = if below {
            host.strip_suffix(wanted).is_some_and(|head| head.len() > 1 && head.ends_with('.'))
        } else {
            host == wanted
        };
        is_host && url.scheme() == place.scheme() && url.port_or_known_default() == place.port_or_known_default()
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    // CSP-13, A3
    #[test]
    fn only_hosts_of_the_policy_are_covered() {
        let sources = granted(
            "default-src 'none'; frame-src https://a.example https://*.b.example https://c.example:8443 https://d.example:443 https://*.e.example:443",
        );
        for url in [
            "https://a.example/x?y",
            "https://one.b.example/",
            "https://c.example:8443/",
            "https://d.example/",
            "https://x.e.example/",
        ] {
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
