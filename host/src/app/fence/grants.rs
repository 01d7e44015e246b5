//! What may pass: the sources of the app's policy, as places.

use super::super::csp::{self, Extent};

/// Where a request wants to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// `https` or `wss`; of a request: through a tunnel, in which nobody sees what the webview speaks. Some engines
    /// take one for `http` and `ws` too. Else it is in the clear.
    pub(super) secure: bool,
    /// Host in lower case, as written: names are compared, never addresses.
    pub(super) host: String,
    /// Port.
    pub(super) port: u16,
}

/// Where a granted place must lie once its name is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zone {
    /// On the internet.
    Public,
    /// On this computer: only for the names that say so, which only developer mode grants (CSP-07).
    Loopback,
    /// On this computer or its network: what developer mode grants in the clear, so that nothing else is open to read.
    Local,
    /// There or on the internet: what developer mode grants encrypted. Link-local addresses and those of clouds'
    /// metadata are neither.
    Anywhere,
}

/// The approved sources of one app.
#[derive(Debug)]
pub(super) struct Grants {
    sources: Vec<Source>,
    extent: Extent,
}

#[derive(Debug)]
enum Source {
    /// This place.
    At(Place),
    /// Any host below it.
    Below(Place),
    /// Every place; encrypted ones alone, or those in the clear, where it says so. Developer mode only.
    Every { secure: Option<bool> },
}

impl Grants {
    /// `origins` as [`csp::Sources::reaches`] gives them; what is none of these grants nothing.
    pub(super) fn new(origins: &[String], extent: Extent) -> Self {
        Self { sources: origins.iter().filter_map(|origin| source(origin, extent)).collect(), extent }
    }

    /// Whether `place` is granted, and where it must lie.
    pub(super) fn zone(&self, place: &Place) -> Option<Zone> {
        let mut covering = self.sources.iter().filter(|source| source.covers(place)).peekable();
        covering.peek()?;
        Some(if csp::is_loopback(&place.host) {
            Zone::Loopback
        } else if self.extent != Extent::Developer {
            Zone::Public
        } else if covering.any(|source| source.is_secure(place)) {
            Zone::Anywhere
        } else {
            Zone::Local
        })
    }
}

impl Source {
    fn covers(&self, place: &Place) -> bool {
        match self {
            Self::At(own) => place.host == own.host && own.suits(place),
            Self::Below(own) => {
                let head = place.host.strip_suffix(own.host.as_str());
                head.is_some_and(|head| head.len() > 1 && head.ends_with('.')) && own.suits(place)
            }
            Self::Every { secure } => *secure != Some(true) || place.secure,
        }
    }

    /// Whether what it grants of `place` is encrypted.
    fn is_secure(&self, place: &Place) -> bool {
        match self {
            Self::At(own) | Self::Below(own) => own.secure,
            Self::Every { secure } => secure.unwrap_or(place.secure),
        }
    }
}

impl Place {
    /// Whether a request goes to this port, and no more openly than this says.
    fn suits(&self, request: &Self) -> bool {
        (request.secure || !self.secure) && request.port == self.port
    }
}

