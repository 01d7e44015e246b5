//! Content blocks of a view, and what it sends to the model.

use serde_json::{Map, Value};

/// The largest thing that a view may say, in bytes (BRG-06, BRG-07).
pub(in crate::app) const MAX_SAID: usize = 256 * 1024;

/// Whether a value is a content block of the protocol.
pub(super) fn is_block(value: &Value) -> bool {
    let strings = |object: &Value, names: &[&str]| names.iter().all(|name| object[*name].is_string());
    match value["type"].as_str() {
        Some("text") => strings(value, &["text"]),
        Some("image" | "audio") => strings(value, &["data", "mimeType"]),
        Some("resource_link") => strings(value, &["uri", "name"]),
        Some("resource") => {
            let resource = &value["resource"];
            strings(resource, &["uri"]) && (resource["text"].is_string() || resource["blob"].is_string())
        }
        _ => false,
    }
}

/// A list of blocks; a single block counts as a list of one.
pub(super) fn blocks(value: &Value) -> Option<Vec<Value>> {
    let blocks = match value {
        Value::Array(blocks) => blocks.clone(),
        single => vec![single.clone()],
    };
    blocks.iter().all(is_block).then_some(blocks)
}

/// Whether a view may send these blocks: the modalities that were declared to it, all where none is named.
pub(super) fn are_declared(blocks: &[Value], declared: &Value) -> bool {
    let open = declared.as_object().is_none_or(Map::is_empty);
    let name = |block: &Value| match block["type"].as_str() {
        Some("resource_link") => "resourceLink".to_owned(),
        other => other.unwrap_or_default().to_owned(),
    };
    open || blocks.iter().all(|block| declared.get(name(block)).is_some())
}

/// What `ui/update-model-context` leaves for the model: `Some(None)` is nothing, `None` malformed params (BRG-07) or
/// something that was not declared.
pub(super) fn model_context(params: &Map<String, Value>, declared: &Value) -> Option<Option<Value>> {
    let mut context = Map::new();
    if let Some(content) = params.get("content") {
        let blocks = content.as_array().and_then(|_| blocks(content)).filter(|all| are_declared(all, declared))?;
        if !blocks.is_empty() {
            context.insert("content".into(), blocks.into());
        }
    }
    if let Some(structured) = params.get("structuredContent") {
        let open = declared.as_object().is_none_or(Map::is_empty) || declared.get("structuredContent").is_some();
        context.insert("structuredContent".into(), structured.as_object().filter(|_| open)?.clone().into());
    }
    Some((!context.is_empty()).then_some(context.into()))
}
