//! Lists: some of some options, or free texts.

use serde_json::{Map, Value};

use super::keywords::{Shape, count};
use super::property::{Draftsman, Reader};
use super::scalar::text_rule;
use super::types::Types;
use super::{Why, nested};
use crate::check::rule::{Count, Kind, Text};

/// Whether the items are options: what an untyped schema is then drawn by.
pub(crate) fn has_options(map: &Map<String, Value>) -> bool {
    let Some(items) = map.get("items").and_then(Value::as_object) else { return false };
    ["enum", "anyOf", "oneOf"].iter().any(|word| {
        let members = items.get(*word).and_then(Value::as_array);
        members.is_some_and(|m| !m.is_empty() && (*word == "enum" || m.iter().all(|m| m.get("const").is_some())))
    })
}

/// A list. Only lists of strings can be answered.
pub(crate) fn list(reader: &mut Reader<'_, '_>, at: &mut Draftsman) -> Result<Kind, Why> {
    if at.listed.is_some() || at.map.contains_key("const") {
        return Err(Why::NeedsEditor("is a choice between whole lists".to_owned()));
    }
    if at.map.contains_key("prefixItems") || at.map.get("items").is_some_and(Value::is_array) {
        return Err(Why::NeedsEditor("is a list whose items have several shapes".to_owned()));
    }
    at.judge(Shape::List);
    let size = Count {
        min: count(&at.map, "minItems", &mut at.found),
        max: count(&at.map, "maxItems", &mut at.found),
        unique: at.map.get("uniqueItems") == Some(&Value::Bool(true)),
    };
    if size.min.unwrap_or(0) > size.max.unwrap_or(u64::MAX) {
        return Err(Why::NothingFits);
    }
    let kind = match at.map.shift_remove("items") {
        None | Some(Value::Bool(true)) if reader.open => return Err(Why::NotCarried),
        None | Some(Value::Bool(true)) => {
            at.found.add("LIST_OF_TEXT");
            Kind::Lines { item: Text::default(), count: size }
        }
        Some(Value::Object(items)) if reader.open => match items_kind(reader, at, items.clone(), size) {
            Err(Why::NotCarried) => nested::list(reader, at, items, size)?,
            kind => kind?,
        },
        Some(Value::Object(items)) => items_kind(reader, at, items, size)?,
        Some(Value::Bool(false)) => return Err(Why::NotCarried),
        Some(_) => return Err(Why::NotASchema),
    };
    let options = match &kind {
        Kind::Many { options, .. } => options.values.len() as u64,
        _ => u64::MAX,
    };
    if size.min.unwrap_or(0) > options { Err(Why::NothingFits) } else { Ok(kind) }
}

fn items_kind(
    reader: &mut Reader<'_, '_>,
    at: &mut Draftsman,
    items: Map<String, Value>,
    count: Count,
) -> Result<Kind, Why> {
    let untyped = !items.contains_key("type");
    let mut item = reader.unfold(items)?;
    if item.types.is_some_and(|types| !types.has(Types::TEXT)) {
        return Err(Why::NotCarried);
    }
    let foreign = item.types.is_none_or(|types| !types.without(Types::TEXT).without(Types::NULL).is_empty());
    let texts = item.listed.as_ref().map_or(!foreign, |listed| listed.values().all(Value::is_string));
    if reader.open && (item.nullable || !texts) {
        return Err(Why::NotCarried);
    }
    let plain = item.map.contains_key("enum");
    let aliased = item.map.contains_key("oneOf");
    let rule = text_rule(&mut item.map, &mut item.found, &mut item.notes, &item.patterns)?;
    let kind = match item.listed.take() {
        Some(listed) => {
            if untyped && plain {
                at.found.add("ITEMS_TYPE_INFERRED");
            }
            let fits = |value: &Value| value.as_str().is_some_and(|text| rule.fault(text).is_none());
            let options = listed.settle(fits, &mut item.found)?;
            classify_items(at, &mut item, !plain, aliased);
            Kind::Many { options, count }
        }
        None => {
            at.found.add("LIST_OF_TEXT");
            item.judge(Shape::Text);
            Kind::Lines { item: rule, count }
        }
    };
    join(at, item);
    Ok(kind)
}

/// Items of options have a grammar of their own: `type` and `enum`, or `anyOf` alone.
fn classify_items(at: &mut Draftsman, item: &mut Draftsman, titled: bool, aliased: bool) {
    if titled {
        item.map.shift_remove("anyOf");
        item.map.shift_remove("oneOf");
        if item.map.contains_key("type") {
            at.found.add("KEYWORD_ENFORCED");
        }
    }
    item.judge(Shape::Choice);
    if ["title", "description", "default", "enumNames"].iter().any(|key| item.map.contains_key(*key)) {
        at.found.add("KEYWORD_IGNORED");
    }
    if aliased {
        at.found.add("OPTION_ALIAS");
    }
}

/// What was found at the items counts for the property; what is left is checked at the items.
fn join(at: &mut Draftsman, item: Draftsman) {
    for code in item.found.codes() {
        // Said of a property, these would be another statement.
        if !matches!(*code, "TYPE_INFERRED" | "NULLABLE" | "OPTION_ALIAS") {
            at.found.add(code);
        }
    }
    at.notes.extend(item.notes);
    if !item.left.is_empty() {
        at.left.insert("items".to_owned(), Value::Object(item.left));
    }
}
