//! What is drawn, and what is not (SCH-03…06).

use native_form::{Draft, Outgoing, Question, Reason, Verdict};
use serde_json::{Value, json};

use crate::*;

// SCH-03: what is drawn, with its code.
#[test]
fn degraded_properties() {
    let cases = [
        (json!({ "type": "integer", "enum": [1, 2] }), "KEYWORD_ENFORCED", "integer"),
        (json!({ "enum": [1, 2] }), "TYPE_INFERRED", "select"),
        (
            json!({ "oneOf": [{ "const": 1, "title": "One" }, { "const": 2, "title": "Two" }] }),
            "TYPE_INFERRED",
            "select",
        ),
        (json!({ "oneOf": [{ "const": "a", "title": "A" }] }), "TYPE_INFERRED", "select"),
        (json!({ "type": "string", "const": "x" }), "KEYWORD_ENFORCED", "text"),
        (json!({ "type": "string", "pattern": "^a" }), "KEYWORD_ENFORCED", "text"),
        (json!({ "type": "string", "pattern": "(?<=a)b" }), "KEYWORD_IGNORED", "text"),
        (json!(true), "TYPE_INFERRED", "text"),
        (json!({}), "TYPE_INFERRED", "text"),
        (json!({ "anyOf": [{ "type": "string" }, { "type": "null" }], "default": null }), "NULLABLE", "text"),
        (json!({ "oneOf": [{ "type": "null" }, { "type": "integer", "minimum": 1 }] }), "NULLABLE", "integer"),
        (json!({ "type": ["null", "boolean"] }), "NULLABLE", "toggle"),
        (json!({ "type": ["array", "null"], "items": { "type": "string", "enum": ["a"] } }), "NULLABLE", "multiSelect"),
        (json!({ "allOf": [{ "$ref": "#/$defs/c" }], "default": "b" }), "REF_RESOLVED", "select"),
        (json!({ "anyOf": [{ "$ref": "#/$defs/c" }, { "type": "null" }] }), "NULLABLE", "select"),
        (json!({ "$ref": "#/$defs/%63" }), "REF_RESOLVED", "select"),
        (json!({ "type": "string", "enum": ["a", "a", "b"] }), "ENUM_DUPLICATE", "select"),
        (json!({ "type": "string", "oneOf": [{ "const": "a" }] }), "OPTION_TITLE_MISSING", "select"),
        (json!({ "type": "string", "oneOf": [{ "title": "A" }, { "title": "B" }] }), "OPTION_MALFORMED", "text"),
        (
            json!({ "type": "string", "oneOf": [{ "const": "a", "title": "A" }, { "const": null, "title": "N" }] }),
            "OPTION_DROPPED",
            "select",
        ),
        (json!({ "type": "integer", "minLength": 3 }), "KEYWORD_IGNORED", "integer"),
        (json!({ "type": "string", "minimum": 3 }), "KEYWORD_IGNORED", "text"),
        (json!({ "type": "string", "format": "password" }), "FORMAT_UNKNOWN", "text"),
        (json!({ "type": "array", "items": { "enum": ["a"] } }), "ITEMS_TYPE_INFERRED", "multiSelect"),
        (json!({ "type": "array", "items": {} }), "LIST_OF_TEXT", "textList"),
        (json!({ "type": "array", "items": true }), "LIST_OF_TEXT", "textList"),
        (json!({ "type": "array", "items": { "type": "string", "format": "email" } }), "LIST_OF_TEXT", "textList"),
        (json!({ "type": "array", "items": { "type": ["string", "number"] } }), "LIST_OF_TEXT", "textList"),
        (json!({ "type": "array", "items": { "type": "string", "enum": ["a", 1] } }), "OPTION_DROPPED", "multiSelect"),
        (
            json!({ "type": "array", "minItems": -1, "items": { "type": "string", "enum": ["a"] } }),
            "BOUND_IGNORED",
            "multiSelect",
        ),
        (json!({ "type": "boolean", "default": 0 }), "DEFAULT_IGNORED", "toggle"),
        (json!({ "type": "integer", "default": 1.5 }), "DEFAULT_IGNORED", "integer"),
        (json!({ "type": "string", "enum": ["a"], "default": "b" }), "DEFAULT_IGNORED", "select"),
        (
            json!({ "type": "string", "anyOf": [{ "format": "date" }, { "format": "email" }] }),
            "KEYWORD_ENFORCED",
            "text",
        ),
    ];
    for (property, code, control) in cases {
        let schema = json!({ "type": "object", "properties": { "a": property }, "$defs": { "c": { "type": "string", "enum": ["a", "b"] } } });
        let reading = Question::read(&schema);
        assert_eq!(reading.verdict, Verdict::Degraded, "{schema}");
        assert!(reading.reasons.contains(&code), "{schema}: {:?}", reading.reasons);
        let question = reading.question.unwrap();
        assert_eq!(kind(&question, 0), control, "{schema}");
        let field = &question.form().fields[0];
        let said = !question.form().notes.is_empty() || !field.notes.is_empty() || field.broken_default.is_some();
        assert!(said, "no note: {schema}");
    }
}

