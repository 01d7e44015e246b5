//! Fields that are written as JSON, of a tool's arguments: why, and what the server accepts there (issue 3).

use serde_json::{Map, Value};

use super::draw::Drawn;
use super::refs::Document;
use super::types::Types;
use super::{Budget, Why};
use crate::bounds::{MAX_FIELD_SCHEMA_BYTES, MAX_HOPS, json_size};
use crate::words::sentence;

/// A key that a group or the whole requires without describing it.
pub(crate) fn undescribed(key: &str) -> Drawn {
    let mut drawn = Drawn::json(key, true, None);
    drawn.field.notes.push("The server requires this without describing it.".to_owned());
    drawn
}

/// A property that no control fits.
pub(crate) fn field(
    key: &str,
    required: bool,
    schema: &Value,
    why: &Why,
    document: &Document<'_>,
    budget: &mut Budget,
) -> Drawn {
    let mut drawn = Drawn::json(key, required, Some(schema));
    let seen = followed(schema, document, budget);
    drawn.field.notes.push(reason(why, seen));
    drawn.field.schema = json_size(seen, MAX_FIELD_SCHEMA_BYTES).and_then(|_| serde_json::to_string_pretty(seen).ok());
    drawn
}

/// What a schema that is no more than a reference leads to.
fn followed<'a>(schema: &'a Value, document: &Document<'a>, budget: &mut Budget) -> &'a Value {
    let mut seen = schema;
    for _ in 0..MAX_HOPS {
        let reference = seen.as_object().filter(|map| map.len() == 1).and_then(|map| map.get("$ref")?.as_str());
        let Some(target) = reference.and_then(|reference| document.target(reference)) else { break };
        if budget.charge(target).is_err() {
            break;
        }
        seen = target;
    }
    seen
}

fn reason(why: &Why, schema: &Value) -> String {
    match why {
        Why::NeedsEditor(words) => format!("It {words}."),
        Why::NothingFits => "No control fits its description.".to_owned(),
        Why::NotASchema | Why::LeadsNowhere => sentence(&format!("{}.", why.words())),
        Why::NotCarried | Why::TooLarge(_) => undrawn(schema.as_object()).to_owned(),
    }
}

/// Of something that the wire of arguments carries, but for which there is no control.
fn undrawn(schema: Option<&Map<String, Value>>) -> &'static str {
    let empty = Map::new();
    let map = schema.unwrap_or(&empty);
    let types = Types::read(map).ok().flatten().map(|types| types.without(Types::NULL));
    let says = |key: &str| map.get(key).is_some_and(|value| *value != Value::Bool(true));
    let shaped = ["anyOf", "oneOf", "allOf", "enum", "const", "$ref"].iter().any(|key| says(key));
    match types {
        _ if shaped => "It may have several shapes.",
        None => "The server does not say what kind of value it is.",
        Some(Types::OBJECT) if !says("properties") => "Its names are free: the server does not list them.",
        Some(Types::LIST) if !says("items") => "The server does not say what its items are.",
        Some(types) if !types.is_one() => "It may be answered with different kinds of values.",
        _ => "It holds more than a form can show.",
    }
}
