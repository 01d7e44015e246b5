//! The rules that no field checks by itself: compositions, and whatever else a schema says (SCH-03, SCH-06).

use jsonschema::error::ValidationErrorKind as Broken;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use super::work::spend;
use crate::bounds::MAX_ERRORS;
use crate::{Reason, words};

/// What remains of a schema after all that fields check themselves, compiled.
#[derive(Debug)]
pub(crate) struct Whole {
    pub(crate) validator: Validator,
    /// What comparing a name with all of `patternProperties` takes, for each of its bytes.
    pub(crate) steps_of_names: usize,
}

/// A broken rule.
pub(crate) struct Breach {
    /// Keys and indices that lead to the value it is about; empty for the whole answer.
    pub(crate) way: Vec<String>,
    /// The key that is needed there and is not.
    pub(crate) missing: Option<String>,
    pub(crate) reason: Reason,
    /// What is wrong, without the value.
    said: String,
}

impl Whole {
    /// What `content` breaks, within a pass of [`super::work::metered`].
    pub(crate) fn breaches(&self, content: &Value) -> Vec<Breach> {
        if !spend(self.steps_of_names.saturating_mul(names(content))) {
            return Vec::new();
        }
        self.validator.iter_errors(content).take(MAX_ERRORS).map(|error| breach(&error)).collect()
    }
}

impl Breach {
    /// For a person who writes JSON: the place in it, and the rule. `rest` is what of the way no field stands for.
    pub(crate) fn literally(&self, rest: &[String], at_field: bool) -> String {
        match rest {
            [] if at_field => words::sentence(&format!("{}.", self.said)),
            [] => format!("The whole answer: {}.", self.said),
            rest => format!("At {}: {}.", rest.join("/"), self.said),
        }
    }
}

/// The bytes of all names in a value.
fn names(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(names).sum(),
        Value::Object(members) => members.iter().map(|(name, value)| name.len() + names(value)).sum(),
        _ => 0,
    }
}

fn breach(error: &ValidationError<'_>) -> Breach {
    let path = error.instance_path().as_str();
    let way = path.split('/').skip(1).map(|segment| segment.replace("~1", "/").replace("~0", "~")).collect();
    let missing = match error.kind() {
        Broken::Required { property } => property.as_str().map(str::to_owned),
        _ => None,
    };
    Breach { way, missing, reason: reason(error.kind()), said: error.masked().to_string() }
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
