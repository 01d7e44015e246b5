//! Where the page wants apps to be, and what it tells them about their host.

use std::sync::Arc;

use askance_host::Problem;
use askance_host::view::AppConsent;
use serde_json::{Map, Value, json};
use tauri::State;
use tokio::sync::watch;
use uuid::Uuid;

use super::Engine;
use crate::surface::{self, Rect};

/// What apps are told; the engine watches it.
pub(crate) struct ContextSender(pub(crate) watch::Sender<Arc<Value>>);

/// Puts an app over a rectangle of the page, or hides it. Not `async`: it runs on the main thread, where apps are.
#[tauri::command]
pub(super) fn place_app(instance: Uuid, rect: Option<Rect>) {
    surface::place(instance, rect);
}

/// Gives the keyboard to an app. Not `async`, as above.
#[tauri::command]
pub(super) fn focus_app(instance: Uuid) {
    surface::focus(instance);
}

/// Takes the page's theme, variables, language and time zone.
#[tauri::command]
pub(super) async fn set_context(sender: State<'_, ContextSender>, context: Map<String, Value>) -> Result<(), Problem> {
    sender.0.send_replace(Arc::new(complete(context)));
    Ok(())
}

/// Decides what an app wants.
#[tauri::command]
pub(super) async fn decide_app_request(
    host: Engine<'_>,
    instance: Uuid,
    request: String,
    yes: bool,
) -> Result<(), Problem> {
    host.decide_app_request(instance, request, yes)
}

/// Ends an app's full screen.
#[tauri::command]
pub(super) async fn leave_fullscreen(host: Engine<'_>, instance: Uuid) -> Result<(), Problem> {
    host.leave_fullscreen(instance)
}

/// Ends the view of a tool's result.
#[tauri::command]
pub(super) async fn close_view(host: Engine<'_>, task: String) -> Result<(), Problem> {
    host.close_view(&task)
}

/// Takes what the person says to an app that waits for consent.
#[tauri::command]
pub(super) async fn consent_to_app(host: Engine<'_>, instance: Uuid, consent: AppConsent) -> Result<(), Problem> {
    host.consent_to_app(instance, consent)
}

/// The HTML of an app, as its server sent it.
#[tauri::command]
pub(super) async fn app_source(host: Engine<'_>, instance: Uuid) -> Result<String, Problem> {
    host.app_source(instance)
}

/// What the page does not say of itself. The name is coarse: nothing of the machine or the person (INI-15). An app has
/// its rectangle for itself, so nothing insets it.
pub(crate) fn complete(mut context: Map<String, Value>) -> Value {
    context.insert("platform".to_owned(), json!("desktop"));
    context.insert("userAgent".to_owned(), json!(concat!("Askance/", env!("CARGO_PKG_VERSION"))));
    context.insert("safeAreaInsets".to_owned(), json!({"top": 0, "right": 0, "bottom": 0, "left": 0}));
    Value::Object(context)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use askance_host::app::bridge::host_context;

    use super::*;

    // INI-14, INI-15
    #[test]
    fn apps_are_told_what_the_page_says_and_what_it_cannot_know() {
        let page = json!({"theme": "dark", "platform": "web", "deviceCapabilities": {"touch": false, "hover": true}});
        let Value::Object(page) = page else { panic!("an object") };
        let told = Value::Object(host_context(&complete(page)));
        assert_eq!(told["theme"], "dark");
        assert_eq!(told["platform"], "desktop");
        assert_eq!(told["deviceCapabilities"], json!({"touch": false, "hover": true}));
        assert_eq!(told["safeAreaInsets"], json!({"top": 0, "right": 0, "bottom": 0, "left": 0}));
        assert!(told["userAgent"].as_str().unwrap().starts_with("Askance/"));
    }
}
