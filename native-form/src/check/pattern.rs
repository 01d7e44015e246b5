//! `pattern`, in an engine of linear time (SCH-07).

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use jsonschema::{Draft, Validator};
use serde_json::{Value, json};

use super::ahead::parts;
use super::compile::compile;
use super::size::{Size, takes_empty};
use super::work::spend;
use crate::bounds::{
    MAX_PATTERN_BYTES, MAX_PATTERN_BYTES_TOTAL, MAX_PATTERN_STATES, MAX_PATTERN_STATES_TOTAL, MAX_PATTERNS,
};

/// A pattern, compiled when the first text is compared with it.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) source: String,
    pub(crate) size: Size,
    /// An empty text fits, as far as is known before it is compiled.
    pub(crate) takes_empty: bool,
    /// The validator translates ECMAScript's dialect, so it is asked for one keyword.
    compiled: OnceLock<Option<Validator>>,
}

/// What comes of comparing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compared {
    Fits,
    Differs,
    /// The text is too long for this pattern, or what was compared before it was.
    TooLong,
}

impl Pattern {
    /// None for what the engine does not know (look-around, back-references) or what grows too large.
    pub(crate) fn new(source: &str) -> Option<Self> {
        let size = Size::of(source).filter(|size| size.states <= MAX_PATTERN_STATES)?;
        Some(Self { source: source.to_owned(), size, takes_empty: takes_empty(source), compiled: OnceLock::new() })
    }

    /// Within a pass of [`super::work::metered`].
    pub(crate) fn compare(&self, text: &str) -> Compared {
        if !spend(self.size.steps.saturating_mul(text.len())) {
            return Compared::TooLong;
        }
        let compiled = self.compiled.get_or_init(|| {
            let parts = parts(&self.source).into_iter().map(|part| match part.negated {
                false => json!({ "pattern": part.source }),
                true => json!({ "not": { "pattern": part.source } }),
            });
            compile(&json!({ "allOf": parts.collect::<Vec<_>>() }), Draft::Draft202012, None)
        });
        match compiled.as_ref().map(|compiled| compiled.is_valid(&Value::String(text.to_owned()))) {
            Some(true) => Compared::Fits,
            Some(false) => Compared::Differs,
            None => Compared::TooLong,
        }
    }
}

/// The patterns of one schema, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns(Arc<HashMap<String, Option<Arc<Pattern>>>>);

impl Patterns {
    /// All that stand in a schema, also as names in `patternProperties`.
    ///
    /// # Errors
    /// What is too large about them, in words.
    pub(crate) fn of(schema: &Value) -> Result<Self, String> {
        let mut known = HashMap::new();
        let (mut bytes, mut states) = (0_usize, 0_usize);
        let sources = sources(schema)?;
        for source in sources {
            if known.contains_key(source) {
                continue;
            }
            bytes = bytes.saturating_add(source.len());
            if bytes > MAX_PATTERN_BYTES_TOTAL {
                return Err(format!("its patterns are larger than {} KiB together", MAX_PATTERN_BYTES_TOTAL / 1024));
            }
            let pattern = Pattern::new(source).map(Arc::new);
            states = states.saturating_add(pattern.as_ref().map_or(0, |pattern| pattern.size.states));
            if states > MAX_PATTERN_STATES_TOTAL {
                return Err("its patterns count too far together".to_owned());
            }
            known.insert(source.to_owned(), pattern);
        }
        Ok(Self(Arc::new(known)))
    }

    /// None for a pattern that cannot be checked.
    pub(crate) fn get(&self, source: &str) -> Option<Arc<Pattern>> {
        self.0.get(source).cloned().flatten()
    }
}

