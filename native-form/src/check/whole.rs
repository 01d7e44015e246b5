//! The rules that no field checks by itself: compositions, and whatever else a schema says (SCH-03, SCH-06).

use jsonschema::Validator;
use serde_json::Value;

use super::breach::Breach;
use super::work::spend;
use crate::bounds::MAX_ERRORS;

/// What remains of a schema after all that fields check themselves, compiled.
#[derive(Debug)]
pub(crate) struct Whole {
    pub(crate) validator: Validator,
    /// What comparing a name with all of `patternProperties` takes, for each of its bytes.
    pub(crate) steps_of_names: usize,
}

impl Whole {
    /// What `content` breaks, within a pass of [`super::work::metered`].
    pub(crate) fn breaches(&self, content: &Value) -> Vec<Breach> {
        if !spend(self.steps_of_names.saturating_mul(names(content))) {
            return Vec::new();
        }
        self.validator.iter_errors(content).take(MAX_ERRORS).map(|error| Breach::of(&error, content)).collect()
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
