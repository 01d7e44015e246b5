//! What fields do not check themselves, as one schema that is checked on sending (SCH-03, SCH-06).

use std::collections::HashMap;

use jsonschema::Draft;
use serde_json::{Map, Value};

use super::refs::Document;
use crate::bounds::{MAX_HOPS, MAX_VISITS};
use crate::check::compile::compile;
use crate::check::format::Format;
use crate::check::pattern::Patterns;
use crate::check::whole::Whole;

/// Keywords at the root without which there is nothing to check there.
const BINDING: &[&str] = &[
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
];
/// Keywords whose members are schemas by name.
const BY_NAME: &[&str] =
    &["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"];
/// Keywords whose value is data.
const DATA: &[&str] = &["const", "enum", "default", "examples", "required", "dependentRequired", "enumNames"];
/// Keywords that look into the value rather than at it.
const INTO: &[&str] = &[
    "properties",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "items",
    "prefixItems",
    "additionalItems",
    "unevaluatedItems",
    "contains",
];

/// What is left of a schema: nothing, a check, or rules that cannot be run.
pub(crate) enum Left {
    Nothing,
    Checked(Box<Whole>),
    Unchecked,
}

/// `properties`: of each declared key, what its rule does not check.
pub(crate) fn compiled(
    root: &Map<String, Value>,
    properties: Map<String, Value>,
    document: &Document<'_>,
    patterns: &Patterns,
) -> Left {
    let bound = root.keys().any(|key| BINDING.contains(&key.as_str()));
    if !bound && properties.values().all(|left| *left == Value::Bool(true)) {
        return Left::Nothing;
    }
    let mut kept: Map<String, Value> = root.clone();
    for key in ["type", "required", "$schema", "$id", "title", "description", "default", "examples"] {
        kept.shift_remove(key);
    }
    let reduced = kept.insert("properties".to_owned(), Value::Object(properties)).is_some();
    let mut doubt = false;
    let mut schema = runnable(&Value::Object(kept), 0, patterns, &mut doubt);
    // A reference into the properties means them in full.
    if reduced && refers_elsewhere(&schema) {
        let mut full = root.clone();
        full.shift_remove("$schema");
        full.shift_remove("$id");
        schema = runnable(&Value::Object(full), 0, patterns, &mut doubt);
    }
    let draft = if document.draft7 { Draft::Draft7 } else { Draft::Draft202012 };
    match whole(&schema, draft, patterns).filter(|_| !doubt) {
        Some(whole) => Left::Checked(Box::new(whole)),
        None => Left::Unchecked,
    }
}

/// A whole schema that no form can show.
pub(crate) fn of_all(schema: &Value, patterns: &Patterns) -> Option<Whole> {
    let mut doubt = false;
    let mut schema = runnable(schema, 0, patterns, &mut doubt);
    let draft7 = schema.get("$schema").and_then(Value::as_str).is_some_and(|name| name.contains("draft-07"));
    for key in ["$schema", "$id"] {
        schema.as_object_mut().and_then(|map| map.shift_remove(key));
    }
    let draft = if draft7 { Draft::Draft7 } else { Draft::Draft202012 };
    if doubt { None } else { whole(&schema, draft, patterns) }
}

/// None for rules that cannot be run, or that would take too long.
fn whole(schema: &Value, draft: Draft, patterns: &Patterns) -> Option<Whole> {
    Visits::new(schema).filter(|visits| *visits <= MAX_VISITS)?;
    let names =
        of_names(schema).into_iter().filter_map(|source| patterns.get(source)).map(|pattern| pattern.size.steps);
    Some(Whole { validator: compile(schema, draft, Some(patterns))?, steps_of_names: names.sum() })
}

/// The patterns that names of values are compared with.
fn of_names(schema: &Value) -> Vec<&str> {
    let mut open = vec![schema];
    let mut found = Vec::new();
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(map) => {
                let names = map.get("patternProperties").and_then(Value::as_object);
                found.extend(names.into_iter().flatten().map(|(name, _)| name.as_str()));
                open.extend(map.values());
            }
            _ => {}
        }
    }
    found
}

