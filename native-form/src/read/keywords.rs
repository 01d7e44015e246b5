//! Which keyword belongs to which shape (requirements 3.2), and the reading of bounds.

use serde_json::{Map, Value};

use super::found::Found;
use crate::check::rule::Limit;
use crate::number::Decimal;

/// The shapes of the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Text,
    Choice,
    Number,
    Flag,
    List,
}

/// Keywords at the root that bind properties together or say more about the whole.
pub(crate) const COMPOSITION: &[&str] =
    &["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies"];
/// Keywords of one property that are left to the check on sending.
pub(crate) const LEFT: &[&str] = &[
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedItems",
];
const EVERY: &[&str] = &["const", "enum", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"];
const OF_TEXT: &[&str] = &["minLength", "maxLength", "pattern", "format"];
const OF_NUMBERS: &[&str] = &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const OF_LISTS: &[&str] =
    &["minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains", "unevaluatedItems"];

/// Adds the code of a keyword that lies outside the grammar.
pub(crate) fn classify(shape: Shape, map: &Map<String, Value>, found: &mut Found) {
    for (key, value) in map {
        let key = key.as_str();
        let text = matches!(shape, Shape::Text | Shape::Choice);
        if key == "format" && text {
            match value.as_str().map(crate::check::format::Format::named) {
                Some(Some(_)) if shape == Shape::Text => {}
                Some(Some(_)) => found.add("KEYWORD_ENFORCED"),
                Some(None) => found.add("FORMAT_UNKNOWN"),
                None => found.add("KEYWORD_IGNORED"),
            }
        } else if !is_grammar(shape, key, value, map) {
            let applies = EVERY.contains(&key)
                || (text && OF_TEXT.contains(&key))
                || (shape == Shape::Number && OF_NUMBERS.contains(&key))
                || (shape == Shape::List && OF_LISTS.contains(&key));
            found.add(if applies { "KEYWORD_ENFORCED" } else { "KEYWORD_IGNORED" });
        }
    }
}

fn is_grammar(shape: Shape, key: &str, value: &Value, map: &Map<String, Value>) -> bool {
    match key {
        "type" | "default" => true,
        "title" | "description" => value.is_string(),
        "minLength" | "maxLength" => shape == Shape::Text,
        "enum" | "oneOf" => shape == Shape::Choice,
        "enumNames" => shape == Shape::Choice && map.contains_key("enum"),
        "minimum" | "maximum" => shape == Shape::Number,
        "items" | "minItems" | "maxItems" => shape == Shape::List,
        _ => false,
    }
}

/// A length or an item count.
pub(crate) fn count(map: &Map<String, Value>, key: &str, found: &mut Found) -> Option<u64> {
    let value = map.get(key)?;
    let whole = value.as_number().map(Decimal::of).filter(|d| d.is_whole() && (d.is_zero() || d.is_positive()));
    if whole.is_none() {
        found.add("BOUND_IGNORED");
        return None;
    }
    let number = value.as_number().map(crate::number::shortest)?;
    Some(number.as_u64().unwrap_or(u64::MAX))
}

/// A bound of numbers.
pub(crate) fn limit(map: &Map<String, Value>, key: &str, found: &mut Found) -> Option<Limit> {
    let value = map.get(key)?;
    let limit = value.as_number().map(Limit::new).filter(|limit| key != "multipleOf" || limit.decimal.is_positive());
    if limit.is_none() {
        found.add("BOUND_IGNORED");
    }
    limit
}
