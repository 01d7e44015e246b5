//! What a person who writes JSON is told: sentences of ours with the place in words, never the validator's own (SCH-03).

use native_form::Question;
use serde_json::{Value, json};

fn words(question: &Question, content: &Value) -> Vec<String> {
    let errors = question.json_to_content(&content.to_string()).unwrap_err();
    errors.into_iter().map(|error| error.words).collect()
}

/// Of one value that is written as JSON.
fn said(schema: Value, value: Value) -> String {
    let whole = json!({ "type": "object", "patternProperties": { "^a$": schema } });
    let question = Question::read_arguments(&whole);
    assert!(question.form().editor.is_some(), "{whole}");
    words(&question, &json!({ "a": value })).join(" | ")
}

// SCH-03
#[test]
fn every_kind_has_words_of_ours() {
    for (schema, value, expected) in [
        (json!({ "type": "array" }), json!({}), "This has to be a list."),
        (json!({ "type": "string" }), json!(1), "This has to be text."),
        (json!({ "type": "number" }), json!("x"), "This has to be a number."),
        (json!({ "type": "integer" }), json!(1.5), "This has to be a whole number."),
        (json!({ "type": "boolean" }), json!("yes"), "This has to be true or false."),
        (json!({ "type": "null" }), json!(0), "This has to be null."),
        (json!({ "type": ["integer", "array"] }), json!("x"), "This has to be a whole number or a list."),
        (json!({ "anyOf": [{ "const": 1 }, { "const": 2 }] }), json!(3), "This fits none of the allowed forms."),
        (json!({ "oneOf": [{ "const": 1 }, { "const": 2 }] }), json!(3), "This fits none of the allowed forms."),
        (json!({ "oneOf": [{}, {}] }), json!(3), "This fits several of the allowed forms. It has to fit one."),
        (json!({ "required": ["zip"] }), json!({}), "“zip” is missing."),
        (json!({ "properties": {}, "additionalProperties": false }), json!({ "b": 1 }), "“b” is not expected here."),
        (json!({ "additionalProperties": false }), json!({ "b": 1 }), "Nothing is expected here."),
        (
            json!({ "properties": { "d": {} }, "additionalProperties": false }),
            json!({ "b": 1, "c": 2 }),
            "“b”, “c” are not expected here.",
        ),
        (json!({ "enum": ["x", 2] }), json!("y"), "“y” is none of the choices: “x”, “2”."),
        (json!({ "const": [1] }), json!([2]), "“[2]” is not accepted. Only “[1]” is."),
        (json!({ "minLength": 3 }), json!("👍👍"), "“👍👍” is too short. Write at least 3 characters."),
        (json!({ "maxLength": 1 }), json!("👍👍"), "2 characters is too long. At most 1 fit."),
        (json!({ "minimum": 2 }), json!(1), "1 is too small. The smallest number allowed is 2."),
        (json!({ "maximum": 2.0 }), json!(3), "3 is too large. The largest number allowed is 2."),
        (json!({ "exclusiveMinimum": 2 }), json!(2), "2 is too small. The number has to be above 2."),
        (json!({ "exclusiveMaximum": 2 }), json!(2), "2 is too large. The number has to be below 2."),
        (json!({ "multipleOf": 5 }), json!(7), "7 is not a multiple of 5."),
        (json!({ "minItems": 2 }), json!([1]), "Add at least 2 items."),
        (json!({ "maxItems": 1 }), json!([1, 2]), "Keep at most 1 item."),
        (json!({ "uniqueItems": true }), json!([1, 1]), "The same item stands here twice. Each may stand here once."),
        (json!({ "minProperties": 1 }), json!({}), "Give at least 1 named value."),
        (json!({ "propertyNames": { "maxLength": 1 } }), json!({ "bb": 1 }), "The name “bb” is not allowed here."),
        (json!({ "pattern": "^a" }), json!("b"), "“b” does not match what the server accepts: “^a”."),
        (json!({ "format": "date" }), json!("b"), "“b” is not a date. Write it like 2026-10-01."),
        (json!({ "contains": { "const": 1 } }), json!([2]), "An item that has to be in this list is missing."),
        (json!(false), json!(1), "Nothing is expected here."),
        (json!({ "not": {} }), json!(1), "This does not fit the server’s rules for it."),
    ] {
        assert_eq!(said(schema.clone(), value), format!("“a”: {expected}"), "{schema}");
    }
}

// A16: what a server or a person writes does not make a sentence long.
#[test]
fn long_values_are_cut() {
    let long = "x".repeat(5000);
    for schema in [json!({ "enum": [long] }), json!({ "const": [long] }), json!({ "minLength": 9000 })] {
        let sentence = said(schema, json!(long.replace('x', "y")));
        assert!(sentence.chars().count() < 250, "{sentence}");
    }
    let deep = (0..10).fold(json!({ "type": "string" }), |inner, _| json!({ "properties": { long.clone(): inner } }));
    let value = (0..10).fold(json!(1), |inner, _| json!({ long.clone(): inner }));
    let sentence = said(deep, value);
    assert!(sentence.starts_with("… “") && sentence.chars().count() < 350, "{sentence}");
}

// The place in words: labels of fields, positions of items counted from 1; digits are a name in an object.
#[test]
fn the_place_in_words() {
    let schema = json!({ "type": "object", "required": ["list", "who"], "properties": {
        "list": { "title": "On duty", "type": "array", "prefixItems": [{ "enum": ["a", "b"] }, { "minLength": 2 }] },
        "who": { "title": "Who", "type": "string" } } });
    let question = Question::read(&schema).question.unwrap();
    assert!(question.form().editor.is_some());
    assert_eq!(
        words(&question, &json!({ "list": ["a", "x"] })),
        ["“Who” is missing.", "“On duty”, item 2: “x” is too short. Write at least 2 characters."]
    );
    assert_eq!(words(&question, &json!({ "list": 1, "who": "x" })), ["“On duty”: This has to be a list."]);
    let schema = json!({ "type": "object", "additionalProperties": { "items": { "required": ["name"], "properties": {
        "0": { "type": "string" } } } } });
    assert_eq!(
        words(&Question::read_arguments(&schema), &json!({ "list": [{ "name": "Ana", "0": 1 }, {}] })),
        ["“list”, item 1, “0”: This has to be text.", "“list”, item 2: “name” is missing."]
    );
    let open = Question::read_arguments(&json!({ "type": "object", "minProperties": 1 }));
    assert_eq!(words(&open, &json!({})), ["The whole answer: Give at least 1 named value."]);
}
