//! What a bound server offers right now, as its apps may use it.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::uri;

/// One tool of a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// As the server lists it.
    pub listed: Value,
    /// It is meant for people and models; not listed to the person otherwise (BRG-32).
    pub for_model: bool,
    /// It is meant for apps (BRG-09).
    pub for_apps: bool,
    /// The server says that it only reads: no promise (SEC-04).
    pub reads_only: bool,
    /// The address of the view of its results, if an app can have it (RES-01, RES-03).
    pub view: Option<String>,
}

impl Tool {
    /// Reads an entry of `tools/list`.
    pub fn read(listed: &Value) -> Self {
        let meta = &listed["_meta"];
        // The flat key is deprecated, and for tools only; the nested one wins (RES-01).
        let address = meta["ui"].get("resourceUri").or_else(|| meta.get("ui/resourceUri"));
        Self {
            for_model: is_visible(meta, "model"),
            for_apps: is_visible(meta, "app"),
            reads_only: listed["annotations"]["readOnlyHint"] == true,
            view: address.and_then(|address| uri::check(address).ok()).map(str::to_owned),
            listed: listed.clone(),
        }
    }
}

/// `_meta.ui.visibility`: both where it is absent. What is no list is meant for people alone.
fn is_visible(meta: &Value, to: &str) -> bool {
    match meta["ui"].get("visibility") {
        None => true,
        Some(Value::Array(all)) => all.iter().any(|one| one == to),
        Some(_) => to == "model",
    }
}

/// What a server offers.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// Its tools by name.
    pub tools: Arc<HashMap<String, Tool>>,
    /// The person lets its apps do everything (`askance.apps` is `always`): its word on read-only tools counts.
    pub trusted: bool,
    /// How often each of its lists changed, by the name of core's notification (BRG-17, BRG-25).
    pub changed: HashMap<&'static str, u64>,
}

impl Offer {
    /// The tool, if apps may call it.
    pub fn for_apps(&self, name: &str) -> Option<&Tool> {
        self.tools.get(name).filter(|tool| tool.for_apps)
    }
}

/// `serverTools` and `serverResources`, as far as the server has them (INI-13).
pub(super) fn capabilities(server: Option<&Value>, calls: bool) -> Map<String, Value> {
    let mut capabilities = Map::new();
    let has = |name: &str| server.and_then(|server| server.get(name)).filter(|it| it.is_object());
    for (name, theirs, open) in [("serverTools", "tools", calls), ("serverResources", "resources", true)] {
        if let Some(declared) = has(theirs).filter(|_| open) {
            let tells = declared["listChanged"] == true;
            let ours = tells.then(|| ("listChanged".to_owned(), Value::Bool(true)));
            capabilities.insert(name.to_owned(), Value::Object(ours.into_iter().collect()));
        }
    }
    capabilities
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use serde_json::json;

    use super::*;

    // BRG-09, BRG-32
    #[test]
    fn visibility_is_both_by_default() {
        let of = |visibility: Value| {
            let tool = Tool::read(&json!({"name": "t", "_meta": {"ui": {"visibility": visibility}}}));
            (tool.for_model, tool.for_apps)
        };
        assert_eq!(of(json!(["model", "app"])), (true, true));
        assert_eq!(of(json!(["app"])), (false, true));
        assert_eq!(of(json!(["model"])), (true, false));
        assert_eq!(of(json!([])), (false, false));
        assert_eq!(of(json!("app")), (true, false), "not understood: nothing for apps");
        let plain = Tool::read(&json!({"name": "t"}));
        assert!(plain.for_model && plain.for_apps && !plain.reads_only);
    }

    // RES-01, RES-03
    #[test]
    fn the_nested_address_wins() {
        let of = |meta: Value| Tool::read(&json!({"name": "t", "_meta": meta})).view;
        assert_eq!(of(json!({"ui": {"resourceUri": "ui://a/b"}, "ui/resourceUri": "ui://c/d"})).unwrap(), "ui://a/b");
        assert_eq!(of(json!({"ui/resourceUri": "ui://c/d"})).unwrap(), "ui://c/d");
        assert_eq!(of(json!({"ui": {"resourceUri": "https://a/b"}, "ui/resourceUri": "ui://c/d"})), None);
        assert_eq!(of(json!({"ui": {}})), None);
    }

    // INI-13
    #[test]
    fn only_what_the_server_has_is_offered() {
        let server = json!({"tools": {"listChanged": true}, "resources": {}, "prompts": {}});
        let with = |calls| Value::Object(capabilities(Some(&server), calls));
        assert_eq!(with(true), json!({"serverTools": {"listChanged": true}, "serverResources": {}}));
        assert_eq!(with(false), json!({"serverResources": {}}));
        assert_eq!(capabilities(None, true), Map::new());
    }
}
