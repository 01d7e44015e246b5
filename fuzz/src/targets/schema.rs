//! `{"schema": …, "content": …, "draft": […]}`: any schema, any answer, anything entered (SCH-01 to SCH-16).

use native_form::{Control, Draft, Field, FieldError, Outgoing, Question, Verdict};
use serde_json::{Map, Value, json};

use super::signature;

pub(crate) fn schema(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let given = serde_json::from_str(&text).unwrap_or(Value::String(text.into_owned()));
    let part = |name: &str| given.get(name).unwrap_or(&Value::Null);
    let schema = given.get("schema").unwrap_or(&given);
    let draft = serde_json::from_value::<Draft>(part("draft").clone()).unwrap_or_default();
    let reading = Question::read(schema);
    assert_eq!(reading.question.is_none(), reading.verdict == Verdict::Refuse, "asked or refused");
    assert_eq!(reading.words.is_some(), reading.verdict == Verdict::Refuse, "a refusal has words");
    let asked = reading.question.as_ref().map(|question| exercise(question, &draft, part("content")));
    let arguments = exercise(&Question::read_arguments(schema), &draft, part("content"));
    signature((reading.reasons, asked, arguments))
}

/// Every way through a question, and what holds between them.
fn exercise(question: &Question, draft: &Draft, content: &Value) -> u64 {
    let form = question.form();
    assert_eq!(question.initial().0.len(), form.fields.len(), "every field starts with something");
    let started = question.draft_to_content(&question.initial());
    let entered = question.draft_to_content(draft);
    let written = question.json_to_content(&content.to_string());
    let answered = question.check(&json!({ "action": "accept", "content": content }));
    for sent in [&started, &entered].into_iter().flatten() {
        let again = question.check(&json!({ "action": "accept", "content": sent }));
        assert_eq!(again, Ok(Outgoing::Accept(sent.clone())), "what is sent is accepted as it is");
    }
    let salvage = question.salvage(content);
    assert_eq!(salvage.draft.0.len(), form.fields.len(), "what is kept has a place for every field");
    if let Value::Object(content) = content {
        assert_eq!(question.describe(content).len(), content.len(), "everything is described");
        let kept = question.remembered(content);
        // A text that is still written is kept more carefully than an answer that was sent.
        let asked = form.editor.is_none();
        assert!(!asked || question.without_secrets(&kept) == kept, "nothing secret is remembered");
    }
    let results = [&started, &entered, &written].map(codes);
    signature((form.fields.iter().map(kind).collect::<Vec<_>>(), results, answered.err().map(|e| e.len().min(3))))
}

fn codes(result: &Result<Map<String, Value>, Vec<FieldError>>) -> Vec<String> {
    let code = |error: &FieldError| format!("{:?}{}", error.reason, error.below.len());
    result.as_ref().err().into_iter().flatten().take(3).map(code).collect()
}

fn kind(field: &Field) -> String {
    let inside = match &field.control {
        Control::Group { fields } => fields.iter().map(kind).collect::<Vec<_>>().join(","),
        Control::List { item, .. } => kind(item),
        _ => String::new(),
    };
    let name = match &field.control {
        Control::Text { .. } => "text",
        Control::Email | Control::Url | Control::Date | Control::DateTime => "format",
        Control::Number | Control::Integer => "number",
        Control::Toggle => "toggle",
        Control::Select { .. } => "select",
        Control::MultiSelect { .. } => "multi",
        Control::TextList { .. } => "lines",
        Control::Json => "json",
        Control::Group { .. } => "group",
        Control::List { .. } => "list",
    };
    format!("{name}{}{}({inside})", u8::from(field.broken_default.is_some()), field.limits.len())
}
