//! Which requests a view may send: the allow-list (BRG-30), the capability behind each, and its phase.

use serde_json::{Map, Value};

/// One method of the direction view → host.
pub(super) struct Method {
    /// Its name.
    pub(super) name: &'static str,
    /// The member of `hostCapabilities` that must have been sent.
    gate: Option<&'static str>,
    /// Legal before `ui/notifications/initialized`.
    pub(super) early: bool,
}

const fn ready(name: &'static str, gate: Option<&'static str>) -> Method {
    Method { name, gate, early: false }
}

const METHODS: [Method; 13] = [
    Method { name: "ping", gate: None, early: true },
    Method { name: "ui/initialize", gate: None, early: true },
    ready("ui/open-link", Some("openLinks")),
    ready("ui/download-file", Some("downloadFile")),
    ready("ui/message", Some("message")),
    ready("ui/update-model-context", Some("updateModelContext")),
    ready("ui/request-display-mode", None),
    ready("tools/call", Some("serverTools")),
    ready("tools/list", Some("serverTools")),
    ready("resources/read", Some("serverResources")),
    ready("resources/list", Some("serverResources")),
    ready("resources/templates/list", Some("serverResources")),
    ready("prompts/list", Some("serverResources")),
];

/// The notifications of a view, for the trace.
const NOTIFICATIONS: [&str; 6] = [
    "ui/notifications/initialized",
    "ui/notifications/size-changed",
    "ui/notifications/request-teardown",
    "notifications/message",
    "notifications/cancelled",
    "notifications/tools/list_changed",
];

/// A notification's name as the trace may show it.
pub(super) fn notification(name: &str) -> &'static str {
    NOTIFICATIONS.into_iter().find(|known| *known == name).unwrap_or(UNKNOWN)
}

/// Stands in the trace for every method that a view may not send: its name is the view's own words (SEC-07).
pub(super) const UNKNOWN: &str = "unknown";

/// The method, if a view of a host with these capabilities may send it.
pub(super) fn find(name: &str, capabilities: &Map<String, Value>) -> Option<&'static Method> {
    let open = |method: &&Method| method.gate.is_none_or(|gate| capabilities.contains_key(gate));
    METHODS.iter().find(|method| method.name == name).filter(open)
}
