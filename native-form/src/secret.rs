//! Fields that look like a request for a secret (ELI-11, A17).

use serde_json::{Map, Value};

use crate::check::rule::{Kind, Rule};
use crate::{Control, Draft, DraftValue, Field, Question, entered};

impl Question {
    /// The draft as it may be kept: nothing of a secret, and no JSON that may hold one (ELI-11).
    pub fn without_secrets(&self, draft: &Draft) -> Draft {
        if self.form.editor.is_some() {
            let named = |value: &DraftValue| matches!(value, DraftValue::Text(text) if writes_secret(text));
            let any = self.form.secret || draft.0.iter().any(named);
            return if any { Draft::default() } else { draft.clone() };
        }
        Draft(draft.0.iter().zip(&self.rules).map(|(value, rule)| kept(value, rule)).collect())
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

/// Whether a value is never prefilled, kept or shown: its field looks like a secret, or a key in its JSON does.
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

/// Words that name a secret on their own.
const SECRETS: &[&str] = &[
    "password",
    "passwords",
    "passwd",
    "passphrase",
    "passcode",
    "passkey",
    "pwd",
    "secret",
    "token",
    "apikey",
    "credential",
    "credentials",
    "otp",
    "totp",
    "pin",
    "cvv",
    "cvc",
    "csc",
    "ssn",
    "iban",
    "mnemonic",
    "pat",
];
/// Words that do so side by side.
const PAIRS: &[[&str; 2]] = &[
    ["api", "key"],
    ["access", "key"],
    ["access", "token"],
    ["auth", "token"],
    ["private", "key"],
    ["secret", "key"],
    ["signing", "key"],
    ["ssh", "key"],
    ["encryption", "key"],
    ["card", "number"],
    ["card", "numbers"],
    ["cc", "number"],
    ["credit", "card"],
    ["debit", "card"],
    ["card", "no"],
    ["security", "code"],
    ["account", "number"],
    ["one", "time"],
    ["recovery", "code"],
    ["seed", "phrase"],
    ["pass", "word"],
    ["pass", "phrase"],
    ["backup", "code"],
    ["verification", "code"],
    ["social", "security"],
];
/// After these a word is about secrets, not one.
const ABOUT: &[&str] = &["count", "limit", "length", "budget", "type", "name", "expiry", "policy"];

/// Whether key, title or format say so. Choices and yes or no tell nothing that the server does not know.
pub(crate) fn looks_secret(kind: &Kind, key: &str, title: Option<&str>, format: Option<&str>) -> bool {
    can_hold(kind) && (format == Some("password") || is_named(key, title))
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
    let text = |word: &str| schema.get(word).and_then(Value::as_str);
    let chosen = text("type") == Some("boolean") || schema.get("enum").is_some();
    !chosen && (text("format") == Some("password") || is_named(key, text("title")))
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

fn names_secret(name: &str) -> bool {
    let words = words(name);
    let after = |at: usize| words.get(at + 1).map(String::as_str);
    words.iter().enumerate().any(|(at, word)| {
        let named = SECRETS.contains(&word.as_str()) && !after(at).is_some_and(|next| ABOUT.contains(&next));
        named
            || SECRETS.iter().any(|secret| secret.len() > 5 && word.len() > secret.len() && word.ends_with(secret))
            || PAIRS.iter().any(|[one, two]| {
                (one == word && after(at) == Some(two)) || word.strip_prefix(one).is_some_and(|rest| rest == *two)
            })
    })
}

/// `cardNumber`, `card_number`, `Card number` and `card2number` are the same two words. Only the beginning of a long text
/// counts.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut lower = false;
    for c in name.chars().take(400) {
        let starts = c.is_uppercase() && lower;
        lower = c.is_lowercase();
        if starts || !c.is_alphabetic() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut()
            && c.is_alphabetic()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    // A17
    #[test]
    fn secrets_by_name() {
        for name in [
            "password",
            "api_key",
            "apiKey",
            "API key",
            "card_number",
            "Credit card",
            "otp",
            "GitHub token",
            "dbPassword",
            "password2",
            "newPassword1",
            "passwords",
            "userpassword",
            "cardnumber",
            "cc_number",
            "ccNumber",
            "creditcard",
            "card_numbers",
            "authtoken",
            "accesstoken",
            "secretkey",
            "privatekey",
            "cvv2",
            "passkey",
        ] {
            assert!(names_secret(name), "{name}");
        }
        for name in ["name", "tokens", "token_count", "key", "keyboard", "spin", "passenger", "max_tokens", "card", ""]
        {
            assert!(!names_secret(name), "{name}");
        }
    }
}
