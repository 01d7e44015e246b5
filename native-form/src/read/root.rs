//! The root of a schema.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::found::Found;
use super::keywords::COMPOSITION;
use super::refs::{Document, Merger};
use super::{Budget, Refused, Why};

/// A root whose properties can be read.
pub(crate) struct Root<'a> {
    pub(crate) document: Document<'a>,
    /// With a reference at the root followed.
    pub(crate) map: Map<String, Value>,
    pub(crate) properties: &'a Map<String, Value>,
    pub(crate) required: HashSet<String>,
    /// Required keys without a property, in order.
    pub(crate) undeclared: Vec<String>,
    pub(crate) found: Found,
    /// Tool arguments: values may be any JSON.
    pub(crate) open: bool,
}

fn refused<T>(code: &'static str, words: &str) -> Result<T, Refused> {
    Err((code, words.to_owned()))
}

static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);

/// The root of a `requestedSchema`, or why it is refused.
pub(crate) fn read<'a>(schema: &'a Value, map: &'a Map<String, Value>) -> Result<Root<'a>, Refused> {
    let draft7 = match dialect(map) {
        Some(draft7) => draft7,
        None => {
            return refused("DIALECT_UNSUPPORTED", "its question is written in a language that Askance does not know");
        }
    };
    let mut found = Found::default();
    let root = resolved(schema, map, draft7, &mut found)?;
    match root.get("type") {
        Some(Value::String(name)) if name == "object" => {}
        Some(Value::Array(names)) if names.iter().any(|name| name == "object") => found.add("ROOT_TYPE_INFERRED"),
        None if root.get("properties").is_some_and(Value::is_object) => found.add("ROOT_TYPE_INFERRED"),
        None => {}
        Some(_) => return refused("ROOT_NOT_OBJECT_TYPE", "it asks for something other than a set of named answers"),
    }
    for key in root.keys() {
        match key.as_str() {
            "$schema" | "type" | "properties" | "required" => {}
            key if COMPOSITION.contains(&key) => found.add("ROOT_COMPOSITION_ENFORCED"),
            _ => found.add("ROOT_EXTRA_KEYWORD"),
        }
    }
    let Some(properties) = declared(schema, map, draft7, &root) else {
        return refused("ROOT_MISSING_PROPERTIES", "it does not say which answers it wants");
    };
    let root = assembled(schema, root, properties, draft7, found, false);
    let closed = root.map.get("additionalProperties") == Some(&Value::Bool(false));
    match root.undeclared.first().filter(|_| closed && !root.map.contains_key("patternProperties")) {
        Some(key) => Err(("UNSATISFIABLE", format!("“{key}” must be answered, but may not be"))),
        None => Ok(root),
    }
}

/// The root of a tool's `inputSchema`; without properties it is an empty form if nothing else can be given.
pub(crate) fn read_open<'a>(schema: &'a Value, map: &'a Map<String, Value>) -> Result<Root<'a>, Refused> {
    let draft7 = dialect(map).unwrap_or(false);
    let mut found = Found::default();
    let root = resolved(schema, map, draft7, &mut found)?;
    let object = match root.get("type") {
        None => true,
        Some(Value::String(name)) => name == "object",
        Some(Value::Array(names)) => names.iter().any(|name| name == "object"),
        Some(_) => false,
    };
    let free = root.contains_key("patternProperties") || root.get("additionalProperties").is_some_and(Value::is_object);
    let shaped = ["allOf", "anyOf", "oneOf"].iter().any(|key| root.contains_key(*key));
    let properties = declared(schema, map, draft7, &root);
    let drawable = match properties {
        Some(_) => true,
        None => !root.contains_key("properties") && !free && !shaped,
    };
    if !object || !drawable {
        return refused("", "");
    }
    Ok(assembled(schema, root, properties.unwrap_or(&NONE), draft7, found, true))
}

