//! Cases beside those of the wire examples.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use native_form::{Control, Draft, DraftValue, Outgoing, Question, Reason, Verdict};
use serde_json::{Map, Value, json};

fn one(property: Value) -> Value {
    json!({ "type": "object", "properties": { "a": property } })
}

fn needed(property: Value) -> Value {
    json!({ "type": "object", "properties": { "a": property }, "required": ["a"] })
}

fn question(schema: &Value) -> Question {
    Question::read(schema).question.unwrap_or_else(|| panic!("refused: {schema}"))
}

fn kind(question: &Question, at: usize) -> String {
    let control = serde_json::to_value(&question.form().fields[at].control).unwrap();
    control["kind"].as_str().unwrap().to_owned()
}

fn text(text: &str) -> DraftValue {
    DraftValue::Text(text.to_owned())
}

/// Sends one entered value; the content, or the reason and words of the first error.
fn send(schema: &Value, entered: DraftValue) -> Result<Value, (Reason, String)> {
    let sent = question(schema).draft_to_content(&Draft(vec![entered]));
    sent.map(Value::Object).map_err(|errors| (errors[0].reason, errors[0].words.clone()))
}

fn accepts(schema: &Value, content: Value) -> Result<Value, Reason> {
    match question(schema).check(&json!({ "action": "accept", "content": content })) {
        Ok(Outgoing::Accept(content)) => Ok(Value::Object(content)),
        Ok(other) => panic!("{other:?}"),
        Err(errors) => Err(errors[0].reason),
    }
}

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
    assert_eq!(Value::Object(question.json_to_content(r#"{"a": 4, "z": 1}"#).unwrap()), json!({ "a": 4 }));
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

// ELI-14, ELI-15, ELI-16, SCH-08
#[test]
fn defaults() {
    let initial = |property: Value| question(&one(property)).form().fields[0].initial.clone();
    assert_eq!(initial(json!({ "type": "integer", "default": 0 })), text("0"));
    assert_eq!(initial(json!({ "type": "boolean", "default": false })), DraftValue::Flag(false));
    assert_eq!(initial(json!({ "type": "boolean" })), DraftValue::Untouched);
    assert_eq!(initial(json!({ "type": "string", "default": "" })), text(""));
    assert_eq!(
        initial(json!({ "type": "array", "items": { "type": "string", "enum": ["a", "b"] }, "default": ["b"] })),
        DraftValue::Choices(vec![1])
    );
    assert_eq!(initial(json!({ "type": "string", "enum": ["a", "b"], "default": "b" })), DraftValue::Choice(1));
    let broken = question(&one(json!({ "type": "string", "format": "date", "default": "31/12/2026" })));
    assert_eq!(broken.form().fields[0].broken_default.as_deref(), Some("31/12/2026"));
    assert_eq!(broken.initial(), Draft(vec![DraftValue::Untouched]));
    let late = question(&one(json!({ "type": "string", "not": { "const": "b" }, "default": "b" })));
    assert_eq!(late.form().fields[0].broken_default.as_deref(), Some("b"));
    // ELI-11: never prefilled.
    let secret = question(&one(json!({ "type": "string", "title": "API key", "default": "x" })));
    assert!(secret.form().fields[0].secret);
    assert_eq!(secret.initial(), Draft(vec![DraftValue::Untouched]));
}

// ELI-15, U-06
#[test]
fn empty_answers() {
    let string = json!({ "type": "string" });
    assert_eq!(send(&one(string.clone()), DraftValue::Untouched), Ok(json!({})));
    assert_eq!(send(&one(string.clone()), text("")), Ok(json!({})));
    assert_eq!(send(&one(json!({ "type": "string", "default": "" })), text("")), Ok(json!({ "a": "" })));
    assert_eq!(send(&needed(string.clone()), text("")), Err((Reason::Required, "This needs an answer.".to_owned())));
    assert_eq!(accepts(&needed(string), json!({ "a": "" })), Ok(json!({ "a": "" })));
    assert_eq!(send(&needed(json!({ "type": "string", "maxLength": 0 })), text("")), Ok(json!({ "a": "" })));
    assert_eq!(send(&needed(json!({ "type": "boolean" })), DraftValue::Untouched).unwrap_err().0, Reason::Required);
    assert_eq!(send(&needed(json!({ "type": "boolean" })), DraftValue::Flag(false)), Ok(json!({ "a": false })));
    let many = json!({ "type": "array", "minItems": 2, "items": { "type": "string", "enum": ["a", "b"] } });
    assert_eq!(send(&one(many.clone()), DraftValue::Choices(vec![])), Ok(json!({})));
    assert_eq!(
        send(&needed(many.clone()), DraftValue::Untouched),
        Err((Reason::Required, "Choose at least 2.".to_owned()))
    );
    assert_eq!(
        send(&needed(many), DraftValue::Choices(vec![1])),
        Err((Reason::MinItems, "Choose at least 2.".to_owned()))
    );
}

// The window's words for errors, and SCH-11, SCH-12.
#[test]
fn errors_in_words() {
    let cases = [
        (
            json!({ "type": "string", "format": "email" }),
            "noor@clinic..x",
            Reason::Format,
            "“noor@clinic..x” is not a full e-mail address. Write it like name@example.org.",
        ),
        (
            json!({ "type": "integer", "minimum": 10 }),
            "7",
            Reason::Minimum,
            "7 is too small. The smallest number allowed is 10.",
        ),
        (
            json!({ "type": "number", "maximum": 1 }),
            "1.0001",
            Reason::Maximum,
            "1.0001 is too large. The largest number allowed is 1.",
        ),
        (
            json!({ "type": "number", "exclusiveMinimum": 0 }),
            "0",
            Reason::Keyword,
            "0 is too small. The number has to be above 0.",
        ),
        (json!({ "type": "integer", "multipleOf": 5 }), "7", Reason::Keyword, "7 is not a multiple of 5."),
        (json!({ "type": "integer" }), "1.5", Reason::Type, "1.5 is not a whole number."),
        (json!({ "type": "integer" }), "1e999", Reason::Type, "“1e999” is larger than any number that can be sent."),
        (json!({ "type": "integer" }), "-0", Reason::Type, "“-0” is the same as 0. Write 0."),
        (json!({ "type": "integer", "enum": [1, 2] }), "7", Reason::Enum, "“7” is none of the choices: “1”, “2”."),
        (
            json!({ "type": "string", "minLength": 3 }),
            "👍👍",
            Reason::MinLength,
            "“👍👍” is too short. Write at least 3 characters.",
        ),
        (
            json!({ "type": "string", "maxLength": 1 }),
            "👍👍",
            Reason::MaxLength,
            "2 characters is too long. At most 1 fit.",
        ),
        (json!({ "type": "string", "const": "x" }), "y", Reason::Keyword, "“y” is not accepted. Only “x” is."),
        (
            json!({ "type": "string", "format": "date" }),
            "2026-02-30",
            Reason::Format,
            "“2026-02-30” is not a date. Write it like 2026-10-01.",
        ),
    ];
    for (property, entered, reason, words) in cases {
        assert_eq!(send(&one(property.clone()), text(entered)), Err((reason, words.to_owned())), "{property}");
    }
    let question =
        question(&one(json!({ "type": "number", "multipleOf": 0.1, "exclusiveMinimum": 0, "maximum": 2.6 })));
    assert_eq!(question.form().fields[0].limits, ["Number, above 0 and up to 2.6", "A multiple of 0.1"]);
    assert!(question.draft_to_content(&Draft(vec![text("0.3")])).is_ok());
}

// The glossary's order of checks, over fields too.
#[test]
fn the_first_code_wins() {
    let schema = json!({ "type": "object", "properties": {
        "d": { "type": "string", "format": "date" }, "n": { "type": "number" },
        "m": { "type": "array", "minItems": 3, "items": { "type": "string", "enum": ["a", "b"] } , "maxItems": 9 } } });
    let result = json!({ "action": "accept", "content": { "d": "x", "n": "1" } });
    let first =
        question(&one(json!({ "type": "array", "minItems": 2, "items": { "type": "string", "enum": ["a", "b"] } })));
    let errors = first.check(&json!({ "action": "accept", "content": { "a": ["z"] } })).unwrap_err();
    assert_eq!(errors[0].reason, Reason::Enum);
    let reading = Question::read(&schema);
    let errors = reading.question.unwrap().check(&result).unwrap_err();
    assert_eq!((errors[0].reason, errors[0].key.as_deref()), (Reason::Type, Some("n")));
    assert_eq!(errors.len(), 2);
    for (action, reason) in
        [(json!("reject"), Reason::Action), (json!("Accept"), Reason::Action), (json!(1), Reason::Action)]
    {
        assert_eq!(first.check(&json!({ "action": action })).unwrap_err()[0].reason, reason);
    }
}

// SCH-03, SCH-06
#[test]
fn compositions_are_checked_on_sending() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "boolean" }, "b": { "type": "string" } },
        "if": { "properties": { "a": { "const": true } }, "required": ["a"] }, "then": { "required": ["b"] } });
    assert_eq!(accepts(&schema, json!({ "a": true })), Err(Reason::Required));
    assert!(
        accepts(&schema, json!({ "a": false })).is_ok() && accepts(&schema, json!({ "a": true, "b": "x" })).is_ok()
    );
    let errors = question(&schema).draft_to_content(&Draft(vec![DraftValue::Flag(true)])).unwrap_err();
    assert_eq!((errors[0].field, errors[0].words.as_str()), (Some(1), "This needs an answer."));
    let either = json!({ "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "string" } },
        "anyOf": [{ "required": ["a"] }, { "required": ["b"] }] });
    assert_eq!(accepts(&either, json!({})), Err(Reason::Keyword));
    let unchecked = json!({ "type": "object", "properties": { "a": { "type": "string" } }, "allOf": [{ "$ref": "https://x.test/s" }] });
    assert!(accepts(&unchecked, json!({ "a": "x" })).is_ok());
    assert!(question(&unchecked).form().notes.iter().any(|note| note.words.contains("cannot check")));
    let list = one(
        json!({ "type": "array", "uniqueItems": true, "contains": { "const": "x" }, "items": { "type": "string" } }),
    );
    assert_eq!(accepts(&list, json!({ "a": ["x", "x"] })), Err(Reason::Keyword));
    assert_eq!(accepts(&list, json!({ "a": ["y"] })), Err(Reason::Keyword));
    assert!(accepts(&list, json!({ "a": ["x", "y"] })).is_ok());
}

