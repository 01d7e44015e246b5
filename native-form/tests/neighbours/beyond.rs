//! What servers send beyond the grammar, where its meaning is clear (SCH-03, SCH-06).

use native_form::{DraftValue, Question, Reason, Verdict};
use serde_json::{Value, json};

use crate::*;

fn control(property: Value) -> String {
    kind(&question(&one(property)), 0)
}

#[test]
fn nullable_in_every_spelling() {
    for (property, drawn) in [
        (json!({ "type": ["string", "null"], "enum": ["a", null] }), "select"),
        (json!({ "enum": ["a", "b", null] }), "select"),
        (json!({ "anyOf": [{ "type": "null" }, { "type": "string", "format": "date" }] }), "date"),
        (json!({ "oneOf": [{ "const": null }, { "type": "boolean" }] }), "toggle"),
        (json!({ "oneOf": [{ "const": "a", "title": "A" }, { "type": "null" }] }), "select"),
        (json!({ "type": ["integer", "null"], "minimum": 1, "default": null }), "integer"),
        (json!({ "anyOf": [{ "anyOf": [{ "type": "number" }, { "type": "null" }] }, { "type": "null" }] }), "number"),
        (
            json!({ "anyOf": [{ "type": "array", "items": { "type": "string", "enum": ["a"] } }, { "type": "null" }] }),
            "multiSelect",
        ),
    ] {
        assert_eq!(control(property.clone()), drawn, "{property}");
        // Blank is absent, never null; null is what no answer can carry.
        assert_eq!(send(&one(property.clone()), DraftValue::Untouched), Ok(json!({})), "{property}");
        assert_eq!(accepts(&one(property.clone()), json!({ "a": null })), Err(Reason::Type), "{property}");
    }
}

#[test]
fn constants() {
    for (property, entered, sent) in [
        (json!({ "const": "x" }), text("x"), json!("x")),
        (json!({ "const": 5 }), text("5.0"), json!(5)),
        (json!({ "type": "integer", "const": 5.0 }), text("5"), json!(5)),
        (json!({ "const": true }), DraftValue::Flag(true), json!(true)),
        (json!({ "type": "string", "enum": ["a", "b"], "const": "b" }), DraftValue::Choice(0), json!("b")),
        (json!({ "type": "string", "const": "" }), DraftValue::Empty, json!("")),
    ] {
        assert_eq!(send(&needed(property.clone()), entered), Ok(json!({ "a": sent })), "{property}");
    }
    assert_eq!(send(&one(json!({ "const": true })), DraftValue::Flag(false)).unwrap_err().0, Reason::Enum);
    assert_eq!(send(&one(json!({ "const": 5 })), text("6")).unwrap_err().1, "“6” is not accepted. Only “5” is.");
}

#[test]
fn references_without_cycles() {
    let schema = |property: Value| {
        json!({ "type": "object", "properties": { "a": property, "b": { "type": "integer", "minimum": 2 } }, "$defs": {
            "one": { "$ref": "#/$defs/two" }, "two": { "type": "string", "maxLength": 3, "title": "Two" },
            "ring": { "$ref": "#/$defs/ring2" }, "ring2": { "anyOf": [{ "$ref": "#/$defs/ring" }, { "type": "null" }] },
            "a/b~c d": { "type": "boolean" }, "list": { "type": "array", "items": { "$ref": "#/$defs/two" } } },
            "definitions": { "old": { "type": "string", "enum": ["x"] } } })
    };
    for (property, drawn) in [
        (json!({ "$ref": "#/$defs/one" }), "text"),
        (json!({ "$ref": "#/properties/b" }), "integer"),
        (json!({ "$ref": "#/definitions/old" }), "select"),
        (json!({ "$ref": "#/$defs/a~1b~0c%20d" }), "toggle"),
        (json!({ "$ref": "#/$defs/list" }), "textList"),
        (json!({ "$ref": "#/$defs/two", "minLength": 2, "title": "Mine" }), "text"),
        (json!({ "anyOf": [{ "$ref": "#/$defs/one" }, { "type": "null" }] }), "text"),
    ] {
        assert_eq!(kind(&question(&schema(property.clone())), 0), drawn, "{property}");
    }
    let mine = question(&schema(json!({ "$ref": "#/$defs/two", "minLength": 2, "title": "Mine" })));
    assert_eq!(
        (mine.form().fields[0].label.as_str(), &mine.form().fields[0].limits[..]),
        ("Mine", &["2 to 3 characters".to_owned()][..])
    );
    for nowhere in ["#/$defs/ring", "#/$defs/gone", "#/properties/a", "other.json#/x", "https://x.test/s.json", "#%zz"]
    {
        let reading = Question::read(&schema(json!({ "$ref": nowhere })));
        let form = reading.question.unwrap().form().clone();
        assert_eq!((form.fields.len(), form.fields[0].key.as_str()), (1, "b"), "{nowhere}");
        assert_eq!(form.notes[0].code, "FIELD_OMITTED", "{nowhere}");
    }
}