/// Whether it is draft-07; none where it is neither that nor 2020-12 (SCH-05).
fn dialect(map: &Map<String, Value>) -> Option<bool> {
    let Some(named) = map.get("$schema") else { return Some(false) };
    let name = named.as_str()?;
    let name = name.strip_suffix('#').unwrap_or(name);
    match name.strip_prefix("https://").or_else(|| name.strip_prefix("http://"))? {
        "json-schema.org/draft/2020-12/schema" => Some(false),
        "json-schema.org/draft-07/schema" => Some(true),
        _ => None,
    }
}

fn resolved(
    schema: &Value,
    map: &Map<String, Value>,
    draft7: bool,
    found: &mut Found,
) -> Result<Map<String, Value>, Refused> {
    if !map.contains_key("$ref") {
        return Ok(map.clone());
    }
    // Only the reference: compositions at the root are checked as they stand.
    let mut bare = map.clone();
    let composed = bare.shift_remove("allOf");
    let document = Document { root: schema, draft7 };
    let mut budget = Budget::whole();
    let merged = Merger::new(&document, &mut budget, found).merged(bare);
    match merged {
        Ok(mut merged) => {
            found.add("ROOT_EXTRA_KEYWORD");
            if let Some(composed) = composed {
                let own = merged.shift_remove("allOf");
                let lists = [Some(composed), own].into_iter().flatten();
                merged.insert(
                    "allOf".to_owned(),
                    lists.flat_map(|list| list.as_array().cloned().unwrap_or_default()).collect(),
                );
            }
            Ok(merged)
        }
        Err(Why::TooLarge(words)) => Err(super::too_large(&words)),
        Err(_) => refused("ROOT_REF", "the description of its question leads nowhere"),
    }
}

/// The properties where they stand in the document, so that nothing of them is copied.
fn declared<'a>(
    schema: &'a Value,
    map: &'a Map<String, Value>,
    draft7: bool,
    root: &Map<String, Value>,
) -> Option<&'a Map<String, Value>> {
    root.get("properties")?.as_object()?;
    let document = Document { root: schema, draft7 };
    let mut at = map;
    for _ in 0..crate::bounds::MAX_HOPS {
        if let Some(properties) = at.get("properties").filter(|_| !draft7 || !at.contains_key("$ref")) {
            return properties.as_object();
        }
        at = document.target(at.get("$ref")?.as_str()?)?.as_object()?;
    }
    None
}

fn assembled<'a>(
    schema: &'a Value,
    map: Map<String, Value>,
    properties: &'a Map<String, Value>,
    draft7: bool,
    mut found: Found,
    open: bool,
) -> Root<'a> {
    let mut required = HashSet::new();
    let mut undeclared = Vec::new();
    match map.get("required") {
        None => {}
        Some(Value::Array(keys)) if keys.iter().all(Value::is_string) => {
            for key in keys.iter().filter_map(Value::as_str) {
                if !required.insert(key.to_owned()) {
                    found.add("REQUIRED_DUPLICATE");
                } else if !properties.contains_key(key) {
                    found.add("REQUIRED_UNDECLARED");
                    undeclared.push(key.to_owned());
                }
            }
        }
        Some(_) => found.add("REQUIRED_IGNORED"),
    }
    let document = Document { root: schema, draft7 };
    Root { document, map, properties, required, undeclared, found, open }
}

impl Root<'_> {
    /// The earliest revision whose schema.ts lists every keyword used; of a valid schema only.
    pub(crate) fn grammar_since(&self) -> &'static str {
        let later = |property: &Value| {
            let kind = property.get("type").and_then(Value::as_str);
            kind == Some("array")
                || property.get("oneOf").is_some()
                || (property.get("default").is_some() && kind != Some("boolean"))
        };
        let later = self.map.contains_key("$schema") || self.properties.values().any(later);
        if later { "2025-11-25" } else { "2025-06-18" }
    }
}
