//! What is entered, and what of it is sent (ELI-14…19, SCH-08, APP-22).

use native_form::{Control, Draft, DraftValue, Question, Reason, Verdict};
use serde_json::{Map, Value, json};

use crate::*;

// ELI-14, ELI-15, ELI-16, SCH-08
#[test]
fn defaults() {
    let initial = |property: Value| question(&one(property)).form().fields[0].initial.clone();
    assert_eq!(initial(json!({ "type": "integer", "default": 0 })), text("0"));
    assert_eq!(initial(json!({ "type": "boolean", "default": false })), DraftValue::Flag(false));
    assert_eq!(initial(json!({ "type": "boolean" })), DraftValue::Untouched);
    assert_eq!(initial(json!({ "type": "string", "default": "" })), DraftValue::Empty);
    assert_eq!(
        initial(json!({ "type": "array", "items": { "type": "string", "enum": ["a"] }, "default": [] })),
        DraftValue::Empty
    );
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
    assert_eq!(send(&one(string.clone()), DraftValue::Empty), Ok(json!({ "a": "" })));
    assert_eq!(send(&needed(string.clone()), DraftValue::Empty), Ok(json!({ "a": "" })));
    assert_eq!(send(&one(json!({ "type": "integer" })), DraftValue::Empty).unwrap_err().0, Reason::Type);
    assert_eq!(send(&needed(string.clone()), text("")), Err((Reason::Required, "This needs an answer.".to_owned())));
    assert_eq!(accepts(&needed(string), json!({ "a": "" })), Ok(json!({ "a": "" })));
    assert_eq!(send(&needed(json!({ "type": "string", "maxLength": 0 })), DraftValue::Empty), Ok(json!({ "a": "" })));
    let short = json!({ "type": "string", "minLength": 1 });
    assert_eq!(send(&needed(short), DraftValue::Empty).unwrap_err().0, Reason::MinLength);
    assert_eq!(send(&needed(json!({ "type": "boolean" })), DraftValue::Untouched).unwrap_err().0, Reason::Required);
    assert_eq!(send(&needed(json!({ "type": "boolean" })), DraftValue::Flag(false)), Ok(json!({ "a": false })));
    let many = json!({ "type": "array", "minItems": 2, "items": { "type": "string", "enum": ["a", "b"] } });
    assert_eq!(send(&one(many.clone()), DraftValue::Choices(vec![])), Ok(json!({})));
    assert_eq!(
        send(&needed(many.clone()), DraftValue::Untouched),
        Err((Reason::Required, "Choose at least 2.".to_owned()))
    );
    assert_eq!(send(&needed(many.clone()), DraftValue::Empty).unwrap_err().0, Reason::MinItems);
    assert_eq!(
        send(&needed(many), DraftValue::Choices(vec![1])),
        Err((Reason::MinItems, "Choose at least 2.".to_owned()))
    );
}

// U-06: nothing chosen is an answer only where the person says so.
#[test]
fn empty_lists() {
    let many = json!({ "type": "array", "items": { "type": "string", "enum": ["a", "b"] } });
    let lines = json!({ "type": "array", "items": { "type": "string" } });
    for (list, nothing) in [(&many, DraftValue::Choices(vec![])), (&lines, DraftValue::Lines(vec![]))] {
        assert_eq!(send(&one(list.clone()), nothing.clone()), Ok(json!({})));
        assert_eq!(send(&needed(list.clone()), nothing).unwrap_err().0, Reason::Required);
        for schema in [one(list.clone()), needed(list.clone())] {
            assert_eq!(send(&schema, DraftValue::Empty), Ok(json!({ "a": [] })));
        }
        assert_eq!(accepts(&needed(list.clone()), json!({ "a": [] })), Ok(json!({ "a": [] })));
    }
}