fn source(origin: &str, extent: Extent) -> Option<Source> {
    if extent == Extent::Developer {
        match origin {
            "*" => return Some(Source::Every { secure: None }),
            "https:" | "wss:" => return Some(Source::Every { secure: Some(true) }),
            "http:" | "ws:" => return Some(Source::Every { secure: Some(false) }),
            _ => {}
        }
    }
    let (scheme, rest) = origin.split_once("://")?;
    let secure = match scheme {
        "https" | "wss" => true,
        "http" | "ws" => false,
        _ => return None,
    };
    let (host, port) = match rest.rsplit_once(':') {
        Some((host, port)) => (host, port.parse().ok()?),
        None => (rest, if secure { 443 } else { 80 }),
    };
    let place = |host: &str| Place { secure, host: host.to_owned(), port };
    Some(host.strip_prefix("*.").map_or_else(|| Source::At(place(host)), |host| Source::Below(place(host))))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    // CSP-04, CSP-06, A3
    #[test]
    fn only_what_a_source_names_is_covered() {
        let origins = [
            "https://a.example",
            "wss://live.example:8443",
            "https://*.b.example",
            "http://localhost:3000",
            "https://p.example:0443",
        ];
        let grants = Grants::new(&origins.map(str::to_owned), Extent::Loopback);
        let zone = |secure, host: &str, port| grants.zone(&Place { secure, host: host.to_owned(), port });
        for (host, port) in [
            ("a.example", 443),
            ("live.example", 8443),
            ("x.b.example", 443),
            ("y.x.b.example", 443),
            ("p.example", 443),
        ] {
            assert_eq!(zone(true, host, port), Some(Zone::Public), "{host}:{port}");
            assert_eq!(zone(false, host, port), None, "{host}:{port} in the clear");
        }
        for tunnel in [false, true] {
            assert_eq!(zone(tunnel, "localhost", 3000), Some(Zone::Loopback));
        }
        for (host, port) in [
            ("a.example", 80),
            ("a.example", 8443),
            ("a.example.", 443),
            ("a.example.evil", 443),
            ("www.a.example", 443),
            ("live.example", 443),
            ("b.example", 443),
            (".b.example", 443),
            ("evilb.example", 443),
            ("localhost", 443),
            ("127.0.0.1", 3000),
            ("93.184.215.14", 443),
            ("[::1]", 443),
            ("", 443),
        ] {
            assert_eq!(zone(true, host, port), None, "{host}:{port}");
        }
        assert_eq!(zone(false, "localhost", 3001), None);
        assert_eq!(zone(false, "127.0.0.1", 3000), None, "another name of the same place is another source");
    }

    #[test]
    fn what_is_no_origin_grants_nothing() {
        let odd = ["https:", "*", "https", "ftp://a.example", "data:", "https://a.example:99999", "https://a.example:"];
        assert!(Grants::new(&odd.map(str::to_owned), Extent::Loopback).sources.is_empty());
    }

    // A8, A10: what a developer said, and nothing in the clear beyond the own network.
    #[test]
    fn in_developer_mode_a_grant_reaches_the_network() {
        use Zone::{Anywhere, Local, Loopback};
        let zone = |origins: &[&str], secure, host: &str, port| {
            let origins: Vec<String> = origins.iter().map(|origin| (*origin).to_owned()).collect();
            Grants::new(&origins, Extent::Developer).zone(&Place { secure, host: host.to_owned(), port })
        };
        for (origin, secure, host, port, expected) in [
            ("https://a.example", true, "a.example", 443, Some(Anywhere)),
            ("https://a.example", false, "a.example", 443, None),
            ("http://a.example", false, "a.example", 80, Some(Local)),
            ("http://a.example", true, "a.example", 80, Some(Local)),
            ("http://10.0.0.5:81", false, "10.0.0.5", 81, Some(Local)),
            ("http://10.0.0.5:81", false, "10.0.0.6", 81, None),
            ("http://localhost:1", false, "localhost", 1, Some(Loopback)),
            ("*", true, "a.example", 443, Some(Anywhere)),
            ("*", false, "a.example", 80, Some(Local)),
            ("*", false, "127.0.0.1", 80, Some(Loopback)),
            ("https:", true, "a.example", 8443, Some(Anywhere)),
            ("wss:", false, "a.example", 80, None),
            ("ws:", true, "a.example", 80, Some(Local)),
            ("ftp:", true, "a.example", 443, None),
        ] {
            assert_eq!(zone(&[origin], secure, host, port), expected, "{origin} {host}:{port}");
        }
        assert_eq!(zone(&["http:", "https:"], true, "a.example", 443), Some(Anywhere), "the wider of two");
    }
}