// SCH-03: what no answer can carry is left out where optional, refused where required.
#[test]
fn unanswerable_properties() {
    for property in [
        json!({ "type": "object" }),
        json!({ "type": "array", "items": { "type": "number" } }),
        json!({ "type": "null" }),
        json!({ "type": "array", "items": { "type": "object" } }),
        json!(false),
        json!("string"),
        json!(3),
        json!(null),
        json!({ "type": "strin" }),
        json!({ "type": [] }),
        json!({ "enum": "a" }),
        json!({ "type": "string", "enum": [] }),
        json!({ "$ref": "#/properties/a" }),
        json!({ "$ref": "#/nowhere" }),
        json!({ "$ref": "file:///etc/passwd" }),
        json!({ "type": "number", "minimum": 1, "exclusiveMaximum": 1 }),
        json!({ "type": "integer", "minimum": 1.2, "maximum": 1.8 }),
        json!({ "type": "integer", "minimum": 1, "maximum": 4, "multipleOf": 5 }),
        json!({ "type": "string", "const": 1 }),
        json!({ "type": "string", "format": "date", "maxLength": 9 }),
        json!({ "type": "array", "minItems": 2, "maxItems": 1 }),
        json!({ "type": "string", "enum": ["a"], "minLength": 2 }),
        json!({ "type": "boolean", "enum": ["yes"] }),
        json!({ "oneOf": [] }),
        json!({ "anyOf": [{ "type": "object" }, { "type": "null" }] }),
        json!({ "const": null }),
    ] {
        let optional = Question::read(&one(property.clone()));
        assert_eq!((optional.verdict, optional.reasons), (Verdict::Degraded, vec!["FIELD_OMITTED"]), "{property}");
        let form = optional.question.unwrap().form().clone();
        assert!(form.fields.is_empty() && form.notes.iter().any(|note| note.key.as_deref() == Some("a")), "{property}");
        let required = Question::read(&needed(property.clone()));
        assert_eq!((required.verdict, required.reasons), (Verdict::Refuse, vec!["UNSATISFIABLE"]), "{property}");
    }
}

