//! What an app says to a conversation that Askance does not have (BRG-06, BRG-07): shown to the person as the app's own
//! words, bounded, and given to nobody else (SEC-10).

use serde_json::{Map, Value, json};

use super::bridge::MAX_SAID;
use crate::trace::unix_ms;
use crate::view::Said;

/// Entries that are kept; the oldest goes first.
const MAX_ENTRIES: usize = 50;

/// All entries together in bytes: they travel to the window with every change.
const MAX_ALL: usize = 512 * 1024;

/// The modalities that the window shows of a message, as they are declared.
pub(super) fn message_modalities() -> Value {
    json!({ "text": {}, "image": {} })
}

/// The same for the model's context.
pub(super) fn context_modalities() -> Value {
    json!({ "text": {}, "image": {}, "structuredContent": {} })
}

/// Adds a message; false where it is too large.
pub(super) fn message(said: &mut Vec<Said>, content: &[Value]) -> bool {
    let entry = Said { at: unix_ms(), message: true, content: shown(content), structured: None };
    add(said, entry)
}

/// Replaces what was to be known before; `None` clears it. The bridge has seen to it that it is not too large.
pub(super) fn context(said: &mut Vec<Said>, context: Option<&Value>) {
    said.retain(|entry| entry.message);
    let Some(context) = context else { return };
    let content = context["content"].as_array().map(Vec::as_slice).unwrap_or_default();
    let structured = context.get("structuredContent").cloned();
    add(said, Said { at: unix_ms(), message: false, content: shown(content), structured });
}

fn add(said: &mut Vec<Said>, entry: Said) -> bool {
    if bytes(&entry) > MAX_SAID {
        return false;
    }
    said.push(entry);
    let mut all: usize = said.iter().map(bytes).sum();
    while (said.len() > MAX_ENTRIES || all > MAX_ALL) && !said.is_empty() {
        all -= bytes(&said.remove(0));
    }
    true
}

fn bytes(entry: &Said) -> usize {
    let structured = entry.structured.as_ref().map_or(0, |value| value.to_string().len());
    entry.content.iter().map(|block| block.to_string().len()).sum::<usize>() + structured
}

/// Text and images with the members that the window shows, and no others.
fn shown(blocks: &[Value]) -> Vec<Value> {
    let members = |block: &Value, names: &[&str]| {
        let kept = names.iter().map(|name| ((*name).to_owned(), block[*name].clone()));
        Value::Object(kept.collect::<Map<_, _>>())
    };
    let show = |block: &Value| match block["type"].as_str() {
        Some("text") => Some(members(block, &["type", "text"])),
        Some("image") => Some(members(block, &["type", "data", "mimeType"])),
        _ => None,
    };
    blocks.iter().filter_map(show).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    // BRG-06, BRG-07
    #[test]
    fn messages_add_up_and_context_replaces() {
        let mut said = Vec::new();
        let text = |words: &str| json!({"type": "text", "text": words, "_meta": {"x": 1}});
        assert!(message(&mut said, &[text("one")]));
        context(&mut said, Some(&json!({"content": [text("a")], "structuredContent": {"n": 1}})));
        context(&mut said, Some(&json!({"structuredContent": {"n": 2}})));
        assert_eq!(said.len(), 2);
        assert_eq!(said[0].content, [json!({"type": "text", "text": "one"})]);
        assert_eq!((said[1].message, said[1].structured.clone()), (false, Some(json!({"n": 2}))));
        context(&mut said, None);
        assert_eq!(said.len(), 1);
    }

    #[test]
    fn all_of_it_is_bounded() {
        let mut said = Vec::new();
        let text = |bytes: usize| json!({"type": "text", "text": "x".repeat(bytes)});
        assert!(!message(&mut said, &[text(MAX_SAID)]));
        for _ in 0..60 {
            assert!(message(&mut said, &[text(10)]));
        }
        assert_eq!(said.len(), MAX_ENTRIES);
        for _ in 0..5 {
            assert!(message(&mut said, &[text(200_000)]));
        }
        assert!(said.iter().map(bytes).sum::<usize>() <= MAX_ALL);
    }
}
