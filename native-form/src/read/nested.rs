//! Objects with fields of their own and lists of any items: a tool's arguments only (issue 3). What lies too deep, or
//! is no plain group or list, stays JSON.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::draw::Drawn;
use super::property::{Draftsman, Reader};
use super::{Why, written};
use crate::bounds::MAX_NESTING;
use crate::check::rule::{Count, Kind};

/// What an item is called where its schema gives no title.
const ITEM: &str = "Item";

/// An object whose properties are listed.
pub(crate) fn group(reader: &mut Reader<'_, '_>, at: &mut Draftsman) -> Result<Kind, Why> {
    if at.listed.is_some() || at.map.contains_key("const") {
        return Err(Why::NotCarried);
    }
    let properties = match at.map.shift_remove("properties") {
        Some(Value::Object(properties)) if !properties.is_empty() => properties,
        _ => return Err(Why::NotCarried),
    };
    let keys = at.map.get("required").and_then(Value::as_array);
    let required: Vec<&str> = keys.into_iter().flatten().filter_map(Value::as_str).collect();
    let needed: HashSet<&str> = required.iter().copied().collect();
    let mut inner = deeper(reader)?;
    let mut all = Vec::with_capacity(properties.len());
    for (key, schema) in &properties {
        all.push(member(&mut inner, key, schema, needed.contains(key.as_str()))?);
    }
    let mut named = HashSet::new();
    for key in required.into_iter().filter(|key| !properties.contains_key(*key) && named.insert(*key)) {
        inner.budget.charge_field()?;
        all.push(written::undescribed(key));
    }
    let (fields, rules) = all.into_iter().map(|drawn| (drawn.field, drawn.rule)).unzip();
    at.inside = fields;
    Ok(Kind::Group(rules))
}

/// One property of a group: drawn, or written as JSON.
fn member(reader: &mut Reader<'_, '_>, key: &str, schema: &Value, required: bool) -> Result<Drawn, Why> {
    reader.budget.charge_field()?;
    let why = match reader.property(schema) {
        Ok(read) if !(required && read.nullable) => return Ok(Drawn::new(key, required, read, true)),
        Ok(_) => Why::NotCarried,
        Err(why) => why,
    };
    Ok(written::field(key, required, schema, &why, reader.document, reader.budget))
}

/// A list of items that are drawn one by one.
pub(crate) fn list(
    reader: &mut Reader<'_, '_>,
    at: &mut Draftsman,
    items: Map<String, Value>,
    count: Count,
) -> Result<Kind, Why> {
    let titled = items.get("title").is_some_and(Value::is_string);
    let mut inner = deeper(reader)?;
    inner.budget.charge_field()?;
    let read = inner.property(&Value::Object(items))?;
    if read.nullable {
        return Err(Why::NotCarried);
    }
    let named = titled || read.map.get("title").is_some_and(Value::is_string);
    let mut drawn = Drawn::new("", true, read, true);
    if !named {
        ITEM.clone_into(&mut drawn.field.label);
        ITEM.clone_into(&mut drawn.rule.label);
    }
    at.inside = vec![drawn.field];
    Ok(Kind::List { item: Box::new(drawn.rule), count })
}

fn deeper<'a, 'c>(reader: &'c mut Reader<'a, '_>) -> Result<Reader<'a, 'c>, Why> {
    if reader.depth >= MAX_NESTING {
        return Err(Why::NotCarried);
    }
    Ok(Reader {
        document: reader.document,
        patterns: reader.patterns,
        budget: reader.budget,
        open: reader.open,
        depth: reader.depth + 1,
    })
}