#[test]
fn bounds_that_are_none_are_passed_over() {
    for property in [
        json!({ "type": "integer", "minimum": 3, "exclusiveMinimum": true }),
        json!({ "type": "number", "multipleOf": 0 }),
        json!({ "type": "number", "multipleOf": -2 }),
        json!({ "type": "number", "maximum": "9" }),
        json!({ "type": "string", "maxLength": -1 }),
        json!({ "type": "string", "minLength": 1.5 }),
        json!({ "type": "array", "maxItems": "2", "items": { "type": "string", "enum": ["a"] } }),
    ] {
        let reading = Question::read(&one(property.clone()));
        assert!(reading.reasons.contains(&"BOUND_IGNORED"), "{property}: {:?}", reading.reasons);
    }
    assert_eq!(
        send(&one(json!({ "type": "string", "maxLength": 2.0 })), text("abc")).unwrap_err().0,
        Reason::MaxLength
    );
}

#[test]
fn formats_and_vendor_words() {
    for format in ["time", "uuid", "hostname", "ipv4", "textarea", "Email", "email ", "", "date-Time"] {
        let schema = one(json!({ "type": "string", "format": format }));
        let reading = Question::read(&schema);
        assert_eq!((reading.verdict, reading.reasons), (Verdict::Degraded, vec!["FORMAT_UNKNOWN"]), "{format}");
        assert_eq!(kind(&question(&schema), 0), "text", "{format}");
        assert_eq!(send(&schema, text("anything")), Ok(json!({ "a": "anything" })), "{format}");
    }
    let vendor = one(
        json!({ "type": "string", "x-order": 1, "ui:widget": "color", "enumValues": ["r"], "placeholder": "p", "nullable": true }),
    );
    assert_eq!(send(&vendor, text("blue")), Ok(json!({ "a": "blue" })));
    assert_eq!(Question::read(&vendor).reasons, ["KEYWORD_IGNORED"]);
}

// SCH-08: shown as such, not selected; the rest of the form stands.
#[test]
fn broken_defaults_of_every_kind() {
    for (property, shown) in [
        (json!({ "type": "string", "maxLength": 2, "default": "abc" }), "abc"),
        (json!({ "type": "string", "default": 5 }), "5"),
        (json!({ "type": "string", "default": null }), "null"),
        (json!({ "type": "string", "pattern": "^a", "default": "b" }), "b"),
        (json!({ "type": "string", "format": "date-time", "default": "2026-02-28T10:00" }), "2026-02-28T10:00"),
        (json!({ "type": "string", "format": "email", "default": "me" }), "me"),
        (json!({ "type": "integer", "default": "5" }), "5"),
        (json!({ "type": "integer", "maximum": 4, "default": 5.0 }), "5.0"),
        (json!({ "type": "boolean", "default": "true" }), "true"),
        (json!({ "type": "string", "oneOf": [{ "const": "a", "title": "A" }], "default": "A" }), "A"),
        (
            json!({ "type": "array", "items": { "type": "string", "enum": ["a"] }, "default": ["a", "z"] }),
            r#"["a","z"]"#,
        ),
        (json!({ "type": "array", "items": { "type": "string", "enum": ["a"] }, "default": "a" }), "a"),
        (
            json!({ "type": "array", "maxItems": 1, "items": { "type": "string", "enum": ["a", "b"] }, "default": ["a", "b"] }),
            r#"["a","b"]"#,
        ),
        (json!({ "type": "array", "items": { "type": "string" }, "default": [1] }), "[1]"),
    ] {
        let schema = one(property.clone());
        let reading = Question::read(&schema);
        assert!(reading.reasons.contains(&"DEFAULT_IGNORED"), "{property}");
        let question = reading.question.unwrap();
        assert_eq!(question.form().fields[0].broken_default.as_deref(), Some(shown), "{property}");
        assert_eq!(question.form().fields[0].initial, DraftValue::Untouched, "{property}");
        assert_eq!(question.draft_to_content(&question.initial()).map(Value::Object), Ok(json!({})), "{property}");
    }
}

#[test]
fn named_flags_are_options() {
    for property in [
        json!({ "type": "boolean", "oneOf": [{ "const": true, "title": "Off" }, { "const": false, "title": "On" }] }),
        json!({ "enum": [true, false], "enumNames": ["Off", "On"] }),
    ] {
        assert_eq!(control(property.clone()), "select", "{property}");
        assert_eq!(send(&one(property.clone()), DraftValue::Choice(0)), Ok(json!({ "a": true })), "{property}");
        assert_eq!(accepts(&one(property), json!({ "a": false })), Ok(json!({ "a": false })));
    }
    assert_eq!(control(json!({ "type": "boolean", "enum": [true, false] })), "toggle");
}
