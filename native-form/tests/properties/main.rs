//! What holds for every schema and every answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod nested;

use native_form::{Draft, DraftValue, Outgoing, Question};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,6}".prop_map(Value::from),
        word().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((word(), inner), 0..6).prop_map(|m| Value::Object(m.into_iter().collect())),
        ]
    })
}

/// Keywords and their usual values, so that arbitrary JSON often is nearly a schema.
fn word() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "type",
        "object",
        "string",
        "number",
        "integer",
        "boolean",
        "array",
        "null",
        "properties",
        "required",
        "enum",
        "enumNames",
        "oneOf",
        "anyOf",
        "allOf",
        "not",
        "if",
        "then",
        "const",
        "title",
        "description",
        "default",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "multipleOf",
        "minItems",
        "maxItems",
        "uniqueItems",
        "items",
        "prefixItems",
        "contains",
        "pattern",
        "format",
        "email",
        "uri",
        "date",
        "date-time",
        "$ref",
        "#",
        "#/$defs/a",
        "#/properties/a",
        "$defs",
        "$schema",
        "additionalProperties",
        "a",
        "b",
        "",
        "__proto__",
        "(a+)+$",
        "(",
    ])
    .prop_map(str::to_owned)
}

fn schema_like() -> impl Strategy<Value = Value> {
    let properties = prop::collection::vec((word(), any_json()), 0..5);
    (properties, any_json(), any_json(), word(), any_json()).prop_map(|(properties, required, defs, key, value)| {
        let properties: Map<String, Value> = properties.into_iter().collect();
        let mut root =
            json!({ "type": "object", "properties": properties, "required": required, "$defs": { "a": defs } });
        root.as_object_mut().unwrap().entry(key).or_insert(value);
        root
    })
}

fn entered() -> impl Strategy<Value = DraftValue> {
    let one = prop_oneof![
        Just(DraftValue::Untouched),
        Just(DraftValue::Empty),
        ".{0,8}".prop_map(DraftValue::Text),
        "-?[0-9]{1,3}(\\.[05])?".prop_map(DraftValue::Text),
        formatted().prop_map(DraftValue::Text),
        any::<bool>().prop_map(DraftValue::Flag),
        (0..4_u32).prop_map(DraftValue::Choice),
        prop::collection::vec(0..4_u32, 0..4).prop_map(DraftValue::Choices),
        prop::collection::vec("[a-c]{0,2}", 0..4).prop_map(DraftValue::Lines),
    ];
    one.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(DraftValue::Group),
            prop::collection::vec(inner, 0..4).prop_map(DraftValue::List),
        ]
    })
}

/// A property of the grammar, or near it, that some answers satisfy.
fn property() -> impl Strategy<Value = Value> {
    let bounds = (0..4_i64, 0..40_i64);
    prop_oneof![
        bounds.clone().prop_map(|(min, more)| json!({ "type": "string", "minLength": min, "maxLength": min + more })),
        Just(json!({ "type": "string", "pattern": "^[a-c]*$" })),
        bounds.clone().prop_map(|(min, more)| json!({ "type": "number", "minimum": -min, "maximum": min + more })),
        bounds
            .clone()
            .prop_map(|(min, more)| json!({ "type": "integer", "exclusiveMinimum": -min - 1, "maximum": more })),
        Just(json!({ "type": "number", "multipleOf": 0.5 })),
        Just(json!({ "type": "boolean" })),
        Just(json!({ "type": "string", "enum": ["a", "b", "c"], "enumNames": ["A", "A", "C"] })),
        Just(json!({ "oneOf": [{ "const": 1, "title": "One" }, { "const": "x", "title": "X" }] })),
        Just(json!({ "type": "array", "maxItems": 3, "items": { "type": "string", "enum": ["a", "b", "c"] } })),
        Just(
            json!({ "type": "array", "uniqueItems": true, "items": { "anyOf": [{ "const": "a", "title": "A" }, { "const": "b", "title": "B" }] } })
        ),
        Just(json!({ "type": "array", "minItems": 1, "items": { "type": "string", "maxLength": 1 } })),
        Just(json!({ "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "null" }] })),
        Just(json!({ "type": "string", "not": { "const": "a" } })),
        Just(json!({ "$ref": "#/$defs/short" })),
        prop::sample::select(vec!["email", "uri", "date", "date-time"])
            .prop_map(|format| json!({ "type": "string", "format": format })),
        prop::sample::select(vec![json!("a"), json!(2), json!(0.5), json!(true)])
            .prop_map(|only| json!({ "const": only })),
    ]
}

/// The same with a default, which may fit or not.
fn with_default() -> impl Strategy<Value = Value> {
    (property(), prop::option::of(value())).prop_map(|(mut property, default)| {
        if let Some(default) = default {
            property["default"] = default;
        }
        property
    })
}

fn sound_schema() -> impl Strategy<Value = Value> {
    prop::collection::vec((with_default(), any::<bool>()), 1..5).prop_map(|all| {
        let required: Vec<String> = all.iter().enumerate().filter(|(_, p)| p.1).map(|(n, _)| format!("f{n}")).collect();
        let properties: Map<String, Value> = all.into_iter().enumerate().map(|(n, p)| (format!("f{n}"), p.0)).collect();
        json!({ "type": "object", "properties": properties, "required": required, "$defs": { "short": { "type": "string", "maxLength": 2 } } })
    })
}

/// A value that some field may like.
fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        "[a-c]{0,4}".prop_map(Value::from),
        Just(json!("")),
        (-5..50_i64).prop_map(Value::from),
        (-5..50_i64).prop_map(|n| json!(n as f64 / 2.0)),
        any::<bool>().prop_map(Value::from),
        prop::collection::vec("[a-c]?", 0..4).prop_map(Value::from),
        Just(json!([])),
        Just(json!("x")),
        formatted().prop_map(Value::from),
    ]
}

/// A text that one of the formats accepts, or nearly.
fn formatted() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c.]{1,3}@[a-c.]{1,4}",
        "[a-c]{1,3}:(//)?[a-c/ ]{0,3}",
        "20(24|26)-0[0-3]-(01|2[89]|31)",
        "2026-0[1-2]-01[Tt ](09|24):[0-6]0(:00)?(Z|\\+02:00)?",
    ]
}

