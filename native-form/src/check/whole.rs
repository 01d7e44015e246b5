//! The rules that no field checks by itself: compositions, and whatever else a schema says (SCH-03, SCH-06).

use jsonschema::error::ValidationErrorKind as Broken;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use crate::bounds::MAX_ERRORS;
use crate::{Reason, words};

/// What remains of a schema after all that fields check themselves, compiled.
#[derive(Debug)]
pub(crate) struct Whole(pub(crate) Validator);

/// A broken rule and the key it is about, if it is about one.
pub(crate) struct Breach {
    pub(crate) key: Option<String>,
    pub(crate) reason: Reason,
    pub(crate) words: String,
}

impl Whole {
    /// What `content` breaks. `literal`: the person writes JSON, so the place and the rule are named.
    pub(crate) fn breaches(&self, content: &Value, literal: bool) -> Vec<Breach> {
        self.0.iter_errors(content).take(MAX_ERRORS).map(|error| breach(&error, literal)).collect()
    }
}

fn breach(error: &ValidationError<'_>, literal: bool) -> Breach {
    let path = error.instance_path().as_str();
    let key = match error.kind() {
        Broken::Required { property } if path.is_empty() => property.as_str().map(str::to_owned),
        _ => first_segment(path),
    };
    let at_field = path.matches('/').count() == 1;
    let reason = if path.is_empty() || at_field { reason(error.kind()) } else { Reason::Keyword };
    let words = match (error.kind(), literal) {
        (Broken::Required { .. }, _) if path.is_empty() => words::REQUIRED.to_owned(),
        (_, true) if path.is_empty() => format!("The whole answer: {}.", error.masked()),
        (_, true) => format!("At {path}: {}.", error.masked()),
        _ if key.is_some() => words::RULES.to_owned(),
        _ => words::TOGETHER.to_owned(),
    };
    Breach { key, reason, words }
}

fn first_segment(path: &str) -> Option<String> {
    let segment = path.strip_prefix('/')?.split('/').next()?;
    Some(segment.replace("~1", "/").replace("~0", "~"))
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
        Broken::Pattern { .. } => Reason::Pattern,
        _ => Reason::Keyword,
    }
}
