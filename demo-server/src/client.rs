//! What the client said it can do, read for one request.
use rmcp::model::ClientCapabilities;
use serde_json::Value;

use crate::apps::{APP_MIME, UI_EXTENSION};

/// The two facts that decide how the shop may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Abilities {
    /// The client shows form elicitations.
    pub(crate) forms: bool,
    /// The client shows form elicitations in apps: all of SEP-3118's client gates are open (CAP-02, CAP-05).
    pub(crate) apps: bool,
}

impl Abilities {
    /// Reads them from the capabilities in effect for one request.
    pub(crate) fn of(capabilities: Option<&ClientCapabilities>) -> Self {
        let Some(capabilities) = capabilities else { return Self { forms: false, apps: false } };
        // `elicitation: {}` alone means form mode in the core protocol; the app hint needs the member itself.
        let elicitation = capabilities.elicitation.as_ref();
        let form_named = elicitation.is_some_and(|modes| modes.form.is_some());
        let forms = form_named || elicitation.is_some_and(|modes| modes.url.is_none());
        let ui = capabilities.extensions.as_ref().and_then(|all| all.get(UI_EXTENSION));
        let mime = ui.and_then(|ui| ui.get("mimeTypes")).and_then(Value::as_array);
        let takes_pages = mime.is_some_and(|types| types.iter().any(|one| one == APP_MIME));
        let nested = ui.and_then(|ui| ui.get("elicitation")).is_some_and(Value::is_object);
        Self { forms, apps: form_named && takes_pages && nested }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn abilities(capabilities: Value) -> Abilities {
        Abilities::of(Some(&serde_json::from_value(capabilities).unwrap()))
    }

    // CAP-02, CAP-05, CAP-07: each gate alone closes the way to an app.
    #[test]
    fn every_gate_counts() {
        let ui = json!({"mimeTypes": [APP_MIME], "elicitation": {}});
        let both = Abilities { forms: true, apps: true };
        let forms = Abilities { forms: true, apps: false };
        assert_eq!(abilities(json!({"elicitation": {"form": {}}, "extensions": {UI_EXTENSION: ui}})), both);
        assert_eq!(abilities(json!({"elicitation": {"form": {}}})), forms);
        assert_eq!(abilities(json!({"elicitation": {}, "extensions": {UI_EXTENSION: ui}})), forms);
        for lacking in [
            json!({"mimeTypes": [APP_MIME]}),
            json!({"mimeTypes": [APP_MIME], "elicitation": true}),
            json!({"mimeTypes": ["text/html"], "elicitation": {}}),
            json!({"elicitation": {}}),
        ] {
            assert_eq!(abilities(json!({"elicitation": {"form": {}}, "extensions": {UI_EXTENSION: lacking}})), forms);
        }
        assert_eq!(abilities(json!({"extensions": {UI_EXTENSION: ui}})), Abilities { forms: false, apps: false });
        assert_eq!(abilities(json!({"elicitation": {"url": {}}})), Abilities { forms: false, apps: false });
        assert_eq!(Abilities::of(None), Abilities { forms: false, apps: false });
    }
}