/// Another validator's word, which takes formats for rules as well (SCH-09).
fn valid(schema: &Value, content: &Value) -> bool {
    let options = jsonschema::options().should_validate_formats(true);
    options.build(schema).unwrap().is_valid(content)
}

fn exercise(question: &Question, draft: &Draft, content: &Value) {
    let _ = question.draft_to_content(draft);
    let _ = question.check(&json!({ "action": "accept", "content": content }));
    let _ = question.json_to_content(&content.to_string());
    let salvage = question.salvage(content);
    assert_eq!(salvage.draft.0.len(), question.form().fields.len());
    if let Value::Object(content) = content {
        assert_eq!(question.describe(content).len(), content.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    // A15, A16: nothing that comes from outside panics.
    #[test]
    fn no_panic(schema in prop_oneof![any_json(), schema_like()], draft in prop::collection::vec(entered(), 0..6), content in any_json()) {
        let draft = Draft(draft);
        if let Some(question) = Question::read(&schema).question {
            exercise(&question, &draft, &content);
        }
        exercise(&Question::read_arguments(&schema), &draft, &content);
    }

    // SCH-01: what the form sends passes the check, and the schema by another validator's word.
    #[test]
    fn accepted_drafts_are_valid(schema in sound_schema(), draft in prop::collection::vec(entered(), 5)) {
        let question = Question::read(&schema).question.unwrap();
        if let Ok(content) = question.draft_to_content(&Draft(draft)) {
            let content = Value::Object(content);
            prop_assert!(valid(&schema, &content), "{schema} {content}");
            let checked = question.check(&json!({ "action": "accept", "content": content }));
            let Ok(Outgoing::Accept(again)) = checked else { panic!("{schema} {content}: {checked:?}") };
            prop_assert_eq!(Value::Object(again), content);
        }
    }

    // U-06: what the schema accepts can be entered and comes out equal, empty texts and lists too; both validators agree on
    // what that is.
    #[test]
    fn accepted_content_can_be_entered(schema in sound_schema(), values in prop::collection::vec(prop::option::of(value()), 5)) {
        let question = Question::read(&schema).question.unwrap();
        let given = values.into_iter().enumerate().filter_map(|(n, v)| Some((format!("f{n}"), v?)));
        let declared = given.filter(|(key, _)| schema["properties"].get(key).is_some());
        let content = Value::Object(declared.collect());
        let checked = question.check(&json!({ "action": "accept", "content": content }));
        prop_assert_eq!(checked.is_ok(), valid(&schema, &content), "{} {} {:?}", schema, content, checked);
        if let Ok(Outgoing::Accept(sent)) = checked {
            let mut salvage = question.salvage(&content);
            for (field, value) in question.form().fields.iter().zip(&mut salvage.draft.0) {
                // What is absent begins with its default.
                if content.get(&field.key).is_none() {
                    prop_assert_eq!(&*value, &field.initial);
                    *value = DraftValue::Untouched;
                }
                prop_assert!(field.takes_empty || *value != DraftValue::Empty, "{}", schema);
            }
            prop_assert_eq!(question.draft_to_content(&salvage.draft), Ok(sent));
        }
    }

    // ELI-14, SCH-08: a field starts with its default or says that it does not fit; what a form starts with is never
    // refused for its defaults.
    #[test]
    fn defaults_fit_or_are_said_not_to(schema in sound_schema()) {
        let question = Question::read(&schema).question.unwrap();
        let errors = question.draft_to_content(&question.initial()).err().unwrap_or_default();
        for (at, field) in question.form().fields.iter().enumerate() {
            let given = schema["properties"][&field.key].get("default").is_some_and(|default| !default.is_null());
            prop_assert_eq!(given, field.initial != DraftValue::Untouched || field.broken_default.is_some(), "{}", schema);
            let wrong = errors.iter().any(|error| error.field == u32::try_from(at).ok());
            prop_assert_eq!(wrong, field.required && field.initial == DraftValue::Untouched, "{} {:?}", schema, errors);
        }
    }
}
