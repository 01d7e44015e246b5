//! The shared wire examples: reading a section, comparing as its glossary says.

use std::path::PathBuf;

use serde_json::Value;

/// The cases of a section. Empty only where another file was given and lacks it.
pub fn section(name: &str) -> Vec<Value> {
    let given = std::env::var_os("ASKANCE_VECTORS").map(PathBuf::from);
    let own = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/wire-examples.json"));
    let is_own = given.is_none();
    let text = std::fs::read_to_string(given.unwrap_or(own)).unwrap();
    let mut file: Value = serde_json::from_str(&text).unwrap();
    let cases = match file.get_mut(name).map(Value::take) {
        Some(Value::Array(cases)) => cases,
        _ => Vec::new(),
    };
    assert!(!cases.is_empty() || !is_own, "no cases in {name}");
    cases
}

/// Whether two JSON values are equal, numbers by value and members in any order.
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

/// The members of `expect` that `got` does not match: a null there means null or absent.
pub fn differing(expect: &Value, got: &Value, members: &[&str]) -> Vec<String> {
    members
        .iter()
        .filter(|member| {
            expect.get(**member).is_some_and(|wanted| !same(wanted, got.get(**member).unwrap_or(&Value::Null)))
        })
        .map(|member| (*member).to_owned())
        .collect()
}

/// Fails with everything about every failed case.
pub fn report(failed: &[String], of: usize) {
    assert!(failed.is_empty(), "{} of {of} cases failed:\n{}", failed.len(), failed.join("\n\n"));
}