// APP-22, APP-30
#[test]
fn salvage_and_description() {
    let schema = json!({ "type": "object", "properties": {
        "manager": { "title": "Manager", "type": "string", "oneOf": [{ "const": "al", "title": "Ana" }] },
        "day": { "title": "Hand-over date", "type": "string", "format": "date" },
        "ok": { "type": "boolean" }, "n": { "type": "integer" }, "token": { "type": "string" } } });
    let question = question(&schema);
    let content = json!({ "manager": "al", "day": "31 September", "ok": false, "n": 36.0, "token": "s3cret", "x": 1 });
    let salvage = question.salvage(&content);
    assert_eq!(
        salvage.draft.0[..4],
        [DraftValue::Choice(0), DraftValue::Untouched, DraftValue::Flag(false), text("36")]
    );
    assert_eq!(salvage.draft.0[4], DraftValue::Untouched);
    assert_eq!(salvage.kept, ["Manager", "ok", "n"]);
    assert_eq!(salvage.left_out[0], ("Hand-over date".to_owned(), "“31 September” is not a date".to_owned()));
    let Value::Object(content) = json!({ "manager": "al", "ok": false, "token": "s3cret" }) else { panic!() };
    let words = question.describe(&content);
    let words: Vec<_> = words.iter().map(|(label, value)| (label.as_str(), value.as_str())).collect();
    assert_eq!(words, [("Manager", "Ana"), ("ok", "No"), ("token", "hidden here")]);
}

