//! `anyOf` and `oneOf`: titled options, a nullable union, or alternatives that are checked on sending.

use serde_json::{Map, Value};

use super::Why;
use super::found::Found;
use super::refs::{Merger, merge};
use super::types::Types;

/// What a union amounts to.
pub(crate) enum Union {
    /// Titled options.
    Options(Vec<Value>),
    /// Merged into the schema around it, or without meaning there.
    Gone,
    /// Alternatives of these types; none where one of them names no type.
    Alternatives(Option<Types>),
}

/// Reads `word` of `map` and takes it out unless it is left to the check on sending.
pub(crate) fn read(
    map: &mut Map<String, Value>,
    word: &str,
    nullable: &mut bool,
    merger: &mut Merger<'_, '_>,
) -> Result<Option<Union>, Why> {
    let Some(value) = map.shift_remove(word) else { return Ok(None) };
    let Value::Array(mut members) = value else { return Err(Why::NotASchema) };
    if members.is_empty() {
        return Err(Why::NotASchema);
    }
    let all = members.len();
    members.retain(|member| !is_null(member));
    let null = members.len() < all;
    if members.is_empty() {
        return Err(Why::NotCarried);
    }
    let excluded = Types::read(map)?.is_some_and(|types| !types.has(Types::NULL));
    if null && excluded {
        merger.found.add("OPTION_DROPPED");
    } else if null {
        *nullable = true;
        merger.found.add("NULLABLE");
    }
    if members.iter().all(|member| member.get("const").is_some()) {
        return Ok(Some(Union::Options(members)));
    }
    if members.iter().any(says_nothing) && members.iter().all(|m| says_nothing(m) || m.get("const").is_some()) {
        merger.found.add("OPTION_MALFORMED");
        return Ok(Some(Union::Gone));
    }
    if let [only] = members.as_slice() {
        if !null {
            merger.found.add("KEYWORD_ENFORCED");
        }
        if join(map, only, merger)? {
            return Ok(Some(Union::Gone));
        }
    }
    let types = alternatives(&members, merger)?;
    merger.found.add("KEYWORD_ENFORCED");
    map.insert(word.to_owned(), Value::Array(members));
    Ok(Some(Union::Alternatives(types)))
}

/// Merges the one member that is left into the schema around it.
fn join(map: &mut Map<String, Value>, only: &Value, merger: &mut Merger<'_, '_>) -> Result<bool, Why> {
    match only {
        Value::Object(member) => {
            let member = merger.merged(member.clone())?;
            Ok(merge(map, member))
        }
        Value::Bool(true) => Ok(true),
        Value::Bool(false) => Err(Why::NothingFits),
        _ => Err(Why::NotASchema),
    }
}

fn alternatives(members: &[Value], merger: &mut Merger<'_, '_>) -> Result<Option<Types>, Why> {
    let mut sum = Some(Types::default());
    for member in members {
        let types = match member {
            Value::Bool(false) => Some(Types::default()),
            Value::Bool(true) => None,
            Value::Object(member) => {
                // A branch that leads nowhere is one that cannot be taken; the rest may be.
                let mut quiet = Found::default();
                let mut inner = Merger::new(merger.document, merger.budget, &mut quiet);
                match inner.merged(member.clone()) {
                    Ok(member) => types_of(&member)?,
                    Err(why @ Why::TooLarge(_)) => return Err(why),
                    Err(_) => Some(Types::default()),
                }
            }
            _ => return Err(Why::NotASchema),
        };
        sum = sum.zip(types).map(|(sum, types)| sum.and(types));
    }
    Ok(sum)
}

fn types_of(map: &Map<String, Value>) -> Result<Option<Types>, Why> {
    if let Some(types) = Types::read(map)? {
        return Ok(Some(types));
    }
    if let Some(only) = map.get("const") {
        return Ok(Some(Types::of(only)));
    }
    Ok(map
        .get("enum")
        .and_then(Value::as_array)
        .map(|values| values.iter().fold(Types::default(), |sum, value| sum.and(Types::of(value)))))
}

fn is_null(member: &Value) -> bool {
    let Some(map) = member.as_object() else { return false };
    map.get("type").is_some_and(|t| t == "null")
        || map.get("const").is_some_and(Value::is_null)
        || map.get("enum").and_then(Value::as_array).is_some_and(|e| !e.is_empty() && e.iter().all(Value::is_null))
}

/// A titled option without a constant accepts everything.
fn says_nothing(member: &Value) -> bool {
    member.as_object().is_some_and(|map| map.keys().all(|key| key == "title" || key == "description"))
}
