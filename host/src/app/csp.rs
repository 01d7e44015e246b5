//! The Content Security Policy of an app (§8.2): built from what its server declared, entry by entry, each of them
//! hostile text until it fits the grammar of one origin (CSP-05…07).

use std::net::{IpAddr, Ipv4Addr};

use serde_json::{Map, Value, json};

use super::address;
use crate::view::AppFeature;

/// Sources kept in one field; more would only make a header that no engine takes.
pub(super) const MAX_SOURCES: usize = 100;

/// The longest host name in characters (RFC 1035).
const MAX_HOST: usize = 253;

/// The longest label of a host name in characters.
const MAX_LABEL: usize = 63;

/// How far out of the public web the sources of a declaration may lie: what the person allows one server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// Public hosts, encrypted (CSP-06).
    #[default]
    Public,
    /// Also this computer, in the clear (CSP-07).
    Loopback,
    /// Developer mode: also its network, and for what is loaded or exchanged `*` and whole schemes.
    Developer,
}

/// The fields of a declaration, in the order in which they are reported.
const FIELDS: [&str; 4] = ["connectDomains", "resourceDomains", "frameDomains", "baseUriDomains"];

/// What of a declaration was approved, and what was not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sources {
    connect: Vec<String>,
    resource: Vec<String>,
    frame: Vec<String>,
    base_uri: Vec<String>,
    /// What was allowed when they were sorted.
    pub(super) extent: Extent,
    /// Each dropped entry with its field, as received (CSP-08).
    pub dropped: Vec<(&'static str, Value)>,
}

impl Sources {
    /// Sorts a declaration (`_meta.ui.csp`). Unknown fields are ignored; a field that is no list is one dropped entry.
    pub fn approve(declared: Option<&Map<String, Value>>, extent: Extent) -> Self {
        let mut sources = Self { extent, ..Self::default() };
        for field in FIELDS {
            match declared.and_then(|csp| csp.get(field)) {
                None => {}
                Some(Value::Array(entries)) => entries.iter().for_each(|entry| sources.add(field, entry)),
                Some(other) => sources.dropped.push((field, other.clone())),
            }
        }
        sources
    }

    fn add(&mut self, field: &'static str, entry: &Value) {
        let approved = entry.as_str().and_then(|text| source(text, field, self.extent));
        let kept = match field {
            "connectDomains" => &mut self.connect,
            "resourceDomains" => &mut self.resource,
            "frameDomains" => &mut self.frame,
            _ => &mut self.base_uri,
        };
        match approved {
            Some(source) if kept.contains(&source) => {}
            Some(source) if kept.len() < MAX_SOURCES => kept.push(source),
            _ => self.dropped.push((field, entry.clone())),
        }
    }

    /// The approved sources by what they are for, without empty lists.
    pub(super) fn by_feature(&self) -> Vec<(AppFeature, &[String])> {
        let all = [
            (AppFeature::Connect, self.connect.as_slice()),
            (AppFeature::Load, self.resource.as_slice()),
            (AppFeature::Frame, self.frame.as_slice()),
            (AppFeature::Base, self.base_uri.as_slice()),
        ];
        all.into_iter().filter(|(_, sources)| !sources.is_empty()).collect()
    }

    /// The policy, in canonical order: the value of a `Content-Security-Policy` header.
    pub fn policy(&self) -> String {
        let with = |base: &str, more: &[String]| match (base, more) {
            ("", []) => "'none'".to_owned(),
            ("", more) => more.join(" "),
            (base, []) => base.to_owned(),
            (base, more) => format!("{base} {}", more.join(" ")),
        };
        let font = if self.resource.is_empty() { "" } else { "'self'" };
        let base_uri = if self.base_uri.is_empty() { "'self'" } else { "" };
        [
            "default-src 'none'".to_owned(),
            format!("script-src {}", with("'self' 'unsafe-inline'", &self.resource)),
            format!("style-src {}", with("'self' 'unsafe-inline'", &self.resource)),
            format!("img-src {}", with("'self' data:", &self.resource)),
            format!("font-src {}", with(font, &self.resource)),
            format!("media-src {}", with("'self' data:", &self.resource)),
            format!("connect-src {}", with("", &self.connect)),
            format!("frame-src {}", with("", &self.frame)),
            "worker-src 'none'".to_owned(),
            "object-src 'none'".to_owned(),
            format!("base-uri {}", with(base_uri, &self.base_uri)),
            "form-action 'none'".to_owned(),
        ]
        .join("; ")
    }

    /// The approved sources by field, as `hostCapabilities.sandbox.csp` reports them (CSP-09).
    pub fn approved(&self) -> Value {
        let lists = [&self.connect, &self.resource, &self.frame, &self.base_uri];
        let present = FIELDS.iter().zip(lists).filter(|(_, list)| !list.is_empty());
        present.map(|(field, list)| ((*field).to_owned(), json!(list))).collect::<Map<_, _>>().into()
    }

