//! Nothing of a secret is kept (ELI-11, A17).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use native_form::{Draft, DraftValue, Question};
use serde_json::{Value, json};

fn question(schema: &Value) -> Question {
    Question::read(schema).question.unwrap()
}

fn text(text: &str) -> DraftValue {
    DraftValue::Text(text.to_owned())
}

fn sign_in() -> Question {
    question(&json!({ "type": "object", "properties": {
        "name": { "type": "string" },
        "code": { "type": "string", "format": "password" },
        "pin": { "type": "integer" },
        "plan": { "type": "string", "enum": ["a", "b"] } } }))
}

#[test]
fn a_kept_draft_has_no_secrets() {
    let form = sign_in();
    let typed = Draft(vec![text("Ana"), text("hunter2"), text("1234"), DraftValue::Choice(1)]);
    let kept = Draft(vec![text("Ana"), DraftValue::Untouched, DraftValue::Untouched, DraftValue::Choice(1)]);
    assert_eq!(form.without_secrets(&typed), kept);
    assert_eq!(form.without_secrets(&kept), kept);
    // A draft of another length is no reason to panic, nor to keep what has no field.
    assert_eq!(form.without_secrets(&Draft(vec![text("Ana")])).0.len(), 1);
    assert_eq!(form.without_secrets(&Draft(vec![DraftValue::Untouched; 9])).0.len(), 4);
}

#[test]
fn an_answer_that_is_shown_again_has_no_secrets() {
    let form = sign_in();
    let content = json!({ "name": "Ana", "code": "hunter2", "pin": 1234, "plan": "b" });
    let shown = form.remembered(content.as_object().unwrap());
    assert_eq!(shown, Draft(vec![text("Ana"), DraftValue::Untouched, DraftValue::Untouched, DraftValue::Choice(1)]));
}

#[test]
fn json_that_may_hold_a_secret_is_not_kept() {
    let with = |property: &str| {
        question(&json!({ "type": "object", "properties": {
            "list": { "type": "array", "prefixItems": [{ "type": "string" }] }, property: { "type": "string" } },
            "required": ["list"] }))
    };
    let typed = Draft(vec![text(r#"{"list": [], "password": "hunter2"#)]);
    let secret = with("password");
    assert!(secret.form().editor.is_some(), "a form of this would show less than the test wants");
    assert_eq!(secret.without_secrets(&typed), Draft::default());
    let content = json!({ "list": [], "password": "hunter2" });
    assert_eq!(secret.remembered(content.as_object().unwrap()).0, [text("{\n  \"list\": []\n}")]);
    assert_eq!(with("name").without_secrets(&typed), Draft::default());
    let value = Draft(vec![text(r#"{"list": [], "name": "token"#)]);
    assert_eq!(with("name").without_secrets(&value), value);
    let odd = question(&json!({ "type": "object", "required": ["password"], "properties": {
        "password": { "type": ["string", "integer"] } } }));
    let typed = Draft(vec![text(r#"{"password": "hunter2"}"#)]);
    assert_eq!(odd.without_secrets(&typed), Draft::default());
    let content = json!({ "password": "hunter2" });
    assert_eq!(odd.remembered(content.as_object().unwrap()).0, [text("{}")]);
}

// Written as JSON within a form, a secret may lie at any depth.
#[test]
fn json_within_a_form_is_kept_without_secrets() {
    let form = Question::read_arguments(&json!({ "type": "object", "properties": {
        "free": { "type": "object" }, "group": { "type": "object", "properties": { "any": {} } } } }));
    let group = |value: DraftValue| DraftValue::Group(vec![value]);
    let typed = Draft(vec![text(r#"[{"a": {"apiKey": "k"#), group(text(r#"{"token": "t"}"#))]);
    let hollow = Draft(vec![DraftValue::Untouched, group(DraftValue::Untouched)]);
    assert_eq!(form.without_secrets(&typed), hollow);
    let content = json!({ "free": { "a": [{ "apiKey": "k" }] }, "group": { "any": { "token": "t" } } });
    assert_eq!(form.remembered(content.as_object().unwrap()), hollow);
    assert_eq!(form.salvage(&content).draft, hollow);
    let harmless = Draft(vec![text(r#"{"a": "my token"}"#), group(text("[]"))]);
    assert_eq!(form.without_secrets(&harmless), harmless);
}

// What is written as JSON warns as a field does, wherever the secret lies (ELI-11).
#[test]
fn a_form_says_that_it_asks_for_a_secret() {
    let asks = |property: Value| {
        let schema = json!({ "type": "object", "properties": { "a": property } });
        let (open, whole) = (Question::read_arguments(&schema), json!({ "type": "array", "items": schema }));
        (open.form().secret, Question::read_arguments(&whole).form().secret)
    };
    let inner = |key: &str| json!({ "type": "object", "properties": { key: { "type": "string" } } });
    assert_eq!(asks(inner("password")), (true, true));
    assert_eq!(asks(json!({ "type": "array", "items": inner("api_key") })), (true, true));
    assert_eq!(asks(json!({ "type": "string", "format": "password" })), (true, true));
    assert_eq!(asks(inner("name")), (false, false));
    assert_eq!(asks(json!({ "type": "boolean", "title": "Use a token" })), (false, false));
    let editor = |key: &str| {
        let list = json!({ "type": "array", "prefixItems": [{ "type": "string" }] });
        question(&json!({ "type": "object", "properties": { "list": list, key: { "type": "string" } } }))
    };
    assert!(editor("pin").form().editor.is_some() && editor("pin").form().secret);
    assert!(!editor("name").form().secret);
}

// A17: by any of what the person is told, in forms and in arguments.
#[test]
fn a_field_is_a_secret_by_its_description() {
    let schema = |description: &str| {
        json!({ "type": "object", "properties": {
            "v": { "type": "string", "title": "Value", "description": description } } })
    };
    for (description, secret) in [("Enter your GitHub password", true), ("Your GitHub user name", false)] {
        let schema = schema(description);
        assert_eq!(question(&schema).form().fields[0].secret, secret, "{description}");
        assert_eq!(Question::read_arguments(&schema).form().secret, secret, "{description}");
    }
}
