//! A tool's arguments: what is drawn of any schema, groups and lists included.

use native_form::{Control, Draft, DraftValue, Field, FieldError, Question, Reason};
use serde_json::{Map, Value, json};

use crate::*;

fn arguments(properties: Value, required: &[&str]) -> Question {
    Question::read_arguments(&json!({ "type": "object", "properties": properties, "required": required }))
}

fn group(values: &[DraftValue]) -> DraftValue {
    DraftValue::Group(values.to_vec())
}

fn list(values: &[DraftValue]) -> DraftValue {
    DraftValue::List(values.to_vec())
}

fn fields(field: &Field) -> &[Field] {
    let Control::Group { fields } = &field.control else { panic!("{field:?}") };
    fields
}

fn item(field: &Field) -> &Field {
    let Control::List { item, .. } = &field.control else { panic!("{field:?}") };
    item
}

fn sent(question: &Question, draft: &[DraftValue]) -> Result<Value, Vec<FieldError>> {
    question.draft_to_content(&Draft(draft.to_vec())).map(Value::Object)
}

/// Where each error lies, and its words.
fn places(errors: &[FieldError]) -> Vec<(Option<u32>, &[u32], &str)> {
    errors.iter().map(|error| (error.field, error.below.as_slice(), error.words.as_str())).collect()
}

