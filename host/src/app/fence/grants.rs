//! What may pass: the sources of the app's policy, as places.

use super::super::csp;

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
}

/// The approved sources of one app.
#[derive(Debug)]
pub(super) struct Grants(Vec<Source>);

#[derive(Debug)]
struct Source {
    /// A place, or any host below it.
    place: Place,
    below: bool,
}

impl Grants {
    /// `origins` as [`csp::Sources::reaches`] gives them; what is none of these grants nothing.
    pub(super) fn new(origins: &[String]) -> Self {
        Self(origins.iter().filter_map(|origin| source(origin)).collect())
    }

    /// Whether `place` is granted, and where it must lie.
    pub(super) fn zone(&self, place: &Place) -> Option<Zone> {
        let granted = self.0.iter().any(|source| source.covers(place));
        granted.then(|| if csp::is_loopback(&place.host) { Zone::Loopback } else { Zone::Public })
    }
}

impl Source {
    fn covers(&self, place: &Place) -> bool {
        let own = &self.place;
        let host = if self.below {
            place.host.strip_suffix(own.host.as_str()).is_some_and(|head| head.len() > 1 && head.ends_with('.'))
        } else {
            place.host == own.host
        };
        host && (place.secure || !own.secure) && place.port == own.port
    }
}

fn source(origin: &str) -> Option<Source> {
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
    let (host, below) = host.strip_prefix("*.").map_or((host, false), |host| (host, true));
    Some(Source { place: Place { secure, host: host.to_owned(), port }, below })
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
        let grants = Grants::new(&origins.map(str::to_owned));
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
        assert!(Grants::new(&odd.map(str::to_owned)).0.is_empty());
    }
}
