//! `hostContext`: what an app is told about its host, and how it hears of changes (INI-14, INI-15).

use serde_json::{Map, Value, json};

/// The display modes of the bridge.
pub const DISPLAY_MODES: [&str; 3] = ["inline", "fullscreen", "pip"];

/// The display modes that Askance has (BRG-08): never `pip`, a window without the host's bars (A18).
pub const OFFERED_MODES: [&str; 2] = ["inline", "fullscreen"];

/// What an app is told while it is shown inline: of `given` the members that are sound, ours over them.
///
/// `toolInfo` is never among them: no tool call made this view (INI-17, APP-12). Network fonts are not either: the
/// app's `font-src` would block them (CSP-16).
pub fn host_context(given: &Value) -> Map<String, Value> {
    let mut context = Map::new();
    for (name, value) in given.as_object().into_iter().flatten() {
        if name != "toolInfo" && is_sound(name, value) {
            context.insert(name.clone(), value.clone());
        }
    }
    if let Some(styles) = context.get_mut("styles").and_then(Value::as_object_mut) {
        styles.shift_remove("css");
    }
    context.insert("displayMode".into(), json!("inline"));
    context.insert("availableDisplayModes".into(), json!(OFFERED_MODES));
    context.insert("platform".into(), json!("desktop"));
    context
}

/// The members of `new` that differ from `old`, if any does.
pub(super) fn patch(old: &Map<String, Value>, new: &Map<String, Value>) -> Option<Map<String, Value>> {
    let changed: Map<_, _> = new.iter().filter(|(name, value)| old.get(*name) != Some(value)).map(owned).collect();
    (!changed.is_empty()).then_some(changed)
}

fn owned((name, value): (&String, &Value)) -> (String, Value) {
    (name.clone(), value.clone())
}

/// Whether a member has the shape that views expect. Unknown members are free (the SDK's type is open).
pub(in crate::app) fn is_sound(name: &str, value: &Value) -> bool {
    match name {
        "theme" => is_one_of(value, &["light", "dark"]),
        "styles" => is_styles(value),
        "displayMode" => is_one_of(value, &DISPLAY_MODES),
        "availableDisplayModes" => value.as_array().is_some_and(|m| m.iter().all(|m| is_one_of(m, &DISPLAY_MODES))),
        "containerDimensions" => members_are(value, &["width", "maxWidth", "height", "maxHeight"], Value::is_number),
        "locale" | "timeZone" | "userAgent" => value.is_string(),
        "platform" => is_one_of(value, &["web", "desktop", "mobile"]),
        "deviceCapabilities" => members_are(value, &["touch", "hover"], Value::is_boolean),
        "safeAreaInsets" => ["top", "right", "bottom", "left"].iter().all(|side| value[*side].is_number()),
        "toolInfo" => is_tool_info(value),
        _ => true,
    }
}

fn is_one_of(value: &Value, words: &[&str]) -> bool {
    value.as_str().is_some_and(|word| words.contains(&word))
}

/// Whether `value` is an object whose members of these names, where present, are as `fits` says.
fn members_are(value: &Value, names: &[&str], fits: fn(&Value) -> bool) -> bool {
    value.is_object() && names.iter().all(|name| value.get(*name).is_none_or(fits))
}

fn is_styles(value: &Value) -> bool {
    let all_strings = |object: &Value| object.as_object().is_some_and(|o| o.values().all(Value::is_string));
    members_are(value, &["variables", "css"], Value::is_object)
        && value.get("variables").is_none_or(all_strings)
        && value.get("css").is_none_or(|css| members_are(css, &["fonts"], Value::is_string))
}

fn is_tool_info(value: &Value) -> bool {
    let id_fits = value.get("id").is_none_or(|id| id.is_string() || id.is_i64() || id.is_u64());
    let tool = &value["tool"];
    id_fits && tool["name"].is_string() && tool["inputSchema"].is_object()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    // INI-14, INI-15, INI-17, CSP-16
    #[test]
    fn only_sound_members_reach_an_app() {
        let given = json!({
            "theme": "sepia", "locale": 7, "timeZone": "Europe/Berlin", "platform": "web", "displayMode": "pip",
            "styles": {"variables": {"--color-text-primary": "#000"}, "css": {"fonts": "@import 'https://x'"}},
            "toolInfo": {"tool": {"name": "t", "inputSchema": {}}}, "safeAreaInsets": {"top": 0},
        });
        let context = host_context(&given);
        let expected = json!({
            "timeZone": "Europe/Berlin", "styles": {"variables": {"--color-text-primary": "#000"}},
            "platform": "desktop", "displayMode": "inline", "availableDisplayModes": ["inline", "fullscreen"],
        });
        assert_eq!(Value::Object(context), expected);
        assert_eq!(host_context(&json!("x")).len(), 3);
    }

    #[test]
    fn a_patch_holds_what_changed_alone() {
        let old = host_context(&json!({"theme": "light", "locale": "en"}));
        let new = host_context(&json!({"theme": "dark", "locale": "en"}));
        assert_eq!(Value::Object(patch(&old, &new).unwrap()), json!({"theme": "dark"}));
        assert_eq!(patch(&new, &new), None);
    }
}
