//! The proxy page: the top document of every app's webview (design.md, “App webviews”). It holds the app's frame and
//! the only way from the frame to the host.

use std::borrow::Cow;

use wry::http::{Response, StatusCode, header};

const SCRIPT: &str = include_str!("proxy.js");
const STYLE: &str = "html,body{margin:0;height:100%;overflow:hidden}\
                     iframe{position:fixed;inset:0;width:100%;height:100%;border:0}";

/// What the custom schemes answer.
pub(super) type Answer = Response<Cow<'static, [u8]>>;

/// The scheme of the proxy page.
pub(super) const APP_SCHEME: &str = "mcp-app";
/// The scheme of the app's document. Another one, so that the frame shares no origin with the proxy (SBX-03).
pub(super) const CONTENT_SCHEME: &str = "mcp-content";

/// The address of the root of `scheme` for one surface, as the engine of this system spells custom schemes.
pub(super) fn address(scheme: &str, host: &str) -> String {
    if cfg!(windows) { format!("http://{scheme}.{host}/") } else { format!("{scheme}://{host}/") }
}

/// The proxy page with its own policy: our script, our style, one frame, one way back.
pub(super) fn proxy_page(host: &str, nonce: &str, token: &str) -> Answer {
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; frame-src {frame}; \
         connect-src {proxy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        frame = address(CONTENT_SCHEME, host),
        proxy = address(APP_SCHEME, host),
    );
    // `color-scheme`: without it a dark window would flash white until the app has drawn.
    let html = format!(
        "<!doctype html><html><head><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\">\
         <style nonce=\"{nonce}\">{STYLE}</style></head><body><script nonce=\"{nonce}\" data-token=\"{token}\">\
         {SCRIPT}</script></body></html>"
    );
    document(html, &policy)
}

/// An HTML document under a policy that arrives before its first byte (CSP-11).
pub(super) fn document(html: String, policy: &str) -> Answer {
    Response::builder()
        .header(header::CONTENT_TYPE, "text/html; charset=utf-8")
        .header(header::CONTENT_SECURITY_POLICY, policy)
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::REFERRER_POLICY, "no-referrer")
        .body(Cow::Owned(html.into_bytes()))
        .unwrap_or_else(|_| status(StatusCode::NOT_FOUND))
}

/// An answer without a body.
pub(super) fn status(status: StatusCode) -> Answer {
    let mut answer = Response::new(Cow::Borrowed(&b""[..]));
    *answer.status_mut() = status;
    answer.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static("text/plain"));
    answer
}
