//! The shop's apps: single HTML pages put together from the page itself, the shared look and the shared bridge.
use serde_json::{Value, json};

/// The MCP Apps extension.
pub(crate) const UI_EXTENSION: &str = "io.modelcontextprotocol/ui";
/// The type of a page that is an app.
pub(crate) const APP_MIME: &str = "text/html;profile=mcp-app";

const LOOK: &str = include_str!("../apps/look.css");
const BRIDGE: &str = include_str!("../apps/bridge.js");

/// One page that the shop serves.
#[derive(Debug)]
pub(crate) struct App {
    /// Where it is read.
    pub(crate) uri: &'static str,
    title: &'static str,
    mime: &'static str,
    page: &'static str,
}

/// Cards with a plant on each.
pub(crate) static PLANTS: App = App {
    uri: "ui://windowsill/plants.html",
    title: "Plants on cards",
    mime: APP_MIME,
    page: include_str!("../apps/plants.html"),
};
/// The free times of a week.
pub(crate) static WEEK: App = App {
    uri: "ui://windowsill/week.html",
    title: "The week's free times",
    mime: APP_MIME,
    page: include_str!("../apps/week.html"),
};
/// A pot that changes as it is described.
pub(crate) static POT: App = App {
    uri: "ui://windowsill/pot.html",
    title: "The potter's bench",
    mime: APP_MIME,
    page: include_str!("../apps/pot.html"),
};
/// The week's opening hours: the view of a tool's result.
pub(crate) static HOURS: App = App {
    uri: "ui://windowsill/hours.html",
    title: "Opening hours",
    mime: APP_MIME,
    page: include_str!("../apps/hours.html"),
};
/// Broken on purpose: an ordinary page with an ordinary type (MIM-01), so that a newcomer sees the standard form instead.
pub(crate) static BROKEN: App = App {
    uri: "ui://windowsill/broken.html",
    title: "A page that is no app",
    mime: "text/html",
    page: include_str!("../apps/broken.html"),
};

static ALL: [&App; 5] = [&PLANTS, &WEEK, &POT, &HOURS, &BROKEN];

/// The entries of `resources/list`.
pub(crate) fn listing() -> Value {
    ALL.iter().map(|app| json!({"uri": app.uri, "name": app.title, "mimeType": app.mime})).collect()
}

/// The result of `resources/read` for one address, if the shop has an app there.
pub(crate) fn read(uri: &str) -> Option<Value> {
    let app = ALL.iter().find(|app| app.uri == uri)?;
    let page = app.page.replace("/* look.css */", LOOK).replace("/* bridge.js */", BRIDGE);
    // No origins at all: the pages need nothing from outside.
    let meta = json!({"ui": {"prefersBorder": false, "csp": {}}});
    Some(json!({"contents": [{"uri": app.uri, "mimeType": app.mime, "text": page, "_meta": meta}]}))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn pages_are_whole_and_reach_for_nothing() {
        for app in ALL {
            let page = read(app.uri).unwrap()["contents"][0]["text"].as_str().unwrap().to_owned();
            assert!(page.starts_with("<!doctype html>"), "{}", app.uri);
            for placeholder in ["/* look.css */", "/* bridge.js */", "http://", "https://"] {
                assert!(!page.contains(placeholder), "{} contains {placeholder}", app.uri);
            }
        }
        assert!(read("ui://windowsill/other.html").is_none());
    }
}
