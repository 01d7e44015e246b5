//! What is measured: usual forms, and schemas at the bounds of ELI-19.

use native_form::{Control, Draft, DraftValue, Field, Question};
use serde_json::{Map, Value, json};

/// One schema, and how to answer it.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) schema: Value,
    pub(crate) asked: Asked,
    pub(crate) enter: fn(&Question) -> Draft,
}

/// About as many as are run: each is four visits of `MAX_VISITS`.
const RULES: usize = native_form::bounds::MAX_VISITS as usize / 4 - 200;

#[derive(Clone, Copy)]
pub(crate) enum Asked {
    Elicitation,
    Arguments,
}

pub(crate) fn all() -> Vec<Case> {
    let usual = |name, schema| Case { name, schema, asked: Asked::Elicitation, enter };
    vec![
        usual("5 fields", mixed(5)),
        usual("50 fields", mixed(50)),
        usual("500 fields", mixed(500)),
        usual("10,000 options", fields([choice(10_000)])),
        Case { name: "arguments: 50 groups of 5", schema: groups(50), asked: Asked::Arguments, enter },
        usual("bound: 30,000 options", fields((0..3).map(|_| plain_choice(10_000)))),
        usual("bound: 30,000 titled options by reference", shared_choice()),
        usual("bound: 16 patterns of 4 KiB", fields((0..16).map(long_pattern))),
        usual("bound: 200 patterns that count", fields((0..200).map(counting_pattern))),
        usual("bound: one pattern for 500 fields", shared_pattern()),
        usual("bound: a pattern and 20,000 options", fields([matched_choice(20_000)])),
        usual("bound: 500 references to 16 KiB", shared_text()),
        usual(
            "bound: 1 MiB of text",
            fields((0..500).map(|_| json!({ "type": "string", "description": "é".repeat(1000) }))),
        ),
        usual(
            "bound: 500 rules on sending, with defaults",
            fields((0..500).map(|n| json!({ "type": "string", "default": "x", "not": { "const": n.to_string() } }))),
        ),
        usual("bound: rules on sending", rules()),
        Case { name: "bound: 500 fields in groups", schema: groups(83), asked: Asked::Arguments, enter },
    ]
}

fn fields(properties: impl IntoIterator<Item = Value>) -> Value {
    let properties: Map<String, Value> =
        properties.into_iter().enumerate().map(|(at, property)| (format!("f{at}"), property)).collect();
    let required: Vec<String> = properties.keys().step_by(2).cloned().collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

fn mixed(count: usize) -> Value {
    fields((0..count).map(|at| match at % 5 {
        0 => json!({ "type": "string", "title": "Name", "description": "As it is in the passport", "maxLength": 80 }),
        1 => json!({ "type": "integer", "title": "Nights", "minimum": 1, "maximum": 30, "default": 2 }),
        2 => json!({ "type": "string", "enum": ["a", "b", "c"], "enumNames": ["Aisle", "Window", "Any"] }),
        3 => json!({ "type": "boolean", "title": "Breakfast", "default": true }),
        _ => json!({ "type": "array", "items": { "type": "string", "enum": ["x", "y", "z"] }, "maxItems": 2 }),
    }))
}

fn choice(count: usize) -> Value {
    json!({ "type": "string", "oneOf": (0..count).map(|n| json!({ "const": format!("{n}"), "title": format!("{n}.") })).collect::<Vec<_>>() })
}

fn plain_choice(count: usize) -> Value {
    json!({ "type": "string", "enum": (0..count).map(|n| n.to_string()).collect::<Vec<_>>() })
}

/// Ten thousand options that three fields refer to.
fn shared_choice() -> Value {
    let mut schema = fields((0..3).map(|_| json!({ "$ref": "#/$defs/list" })));
    schema["$defs"] = json!({ "list": choice(10_000) });
    schema
}

fn long_pattern(at: usize) -> Value {
    json!({ "type": "string", "pattern": format!("^([a-z]+[0-9]*)+(?:{at})?|{}$", "x".repeat(4060)) })
}

fn counting_pattern(at: usize) -> Value {
    json!({ "type": "string", "pattern": format!("^([a-z]{{1,3}}[0-9]?){{1,50}}(?:{at})?$") })
}

fn matched_choice(count: usize) -> Value {
    let options: Vec<String> = (0..count).map(|n| format!("option {n}")).collect();
    json!({ "type": "string", "pattern": "^[a-z]+ [0-9]{1,5}$", "enum": options })
}

fn shared_text() -> Value {
    let mut schema = fields((0..500).map(|_| json!({ "$ref": "#/$defs/said" })));
    schema["$defs"] = json!({ "said": { "type": "string", "description": "é".repeat(8_150) } });
    schema
}

/// As many rules over several fields as are run.
fn rules() -> Value {
    let mut schema = mixed(50);
    let rule = |n: usize| json!({ "not": { "required": [format!("g{n}")] } });
    schema["allOf"] = (0..RULES).map(rule).collect();
    schema
}

fn shared_pattern() -> Value {
    let mut schema = fields((0..500).map(|_| json!({ "$ref": "#/$defs/code" })));
    schema["$defs"] = json!({ "code": { "type": "string", "pattern": "^([\\p{L}\\d]+[-_]?)+$" } });
    schema
}

fn groups(count: usize) -> Value {
    fields((0..count).map(|_| {
        let mut group = mixed(5);
        group["title"] = json!("Stay");
        group
    }))
}

/// Every field answered with something that fits.
fn enter(question: &Question) -> Draft {
    Draft(question.form().fields.iter().map(value).collect())
}

fn value(field: &Field) -> DraftValue {
    match &field.control {
        Control::Integer | Control::Number => DraftValue::Text("7".to_owned()),
        Control::Toggle => DraftValue::Flag(false),
        Control::Select { options } => DraftValue::Choice(u32::try_from(options.len()).unwrap() - 1),
        Control::MultiSelect { .. } => DraftValue::Choices(vec![2, 0]),
        Control::Group { fields } => DraftValue::Group(fields.iter().map(value).collect()),
        _ => DraftValue::Text("abc".to_owned()),
    }
}
