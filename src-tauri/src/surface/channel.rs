//! What passes between one app's webview and the host, and what the webview may load: the part of a surface that needs
//! no screen. One channel per webview, never shared (SBX-09).

use std::sync::{Mutex, MutexGuard, PoisonError};

use askance_host::app::{Document, SurfaceEvent};
use askance_host::view::AppFeature;
use tokio::sync::mpsc;
use uuid::Uuid;
use wry::http::{Method, Request, StatusCode};

use super::frames;
use super::page::{self, APP_SCHEME, Answer, CONTENT_SCHEME};

/// The longest message a frame may send (SBX-13). The proxy page holds to it too; this is the check that counts.
const MESSAGE_LIMIT: usize = 4 * 1024 * 1024;
/// How many events may wait for the engine.
pub(super) const EVENT_LIMIT: usize = 1024;
/// The longest note about something refused.
const NOTE_LIMIT: usize = 200;

/// The channel of one webview.
pub(super) struct Channel {
    host: String,
    token: String,
    nonce: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The proxy page was served; a second time would be a reload.
    proxy_served: bool,
    /// The app's document, until it is served: exactly once.
    document: Option<Document>,
    document_served: bool,
    /// Hosts that frames inside the document may show.
    frames: Vec<String>,
    /// It may ask for the clipboard, once.
    may_ask_for_clipboard: bool,
    loaded: bool,
    /// The keyboard has gone past the app's first stop (true) or last one.
    left: Option<bool>,
    /// The proxy page listens; before that, scripts wait.
    ready: bool,
    scripts: Vec<String>,
    events: Option<mpsc::Sender<SurfaceEvent>>,
    /// Broken: its process ended or was to be ended, or the engine did not keep up with it.
    dead: bool,
}