/// Without formats that are not enforced and patterns that cannot be (SCH-07, SCH-09). `doubt` is set where a rule
/// with such a pattern would mean something else without it.
fn runnable(schema: &Value, negated: usize, patterns: &Patterns, doubt: &mut bool) -> Value {
    let Value::Object(map) = schema else { return schema.clone() };
    let mut kept = Map::new();
    for (key, value) in map {
        match key.as_str() {
            "format" if value.as_str().is_none_or(|name| Format::named(name).is_none()) => {
                *doubt |= negated > 0;
            }
            "pattern" if value.as_str().is_none_or(|source| patterns.get(source).is_none()) => *doubt |= negated > 0,
            key if DATA.contains(&key) => {
                kept.insert(key.to_owned(), value.clone());
            }
            key if BY_NAME.contains(&key) && value.is_object() => {
                let mut names = value.as_object().into_iter().flatten().map(|(name, _)| name);
                *doubt |= key == "patternProperties" && names.any(|name| patterns.get(name).is_none());
                let members = value.as_object().into_iter().flatten();
                let members =
                    members.map(|(name, value)| (name.clone(), runnable(value, negated, patterns, doubt))).collect();
                kept.insert(key.to_owned(), Value::Object(members));
            }
            key => {
                let inner = negated + usize::from(matches!(key, "not" | "if" | "oneOf"));
                let value = match value {
                    Value::Array(items) => items.iter().map(|item| runnable(item, inner, patterns, doubt)).collect(),
                    value => runnable(value, inner, patterns, doubt),
                };
                kept.insert(key.to_owned(), value);
            }
        }
    }
    Value::Object(kept)
}

fn refers_elsewhere(schema: &Value) -> bool {
    let mut open = vec![schema];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(map) => {
                let reference = map.get("$ref").and_then(Value::as_str);
                if reference.is_some_and(|r| !r.starts_with("#/$defs/") && !r.starts_with("#/definitions/")) {
                    return true;
                }
                open.extend(map.values());
            }
            _ => {}
        }
    }
    false
}

/// How many subschemas one pass visits with all references followed; none where that never ends.
struct Visits<'a> {
    document: Document<'a>,
    known: HashMap<String, u64>,
    /// References being followed, each with how often the way to it looked into a value.
    open: Vec<(String, usize)>,
}

impl Visits<'_> {
    #[allow(clippy::new_ret_no_self)] // the sum is all that is wanted
    fn new(schema: &Value) -> Option<u64> {
        let document = Document { root: schema, draft7: false };
        Visits { document, known: HashMap::new(), open: Vec::new() }.of(schema, 0)
    }

    fn of(&mut self, schema: &Value, inward: usize) -> Option<u64> {
        let Value::Object(map) = schema else { return Some(1) };
        let mut sum = 1_u64;
        for (key, value) in map {
            let visits = match (key.as_str(), value) {
                ("$ref", Value::String(name)) => self.reference(name, inward)?,
                ("$dynamicRef" | "$recursiveRef" | "$ref", _) => return None,
                ("$defs" | "definitions", _) => 0,
                (key, Value::Array(_) | Value::Object(_)) if DATA.contains(&key) => 1,
                (key, Value::Object(members)) if BY_NAME.contains(&key) => {
                    let inward = inward + usize::from(INTO.contains(&key));
                    self.all(members.values(), inward)?
                }
                (key, Value::Array(items)) => self.all(items.iter(), inward + usize::from(INTO.contains(&key)))?,
                (key, value) => self.of(value, inward + usize::from(INTO.contains(&key)))?,
            };
            sum = sum.saturating_add(visits);
        }
        Some(sum)
    }

    fn all<'v>(&mut self, schemas: impl Iterator<Item = &'v Value>, inward: usize) -> Option<u64> {
        let mut sum = 0_u64;
        for schema in schemas {
            sum = sum.saturating_add(self.of(schema, inward)?);
        }
        Some(sum)
    }

    fn reference(&mut self, name: &str, inward: usize) -> Option<u64> {
        if let Some((_, before)) = self.open.iter().find(|(open, _)| open == name) {
            // A way back that looks into the value ends with the value; another one never does.
            return (inward > *before).then_some(1);
        }
        if let Some(known) = self.known.get(name) {
            return Some(*known);
        }
        if self.open.len() >= MAX_HOPS {
            return None;
        }
        let target = self.document.target(name)?;
        self.open.push((name.to_owned(), inward));
        let visits = self.of(target, inward);
        self.open.pop();
        self.known.insert(name.to_owned(), visits?);
        visits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // A16
    #[test]
    fn endless_and_doubling_rules_are_not_run() {
        assert_eq!(Visits::new(&json!({"allOf": [{"$ref": "#"}]})), None);
        assert_eq!(
            Visits::new(&json!({"allOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"not": {"$ref": "#/$defs/a"}}}})),
            None
        );
        assert!(Visits::new(&json!({"properties": {"a": {"$ref": "#"}}})).is_some());
        let mut defs = Map::new();
        for n in 0..30 {
            let next = format!("#/$defs/{}", n + 1);
            defs.insert(n.to_string(), json!({"allOf": [{"$ref": next}, {"$ref": next}]}));
        }
        defs.insert("30".to_owned(), json!({"minProperties": 1}));
        let bomb = json!({"allOf": [{"$ref": "#/$defs/0"}], "$defs": defs});
        assert!(Visits::new(&bomb).is_some_and(|visits| visits > MAX_VISITS));
    }
}
