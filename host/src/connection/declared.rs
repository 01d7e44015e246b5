//! What this client says about itself: `clientInfo`, `capabilities`, and the modern `_meta` envelope (CAP-01…05, VER-11).

use serde_json::{Map, Value, json};

use super::Declared;
use crate::Revision;

/// The extension identifier of MCP Apps (CAP-01).
const UI_EXTENSION: &str = "io.modelcontextprotocol/ui";
/// The one kind of app that is shown (MIM-01).
const APP_MIME_TYPE: &str = "text/html;profile=mcp-app";

const META_REVISION: &str = "io.modelcontextprotocol/protocolVersion";
const META_INFO: &str = "io.modelcontextprotocol/clientInfo";
const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

impl Declared {
    /// `capabilities`, the same object in `initialize` and in every modern request. The nested `elicitation` member
    /// stands only where an app can be shown *and* a form can be answered (CAP-02, CAP-04); no member promises what is
    /// not served (CAP-09, CAP-10).
    pub(super) fn capabilities(self) -> Value {
        let mut capabilities = Map::new();
        let mut elicitation = Map::new();
        if self.form {
            elicitation.insert("form".to_owned(), json!({}));
        }
        if self.url {
            elicitation.insert("url".to_owned(), json!({}));
        }
        if !elicitation.is_empty() {
            capabilities.insert("elicitation".to_owned(), Value::Object(elicitation));
        }
        if self.apps {
            let mut ui = Map::new();
            ui.insert("mimeTypes".to_owned(), json!([APP_MIME_TYPE]));
            if self.form && self.app_answers {
                ui.insert("elicitation".to_owned(), json!({}));
            }
            capabilities.insert("extensions".to_owned(), json!({ UI_EXTENSION: ui }));
        }
        Value::Object(capabilities)
    }

    /// Adds the three members that every modern request carries (VER-11). What the caller put there stays, but not
    /// under these names: original, retries and nested reads must agree (CAP-13).
    pub(super) fn envelop(self, meta: &mut Map<String, Value>, revision: Revision) {
        meta.insert(META_REVISION.to_owned(), json!(revision.as_str()));
        meta.insert(META_INFO.to_owned(), client_info());
        meta.insert(META_CAPABILITIES.to_owned(), self.capabilities());
    }
}

/// `clientInfo`.
pub(super) fn client_info() -> Value {
    json!({ "name": "Askance", "version": env!("CARGO_PKG_VERSION") })
}

#[cfg(test)]
mod tests {
    use super::*;

    // CAP-01, CAP-02, CAP-04
    #[test]
    fn the_nested_member_needs_both_an_app_and_a_form() {
        let all = Declared { form: true, url: true, apps: true, app_answers: true };
        assert_eq!(
            all.capabilities(),
            json!({"elicitation":{"form":{},"url":{}},"extensions":{UI_EXTENSION:{"mimeTypes":[APP_MIME_TYPE],"elicitation":{}}}})
        );
        let no_apps = Declared { apps: false, ..all };
        assert_eq!(no_apps.capabilities(), json!({"elicitation":{"form":{},"url":{}}}));
        let results_alone = Declared { app_answers: false, ..all }.capabilities();
        assert_eq!(results_alone["extensions"][UI_EXTENSION], json!({"mimeTypes":[APP_MIME_TYPE]}), "SEC-12");
        let no_form = Declared { form: false, url: false, ..all };
        assert_eq!(no_form.capabilities(), json!({"extensions":{UI_EXTENSION:{"mimeTypes":[APP_MIME_TYPE]}}}));
        assert_eq!(Declared { form: false, url: false, apps: false, app_answers: true }.capabilities(), json!({}));
    }
}
