//! The sections `elicitation_schemas` and `elicit_results` of the wire examples, or of the file in `ASKANCE_VECTORS`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use native_form::{Control, Outgoing, Question, Verdict};
use serde_json::{Value, json};

/// The cases of a section; an unseen file may lack it.
fn cases(section: &str) -> Vec<Value> {
    let given = std::env::var_os("ASKANCE_VECTORS");
    let path = given.clone().map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors/wire-examples.json"),
        std::path::PathBuf::from,
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file: Value = serde_json::from_str(&text).unwrap();
    let cases = file.get(section).and_then(Value::as_array).cloned().unwrap_or_default();
    assert!(!cases.is_empty() || given.is_some(), "no cases in {section}");
    cases
}

/// As the glossary compares: only members of `expect`, numbers by value, null is absent.
fn same(expected: &Value, got: Option<&Value>) -> bool {
    match (expected, got) {
        (Value::Null, got) => got.is_none_or(Value::is_null),
        (Value::Number(a), Some(Value::Number(b))) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Some(Value::Array(b))) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, Some(b)))
        }
        (Value::Object(a), Some(Value::Object(b))) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, Some(b))))
        }
        (a, Some(b)) => a == b,
        (_, None) => false,
    }
}

fn control(control: &Control) -> &'static str {
    match control {
        Control::Text { .. } => "text",
        Control::Email => "email",
        Control::Url => "url",
        Control::Date => "date",
        Control::DateTime => "datetime",
        Control::Number => "number",
        Control::Integer => "integer",
        Control::Toggle => "toggle",
        Control::Select { .. } => "select",
        Control::MultiSelect { .. } => "multiselect",
        Control::TextList { .. } => "textlist",
        Control::Json => "json",
        Control::Group { .. } => "group",
        Control::List { .. } => "list",
    }
}

fn read(schema: &Value) -> Value {
    let reading = Question::read(schema);
    let verdict = match reading.verdict {
        Verdict::Valid => "valid",
        Verdict::Degraded => "degraded",
        Verdict::Editor => "editor",
        Verdict::Refuse => "refuse",
    };
    let fields = reading.question.iter().flat_map(|question| &question.form().fields);
    let controls: serde_json::Map<_, _> =
        fields.map(|field| (field.key.clone(), json!(control(&field.control)))).collect();
    let controls = reading.question.is_some().then_some(controls);
    json!({ "verdict": verdict, "reasons": reading.reasons, "controls": controls, "grammar_since": reading.grammar_since })
}

// SCH-01 to SCH-06
#[test]
fn elicitation_schemas() {
    let mut failed = Vec::new();
    for case in cases("elicitation_schemas") {
        let (input, expect) = (&case["input"]["requestedSchema"], &case["expect"]);
        let got = read(input);
        let listed = expect["reasons"].as_array().cloned().unwrap_or_default();
        let reported = got["reasons"].as_array().unwrap();
        let reasons = match listed.is_empty() {
            true => expect.get("reasons").is_none() || reported.is_empty(),
            false => listed.iter().any(|code| reported.contains(code)),
        };
        let others = ["verdict", "controls", "grammar_since"];
        let others = others.iter().all(|key| expect.get(*key).is_none_or(|value| same(value, got.get(*key))));
        if !reasons || !others {
            failed.push(format!("{}\n  input {input}\n  expected {expect}\n  got {got}", case["id"]));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn answered(schema: &Value, result: &Value) -> Value {
    let Some(question) = Question::read(schema).question else { return json!({ "refused": true }) };
    match question.check(result) {
        Ok(Outgoing::Accept(content)) => {
            json!({ "accept": true, "outgoing": { "action": "accept", "content": content } })
        }
        Ok(Outgoing::Decline) => json!({ "accept": true, "outgoing": { "action": "decline" } }),
        Ok(Outgoing::Cancel) => json!({ "accept": true, "outgoing": { "action": "cancel" } }),
        Err(errors) => json!({ "accept": false, "reason": errors[0].reason, "field": errors[0].key }),
    }
}

// ELI-12, ELI-13, SCH-09 to SCH-15, APP-20, APP-26
#[test]
fn elicit_results() {
    let mut failed = Vec::new();
    for case in cases("elicit_results") {
        let (input, expect) = (&case["input"], &case["expect"]);
        let got = answered(&input["requestedSchema"], &input["result"]);
        let members = ["accept", "outgoing", "field", "reason"];
        if !members.iter().all(|key| expect.get(*key).is_none_or(|value| same(value, got.get(*key)))) {
            failed.push(format!("{}\n  input {input}\n  expected {expect}\n  got {got}", case["id"]));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
