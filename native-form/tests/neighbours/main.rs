//! Cases beside those of the wire examples.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod answers;
mod arguments;
mod beyond;
mod bounds;
mod numbers;
mod patterns;
mod plain;
mod schemas;

use native_form::{Draft, DraftValue, Outgoing, Question, Reason};
use serde_json::{Value, json};

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