fn sources(schema: &Value) -> Result<Vec<&str>, String> {
    let mut open = vec![schema];
    let mut found = Vec::new();
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                let own = members.get("pattern").and_then(Value::as_str);
                let names = members.get("patternProperties").and_then(Value::as_object);
                found.extend(own.into_iter().chain(names.into_iter().flatten().map(|(name, _)| name.as_str())));
                open.extend(members.values());
            }
            _ => {}
        }
    }
    if found.iter().any(|source| source.len() > MAX_PATTERN_BYTES) {
        return Err(format!("it has a pattern of more than {} KiB", MAX_PATTERN_BYTES / 1024));
    }
    match found.len() {
        0..=MAX_PATTERNS => Ok(found),
        many => Err(format!("it has {many} patterns, and {MAX_PATTERNS} is the limit")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::check::work::metered;

    fn compare(source: &str, text: &str) -> Compared {
        metered(|| Pattern::new(source).unwrap().compare(text)).0
    }

    // SCH-07, A16: in a backtracking engine this takes longer than the sun lasts.
    #[test]
    fn nested_quantifiers_are_answered() {
        assert_eq!(compare("^((a+)+)+$", &format!("{}!", "a".repeat(50_000))), Compared::Differs);
        assert_eq!(compare("^((a+)+)+$", &"a".repeat(50_000)), Compared::Fits);
    }

    // A16: what comparing takes is counted, so it is bounded whatever the machine does meanwhile.
    #[test]
    fn nesting_quantifiers_costs_no_more_than_writing_them() {
        let hostile = format!("{}!", "a".repeat(20_000));
        for depth in 1..=20 {
            let nested = (0..depth).fold("a".to_owned(), |inner, _| format!("({inner}+)+"));
            let pattern = Pattern::new(&format!("^{nested}$")).unwrap();
            assert!(pattern.size.steps <= 2 * pattern.source.len(), "{}: {:?}", pattern.source, pattern.size);
            assert_eq!(metered(|| pattern.compare(&hostile)), (Compared::Differs, false), "{}", pattern.source);
        }
    }

    // A16: of linear time, and yet of thirty seconds for a megabyte.
    #[test]
    fn a_large_pattern_is_compared_with_short_texts_only() {
        let large = "^[ab]*a[ab]{5000}c?$";
        assert_eq!(compare(large, &"a".repeat(16 << 10)), Compared::TooLong);
        assert_eq!(compare("^[ab]*a[ab]{500}c?$", &"a".repeat(2_000)), Compared::Fits);
        assert_eq!(compare("^[a-z]+$", &"a".repeat(200_000)), Compared::Fits);
        assert_eq!(compare(r"^[\p{L}\p{N} .,;:-]+$", &"naïve ".repeat(20_000)), Compared::Fits);
    }

    // Look-aheads at the beginning are patterns of their own, all of which have to match; each is paid for.
    #[test]
    fn look_aheads_at_the_beginning_are_compared() {
        let password = r"^(?=.*[A-Z])(?=.*\d)[^ ]{8,}$";
        for (text, compared) in [
            ("Secret99", Compared::Fits),
            ("secret99", Compared::Differs),
            ("Secretss", Compared::Differs),
            ("Secret9", Compared::Differs),
            ("Secret 99", Compared::Differs),
        ] {
            assert_eq!(compare(password, text), compared, "{text}");
        }
        let blank = r"^(?!\s*$)(?!.*\.\.).{1,9}$";
        for (text, compared) in
            [(" ", Compared::Differs), ("a..b", Compared::Differs), ("a.b", Compared::Fits), ("a b", Compared::Fits)]
        {
            assert_eq!(compare(blank, text), compared, "{text}");
        }
        assert_eq!(compare("^(?=(a+)+$)a", &format!("{}!", "a".repeat(20_000))), Compared::Differs);
        assert_eq!(compare("^(?=[ab]*a[ab]{500}c?$)a", &"a".repeat(100_000)), Compared::TooLong);
    }

    // By the word of an engine that knows them, over all short texts.
    #[test]
    fn look_aheads_mean_what_they_mean_elsewhere() {
        let mut texts = vec![String::new()];
        for length in 0..4 {
            let shorter: Vec<String> = texts.iter().filter(|text| text.len() == length).cloned().collect();
            texts.extend(shorter.iter().flat_map(|text| ["a", "b", ")"].map(|letter| format!("{text}{letter}"))));
        }
        for source in [
            "^(?=a)(?!ab)",
            "^(?!.*b$)[ab]+$",
            r"^(?!(a|b)\))",
            "^(?=[)a])(?=.*b).{2,}$",
            "^(?=)a?$",
            "^(?!a(?:b|$)|b)",
        ] {
            let other = jsonschema::options().build(&json!({ "pattern": source })).unwrap();
            for text in &texts {
                let fits = other.is_valid(&Value::String(text.clone()));
                assert_eq!(compare(source, text) == Compared::Fits, fits, "{source} {text}");
            }
        }
    }

    #[test]
    fn what_the_engine_cannot_do_is_said() {
        for source in
            ["(a)\\1", "x(?!y)", "^(?=(a))\\1", "^(?=a)|b", "(?<!x)y", "x(?=y)z", "(", "((a{1,1000}){1,1000}){1,1000}"]
        {
            assert!(Pattern::new(source).is_none(), "{source}");
        }
    }

    #[test]
    fn what_is_taken_on_can_be_compiled() {
        for source in ["^(?:[ab]{4000}){2}$", "^(\\p{L}{3}){4}$", "(?:é?){900}", "^(?:(?:a|bc){1,9}){1,90}$"] {
            assert_ne!(compare(source, "ab"), Compared::TooLong, "{source}");
        }
    }

    #[test]
    fn speaks_ecmascript() {
        assert_eq!(compare("^\\d$", "٣"), Compared::Differs);
        assert_eq!(compare("b", "abc"), Compared::Fits);
    }
}