// ELI-19
#[test]
fn bounds() {
    let properties = |count: usize| -> Value {
        let all: Map<String, Value> = (0..count).map(|n| (format!("f{n}"), json!({ "type": "string" }))).collect();
        json!({ "type": "object", "properties": all })
    };
    let options =
        |count: usize| one(json!({ "type": "string", "enum": (0..count).map(|n| n.to_string()).collect::<Vec<_>>() }));
    let nested = |depth: usize| {
        let inner = (0..depth).fold(json!("x"), |inner, _| json!([inner]));
        json!({ "type": "object", "properties": {}, "examples": inner })
    };
    let pattern = |length: usize| one(json!({ "type": "string", "pattern": "a".repeat(length) }));
    let long = |length: usize| one(json!({ "type": "string", "description": "é".repeat(length / 2) }));
    let verdict = |schema: &Value| Question::read(schema).verdict;
    assert_eq!(verdict(&properties(500)), Verdict::Valid);
    assert_eq!(verdict(&options(20_000)), Verdict::Valid);
    assert_eq!(verdict(&nested(31)), Verdict::Degraded);
    assert_eq!(verdict(&pattern(4096)), Verdict::Degraded);
    assert_eq!(verdict(&long(1_000_000)), Verdict::Valid);
    for schema in [properties(501), options(20_001), nested(32), pattern(4097), long(1_050_000)] {
        let reading = Question::read(&schema);
        assert_eq!((reading.verdict, reading.reasons), (Verdict::Refuse, vec!["SCHEMA_TOO_LARGE"]));
        assert!(Question::read_arguments(&schema).form().editor.is_some());
    }
    let field = question(&long(200_000)).form().fields[0].clone();
    assert_eq!((field.help.unwrap().len(), field.notes.len()), (65_536, 1));
    // One list of options, shared by every field.
    let shared: Map<String, Value> = (0..500).map(|n| (format!("f{n}"), json!({ "$ref": "#/$defs/o" }))).collect();
    let list: Vec<String> = (0..20_000).map(|n| n.to_string()).collect();
    let bomb = json!({ "type": "object", "properties": shared, "$defs": { "o": { "type": "string", "enum": list } } });
    assert_eq!(verdict(&bomb), Verdict::Refuse);
}

