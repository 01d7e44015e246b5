//! `x-mcp-header`: tool parameters that are mirrored in headers (HTP-05, HTP-06).

use std::collections::HashSet;

use serde_json::{Map, Value};

const ANNOTATION: &str = "x-mcp-header";
/// Deepest schema that is searched.
const MAX_DEPTH: usize = 32;
/// Keywords whose values are names or instances, not schemas.
const NOT_SCHEMAS: [&str; 5] = ["default", "const", "enum", "examples", "dependentRequired"];
/// Keywords that map names to schemas.
const MAPS: [&str; 6] = ["properties", "$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties"];

/// One mirrored parameter: where it stands in `arguments`, and the rest of the header's name.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::connection) struct ParamHeader {
    pub(in crate::connection) path: Vec<String>,
    pub(in crate::connection) name: String,
}

/// The annotations of a tool's `inputSchema`, or why the tool must be dropped.
pub(in crate::connection) fn annotations(schema: &Value) -> Result<Vec<ParamHeader>, String> {
    let mut found = Vec::new();
    if let Value::Object(root) = schema {
        if root.contains_key(ANNOTATION) {
            return Err("it stands at the root".to_owned());
        }
        walk(root, true, &mut Vec::new(), 0, &mut found)?;
    }
    let mut seen = HashSet::new();
    for header in &found {
        if !seen.insert(header.name.to_ascii_lowercase()) {
            return Err("the same name occurs twice".to_owned());
        }
    }
    Ok(found)
}

/// `path` is known only as long as `properties` alone leads here.
fn walk(
    schema: &Map<String, Value>,
    reachable: bool,
    path: &mut Vec<String>,
    depth: usize,
    found: &mut Vec<ParamHeader>,
) -> Result<(), String> {
    if depth > MAX_DEPTH {
        return Err("the schema is too deep".to_owned());
    }
    if let Some(name) = schema.get(ANNOTATION) {
        if !reachable {
            return Err("it is not reached through properties alone".to_owned());
        }
        found.push(ParamHeader { path: path.clone(), name: checked(name, schema)? });
    }
    for (keyword, value) in schema {
        if keyword == ANNOTATION || NOT_SCHEMAS.contains(&keyword.as_str()) {
            continue;
        }
        match value {
            Value::Object(map) if MAPS.contains(&keyword.as_str()) => {
                let through = reachable && keyword == "properties";
                for (name, schema) in map {
                    let Value::Object(schema) = schema else { continue };
                    path.push(name.clone());
                    walk(schema, through, path, depth + 1, found)?;
                    path.pop();
                }
            }
            Value::Object(schema) => walk(schema, false, path, depth + 1, found)?,
            Value::Array(schemas) => {
                for schema in schemas.iter().filter_map(Value::as_object) {
                    walk(schema, false, path, depth + 1, found)?;
                }
            }
            _ => (),
        }
    }
    Ok(())
}

fn checked(name: &Value, schema: &Map<String, Value>) -> Result<String, String> {
    let Some(name) = name.as_str() else { return Err("it is no string".to_owned()) };
    if name.is_empty() {
        return Err("it is empty".to_owned());
    }
    // An HTTP token (RFC 9110); that bars control characters too.
    if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)) {
        return Err("it is no header name".to_owned());
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("string" | "integer" | "boolean") => Ok(name.to_owned()),
        _ => Err("its parameter is neither string nor integer nor boolean".to_owned()),
    }
}

/// The value for the header, or none where the argument is absent, null, or no primitive.
pub(in crate::connection) fn value_of(arguments: &Value, path: &[String]) -> Option<String> {
    match path.iter().try_fold(arguments, |value, key| value.get(key))? {
        Value::String(text) => Some(text.clone()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Number(number) => Some(decimal(number)),
        _ => None,
    }
}

/// Integers decimal, also where they were written as `3.0` or `3e2`.
#[allow(clippy::cast_possible_truncation, reason = "checked to be an integer that f64 holds exactly")]
fn decimal(number: &serde_json::Number) -> String {
    match number.as_f64() {
        Some(float) if !number.is_i64() && !number.is_u64() && float.fract() == 0.0 && float.abs() < 9e15 => {
            (float as i64).to_string()
        }
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    // HTP-05
    #[test]
    fn reachable_primitives_are_mirrored() {
        let schema = json!({"type":"object","properties":{
            "region":{"type":"string","x-mcp-header":"Region"},
            "deep":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"Count"}}},
            "plain":{"type":"string","default":{"x-mcp-header":"ignored"}}}});
        let found = annotations(&schema).unwrap();
        assert_eq!(found.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["Region", "Count"]);
        let arguments = json!({"region":"eu","deep":{"n":36.0},"plain":"x"});
        assert_eq!(value_of(&arguments, &found[0].path).unwrap(), "eu");
        assert_eq!(value_of(&arguments, &found[1].path).unwrap(), "36");
        for arguments in [json!({"region":null}), json!({}), json!({"region":["eu"]}), json!(null)] {
            assert_eq!(value_of(&arguments, &found[0].path), None);
        }
        assert_eq!(value_of(&json!({"region":false}), &found[0].path).unwrap(), "false");
    }

    // HTP-06
    #[test]
    fn wrong_annotations_are_refused() {
        let property = |schema: Value| json!({"type":"object","properties":{"a":schema}});
        let bad = [
            property(json!({"type":"string","x-mcp-header":""})),
            property(json!({"type":"string","x-mcp-header":7})),
            property(json!({"type":"string","x-mcp-header":"a b"})),
            property(json!({"type":"string","x-mcp-header":"a\r\nb"})),
            property(json!({"type":"string","x-mcp-header":"é"})),
            property(json!({"type":"number","x-mcp-header":"A"})),
            property(json!({"type":"object","x-mcp-header":"A"})),
            property(json!({"type":["string","null"],"x-mcp-header":"A"})),
            property(json!({"x-mcp-header":"A"})),
            property(json!({"type":"array","items":{"type":"string","x-mcp-header":"A"}})),
            property(json!({"anyOf":[{"type":"string","x-mcp-header":"A"}]})),
            json!({"type":"object","x-mcp-header":"A"}),
            json!({"type":"object","$defs":{"a":{"type":"string","x-mcp-header":"A"}}}),
            json!({"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}}),
        ];
        for schema in bad {
            assert!(annotations(&schema).is_err(), "{schema}");
        }
        assert_eq!(annotations(&json!(true)).unwrap(), []);
    }
}