#[test]
fn tool_arguments() {
    let schema = json!({ "type": "object", "required": ["where", "free"], "properties": {
        "name": { "type": "string" }, "where": { "type": "object", "properties": { "zip": { "type": "string" } }, "required": ["zip"] },
        "legs": { "type": "array", "items": { "type": "object" } }, "both": { "type": ["string", "integer"] },
        "tags": { "type": "array", "items": { "type": "string", "enum": ["a"] } } } });
    let question = Question::read_arguments(&schema);
    let kinds: Vec<String> = (0..6).map(|at| kind(&question, at)).collect();
    assert_eq!(kinds, ["text", "group", "json", "json", "multiSelect", "json"]);
    let send = |legs: &str| {
        let place = DraftValue::Group(vec![text("x")]);
        let draft = [text("n"), place, text(legs), text("3"), DraftValue::Choices(vec![0]), text("null")];
        question.draft_to_content(&Draft(draft.to_vec()))
    };
    let sent = Value::Object(send(r#"[{"more": [1]}]"#).unwrap());
    assert_eq!(
        sent,
        json!({ "name": "n", "where": { "zip": "x" }, "legs": [{ "more": [1] }], "both": 3, "tags": ["a"], "free": null })
    );
    let errors = send("[1]").unwrap_err();
    assert_eq!((errors.len(), errors[0].field, errors[0].reason), (1, Some(2), Reason::Keyword));
    assert_eq!(errors[0].words, "Item 1: This has to be a set of named values.");
    assert_eq!(send("{}").unwrap_err()[0].words, "This has to be a list.");
    assert_eq!(send("[").unwrap_err().len(), 1);
    assert!(send("").is_ok());
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

fn trip() -> Question {
    let leg = json!({ "type": "object", "required": ["to"], "properties": {
        "to": { "type": "string", "title": "To", "minLength": 2 }, "nights": { "type": "integer", "minimum": 1, "default": 1 } } });
    let stay =
        json!({ "type": "object", "properties": { "zip": { "type": "string" }, "quiet": { "type": "boolean" } } });
    arguments(
        json!({ "legs": { "type": "array", "items": leg, "minItems": 1, "maxItems": 3 }, "stay": stay, "marks": {
        "type": "array", "items": { "type": "number", "maximum": 5 }, "uniqueItems": true } }),
        &["legs"],
    )
}

#[test]
fn groups_and_lists_are_drawn() {
    let trip = trip();
    let form = trip.form();
    assert!(form.notes.is_empty(), "{:?}", form.notes);
    let leg = item(&form.fields[0]);
    assert_eq!((leg.label.as_str(), leg.key.as_str(), leg.required), ("Item", "", true));
    assert_eq!(form.fields[0].limits, ["1 to 3 items"]);
    assert_eq!(leg.initial, group(&[DraftValue::Untouched, text("1")]));
    let to = &fields(leg)[0];
    assert_eq!((to.label.as_str(), to.required, to.limits[0].as_str()), ("To", true, "At least 2 characters"));
    assert_eq!(item(&form.fields[2]).control, Control::Number);
    // What is left out is absent; what is filled in with nothing is there.
    assert_eq!(trip.initial(), Draft(vec![DraftValue::Untouched; 3]));
    let legs = || list(&[group(&[text("Ulm"), text("2")]), group(&[text("Rome")])]);
    let two = json!([{ "to": "Ulm", "nights": 2 }, { "to": "Rome" }]);
    assert_eq!(sent(&trip, &[legs()]), Ok(json!({ "legs": two })));
    assert_eq!(sent(&trip, &[legs(), group(&[])]), Ok(json!({ "legs": two, "stay": {} })));
    let full = [legs(), group(&[text(""), DraftValue::Flag(false)]), list(&[text("4.50"), text("-1")])];
    assert_eq!(sent(&trip, &full), Ok(json!({ "legs": two, "stay": { "quiet": false }, "marks": [4.5, -1] })));
    assert_eq!(sent(&trip, &[legs(), DraftValue::Untouched, list(&[])]), Ok(json!({ "legs": two })));
}

#[test]
fn errors_say_the_way_down() {
    let trip = trip();
    let errors = sent(&trip, &[DraftValue::Untouched]).unwrap_err();
    assert_eq!(places(&errors), [(Some(0), &[][..], "Add at least 1 item.")]);
    let legs = list(&[group(&[text("Ulm"), text("0")]), group(&[text("x"), text("two")]), DraftValue::Untouched]);
    let errors =
        sent(&trip, &[legs, text("?"), list(&[text("6"), text("1,5"), text(""), text("2"), text("2.0")])]).unwrap_err();
    assert_eq!(
        places(&errors),
        [
            (Some(0), &[0, 1][..], "0 is too small. The smallest number allowed is 1."),
            (Some(0), &[1, 0], "“x” is too short. Write at least 2 characters."),
            (Some(0), &[1, 1], "“two” is not a number. Write it in digits, like 1500 or 1.5."),
            (Some(0), &[2, 0], "This needs an answer."),
            (Some(1), &[], "This answer does not belong to this field. Answer it again."),
            (Some(2), &[0], "6 is too large. The largest number allowed is 5."),
            (
                Some(2),
                &[1],
                "“1,5” can be read in more than one way. Write it like 1500 or 1.5, without spaces or commas."
            ),
            (Some(2), &[2], "This needs an answer."),
        ]
    );
    let four = list(&vec![group(&[text("Ulm")]); 4]);
    assert_eq!(places(&sent(&trip, &[four]).unwrap_err()), [(Some(0), &[][..], "Keep at most 3 items.")]);
    let legs = list(&[group(&[text("Ulm")])]);
    let twice = sent(&trip, &[legs.clone(), DraftValue::Untouched, list(&[text("2"), text("2.0")])]).unwrap_err();
    assert_eq!(places(&twice), [(Some(2), &[][..], "The same item stands here twice. Each may stand here once.")]);
    let many = sent(&trip, &[legs, DraftValue::Untouched, list(&vec![text("1"); 1001])]).unwrap_err();
    assert_eq!(places(&many), [(Some(2), &[][..], "Keep at most 1,000 items.")]);
    // The page's form of an error of a field itself has no way.
    let shown = serde_json::to_value(&many[0]).unwrap();
    assert_eq!(shown.get("below"), None);
}

// What no field within a group checks is checked with the whole schema, and shown where it is.
#[test]
fn the_whole_schema_counts_inside() {
    let question = arguments(
        json!({ "who": { "type": "object", "properties": { "mail": { "type": "string" }, "phone": { "type": "string" },
                "code": { "type": "string", "not": { "const": "0" } }, "free": {} },
            "anyOf": [{ "required": ["mail"] }, { "required": ["phone"] }], "dependentRequired": { "code": ["phone"] } },
            "rows": { "type": "array", "uniqueItems": true, "items": { "type": "object", "properties": { "n": { "type": "integer" } } } } }),
        &["who"],
    );
    let who = |mail: &str, phone: &str, code: &str| group(&[text(mail), text(phone), text(code), text("[1, 2.5]")]);
    assert!(sent(&question, &[who("a", "", "")]).is_ok());
    let none = sent(&question, &[who("", "", "")]).unwrap_err();
    assert_eq!((none.len(), none[0].field, none[0].below.len(), none[0].reason), (1, Some(0), 0, Reason::Keyword));
    let refused = sent(&question, &[who("a", "b", "0")]).unwrap_err();
    assert_eq!((refused.len(), refused[0].below.as_slice()), (1, &[2][..]));
    let depends = sent(&question, &[who("a", "", "1")]).unwrap_err();
    assert_eq!((depends.len(), depends[0].field), (1, Some(0)));
    let row = |n: &str| group(&[text(n)]);
    let twins = sent(&question, &[who("a", "", ""), list(&[row("1"), row("1.0")])]).unwrap_err();
    assert_eq!((twins.len(), twins[0].field, twins[0].below.len()), (1, Some(1), 0));
    // Written as JSON beside the form, everything the schema lets pass passes.
    let extra = r#"{"who": {"mail": "a", "more": null}, "x": 36.0}"#;
    assert_eq!(question.json_to_content(extra).map(Value::Object), Ok(serde_json::from_str(extra).unwrap()));
    assert!(question.json_to_content(r#"{"who": []}"#).is_err());
}

#[test]
fn what_stays_json() {
    let inner = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    let deep =
        (0..5).fold(json!({ "type": "string" }), |inner, _| json!({ "type": "object", "properties": { "a": inner } }));
    for property in [
        json!({ "type": "object" }),
        json!({ "type": "object", "properties": {} }),
        json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        json!({ "type": "object", "properties": { "a": {} }, "const": {} }),
        json!({ "oneOf": [inner, { "type": "object", "properties": { "b": {} } }] }),
        json!({ "type": ["object", "string"], "properties": { "a": {} } }),
        json!({ "type": "array" }),
        json!({ "type": "array", "items": {} }),
        json!({ "type": "array", "items": { "type": ["string", "null"] } }),
        json!({ "type": "array", "items": { "type": ["string", "integer"] } }),
        json!({ "type": "array", "items": false }),
        json!({ "type": "array", "prefixItems": [{ "type": "string" }] }),
        json!({ "type": "array", "items": { "type": "number" }, "enum": [[1], [2]] }),
    ] {
        assert_eq!(arguments(json!({ "x": property }), &[]).form().fields[0].control, Control::Json, "{property}");
    }
    // Four levels are drawn.
    let deep = arguments(json!({ "x": deep }), &[]);
    let mut field = &deep.form().fields[0];
    for _ in 0..4 {
        field = &fields(field)[0];
    }
    assert_eq!(field.control, Control::Json);
    let draft = group(&[group(&[group(&[group(&[text(r#"{"a": "x"}"#)])])])]);
    assert_eq!(sent(&deep, &[draft]), Ok(json!({ "x": { "a": { "a": { "a": { "a": { "a": "x" } } } } } })));
    let draft = group(&[group(&[group(&[group(&[text(r#"{"a": 1}"#)])])])]);
    let errors = sent(&deep, &[draft]).unwrap_err();
    assert_eq!(
        (errors[0].below.as_slice(), errors[0].words.as_str()),
        (&[0, 0, 0, 0][..], "“a”: This has to be text.")
    );
}

// What servers' schema makers write for an optional class, a list of classes, a map of enums.
#[test]
fn what_schema_makers_write() {
    let schema = json!({ "type": "object", "$defs": {
            "Node": { "type": "object", "title": "Node", "required": ["name"], "properties": { "name": { "type": "string" },
                "children": { "type": "array", "items": { "$ref": "#/$defs/Node" }, "default": [] } } },
            "Level": { "enum": [1, 2, 3], "type": "integer" } },
        "properties": { "root": { "$ref": "#/$defs/Node" },
            "maybe": { "anyOf": [{ "$ref": "#/$defs/Node" }, { "type": "null" }], "default": null },
            "levels": { "type": "array", "items": { "$ref": "#/$defs/Level" } },
            "mixed": { "type": "array", "items": { "enum": ["auto", 1, true] } } }, "required": ["root"] });
    let question = Question::read_arguments(&schema);
    let kinds: Vec<String> = (0..4).map(|at| kind(&question, at)).collect();
    assert_eq!(kinds, ["group", "group", "list", "list"]);
    let form = question.form();
    assert_eq!(item(&fields(&form.fields[0])[1]).label, "Node");
    assert_eq!(item(&form.fields[2]).control, Control::Integer);
    let child = group(&[text("b"), DraftValue::Untouched]);
    let draft = [
        group(&[text("a"), list(&[child])]),
        DraftValue::Untouched,
        list(&[text("1"), text("3")]),
        list(&[DraftValue::Choice(1), DraftValue::Choice(0)]),
    ];
    let content =
        json!({ "root": { "name": "a", "children": [{ "name": "b" }] }, "levels": [1, 3], "mixed": [1, "auto"] });
    assert_eq!(sent(&question, &draft), Ok(content));
    assert!(question.json_to_content(r#"{"root": {"name": "a"}, "maybe": null}"#).is_ok());
}

#[test]
fn nesting_is_bounded() {
    // Ten ways into itself: without a bound a hundred thousand fields.
    let ways: Map<String, Value> = (0..10).map(|n| (format!("w{n}"), json!({ "$ref": "#/$defs/n" }))).collect();
    let schema = json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/n" } }, "$defs": { "n": { "type": "object", "properties": ways } } });
    let question = Question::read_arguments(&schema);
    fn count(fields: &[Field]) -> usize {
        let inside = |field: &Field| match &field.control {
            Control::Group { fields } => count(fields),
            Control::List { item, .. } => count(std::slice::from_ref(item)),
            _ => 0,
        };
        fields.len() + fields.iter().map(inside).sum::<usize>()
    }
    assert!(count(&question.form().fields) <= 1 + native_form::bounds::MAX_NESTED_FIELDS);
    // An elicitation asks for no objects (SCH-03).
    let reading = Question::read(&one(json!({ "type": "object", "properties": { "b": { "type": "string" } } })));
    assert_eq!(reading.reasons, ["FIELD_OMITTED"]);
}

// ELI-11
#[test]
fn secrets_inside() {
    let question = arguments(
        json!({ "login": { "type": "object", "properties": { "user": { "type": "string" }, "password": { "type": "string", "default": "x" } },
            "default": { "user": "ana", "password": "y" } },
            "credentials": { "type": "object", "properties": { "a": { "type": "string", "default": "z" }, "on": { "type": "boolean", "default": true } } },
            "pin": { "type": "array", "items": { "type": "integer" } } }),
        &["credentials"],
    );
    let form = question.form();
    assert!(fields(&form.fields[0])[1].secret && !fields(&form.fields[0])[0].secret);
    assert!(fields(&form.fields[1])[0].secret && item(&form.fields[2]).secret);
    let login = group(&[text("ana"), DraftValue::Untouched]);
    let credentials = group(&[DraftValue::Untouched, DraftValue::Flag(true)]);
    assert_eq!(question.initial(), Draft(vec![login.clone(), credentials, DraftValue::Untouched]));
    let typed =
        Draft(vec![group(&[text("ana"), text("s")]), group(&[text("t"), DraftValue::Flag(true)]), list(&[text("1")])]);
    let kept = [login, group(&[DraftValue::Untouched, DraftValue::Flag(true)]), list(&[DraftValue::Untouched])];
    assert_eq!(question.without_secrets(&typed), Draft(kept.to_vec()));
    let content =
        json!({ "login": { "user": "ana", "password": "s" }, "credentials": { "a": "t", "on": true }, "pin": [1] });
    assert_eq!(question.remembered(content.as_object().unwrap()), Draft(kept.to_vec()));
    assert_eq!(question.salvage(&content).draft, Draft(kept.to_vec()));
    let words: Vec<String> = question.describe(content.as_object().unwrap()).into_iter().map(|line| line.1).collect();
    assert_eq!(words, ["user: ana, password: s", "a: t, on: Yes", "1"]);
}

// A value that is written as JSON says why, and shows what the server accepts.
#[test]
fn fields_written_as_json_say_why() {
    for (schema, why) in [
        (json!({ "type": ["string", "array"] }), "It may be answered with different kinds of values."),
        (json!({ "type": ["object", "string"] }), "It may be answered with different kinds of values."),
        (
            json!({ "type": "array", "prefixItems": [{ "type": "string" }] }),
            "It is a list whose items have several shapes.",
        ),
        (json!({ "type": "object" }), "Its names are free: the server does not list them."),
        (json!({ "type": "array" }), "The server does not say what its items are."),
        (json!({}), "The server does not say what kind of value it is."),
        (json!({ "oneOf": [{ "type": "object" }, { "type": "array" }] }), "It may have several shapes."),
        (json!({ "$ref": "https://example.org/x" }), "Its description lies elsewhere, and Askance fetches nothing."),
        (json!({ "$ref": "#/$defs/missing" }), "Its description leads nowhere."),
        (json!(5), "Its description cannot be read."),
    ] {
        let form = arguments(json!({ "x": schema }), &[]);
        let field = &form.form().fields[0];
        assert_eq!((&field.control, field.notes.as_slice()), (&Control::Json, &[why.to_owned()][..]), "{schema}");
        assert_eq!(field.schema, serde_json::to_string_pretty(&schema).ok(), "{schema}");
    }
    let schema = json!({ "type": "object", "required": ["free"], "$defs": { "map": { "type": "object" } },
        "properties": { "x": { "$ref": "#/$defs/map" }, "long": { "description": "y".repeat(20_000) } } });
    let form = Question::read_arguments(&schema);
    let [map, long, free] = form.form().fields.as_slice() else { panic!("three fields are wanted") };
    assert_eq!(map.schema.as_deref(), Some("{\n  \"type\": \"object\"\n}"));
    assert_eq!((&long.control, &long.schema), (&Control::Json, &None));
    assert_eq!((free.notes[0].as_str(), &free.schema), ("The server requires this without describing it.", &None));
}

// Between form and JSON: what does not fit goes along, what cannot be read does not; a secret is the person's own.
#[test]
fn a_draft_goes_on_as_json_and_back() {
    let form = arguments(
        json!({ "name": { "type": "string", "minLength": 3 }, "n": { "type": "integer" }, "free": { "type": "object" },
            "login": { "type": "object", "properties": { "password": { "type": "string" } } } }),
        &["name", "n"],
    );
    let draft = Draft(vec![text("M"), text("x"), text("{"), group(&[text("hunter2")])]);
    let json: Value = serde_json::from_str(&form.draft_to_json(&draft)).unwrap();
    assert_eq!(json, json!({ "name": "M", "login": { "password": "hunter2" } }));
    let carried = form.json_to_draft(&json.to_string()).unwrap();
    let back = vec![text("M"), DraftValue::Untouched, DraftValue::Untouched, group(&[text("hunter2")])];
    assert_eq!((carried.draft, carried.whole), (Draft(back), true));
    for (beyond, shown) in [(r#"{"n": "x"}"#, 0), (r#"{"more": 1, "n": 2}"#, 1), (r#"{"login": {"key": 1}}"#, 0)] {
        let carried = form.json_to_draft(beyond).unwrap();
        let filled = carried.draft.0.iter().filter(|value| **value != DraftValue::Untouched).count();
        assert_eq!((filled, carried.draft.0.len(), carried.whole), (shown, 4, false), "{beyond}");
    }
    for none in ["", "[]", "{", "1"] {
        assert_eq!(form.json_to_draft(none), None, "{none}");
    }
    assert_eq!(Question::read_arguments(&json!(null)).json_to_draft("{}"), None);
}
