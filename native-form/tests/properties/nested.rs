//! The same of groups and lists, which only a tool's arguments have.

use native_form::{Control, Draft, DraftValue, Field, Question};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::{formatted, valid, value};

/// A schema, and a value that it may like.
#[derive(Clone, Debug)]
struct Pair {
    schema: Value,
    value: Value,
}

fn pair(schema: Value, value: impl Into<Value>) -> Pair {
    Pair { schema, value: value.into() }
}

fn leaf() -> impl Strategy<Value = Pair> {
    prop_oneof![
        "[a-cä]{0,5}".prop_map(|text| pair(json!({ "type": "string", "minLength": 2 }), text)),
        "[a-d]{0,3}".prop_map(|text| pair(json!({ "type": "string", "pattern": "^[a-c]*$" }), text)),
        prop_oneof![Just(""), Just("a")].prop_map(|text| pair(json!({ "type": "string" }), text)),
        (-5..20_i64).prop_map(|n| pair(json!({ "type": "integer", "minimum": -2, "exclusiveMaximum": 17 }), n)),
        (-5..20_i64).prop_map(|n| pair(json!({ "type": "number", "multipleOf": 0.5 }), n as f64 / 4.0)),
        any::<bool>().prop_map(|flag| pair(json!({ "type": "boolean" }), flag)),
        (prop::sample::select(vec!["email", "uri", "date", "date-time"]), formatted())
            .prop_map(|(format, text)| pair(json!({ "type": "string", "format": format }), text)),
        (0..3_i64).prop_map(|n| pair(json!({ "const": 1 }), n)),
        (0..3_i64, value()).prop_map(|(n, default)| pair(json!({ "type": "integer", "default": default }), n)),
        prop::sample::select(vec!["a", "b", "z"]).prop_map(|one| pair(json!({ "enum": ["a", "b"] }), one)),
        (0..4_i64).prop_map(|n| pair(
            json!({ "oneOf": [{ "const": 1, "title": "I" }, { "const": 2 }, { "const": true }] }),
            n
        )),
        prop::collection::vec("[ab]", 0..4)
            .prop_map(|all| pair(json!({ "type": "array", "maxItems": 2, "items": { "enum": ["a", "b"] } }), all)),
        prop::collection::vec("[ab]{0,3}", 0..4).prop_map(|all| pair(
            json!({ "type": "array", "uniqueItems": true, "items": { "type": "string", "maxLength": 2 } }),
            all
        )),
        // No control fits: JSON.
        prop_oneof![Just(json!([1, null])), Just(json!({ "k": 0.5 })), Just(json!("s"))]
            .prop_map(|value| pair(json!({ "type": ["array", "string"] }), value)),
        (0..3_i64).prop_map(|n| pair(
            json!({ "type": "object", "additionalProperties": { "maximum": 1 } }),
            json!({ "n": n })
        )),
    ]
}

fn group(members: Vec<(Pair, bool, bool)>) -> Pair {
    let mut properties = Map::new();
    let mut value = Map::new();
    let mut required = Vec::new();
    for (at, (pair, needed, present)) in members.into_iter().enumerate() {
        let key =
            ["__proto__", "", "a.b", "a/b~c", "0"].get(at).map_or_else(|| format!("f{at}"), |key| (*key).to_owned());
        if needed {
            required.push(key.clone());
        }
        // Mostly there where it is needed.
        if present || needed && at != 1 {
            value.insert(key.clone(), pair.value);
        }
        properties.insert(key, pair.schema);
    }
    pair(json!({ "type": "object", "properties": properties, "required": required }), Value::Object(value))
}

fn any_pair() -> impl Strategy<Value = Pair> {
    leaf().prop_recursive(5, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec((inner.clone(), any::<bool>(), any::<bool>()), 1..4).prop_map(group),
            (inner, 0..3_usize).prop_map(|(item, count)| {
                let schema = json!({ "type": "array", "items": item.schema, "maxItems": 2 });
                pair(schema, vec![item.value; count])
            }),
        ]
    })
}