    /// Every origin that may be reached over the network, once each.
    pub fn reaches(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for source in self.connect.iter().chain(&self.resource).chain(&self.frame) {
            if !all.contains(source) {
                all.push(source.clone());
            }
        }
        all
    }
}

/// `text` as one source of `field` in canonical spelling. `None` for everything that is none.
pub(super) fn source(text: &str, field: &str, extent: Extent) -> Option<String> {
    let broad = || is_broad(text, field).then(|| text.to_ascii_lowercase());
    let all = (extent == Extent::Developer).then(broad).flatten();
    all.or_else(|| origin(text, field == "connectDomains", extent))
}

/// Whether `text` stands for all hosts, where a developer may say so: never for pages in frames or the base of links.
pub(super) fn is_broad(text: &str, field: &str) -> bool {
    match text.to_ascii_lowercase().as_str() {
        "*" | "https:" | "http:" => matches!(field, "connectDomains" | "resourceDomains"),
        "wss:" | "ws:" => field == "connectDomains",
        _ => false,
    }
}

/// One origin: scheme and host in lower case, one trailing slash cut, the port as written.
fn origin(text: &str, connect: bool, extent: Extent) -> Option<String> {
    let (scheme, rest) = text.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let place = rest.strip_suffix('/').unwrap_or(rest);
    let (host, port) = match place.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (place, None),
    };
    let host = host.to_ascii_lowercase();
    let near = extent == Extent::Developer && (is_public_host(&host) || is_near(&host));
    let fits = match scheme.as_str() {
        "https" => near || is_public_host(&host),
        "wss" => connect && (near || is_public_host(&host)),
        "http" => near || (extent != Extent::Public && is_loopback(&host)),
        "ws" => connect && (near || (extent != Extent::Public && is_loopback(&host))),
        _ => false,
    };
    let port_fits = port.is_none_or(is_port);
    (fits && port_fits).then(|| match port {
        Some(port) => format!("{scheme}://{host}:{port}"),
        None => format!("{scheme}://{host}"),
    })
}

fn is_port(text: &str) -> bool {
    let digits = (1..=5).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    digits && text.parse::<u16>().is_ok_and(|port| port != 0)
}

/// An optional `*.`, then a host name of at least two labels that is no address in any spelling.
fn is_public_host(host: &str) -> bool {
    let name = host.strip_prefix("*.").unwrap_or(host);
    let labels: Vec<&str> = name.split('.').collect();
    let (true, Some(last)) = (name.len() <= MAX_HOST && labels.len() >= 2, labels.last()) else {
        return false;
    };
    labels.iter().all(|label| is_label(label)) && !is_number(last)
}

fn is_label(label: &str) -> bool {
    let inner = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=MAX_LABEL).contains(&label.len())
        && label.bytes().all(inner)
        && !label.starts_with('-')
        && !label.ends_with('-')
}

/// Engines read a host whose last label is a number, decimal or hexadecimal, as an IPv4 address.
fn is_number(label: &str) -> bool {
    let hex = label.strip_prefix("0x").is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_hexdigit()));
    hex || label.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a host can only be of this computer or its network: a name without a dot, or an address. Of IPv6 none: no
/// policy can name one.
pub(super) fn is_near(host: &str) -> bool {
    let address = host.parse::<Ipv4Addr>();
    (is_label(host) && !is_number(host)) || address.is_ok_and(|address| address::is_local(IpAddr::V4(address)))
}

