//! A schema at each bound becomes a form, and one beyond it does not (ELI-19). How long it takes is measured by the
//! benchmarks, on a quiet machine.

use native_form::{Control, Draft, DraftValue, Question, Reason, Verdict, bounds};
use serde_json::{Map, Value, json};

use crate::*;

fn fields(count: usize, property: impl Fn(usize) -> Value) -> Value {
    let all: Map<String, Value> = (0..count).map(|n| (format!("f{n}"), property(n))).collect();
    json!({ "type": "object", "properties": all })
}

fn too_large(schema: &Value) -> bool {
    let reading = Question::read(schema);
    (reading.verdict, reading.reasons) == (Verdict::Refuse, vec!["SCHEMA_TOO_LARGE"])
}

#[test]
fn fields_and_options() {
    let texts = |count| fields(count, |_| json!({ "type": "string" }));
    assert_eq!(question(&texts(bounds::MAX_PROPERTIES)).form().fields.len(), bounds::MAX_PROPERTIES);
    assert!(too_large(&texts(bounds::MAX_PROPERTIES + 1)));
    let choice =
        |count: usize| json!({ "type": "string", "enum": (0..count).map(|n| n.to_string()).collect::<Vec<_>>() });
    let form = question(&one(choice(bounds::MAX_OPTIONS)));
    let Control::Select { options } = &form.form().fields[0].control else { panic!() };
    assert_eq!(options.len(), bounds::MAX_OPTIONS);
    let halves = |more: usize| fields(2, |at| choice(bounds::MAX_OPTIONS_TOTAL / 2 + at * more));
    assert_eq!(question(&halves(0)).form().fields.len(), 2);
    assert!(too_large(&halves(1)));
}

#[test]
fn patterns() {
    let many = |count| fields(count, |n| json!({ "type": "string", "pattern": format!("^{n}(a+)+$") }));
    let form = question(&many(bounds::MAX_PATTERNS));
    assert!(form.form().fields.iter().all(|field| field.notes.is_empty() && field.limits.len() == 1));
    let wrong = Draft(vec![text("1aab"); bounds::MAX_PATTERNS]);
    let errors = form.draft_to_content(&wrong).unwrap_err();
    assert_eq!(errors.iter().filter(|error| error.reason == Reason::Pattern).count(), bounds::MAX_PATTERNS);
    assert!(too_large(&many(bounds::MAX_PATTERNS + 1)));
}

#[test]
fn references() {
    let chain = |hops: usize| {
        let defs: Map<String, Value> = (1..hops)
            .map(|n| (n.to_string(), json!({ "$ref": format!("#/$defs/{}", n + 1) })))
            .chain([(hops.to_string(), json!({ "type": "integer" }))])
            .collect();
        json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/1" } }, "$defs": defs })
    };
    assert_eq!(kind(&question(&chain(bounds::MAX_HOPS)), 0), "integer");
    let beyond = Question::read(&chain(bounds::MAX_HOPS + 1));
    assert!(beyond.question.is_none_or(|question| question.form().fields.is_empty()));
}

#[test]
fn groups_and_items() {
    let nested = |levels: usize| {
        (0..levels)
            .fold(json!({ "type": "string" }), |inner, _| json!({ "type": "object", "properties": { "in": inner } }))
    };
    let innermost = |levels: usize| {
        let question = Question::read_arguments(&one(nested(levels)));
        let mut field = question.form().fields[0].clone();
        while let Control::Group { fields } = field.control {
            field = fields[0].clone();
        }
        field.control
    };
    assert!(matches!(innermost(bounds::MAX_NESTING), Control::Text { .. }));
    assert!(matches!(innermost(bounds::MAX_NESTING + 1), Control::Json));

    let wide = |count| one(fields(count, |_| json!({ "type": "string" })));
    let control = |schema: &Value| Question::read_arguments(schema).form().fields[0].control.clone();
    let Control::Group { fields } = control(&wide(bounds::MAX_NESTED_FIELDS)) else { panic!() };
    assert_eq!(fields.len(), bounds::MAX_NESTED_FIELDS);
    assert!(matches!(control(&wide(bounds::MAX_NESTED_FIELDS + 1)), Control::Json));

    let list = one(json!({ "type": "array", "items": { "type": "integer" } }));
    let items = |count| Draft(vec![DraftValue::List(vec![text("1"); count])]);
    let arguments = Question::read_arguments(&list);
    assert!(arguments.draft_to_content(&items(bounds::MAX_ITEMS)).is_ok());
    let errors = arguments.draft_to_content(&items(bounds::MAX_ITEMS + 1)).unwrap_err();
    assert_eq!(errors[0].reason, Reason::MaxItems);
}
