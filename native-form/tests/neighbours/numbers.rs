//! Numbers keep what was typed, or say why not, each in its own sentence (SCH-12, SCH-15).

use native_form::{DraftValue, Reason};
use serde_json::json;

use crate::*;

#[test]
fn typed_numbers() {
    let number = one(json!({ "type": "number" }));
    let integer = one(json!({ "type": "integer" }));
    for (typed, sent) in [
        ("9007199254740993", "9007199254740993"),
        ("18446744073709551615", "18446744073709551615"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("100000000000000000000000", "1e23"),
        ("1e3", "1000"),
        ("1.50", "1.5"),
        ("0", "0"),
        ("\u{a0}7 ", "7"),
    ] {
        let content = send(&number, text(typed)).unwrap();
        assert_eq!(content["a"].to_string().replace('+', ""), sent, "{typed}");
    }
    let sentences = [
        ("1e999", "“1e999” is larger than any number that can be sent."),
        ("-1e999", "“-1e999” is larger than any number that can be sent."),
        ("-0", "“-0” is the same as 0. Write 0."),
        ("1,500", "“1,500” can be read in more than one way. Write it like 1500 or 1.5, without spaces or commas."),
        (
            "1.500,00",
            "“1.500,00” can be read in more than one way. Write it like 1500 or 1.5, without spaces or commas.",
        ),
        (
            "1\u{202f}500",
            "“1\u{202f}500” can be read in more than one way. Write it like 1500 or 1.5, without spaces or commas.",
        ),
        ("NaN", "“NaN” cannot be sent as a number. Write it in digits."),
        ("Infinity", "“Infinity” cannot be sent as a number. Write it in digits."),
        (
            "12345678901234567890123",
            "“12345678901234567890123” has more digits than can be sent without rounding. Write fewer.",
        ),
        ("1e-400", "“1e-400” has more digits than can be sent without rounding. Write fewer."),
        ("five", "“five” is not a number. Write it in digits, like 1500 or 1.5."),
        ("0x1F", "“0x1F” is not a number. Write it in digits, like 1500 or 1.5."),
        ("5%", "“5%” is not a number. Write it in digits, like 1500 or 1.5."),
        ("٣", "“٣” is not a number. Write it in digits, like 1500 or 1.5."),
        ("true", "“true” is not a number. Write it in digits, like 1500 or 1.5."),
    ];
    for (typed, words) in sentences {
        for schema in [&number, &integer] {
            assert_eq!(send(schema, text(typed)), Err((Reason::Type, words.to_owned())), "{typed}");
        }
    }
    assert_eq!(send(&integer, text("1.5")).unwrap_err().1, "1.5 is not a whole number.");
    assert_eq!(send(&integer, text("1.0")), Ok(json!({ "a": 1 })));
    // Only spaces is nothing.
    assert_eq!(send(&number, text("  ")), Ok(json!({})));
    let long = "9".repeat(1_000_000);
    assert_eq!(send(&number, text(&long)).unwrap_err().0, Reason::Type);
}

// The same in the JSON editor, by number.
#[test]
fn numbers_written_as_json() {
    let question = question(&needed(json!({ "type": ["string", "number"] })));
    let words = |json: &str| question.json_to_content(json).unwrap_err().remove(0).words;
    assert_eq!(words(r#"{"a": 1e999}"#), "“1e999” is larger than any number that can be sent.");
    assert_eq!(
        words(r#"{"a": "1e999", "b": 0.12345678901234567890}"#),
        "“0.12345678901234567890” has more digits than can be sent without rounding. Write fewer."
    );
    assert_eq!(words(r#"{"a": NaN}"#), "This is not JSON yet. Look at line 1, column 7.");
    assert_eq!(words("{}"), "“a” is missing.");
    assert_eq!(question.json_to_content(r#"{"a": 36.0}"#).map(|content| content["a"].clone()), Ok(json!(36.0)));
}

// SCH-12, SCH-15: an app's numbers are checked by their value.
#[test]
fn numbers_of_apps() {
    let integer = one(json!({ "type": "integer", "maximum": 100 }));
    assert_eq!(accepts(&integer, json!({ "a": 36.0 })), Ok(json!({ "a": 36 })));
    assert_eq!(accepts(&integer, json!({ "a": "36" })), Err(Reason::Type));
    assert_eq!(accepts(&integer, json!({ "a": 1e2 })), Ok(json!({ "a": 100 })));
    assert_eq!(accepts(&integer, json!({ "a": 1e300 })), Err(Reason::Maximum));
    assert_eq!(accepts(&integer, json!({ "a": true })), Err(Reason::Type));
    let tenth = one(json!({ "type": "number", "multipleOf": 0.01 }));
    assert_eq!(accepts(&tenth, json!({ "a": 0.07 })), Ok(json!({ "a": 0.07 })));
    assert_eq!(accepts(&tenth, json!({ "a": 0.075 })), Err(Reason::Keyword));
    assert_eq!(send(&tenth, DraftValue::Flag(true)).unwrap_err().0, Reason::Type);
}
