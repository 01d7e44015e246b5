//! What every system's webview of an app has in common: where it may go, and what it may ask for.

use std::sync::Arc;

use wry::{NewWindowResponse, ProxyConfig, ProxyEndpoint, WebViewBuilder};

use super::channel::Channel;
use super::page::{APP_SCHEME, CONTENT_SCHEME};

/// A webview on the proxy page. `attend` is called with the channel's name when something has changed; it must come
/// back later, outside the callback it is called from.
pub(super) fn builder(
    channel: &Arc<Channel>,
    attend: impl Fn(String) + Clone + Send + Sync + 'static,
) -> WebViewBuilder<'static> {
    let nowhere = ProxyEndpoint { host: "127.0.0.1".to_owned(), port: "9".to_owned() };
    let mut builder = WebViewBuilder::new();
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
        .with_proxy_config(ProxyConfig::Http(nowhere))
        .with_navigation_handler(move |url| admits.admits(&url))
        .with_new_window_req_handler(|_, _| NewWindowResponse::Deny)
        .with_download_started_handler(|_, _| false)
}
