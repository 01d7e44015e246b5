//! The HTTP client: TLS by ring, redirects within the origin only, no proxy for this computer (HTP-13).

use std::time::Duration;

use reqwest::redirect::{Action, Attempt, Policy};
use url::{Host, Url};

use crate::Problem;
use crate::connection::problem::problem;

/// How long connecting may take.
pub(in crate::connection) const CONNECT: Duration = Duration::from_secs(10);
const MAX_REDIRECTS: usize = 5;

/// The endpoint, or what is wrong with it.
pub(super) fn endpoint(url: &str) -> Result<Url, Problem> {
    let parsed = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    parsed.ok_or_else(|| {
        problem(
            "connection.bad-address",
            "The server’s address is not an http or https URL.",
            Some("Correct “url” in the server’s entry."),
            Vec::new(),
        )
    })
}

/// A client for that endpoint.
pub(super) fn client(endpoint: &Url) -> Result<reqwest::Client, Problem> {
    // Another part of the program may have chosen a provider already; then that one serves.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("Askance/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT)
        .redirect(Policy::custom(redirect));
    if is_loopback(endpoint) {
        builder = builder.no_proxy();
    }
    builder.build().map_err(|error| {
        problem(
            "connection.tls",
            "Secure connections cannot be set up on this computer.",
            None,
            vec![error.to_string()],
        )
    })
}

/// Follows what keeps method, body and origin; anything else is the answer itself.
fn redirect(attempt: Attempt<'_>) -> Action {
    let keeps_method = matches!(attempt.status().as_u16(), 307 | 308);
    let same_origin = attempt.previous().last().is_some_and(|from| from.origin() == attempt.url().origin());
    if keeps_method && same_origin && attempt.previous().len() <= MAX_REDIRECTS {
        attempt.follow()
    } else {
        attempt.stop()
    }
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
