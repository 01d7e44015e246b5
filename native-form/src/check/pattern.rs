//! `pattern`, in an engine of linear time (SCH-07).

use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::{Value, json};

use super::format::{is_date, is_date_time, is_email, is_uri};
use crate::bounds::{MAX_PATTERN_PROGRAM, MAX_PATTERN_WORK};

/// Sizes between which a compiled pattern's own is told apart; the engine does not say it.
const PROGRAMS: [usize; 6] = [1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, MAX_PATTERN_PROGRAM];

/// Compiles a schema: patterns in an engine without backtracking and bounded in memory, nothing fetched (SCH-04),
/// the four formats asserted by the same code as in fields. The schema must name no other format.
pub(crate) fn compile(schema: &Value, draft: Draft) -> Option<Validator> {
    compile_within(schema, draft, MAX_PATTERN_PROGRAM)
}

fn compile_within(schema: &Value, draft: Draft, program: usize) -> Option<Validator> {
    let engine = PatternOptions::regex().size_limit(program).dfa_size_limit(MAX_PATTERN_PROGRAM);
    jsonschema::options()
        .with_draft(draft)
        .with_pattern_options(engine)
        .should_validate_formats(true)
        .with_format("email", is_email)
        .with_format("uri", is_uri)
        .with_format("date", is_date)
        .with_format("date-time", is_date_time)
        .build(schema)
        .ok()
}

/// A compiled pattern. The validator translates ECMAScript's dialect, so it is asked for one keyword.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) source: String,
    compiled: Validator,
    /// The longest text that it is compared with, in bytes.
    longest: usize,
}

impl Pattern {
    /// None for what the engine does not know (look-around, back-references) or what grows too large.
    pub(crate) fn new(source: &str) -> Option<Self> {
        let schema = json!({ "pattern": source });
        let (compiled, program) = PROGRAMS
            .into_iter()
            .find_map(|program| Some((compile_within(&schema, Draft::Draft202012, program)?, program)))?;
        Some(Self { source: source.to_owned(), compiled, longest: MAX_PATTERN_WORK / program })
    }

    pub(crate) fn accepts(&self, text: &str) -> bool {
        text.len() <= self.longest && self.compiled.is_valid(&Value::String(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    // SCH-07, A16: in a backtracking engine this takes longer than the sun lasts.
    #[test]
    fn nested_quantifiers_are_answered() {
        let pattern = Pattern::new("^((a+)+)+$").unwrap();
        assert!(!pattern.accepts(&format!("{}!", "a".repeat(50_000))));
        assert!(pattern.accepts(&"a".repeat(50_000)));
    }

    // A16: of linear time, and yet of thirty seconds for a megabyte.
    #[test]
    fn a_large_pattern_is_compared_with_short_texts_only() {
        let large = Pattern::new("^[ab]*a[ab]{5000}c?$").unwrap();
        assert!(large.longest <= 16 << 10, "{}", large.longest);
        assert!(Pattern::new("^[ab]*a[ab]{500}c?$").unwrap().accepts(&"a".repeat(2_000)));
        assert!(!large.accepts(&"a".repeat(large.longest + 1)));
        assert!(Pattern::new("^[a-z]+$").unwrap().accepts(&"a".repeat(200_000)));
    }

    #[test]
    fn what_the_engine_cannot_do_is_said() {
        for source in ["(a)\\1", "(?<!x)y", "x(?=y)z", "(", "((a{1,1000}){1,1000}){1,1000}"] {
            assert!(Pattern::new(source).is_none(), "{source}");
        }
    }

    #[test]
    fn speaks_ecmascript() {
        assert!(!Pattern::new("^\\d$").unwrap().accepts("٣"));
        assert!(Pattern::new("b").unwrap().accepts("abc"));
    }
}
