//! Fields that look like a request for a secret (ELI-11, A17).

mod names;

use serde_json::{Map, Value};

use self::names::{asks_for_secret, names_secret};
use crate::check::rule::{Kind, Rule};
use crate::{Control, Draft, DraftValue, Field, Question, entered};

impl Question {
    /// The draft as it may be kept: nothing of a secret, and no JSON that may hold one (ELI-11).
    pub fn without_secrets(&self, draft: &Draft) -> Draft {
        if self.form.editor.is_some() {
            let named = |value: &DraftValue| matches!(value, DraftValue::Text(text) if self.may_hold_secret(text));
            let any = self.form.secret || draft.0.iter().any(named);
            return if any { Draft::default() } else { draft.clone() };
        }
        Draft(draft.0.iter().zip(&self.rules).map(|(value, rule)| kept(value, rule)).collect())
    }

    /// Whether the JSON editor's text may hold a secret, by what is asked for or by a name in the text: it is not kept
    /// then, and the person is told so (ELI-11).
    pub fn may_hold_secret(&self, text: &str) -> bool {
        self.form.secret || writes_secret(text)
    }

    /// What was answered, as it may be shown afterwards: secrets left out (ELI-11).
    pub fn remembered(&self, content: &Map<String, Value>) -> Draft {
        if self.form.editor.is_some() {
            let ruled = |key: &str| self.by_key.get(key).and_then(|at| self.rules.get(*at)).is_some_and(|r| r.secret);
            let secret = |key: &str| ruled(key) || names_secret(key);
            let shown: Map<String, Value> = content
                .iter()
                .filter(|(key, value)| !secret(key) && !holds_secret(value))
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            return Draft(serde_json::to_string_pretty(&shown).map(DraftValue::Text).into_iter().collect());
        }
        let shown = |rule: &Rule| match content.get(&rule.key) {
            Some(value) if !is_secret(rule, value) => entered::of(rule, value).unwrap_or_default(),
            _ => DraftValue::Untouched,
        };
        Draft(self.rules.iter().take(self.form.fields.len()).map(shown).collect())
    }
}

/// What may be kept of an entered value.
fn kept(value: &DraftValue, rule: &Rule) -> DraftValue {
    match (&rule.kind, value) {
        _ if rule.secret => DraftValue::Untouched,
        (Kind::Json, DraftValue::Text(text)) if writes_secret(text) => DraftValue::Untouched,
        (Kind::Group(members), DraftValue::Group(values)) => {
            DraftValue::Group(values.iter().zip(members).map(|(value, member)| kept(value, member)).collect())
        }
        (Kind::List { item, .. }, DraftValue::List(values)) => {
            DraftValue::List(values.iter().map(|value| kept(value, item)).collect())
        }
        _ => value.clone(),
    }
}

/// Whether a value is never prefilled or kept: its field looks like a secret, or a key in its JSON does.
pub(crate) fn is_secret(rule: &Rule, value: &Value) -> bool {
    rule.secret || (matches!(rule.kind, Kind::Json) && holds_secret(value))
}

/// Whether a key anywhere in a value names a secret. The way down is as deep as JSON is read.
fn holds_secret(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.iter().any(|(key, value)| names_secret(key) || holds_secret(value)),
        Value::Array(items) => items.iter().any(holds_secret),
        _ => false,
    }
}

/// The same of a text that may not be JSON yet: a key is a string before a colon.
fn writes_secret(text: &str) -> bool {
    let mut parts = text.split('"').skip(1);
    while let (Some(string), Some(after)) = (parts.next(), parts.next()) {
        if after.trim_start().starts_with(':') && names_secret(string) {
            return true;
        }
    }
    false
}

/// Whether key, title, description or format say so. Choices and yes or no tell nothing that the server does not know.
pub(crate) fn looks_secret(kind: &Kind, key: &str, schema: &Map<String, Value>) -> bool {
    can_hold(kind) && says_secret(key, schema)
}

fn says_secret(key: &str, schema: &Map<String, Value>) -> bool {
    let text = |word: &str| schema.get(word).and_then(Value::as_str);
    text("format") == Some("password")
        || is_named(key, text("title"))
        || text("description").is_some_and(asks_for_secret)
}

/// Whether key or title name a secret.
pub(crate) fn is_named(key: &str, title: Option<&str>) -> bool {
    names_secret(key) || title.is_some_and(names_secret)
}

fn can_hold(kind: &Kind) -> bool {
    matches!(kind, Kind::Text(_) | Kind::Number(_) | Kind::Lines { .. } | Kind::Json)
}

/// Whether a field looks like a secret, at any depth.
pub(crate) fn in_fields(fields: &[Field]) -> bool {
    fields.iter().any(|field| {
        field.secret
            || match &field.control {
                Control::Group { fields } => in_fields(fields),
                Control::List { item, .. } => in_fields(std::slice::from_ref(item)),
                _ => false,
            }
    })
}

/// Whether a schema that is written as JSON names a secret among its properties, at any depth.
pub(crate) fn in_schema(schema: &Value) -> bool {
    let mut open = vec![schema];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(map) => {
                let properties = map.get("properties").and_then(Value::as_object);
                if properties.into_iter().flatten().any(|(key, schema)| asks_secret(key, schema)) {
                    return true;
                }
                open.extend(map.values());
            }
            _ => {}
        }
    }
    false
}

fn asks_secret(key: &str, schema: &Value) -> bool {
    let Some(schema) = schema.as_object() else { return is_named(key, None) };
    let chosen = schema.get("type").is_some_and(|name| name == "boolean") || schema.contains_key("enum");
    !chosen && says_secret(key, schema)
}

/// Makes secrets of all that lies in a group or list whose name says so.
pub(crate) fn conceal(kind: &mut Kind, inside: &mut [Field]) {
    let rules = match kind {
        Kind::Group(members) => members.as_mut_slice(),
        Kind::List { item, .. } => std::slice::from_mut(item.as_mut()),
        _ => return,
    };
    for (rule, field) in rules.iter_mut().zip(inside) {
        match &mut field.control {
            Control::Group { fields } => conceal(&mut rule.kind, fields),
            Control::List { item, .. } => conceal(&mut rule.kind, std::slice::from_mut(item.as_mut())),
            Control::Text { multiline, .. } => *multiline = false,
            _ => {}
        }
        rule.secret |= can_hold(&rule.kind);
        field.secret = rule.secret;
        if rule.secret {
            (field.initial, field.broken_default) = (DraftValue::Untouched, None);
        } else {
            field.initial = kept(&field.initial, rule);
        }
    }
}
