//! `{"csp": …, "permissions": …}`: any declaration of a server, the policy that its app gets (CSP-05 to CSP-09, A7, A8).

use askance_host::app::csp::{Extent, Sources};
use askance_host::app::policy::Policy;
use serde_json::Value;
use url::{Host, Url};

use super::signature;

const DIRECTIVES: [&str; 12] = [
    "default-src",
    "script-src",
    "style-src",
    "img-src",
    "font-src",
    "media-src",
    "connect-src",
    "frame-src",
    "worker-src",
    "object-src",
    "base-uri",
    "form-action",
];
const FIELDS: [&str; 4] = ["connectDomains", "resourceDomains", "frameDomains", "baseUriDomains"];
/// Sources of one field.
const MAX_SOURCES: usize = 100;
const ALWAYS: [&str; 4] = ["'none'", "'self'", "'unsafe-inline'", "data:"];
/// What a developer may say in place of one host.
const BROAD: [&str; 5] = ["*", "https:", "http:", "wss:", "ws:"];
const DEVICES: [&str; 4] = ["camera", "microphone", "geolocation", "clipboard-write"];

pub(crate) fn csp(input: &[u8]) -> u64 {
    let declared = serde_json::from_slice::<Value>(input).unwrap_or_default();
    signature([Extent::Public, Extent::Loopback, Extent::Developer].map(|extent| one(&declared, extent)))
}

fn one(declared: &Value, extent: Extent) -> u64 {
    let policy = Policy::read(declared.as_object(), extent).agreed();
    let sources = &policy.sources;
    let header = sources.policy();
    let directives: Vec<Vec<&str>> = header.split("; ").map(|directive| directive.split(' ').collect()).collect();
    assert_eq!(directives.iter().map(|words| words[0]).collect::<Vec<_>>(), DIRECTIVES, "twelve, in order");
    assert_eq!(header.matches(';').count(), DIRECTIVES.len() - 1, "nothing begins a directive");
    for words in &directives {
        let broad = |word: &str| extent == Extent::Developer && BROAD.contains(&word) && words[0] != "frame-src";
        let strange = words[1..].iter().find(|word| !ALWAYS.contains(word) && !broad(word) && !is_origin(word, extent));
        assert_eq!(strange, None, "{}: one origin each", words[0]);
        assert!(words.len() == 2 || !words.contains(&"'none'"), "{}: none stands alone", words[0]);
    }
    accounted_for(&declared["csp"], sources);
    let again = Sources::approve(sources.approved().as_object(), extent);
    assert_eq!((again.policy(), again.dropped.len()), (header.clone(), 0), "what was approved is approved again");
    let allow = policy.allow();
    assert!(allow.split("; ").all(|name| name.is_empty() || DEVICES.contains(&name)), "{allow}: known devices");
    let shape: Vec<usize> = directives.iter().map(|words| words.len().min(5)).collect();
    signature((shape, allow, sources.dropped.len().min(5)))
}

/// Whether a source is one place, by the rules of another parser than the policy's own.
fn is_origin(source: &str, extent: Extent) -> bool {
    let developer = extent == Extent::Developer;
    let here = extent != Extent::Public && (source.starts_with("http://") || source.starts_with("ws://"));
    if !here && !source.starts_with("https://") && !source.starts_with("wss://") {
        return false;
    }
    let Ok(url) = Url::parse(&source.replacen("://*.", "://", 1)) else {
        return source.contains("xn--"); // no name in truth: nothing is reached
    };
    let place = match url.host() {
        Some(Host::Domain(_)) if developer => true,
        Some(Host::Domain(name)) if here => name == "localhost",
        Some(Host::Domain(name)) => name.contains('.'),
        Some(Host::Ipv4(address)) if developer => address.is_loopback() || address.is_private(),
        Some(Host::Ipv4(address)) => here && address.is_loopback(),
        _ => false,
    };
    let more = !matches!(url.path(), "/" | "") || url.query().is_some() || url.fragment().is_some();
    place && !more && url.username().is_empty() && url.password().is_none()
}

/// Each entry of a declaration is approved or dropped, as it came, and nothing else is (CSP-08).
fn accounted_for(declared: &Value, sources: &Sources) {
    let approved = sources.approved();
    let mut dropped = sources.dropped.iter();
    for field in FIELDS {
        let mut kept = approved[field].as_array().into_iter().flatten().peekable();
        let mut seen = Vec::new();
        let whole = declared.get(field).into_iter();
        let entries = whole.flat_map(|field| field.as_array().map_or(std::slice::from_ref(field), Vec::as_slice));
        for entry in entries {
            let spelled = entry.as_str().map(spelling).map(Value::from);
            if let Some(source) = kept.next_if(|kept| Some(*kept) == spelled.as_ref()) {
                seen.push(source);
            } else if !spelled.is_some_and(|spelled| seen.contains(&&spelled)) {
                assert_eq!(dropped.next(), Some(&(field, entry.clone())), "approved, or dropped as it came");
            }
        }
        assert_eq!(kept.next(), None, "{field}: only what was declared, in its order");
        assert!(seen.len() <= MAX_SOURCES, "{field} is bounded");
    }
    assert_eq!(dropped.next(), None, "only what was declared is dropped");
}

/// An entry as a policy spells it.
fn spelling(entry: &str) -> String {
    entry.strip_suffix('/').unwrap_or(entry).to_ascii_lowercase()
}
