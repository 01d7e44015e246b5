//! Schemas as validators: nothing fetched (SCH-04), patterns and formats by the same code as in fields.

use std::sync::Arc;

use jsonschema::{Draft, Keyword, PatternOptions, ValidationError, Validator};
use serde_json::Value;

use super::format::{is_date, is_date_time, is_email, is_uri};
use super::pattern::{Compared, Pattern, Patterns};
use crate::bounds::{MAX_PATTERN_CACHE, MAX_PATTERN_PROGRAM};

/// Compiles a schema. It must name no other formats than the four. With `patterns` it compares by them, so that its
/// texts are metered as those of fields are; without, patterns are compiled in an engine without backtracking.
pub(crate) fn compile(schema: &Value, draft: Draft, patterns: Option<&Patterns>) -> Option<Validator> {
    let engine = PatternOptions::regex().size_limit(MAX_PATTERN_PROGRAM).dfa_size_limit(MAX_PATTERN_CACHE);
    let mut options = jsonschema::options()
        .with_draft(draft)
        .with_pattern_options(engine)
        .should_validate_formats(true)
        .with_format("email", is_email)
        .with_format("uri", is_uri)
        .with_format("date", is_date)
        .with_format("date-time", is_date_time);
    if let Some(patterns) = patterns.cloned() {
        options = options.with_keyword("pattern", move |_, source, _| {
            let pattern = source.as_str().and_then(|source| patterns.get(source));
            let pattern = pattern.ok_or_else(|| ValidationError::custom("a pattern that cannot be checked"))?;
            Ok(Box::new(Matching(pattern)))
        });
    }
    options.build(schema).ok()
}

/// `pattern` within a schema that is checked as a whole.
struct Matching(Arc<Pattern>);

impl<'i> Keyword<'i> for Matching {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        let fits = Keyword::is_valid(self, instance);
        // [`super::breach`] makes the sentence.
        fits.then_some(()).ok_or_else(|| ValidationError::custom(self.0.source.clone()))
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        instance.as_str().is_none_or(|text| self.0.compare(text) == Compared::Fits)
    }
}