// A15
#[test]
fn large_answers_are_linear() {
    let values: Vec<String> = (0..20_000).map(|n| format!("v{n}")).collect();
    let titled: Vec<Value> = values.iter().map(|v| json!({ "const": v, "title": "Same" })).collect();
    let schema = one(json!({ "type": "array", "uniqueItems": true, "items": { "anyOf": titled } }));
    assert_eq!(accepts(&schema, json!({ "a": values.clone() })), Ok(json!({ "a": values })));
    let question = question(&schema);
    let Control::MultiSelect { options, .. } = &question.form().fields[0].control else { panic!() };
    assert_eq!(options[7].detail.as_deref(), Some("v7"));
    let strangers: Vec<Value> = (0..20_000).map(|n| json!(n)).collect();
    assert_eq!(accepts(&schema, json!({ "a": strangers })), Err(Reason::Type));
}

#[test]
fn tool_arguments() {
    let schema = json!({ "type": "object", "required": ["where", "free"], "properties": {
        "name": { "type": "string" }, "where": { "type": "object", "properties": { "zip": { "type": "string" } }, "required": ["zip"] },
        "legs": { "type": "array", "items": { "type": "object" } }, "both": { "type": ["string", "integer"] },
        "tags": { "type": "array", "items": { "type": "string", "enum": ["a"] } } } });
    let question = Question::read_arguments(&schema);
    let kinds: Vec<String> = (0..6).map(|at| kind(&question, at)).collect();
    assert_eq!(kinds, ["text", "json", "json", "json", "multiSelect", "json"]);
    let send = |zip: &str| {
        let draft =
            [text("n"), text(zip), DraftValue::Untouched, text("3"), DraftValue::Choices(vec![0]), text("null")];
        question.draft_to_content(&Draft(draft.to_vec()))
    };
    let sent = Value::Object(send(r#"{"zip": "x", "more": [1]}"#).unwrap());
    assert_eq!(
        sent,
        json!({ "name": "n", "where": { "zip": "x", "more": [1] }, "both": 3, "tags": ["a"], "free": null })
    );
    let errors = send("{}").unwrap_err();
    assert_eq!((errors.len(), errors[0].field, errors[0].reason), (1, Some(1), Reason::Required));
    assert_eq!(send("{").unwrap_err().len(), 1);
    assert_eq!(send("").unwrap_err()[0].reason, Reason::Required);
    assert!(Question::read_arguments(&json!({ "type": "object" })).form().editor.is_none());
    for whole in
        [json!(null), json!({ "type": "array" }), json!({ "anyOf": [{ "type": "object" }] }), json!({ "$ref": "#" })]
    {
        assert!(Question::read_arguments(&whole).form().editor.is_some(), "{whole}");
    }
    let open = Question::read_arguments(&json!({ "type": "object", "additionalProperties": { "type": "integer" } }));
    assert!(open.json_to_content(r#"{"x": 1}"#).is_ok());
    assert!(open.json_to_content(r#"{"x": "y"}"#).is_err());
}
