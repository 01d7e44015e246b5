//! A rule of the whole schema that an answer breaks, in words for a person who writes JSON (SCH-03).

use jsonschema::error::{TypeKind, ValidationErrorKind as Broken};
use jsonschema::{JsonType, ValidationError};
use serde_json::{Number, Value};

use super::format::Format;
use crate::words::{self, Listed};
use crate::{Reason, number::shortest};

/// A broken rule.
pub(crate) struct Breach {
    /// Keys and indices that lead to the value it is about; empty for the whole answer.
    pub(crate) way: Vec<String>,
    /// The same as a sentence names them: “zip” in quotation marks, item 2.
    named: Vec<String>,
    /// The key that is needed there and is not.
    pub(crate) missing: Option<String>,
    pub(crate) reason: Reason,
    /// What is wrong there.
    pub(crate) said: String,
}

impl Breach {
    pub(crate) fn of(error: &ValidationError<'_>, content: &Value) -> Self {
        let path = error.instance_path().as_str();
        let way: Vec<String> =
            path.split('/').skip(1).map(|segment| segment.replace("~1", "/").replace("~0", "~")).collect();
        let missing = match error.kind() {
            Broken::Required { property } => property.as_str().map(str::to_owned),
            _ => None,
        };
        let said = said(error.kind(), error.instance());
        Self { named: named(&way, content), way, missing, reason: reason(error.kind()), said }
    }

    /// The last steps of the way, as a sentence names them.
    pub(crate) fn steps(&self, last: usize) -> &[String] {
        &self.named[self.named.len().saturating_sub(last)..]
    }

    /// Where no field stands for what it is about.
    pub(crate) fn of_all(&self) -> String {
        match self.named.as_slice() {
            [] if self.missing.is_some() => self.said.clone(),
            [] => format!("The whole answer: {}", self.said),
            steps => words::at(steps, &self.said),
        }
    }
}

/// Digits are an index only in a list.
fn named(way: &[String], content: &Value) -> Vec<String> {
    let mut at = Some(content);
    let mut names = Vec::with_capacity(way.len());
    for step in way {
        let index = at.and_then(Value::as_array).zip(step.parse::<usize>().ok());
        names.push(index.map_or_else(|| words::quoted(step), |(_, index)| format!("item {}", index.saturating_add(1))));
        at = match index {
            Some((items, index)) => items.get(index),
            None => at.and_then(|value| value.get(step)),
        };
    }
    names
}

fn said(kind: &Broken, value: &Value) -> String {
    let length = |value: &Value| value.as_str().unwrap_or_default().chars().count() as u64;
    match kind {
        Broken::Type { kind } => format!("This has to be {}.", types(kind)),
        Broken::AnyOf { .. } | Broken::OneOfNotValid { .. } => "This fits none of the allowed forms.".to_owned(),
        Broken::OneOfMultipleValid { .. } => "This fits several of the allowed forms. It has to fit one.".to_owned(),
        Broken::Required { property } => words::missing(&text(property)),
        Broken::AdditionalProperties { unexpected: names } | Broken::UnevaluatedProperties { unexpected: names } => {
            unexpected(names)
        }
        Broken::PropertyNames { error } => {
            format!("The name {} is not allowed here.", words::quoted(&text(error.instance())))
        }
        // Of a value that is not to be there, or that is not to have anything in it.
        Broken::FalseSchema => "Nothing is expected here.".to_owned(),
        Broken::Enum { options } => words::none_of(&text(value), &texts(options)),
        Broken::Constant { expected_value } => words::only(&text(value), &text(expected_value)),
        Broken::MinLength { limit } => words::too_short(&text(value), *limit),
        Broken::MaxLength { limit } => words::too_long(length(value), *limit),
        Broken::Format { format } => {
            Format::named(format).map_or_else(|| words::RULES.to_owned(), |format| words::format(format, &text(value)))
        }
        // The one keyword of our own; its message is the pattern.
        Broken::Custom { message, .. } => words::pattern(&text(value), message),
        Broken::Contains => "An item that has to be in this list is missing.".to_owned(),
        _ => measured(kind, value).unwrap_or_else(|| words::RULES.to_owned()),
    }
}

fn unexpected(names: &[String]) -> String {
    let are = if names.len() == 1 { "is" } else { "are" };
    format!("{} {are} not expected here.", words::some_of(names))
}

/// Bounds of numbers and of counts.
fn measured(kind: &Broken, value: &Value) -> Option<String> {
    let shown = || text(value);
    Some(match kind {
        Broken::Minimum { limit } => words::too_small(&shown(), &text(limit)),
        Broken::Maximum { limit } => words::too_large(&shown(), &text(limit)),
        Broken::ExclusiveMinimum { limit } => words::must_be_above(&shown(), &text(limit)),
        Broken::ExclusiveMaximum { limit } => words::must_be_below(&shown(), &text(limit)),
        Broken::MultipleOf { multiple_of } => {
            words::not_a_multiple(&shown(), &words::number(&Number::from_f64(*multiple_of)?))
        }
        Broken::MinItems { limit } => words::too_few(Listed::Items, *limit),
        Broken::MaxItems { limit } => words::too_many(Listed::Items, *limit),
        Broken::AdditionalItems { limit } => words::too_many(Listed::Items, u64::try_from(*limit).ok()?),
        Broken::UniqueItems => words::twice(Listed::Items),
        Broken::MinProperties { limit } => format!("Give at least {}.", words::counted(*limit, "named value")),
        Broken::MaxProperties { limit } => format!("Give at most {}.", words::counted(*limit, "named value")),
        _ => return None,
    })
}

/// A value in a sentence: a text as it is, anything else as JSON.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => shortest(number).to_string(),
        other => other.to_string(),
    }
}

fn texts(options: &Value) -> Vec<String> {
    options.as_array().into_iter().flatten().map(text).collect()
}

/// “text, a number or a list”.
fn types(kind: &TypeKind) -> String {
    let all: Vec<&str> = match kind {
        TypeKind::Single(one) => vec![noun(*one)],
        TypeKind::Multiple(set) => set.iter().map(noun).collect(),
    };
    match all.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        all => all.concat(),
    }
}

fn noun(one: JsonType) -> &'static str {
    match one {
        JsonType::Null => "null",
        JsonType::Boolean => "true or false",
        JsonType::Integer => "a whole number",
        JsonType::Number => "a number",
        JsonType::String => "text",
        JsonType::Array => "a list",
        JsonType::Object => "a set of named values",
    }
}

fn reason(kind: &Broken) -> Reason {
    match kind {
        Broken::Required { .. } => Reason::Required,
        Broken::Type { .. } => Reason::Type,
        Broken::Enum { .. } => Reason::Enum,
        Broken::MinLength { .. } => Reason::MinLength,
        Broken::MaxLength { .. } => Reason::MaxLength,
        Broken::Minimum { .. } => Reason::Minimum,
        Broken::Maximum { .. } => Reason::Maximum,
        Broken::MinItems { .. } => Reason::MinItems,
        Broken::MaxItems { .. } => Reason::MaxItems,
        Broken::Format { .. } => Reason::Format,
        // The one keyword of our own.
        Broken::Custom { .. } => Reason::Pattern,
        _ => Reason::Keyword,
    }
}