fn root() -> impl Strategy<Value = Pair> {
    prop::collection::vec((any_pair(), any::<bool>(), any::<bool>()), 1..5).prop_map(group)
}

/// Something a person may enter there; `dice` decides.
fn enter(field: &Field, dice: &mut impl Iterator<Item = u8>) -> DraftValue {
    let mut throw = || dice.next().unwrap_or_default();
    let texts = ["a", "", "bb", "1", "-2", "16.50", "x", "{\"n\": 1}", "[1]", "\"s\"", "2.25"];
    match &field.control {
        _ if throw() < 50 => DraftValue::Untouched,
        _ if field.takes_empty && throw() < 50 => DraftValue::Empty,
        Control::Toggle => DraftValue::Flag(throw() > 128),
        Control::Select { .. } => DraftValue::Choice(u32::from(throw() % 3)),
        Control::MultiSelect { .. } => DraftValue::Choices((0..throw() % 3).map(|_| u32::from(throw() % 2)).collect()),
        Control::TextList { .. } => {
            DraftValue::Lines((0..throw() % 4).map(|_| texts[usize::from(throw() % 3)].to_owned()).collect())
        }
        Control::Group { fields } => DraftValue::Group(fields.iter().map(|field| enter(field, dice)).collect()),
        Control::List { item, .. } => {
            let count = throw() % 4;
            DraftValue::List((0..count).map(|_| enter(item, dice)).collect())
        }
        _ => DraftValue::Text(texts[usize::from(throw()) % texts.len()].to_owned()),
    }
}

/// Every error lies at a field that is there.
fn leads_to_a_field(fields: &[Field], way: &[u32]) -> bool {
    let [step, rest @ ..] = way else { return true };
    let Some(mut field) = fields.get(usize::try_from(*step).unwrap()) else { return false };
    let mut rest = rest;
    while let (Control::List { item, .. }, [_, further @ ..]) = (&field.control, rest) {
        (field, rest) = (item, further);
    }
    match &field.control {
        Control::Group { fields } => leads_to_a_field(fields, rest),
        _ => rest.is_empty(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    // SCH-01 of arguments: what is entered and accepted, the schema accepts, by another validator's word.
    #[test]
    fn accepted_arguments_are_valid(Pair { schema, .. } in root(), dice in prop::collection::vec(any::<u8>(), 80)) {
        let question = Question::read_arguments(&schema);
        let mut dice = dice.into_iter();
        let draft = Draft(question.form().fields.iter().map(|field| enter(field, &mut dice)).collect());
        match question.draft_to_content(&draft) {
            Ok(content) => {
                let content = Value::Object(content);
                prop_assert!(valid(&schema, &content), "{} {}", schema, content);
                prop_assert_eq!(question.json_to_content(&content.to_string()).map(Value::Object), Ok(content));
            }
            Err(errors) => for error in errors {
                let way: Vec<u32> = error.field.into_iter().chain(error.below).collect();
                prop_assert!(leads_to_a_field(&question.form().fields, &way), "{} {:?}", schema, way);
            }
        }
    }

    // What the schema accepts can be entered and comes out equal.
    #[test]
    fn accepted_arguments_can_be_entered(Pair { schema, value } in root()) {
        let question = Question::read_arguments(&schema);
        let checked = question.json_to_content(&value.to_string());
        prop_assert_eq!(checked.is_ok(), valid(&schema, &value), "{} {} {:?}", schema, value, checked);
        if let Ok(sent) = checked {
            let mut salvage = question.salvage(&value);
            for (field, entered) in question.form().fields.iter().zip(&mut salvage.draft.0) {
                // What is absent begins with its default.
                if value.get(&field.key).is_none() {
                    prop_assert_eq!(&*entered, &field.initial);
                    *entered = DraftValue::Untouched;
                }
            }
            prop_assert!(salvage.left_out.is_empty(), "{:?}", salvage.left_out);
            prop_assert_eq!(question.draft_to_content(&salvage.draft), Ok(sent), "{} {}", schema, value);
        }
    }
}