// SCH-03
#[test]
fn what_fits_no_control_gets_the_editor() {
    for property in [
        json!({ "type": ["string", "integer"] }),
        json!({ "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] }),
        json!({ "type": "array", "prefixItems": [{ "type": "string" }] }),
        json!({ "type": "array", "items": [{ "type": "string" }] }),
    ] {
        let reading = Question::read(&needed(property.clone()));
        assert_eq!((reading.verdict, reading.reasons), (Verdict::Editor, vec!["PROP_NEEDS_EDITOR"]), "{property}");
        let question = reading.question.unwrap();
        assert!(question.form().fields.is_empty() && question.form().editor.as_ref().unwrap().contains("“a”"));
        assert!(question.json_to_content("{}").is_err());
    }
    let question = question(&needed(json!({ "type": ["string", "integer"], "minimum": 3 })));
    let words = question.json_to_content(r#"{"a": 4, "z": 1}"#).unwrap_err().remove(0).words;
    assert_eq!(words, "“z” is not asked for, so it cannot be sent. Correct the name, or take it out.");
    assert!(question.json_to_content(r#"{"a": "x"}"#).is_ok());
    let errors = |text: &str| question.json_to_content(text).unwrap_err().remove(0);
    assert_eq!((errors(r#"{"a": 2}"#).reason, errors(r#"{"a": 2}"#).key), (Reason::Minimum, Some("a".to_owned())));
    assert_eq!(errors(r#"{"a": true}"#).reason, Reason::Type);
    assert_eq!(errors("[]").reason, Reason::ContentNotObject);
    assert!(errors("{\n  \"a\": }").words.contains("line 2, column 8"));
    assert!(errors(r#"{"a": 12345678901234567890123}"#).words.contains("rounding"));
}

// SCH-03, SCH-05
#[test]
fn roots() {
    let refuse = [
        (json!([]), "SCHEMA_NOT_OBJECT"),
        (json!("x"), "SCHEMA_NOT_OBJECT"),
        (json!({ "$schema": null, "type": "object", "properties": {} }), "DIALECT_UNSUPPORTED"),
        (
            json!({ "$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "properties": {} }),
            "DIALECT_UNSUPPORTED",
        ),
        (json!({ "$ref": "#" }), "ROOT_REF"),
        (json!({ "$ref": "https://x.test/s" }), "ROOT_REF"),
        (json!({ "type": "array" }), "ROOT_NOT_OBJECT_TYPE"),
        (json!({ "type": ["string"] , "properties": {} }), "ROOT_NOT_OBJECT_TYPE"),
        (json!({ "type": 3, "properties": {} }), "ROOT_NOT_OBJECT_TYPE"),
        (json!({}), "ROOT_MISSING_PROPERTIES"),
        (json!({ "type": "object", "properties": null }), "ROOT_MISSING_PROPERTIES"),
        (
            json!({ "type": "object", "properties": {}, "required": ["a"], "additionalProperties": false }),
            "UNSATISFIABLE",
        ),
    ];
    for (schema, code) in refuse {
        let reading = Question::read(&schema);
        assert_eq!((reading.verdict, reading.reasons), (Verdict::Refuse, vec![code]), "{schema}");
        assert!(reading.words.is_some() && reading.question.is_none());
    }
    let drawn = [
        (json!({ "properties": { "a": { "type": "string" } } }), "ROOT_TYPE_INFERRED"),
        (
            json!({ "$ref": "#/$defs/f", "$defs": { "f": { "type": "object", "properties": { "a": { "type": "string" } } } } }),
            "REF_RESOLVED",
        ),
        (json!({ "type": "object", "properties": { "a": { "type": "string" } }, "title": "T" }), "ROOT_EXTRA_KEYWORD"),
        (json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": [1] }), "REQUIRED_IGNORED"),
        (
            json!({ "type": "object", "properties": { "a": { "type": "string" } }, "dependentRequired": { "a": [] } }),
            "ROOT_COMPOSITION_ENFORCED",
        ),
    ];
    for (schema, code) in drawn {
        let reading = Question::read(&schema);
        assert_eq!(reading.verdict, Verdict::Degraded, "{schema}");
        assert!(reading.reasons.contains(&code), "{schema}: {:?}", reading.reasons);
        assert_eq!(kind(&reading.question.unwrap(), 0), "text", "{schema}");
    }
}

// ELI-17, ELI-18
#[test]
fn keys_and_their_order() {
    let schema: Value = serde_json::from_str(
        r#"{"type":"object","properties":{"10":{"type":"string"},"9":{"type":"string"},"__proto__":{"type":"string"},
            "":{"type":"string"},"a.b":{"type":"string"},"a/b~c":{"type":"string"}},"required":["zz","9"]}"#,
    )
    .unwrap();
    let question = question(&schema);
    let keys: Vec<&str> = question.form().fields.iter().map(|field| field.key.as_str()).collect();
    assert_eq!(keys, ["10", "9", "__proto__", "", "a.b", "a/b~c", "zz"]);
    let draft = Draft((0..7).map(|n| text(&n.to_string())).collect());
    let sent = serde_json::to_string(&question.draft_to_content(&draft).unwrap()).unwrap();
    assert_eq!(sent, r#"{"10":"0","9":"1","__proto__":"2","":"3","a.b":"4","a/b~c":"5","zz":"6"}"#);
    // APP-25: an app's order does not show.
    let content = json!({ "zz": "6", "9": "1", "10": "0", "other": 1 });
    let Ok(Outgoing::Accept(sent)) = question.check(&json!({ "action": "accept", "content": content })) else {
        panic!()
    };
    assert_eq!(serde_json::to_string(&sent).unwrap(), r#"{"10":"0","9":"1","zz":"6"}"#);
}
