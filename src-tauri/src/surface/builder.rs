//! What every system's webview of an app has in common: where it may go, and what it may ask for.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use wry::{NewWindowResponse, ProxyConfig, ProxyEndpoint, WebViewBuilder};

use super::channel::Channel;
use super::page::{APP_SCHEME, CONTENT_SCHEME};

/// A proxy where nobody answers.
const NOWHERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 9);

/// The setting that leads everything through `address`.
pub(super) fn proxy(address: SocketAddr) -> ProxyConfig {
    ProxyConfig::Http(ProxyEndpoint { host: address.ip().to_string(), port: address.port().to_string() })
}

/// A webview on the proxy page. `attend` is called with the channel's name when something has changed; it must come
/// back later, outside the callback it is called from.
pub(super) fn builder(
    channel: &Arc<Channel>,
    attend: impl Fn(String) + Clone + Send + Sync + 'static,
) -> WebViewBuilder<'static> {
    // No sound before a click.
    let mut builder = WebViewBuilder::new().with_autoplay(false);
    for scheme in [APP_SCHEME, CONTENT_SCHEME] {
        let (channel, attend) = (Arc::clone(channel), attend.clone());
        builder = builder.with_custom_protocol(scheme.to_owned(), move |_, request| {
            let answer = channel.respond(&request);
            if request.uri().path() != "/message" || channel.is_dead() {
                attend(channel.name().to_owned());
            }
            answer
        });
    }
    let (address, admits) = (channel.address(), Arc::clone(channel));
    builder
        .with_url(address)
        .with_incognito(true)
        .with_devtools(false)
        .with_focused(false)
        .with_clipboard(false)
        .with_general_autofill_enabled(false)
        .with_back_forward_navigation_gestures(false)
        // Until a policy grants hosts: `<link rel=preconnect>` opens a connection in spite of the CSP (CSP-14).
        .with_proxy_config(proxy(NOWHERE))
        .with_navigation_handler(move |url| admits.admits(&url))
        .with_new_window_req_handler(|_, _| NewWindowResponse::Deny)
        .with_download_started_handler(|_, _| false)
}