impl Channel {
    /// A channel under a name of its own: addresses say nothing about the question.
    pub(super) fn new() -> Self {
        Self {
            host: Uuid::new_v4().to_string(),
            token: format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple()),
            nonce: Uuid::new_v4().simple().to_string(),
            state: Mutex::default(),
        }
    }

    /// The name of the webview: the host of its addresses.
    pub(super) fn name(&self) -> &str {
        &self.host
    }

    /// Whether the app's document has loaded.
    pub(super) fn has_loaded(&self) -> bool {
        self.state().loaded
    }

    /// The address of the proxy page.
    pub(super) fn address(&self) -> String {
        page::address(APP_SCHEME, &self.host)
    }

    /// Gives the webview its document, once.
    pub(super) fn adopt(&self, document: Document, events: mpsc::Sender<SurfaceEvent>) {
        let open = format!(
            "askance.open({}, {})",
            literal(&page::address(CONTENT_SCHEME, &self.host)),
            literal(&document.allow)
        );
        let mut state = self.state();
        state.frames = frames::granted(&document.csp);
        state.may_ask_for_clipboard = names(&document.allow, CLIPBOARD_WRITE);
        state.document = Some(document);
        state.events = Some(events);
        state.scripts.push(open);
    }

    /// Queues the [`delivery`] of a message for the frame.
    pub(super) fn deliver(&self, delivery: String) {
        self.state().scripts.push(delivery);
    }

    /// What the person says to its first use of the clipboard.
    pub(super) fn permit_clipboard(&self, yes: bool) {
        self.state().scripts.push(format!("askance.clipboard({yes})"));
    }

    /// The scripts to run now, in order.
    pub(super) fn scripts(&self) -> Vec<String> {
        let mut state = self.state();
        if state.ready { std::mem::take(&mut state.scripts) } else { Vec::new() }
    }

    /// Whether the keyboard has left the app since it was last asked, and whether backwards.
    pub(super) fn take_left(&self) -> Option<bool> {
        self.state().left.take()
    }

    /// Whether it can't be used (any more).
    pub(super) fn is_dead(&self) -> bool {
        self.state().dead
    }

    /// Ends it: nothing is reported any more.
    pub(super) fn close(&self) {
        self.state().end();
    }

    /// Reports an event to the engine.
    pub(super) fn report(&self, event: SurfaceEvent) {
        self.state().report(event);
    }

    /// Whether a navigation may go on: the two documents, each once, places inside the app's own, and frames in it that
    /// its policy grants (CSP-13). Frames can't be told apart here; that the app's frame can't leave for a place that
    /// only a frame inside it may show is the work of the proxy page's `frame-src`.
    pub(super) fn admits(&self, url: &str) -> bool {
        let mut state = self.state();
        let (address, fragment) = url.split_once('#').map_or((url, None), |(address, rest)| (address, Some(rest)));
        let admitted = if address == self.address() {
            fragment.is_none() && !state.proxy_served
        } else if address == page::address(CONTENT_SCHEME, &self.host) {
            if state.document_served { fragment.is_some() } else { fragment.is_none() && state.document.is_some() }
        } else {
            // Frames within the app, under its policy and its sandbox.
            url == "about:blank" || url == "about:srcdoc" || frames::covers(&state.frames, url)
        };
        if !admitted {
            state.report(SurfaceEvent::Navigated);
        }
        admitted
    }

    /// Answers a request to one of the two schemes.
    pub(super) fn respond(&self, request: &Request<Vec<u8>>) -> Answer {
        let uri = request.uri();
        let exact = uri.host() == Some(&self.host) && uri.query().is_none() && uri.port().is_none();
        match (exact, uri.scheme_str(), request.method(), uri.path()) {
            (true, Some(APP_SCHEME), &Method::GET, "/") => self.serve_proxy(),
            (true, Some(APP_SCHEME), &Method::POST, path) => self.receive(path, request),
            (true, Some(CONTENT_SCHEME), &Method::GET, "/") => self.serve_document(),
            _ => page::status(StatusCode::NOT_FOUND),
        }
    }

    fn serve_proxy(&self) -> Answer {
        if std::mem::replace(&mut self.state().proxy_served, true) {
            return page::status(StatusCode::NOT_FOUND);
        }
        page::proxy_page(&self.host, &self.nonce, &self.token)
    }

    fn serve_document(&self) -> Answer {
        let mut state = self.state();
        match state.document.take() {
            Some(document) => {
                state.document_served = true;
                page::document(document.html, &document.csp)
            }
            None => {
                if state.document_served {
                    state.report(SurfaceEvent::Navigated);
                }
                page::status(StatusCode::NOT_FOUND)
            }
        }
    }

    /// What the proxy page reports. The token keeps everything else out that might reach this address.
    fn receive(&self, path: &str, request: &Request<Vec<u8>>) -> Answer {
        let token = request.headers().get("x-askance-token").map(|value| value.as_bytes());
        if token != Some(self.token.as_bytes()) {
            return page::status(StatusCode::NOT_FOUND);
        }
        let mut state = self.state();
        match path {
            "/ready" => state.ready = true,
            "/loaded" => state.loaded(),
            "/message" => state.message(request.body()),
            "/before" => state.left = Some(true),
            "/after" => state.left = Some(false),
            "/navigated" => state.report(SurfaceEvent::Navigated),
            "/flooded" => state.report(SurfaceEvent::Flooded),
            "/clipboard" => state.wants_clipboard(),
            "/refused" => state.refuse(&String::from_utf8_lossy(request.body())),
            _ => return page::status(StatusCode::NOT_FOUND),
        }
        page::status(StatusCode::OK)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn loaded(&mut self) {
        if self.document_served && !std::mem::replace(&mut self.loaded, true) {
            self.report(SurfaceEvent::Loaded);
        }
    }

    fn message(&mut self, body: &[u8]) {
        if body.len() > MESSAGE_LIMIT {
            return self.refuse("a message over 4 MiB");
        }
        match std::str::from_utf8(body) {
            Ok(text) => {
                // A document that speaks has loaded, even while an image of it still comes.
                self.loaded();
                self.report(SurfaceEvent::Message(text.to_owned()));
            }
            Err(_) => self.refuse("a message that is not UTF-8"),
        }
    }

    /// An app may say this without using it; then the person is asked all the same, and only once.
    fn wants_clipboard(&mut self) {
        if std::mem::take(&mut self.may_ask_for_clipboard) {
            self.report(SurfaceEvent::Wants(AppFeature::ClipboardWrite));
        }
    }

    fn refuse(&mut self, words: &str) {
        self.report(SurfaceEvent::Refused(words.chars().take(NOTE_LIMIT).collect()));
    }

    /// Never waits: an engine that does not keep up ends the surface, not the window.
    fn report(&mut self, event: SurfaceEvent) {
        self.dead |= matches!(event, SurfaceEvent::Crashed | SurfaceEvent::MemoryExceeded);
        if let Some(events) = &self.events
            && events.try_send(event).is_err()
        {
            self.end();
        }
    }

    fn end(&mut self) {
        self.events = None;
        self.dead = true;
    }
}

/// The script that hands one JSON-RPC message to the frame. Long ones take a while: not on the main thread.
pub(super) fn delivery(message: &str) -> String {
    format!("askance.deliver({})", literal(message))
}

/// The word of an `allow` attribute for writing to the clipboard (PRM-01).
pub(super) const CLIPBOARD_WRITE: &str = "clipboard-write";

/// Whether an `allow` attribute names a feature.
pub(super) fn names(allow: &str, feature: &str) -> bool {
    allow.split(';').any(|word| word.trim() == feature)
}

/// A JavaScript string literal. JSON's are, but for two line ends that older engines do not take inside a string.
fn literal(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests;
