//! Patterns: bounded in time wherever they stand, and never passed over in silence (A16, SCH-07).

use std::time::{Duration, Instant};

use native_form::{DraftValue, Question, Reason};
use serde_json::{Map, Value, json};

use crate::*;

/// Of linear time, and slow all the same: each byte is compared with hundreds of states.
const SLOW: &str = "^[ab]*a[ab]{500}c?$";
/// What a debug build on a busy machine takes for what has to be 50 ms on a quiet one; without a bound it is minutes.
const LIMIT: Duration = Duration::from_secs(30);

/// A text that no state of the engine's cache fits twice.
fn hostile(length: usize) -> String {
    let mut seed = 1_u64;
    let letter = |_| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if seed >> 63 == 0 { 'a' } else { 'b' }
    };
    (0..length).map(letter).collect()
}

/// The same pattern wherever a schema can hide one.
fn hidden() -> Vec<Value> {
    let slow = json!({ "pattern": SLOW });
    vec![
        json!({ "type": "string", "pattern": SLOW }),
        json!({ "type": "string", "anyOf": [slow, { "const": "x" }] }),
        json!({ "type": "string", "allOf": [{ "pattern": "^x?" }, slow] }),
        json!({ "type": "string", "not": slow }),
        json!({ "type": "string", "if": slow, "then": { "maxLength": 3 } }),
        json!({ "type": "array", "items": { "type": "string", "pattern": SLOW } }),
        json!({ "type": "array", "items": { "type": "string" }, "contains": slow }),
        json!({ "type": "string", "allOf": vec![json!({ "anyOf": [slow] }); 100] }),
    ]
}

#[test]
fn a_hostile_text_is_answered_wherever_the_pattern_stands() {
    let text = hostile(100_000);
    for property in hidden() {
        let value = if property["type"] == "array" { json!([text.clone()]) } else { json!(text.clone()) };
        let started = Instant::now();
        assert_eq!(accepts(&one(property.clone()), json!({ "a": value.clone() })), Err(Reason::Pattern), "{property}");
        let arguments = Question::read_arguments(&one(property.clone()));
        let given = json!({ "a": value }).to_string();
        assert_eq!(arguments.json_to_content(&given).unwrap_err()[0].reason, Reason::Pattern, "{property}");
        assert!(started.elapsed() < LIMIT, "{property}: {:?}", started.elapsed());
    }
}

#[test]
fn many_texts_together_are_bounded_too() {
    let lines: Vec<String> = (0..1_000).map(|_| hostile(4_000)).collect();
    let schema = one(json!({ "type": "array", "items": { "type": "string", "pattern": SLOW } }));
    let started = Instant::now();
    assert_eq!(accepts(&schema, json!({ "a": lines })), Err(Reason::Pattern));
    assert!(started.elapsed() < LIMIT, "{:?}", started.elapsed());
}

// A rule that is not compared in full would turn into its opposite under `not`.
#[test]
fn what_is_not_compared_is_not_sent() {
    let schema = one(json!({ "type": "string", "not": { "pattern": SLOW } }));
    assert_eq!(accepts(&schema, json!({ "a": "b".repeat(400) })), Ok(json!({ "a": "b".repeat(400) })));
    let errors = question(&schema).draft_to_content(&Draft(vec![text(&hostile(100_000))])).unwrap_err();
    assert_eq!(errors[0].words, "The answers are too long to be compared with what the server accepts. Write less.");
    let salvage = question(&schema).salvage(&json!({ "a": hostile(100_000) }));
    assert_eq!((salvage.draft.0, salvage.kept.len()), (vec![DraftValue::Untouched], 0));
    assert_eq!(
        send(&one(json!({ "type": "string", "pattern": SLOW })), text(&hostile(100_000))).unwrap_err().1,
        "This is too long to be compared with what the server accepts. Write less."
    );
}

#[test]
fn names_are_texts_as_well() {
    let schema = json!({ "type": "object", "patternProperties": { SLOW: { "type": "integer" } } });
    let arguments = Question::read_arguments(&schema);
    let name = hostile(50_000);
    let started = Instant::now();
    assert_eq!(arguments.json_to_content(&json!({ name: "x" }).to_string()).unwrap_err()[0].reason, Reason::Pattern);
    assert!(started.elapsed() < LIMIT, "{:?}", started.elapsed());
    assert!(arguments.json_to_content(r#"{"b":"x"}"#).is_ok());
}

#[test]
fn rules_say_which_pattern() {
    let composed = one(json!({ "type": "string", "anyOf": [{ "type": "integer" }, { "type": "string" }], "allOf": [
        { "pattern": "^a" }, { "pattern": "z$" }, { "pattern": "^.{3}$" }] }));
    assert_eq!(accepts(&composed, json!({ "a": "abz" })), Ok(json!({ "a": "abz" })));
    for wrong in ["bbz", "abb", "abcz"] {
        assert_eq!(accepts(&composed, json!({ "a": wrong })), Err(Reason::Pattern), "{wrong}");
    }
    let arguments = Question::read_arguments(&json!({ "type": "object", "additionalProperties": { "pattern": "^a" } }));
    let errors = arguments.json_to_content(r#"{"k":"b"}"#).unwrap_err();
    assert_eq!(errors[0].words, "“k”: “b” does not match what the server accepts: “^a”.");
}

#[test]
fn a_schema_whose_own_texts_are_hostile_is_refused() {
    let options: Vec<String> = (0..200).map(|n| format!("{}{n}", hostile(4_000))).collect();
    let schema = one(json!({ "type": "string", "pattern": SLOW, "enum": options }));
    let started = Instant::now();
    assert_eq!(Question::read(&schema).reasons, ["SCHEMA_TOO_LARGE"]);
    assert!(Question::read_arguments(&schema).form().editor.is_some());
    assert!(started.elapsed() < LIMIT, "{:?}", started.elapsed());
    // Compiling is bounded too.
    let counting = |n: usize| json!({ "type": "string", "pattern": format!("^(?:[a-z][0-9]){{{}}}$", 1_000 + n) });
    let many: Map<String, Value> = (0..200).map(|n| (format!("f{n}"), counting(n))).collect();
    assert_eq!(Question::read(&json!({ "type": "object", "properties": many })).reasons, ["SCHEMA_TOO_LARGE"]);
}