// U-06
#[test]
fn fields_say_whether_empty_may_be_an_answer() {
    let takes = |property: Value| question(&one(property)).form().fields[0].takes_empty;
    for property in [
        json!({ "type": "string" }),
        json!({ "type": "string", "maxLength": 0 }),
        json!({ "type": "string", "pattern": "^[a-c]*$" }),
        json!({ "type": "array", "maxItems": 1, "items": { "type": "string" } }),
    ] {
        assert!(takes(property.clone()), "{property}");
    }
    for property in [
        json!({ "type": "string", "minLength": 1 }),
        json!({ "type": "string", "pattern": "^[a-c]+$" }),
        json!({ "type": "string", "format": "email" }),
        json!({ "type": "string", "const": "x" }),
        json!({ "type": "string", "enum": ["", "x"] }),
        json!({ "type": "array", "minItems": 1, "items": { "type": "string" } }),
        json!({ "type": "integer" }),
    ] {
        assert!(!takes(property.clone()), "{property}");
    }
}

fn moment() -> Value {
    json!({ "type": "string", "format": "date-time" })
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
        (moment(), "2026-10-05T", Reason::Format, "The time is missing. Write it like 09:30."),
        (moment(), "T09:30", Reason::Format, "The day is missing. Write it like 2026-10-01."),
        (moment(), "Mondays at 9T", Reason::Format, "“Mondays at 9” is not a date. Write it like 2026-10-01."),
        (moment(), "2026-10-05T9", Reason::Format, "“9” is not a time of day. Write it like 09:30."),
        (moment(), "2026-03-29T9.30", Reason::Format, "“9.30” is not a time of day. Write it like 09:30."),
        (moment(), "2026-03-29T25:10", Reason::Format, "“25:10” is not a time of day. Write it like 09:30."),
        (moment(), "2026-03-29T24:00", Reason::Format, "“24:00” is not a time of day. Write it like 09:30."),
        (
            moment(),
            "2026-03-29T24:00:00+01:00",
            Reason::Format,
            "“24:00:00” is not a time of day. Write it like 09:30.",
        ),
        (moment(), "2026-03-29T09:30:00.Z", Reason::Format, "“09:30:00.” is not a time of day. Write it like 09:30."),
        (moment(), "2026-03-29Tnoon", Reason::Format, "“noon” is not a time of day. Write it like 09:30."),
        (moment(), "2026-03-29T٩:٣٠", Reason::Format, "“٩:٣٠” is not a time of day. Write it like 09:30."),
        (
            moment(),
            "2026-10-05T09:30:00",
            Reason::Format,
            "“2026-10-05T09:30:00” is not a date and time with its time zone. Write it like 2026-10-05T09:30:00+02:00.",
        ),
        (
            moment(),
            "2026-02-30T9",
            Reason::Format,
            "“2026-02-30T9” is not a date and time with its time zone. Write it like 2026-10-05T09:30:00+02:00.",
        ),
        (
            json!({ "type": "string", "format": "date" }),
            "2026-10-05T09:30:00+02:00",
            Reason::Format,
            "“2026-10-05T09:30:00+02:00” is not a date. Write it like 2026-10-01.",
        ),
        // ELI-14: typed into a list to search in, and none of it
        (json!({ "enum": ["a", "b"] }), " c ", Reason::Enum, "“c” is none of the choices."),
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
    assert_eq!(words, [("Manager", "Ana"), ("ok", "No"), ("token", "s3cret")]);
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
    let patterns = |count: usize| {
        let all: Map<String, Value> = (0..count)
            .map(|n| (format!("f{n}"), json!({ "type": "string", "pattern": format!("{n:04096}") })))
            .collect();
        json!({ "type": "object", "properties": all })
    };
    let long = |length: usize| one(json!({ "type": "string", "description": "é".repeat(length / 2) }));
    let verdict = |schema: &Value| Question::read(schema).verdict;
    assert_eq!(verdict(&properties(500)), Verdict::Valid);
    assert_eq!(verdict(&options(20_000)), Verdict::Valid);
    assert_eq!(verdict(&nested(31)), Verdict::Degraded);
    assert_eq!(verdict(&pattern(4096)), Verdict::Degraded);
    assert_eq!(verdict(&patterns(16)), Verdict::Degraded);
    assert_eq!(verdict(&long(1_000_000)), Verdict::Valid);
    for schema in [properties(501), options(20_001), nested(32), pattern(4097), patterns(17), long(1_050_000)] {
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