/// Whether a host of a source names this computer.
pub(super) fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use proptest::prelude::*;

    use super::*;

    fn approve(field: &str, entries: &[&str], extent: Extent) -> Sources {
        let declared = json!({ field: entries });
        Sources::approve(declared.as_object(), extent)
    }

    // CSP-05, CSP-06
    #[test]
    fn neighbours_of_the_vectors() {
        for (written, kept) in [
            ("HTTPS://API.Example.com:0443/", Some("https://api.example.com:0443")),
            ("https://*.example.co.uk", Some("https://*.example.co.uk")),
            ("https://xn--bcher-kva.example", Some("https://xn--bcher-kva.example")),
            ("wss://a.example/", Some("wss://a.example")),
            ("https://a.example//", None),
            ("https://a.example/p", None),
            ("https://a.example?x", None),
            ("https://a.example#x", None),
            ("https://a.example:", None),
            ("https://a.example:*", None),
            ("https://a.example:65536", None),
            ("https://a.example:0", None),
            ("https://*.com", None),
            ("https://*", None),
            ("https://a.*.example", None),
            ("https://localhost", None),
            ("https://a.example.", None),
            ("https://.a.example", None),
            ("https://-a.example", None),
            ("https://a_b.example", None),
            ("https://bücher.example", None),
            ("https://[::1]", None),
            ("https://1.2.3.4", None),
            ("https://a.0x7f", None),
            ("https://a.123", None),
            ("a.example.com", None),
            ("//a.example.com", None),
            ("", None),
            ("https://", None),
            ("https:a.example", None),
            (" https://a.example", None),
            ("https://a.example\t", None),
            ("ftp://a.example", None),
            ("http://a.example", None),
            ("ws://a.example", None),
            ("https://u@a.example", None),
            ("https://a.example'", None),
            ("https://a.example\u{0}", None),
            ("filesystem://a.example", None),
        ] {
            let sources = approve("connectDomains", &[written], Extent::Public);
            assert_eq!(sources.connect.first().map(String::as_str), kept, "{written:?}");
            assert_eq!(sources.dropped.len(), usize::from(kept.is_none()), "{written:?}");
        }
        assert!(approve("resourceDomains", &["wss://a.example"], Extent::Public).resource.is_empty(), "connect only");
    }

    // CSP-07
    #[test]
    fn loopback_alone_is_a_step_of_its_own() {
        for written in ["http://localhost", "http://127.0.0.1:80", "http://LOCALHOST:1"] {
            assert_eq!(approve("resourceDomains", &[written], Extent::Loopback).resource.len(), 1, "{written}");
        }
        for written in
            ["http://a.example", "http://*.localhost", "http://10.0.0.1", "ws://localhost", "https://localhost"]
        {
            assert!(approve("resourceDomains", &[written], Extent::Loopback).resource.is_empty(), "{written}");
        }
    }

    // A8, A10: what developer mode opens, and what nothing opens.
    #[test]
    fn developer_mode_opens_the_network_and_no_metadata() {
        let kept = |field: &str, written: &str| approve(field, &[written], Extent::Developer).reaches().pop();
        for (written, source) in [
            ("http://localhost:3000", "http://localhost:3000"),
            ("https://LOCALHOST", "https://localhost"),
            ("ws://127.0.0.1:9000", "ws://127.0.0.1:9000"),
            ("http://10.0.0.5/", "http://10.0.0.5"),
            ("https://172.16.0.1:8443", "https://172.16.0.1:8443"),
            ("wss://192.168.1.5", "wss://192.168.1.5"),
            ("http://nas", "http://nas"),
            ("http://printer.local", "http://printer.local"),
            ("http://dev.example:8080", "http://dev.example:8080"),
            ("https://api.example.com", "https://api.example.com"),
            ("*", "*"),
            ("HTTPS:", "https:"),
            ("wss:", "wss:"),
        ] {
            assert_eq!(kept("connectDomains", written).as_deref(), Some(source), "{written}");
            assert_eq!(
                approve("connectDomains", &[written], Extent::Loopback).reaches().pop().is_some(),
                ["http://localhost:3000", "ws://127.0.0.1:9000", "https://api.example.com"].contains(&written),
                "{written}"
            );
        }
        for written in [
            "http://169.254.169.254",
            "https://169.254.0.1",
            "http://0.0.0.0",
            "http://8.8.8.8",
            "https://100.100.100.200",
            "http://192.168.1",
            "http://0x7f.1",
            "http://2130706433",
            "http://010.0.0.5",
            "http://[::1]",
            "http://[fd00:ec2::254]",
            "http://a b",
            "https://nas/path",
            "https://u@nas",
            "https://*",
            "https://*.nas",
            "data:",
            "blob:",
            "file:",
            "**",
            "* https:",
            "'self'",
        ] {
            assert_eq!(kept("connectDomains", written), None, "{written}");
        }
        for written in ["*", "https:", "ws://localhost", "wss:"] {
            assert_eq!(kept("frameDomains", written), None, "{written}");
            assert!(approve("baseUriDomains", &[written], Extent::Developer).approved() == json!({}), "{written}");
        }
        assert_eq!(kept("resourceDomains", "*").as_deref(), Some("*"));
        assert_eq!(kept("resourceDomains", "wss:"), None);
        let policy = approve("connectDomains", &["*"], Extent::Developer).policy();
        assert!(
            policy.contains("connect-src *; ") && policy.contains("script-src 'self' 'unsafe-inline'; "),
            "{policy}"
        );
    }

    #[test]
    fn a_field_is_bounded() {
        let many: Vec<String> = (0..150).map(|i| format!("https://h{i}.example")).collect();
        let declared = json!({ "connectDomains": many });
        let sources = Sources::approve(declared.as_object(), Extent::Public);
        assert_eq!((sources.connect.len(), sources.dropped.len()), (100, 50));
    }

    proptest! {
        // CSP-05: whatever is declared, the header stays one policy of twelve directives.
        #[test]
        fn nothing_leaves_the_grammar(entries in prop::collection::vec("(https?|wss?)?(://)?.{0,30}", 0..8), any in ".{0,60}") {
            let all: Vec<&str> = entries.iter().map(String::as_str).chain([any.as_str()]).collect();
            for field in FIELDS {
                let policy = approve(field, &all, Extent::Developer).policy();
                prop_assert_eq!(policy.split("; ").count(), 12);
                prop_assert_eq!(policy.matches(';').count(), 11);
                prop_assert!(policy.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b" ;:'/.-*".contains(&b)));
            }
        }
    }
}
