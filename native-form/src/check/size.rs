//! How large a pattern becomes, and what comparing with it costs, before it is compiled: compiling is most of what
//! reading a schema would take, and most patterns are never compared with anything (A16).

use jsonschema_regex::Search;
use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};

use super::ahead::parts;

/// The size of a pattern in the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// States that it is compiled to, about: what compiling takes, in time and memory.
    pub(crate) states: usize,
    /// States that one byte of a text may have to be compared with.
    pub(crate) steps: usize,
}

const ONE: Size = Size { states: 1, steps: 1 };
/// What only joins others.
const JOINT: Size = Size { states: 1, steps: 0 };

impl Size {
    /// None for what the engine does not know.
    pub(crate) fn of(source: &str) -> Option<Self> {
        parts(source).iter().try_fold(JOINT, |sum, part| Some(sum.and(Self::of_part(&part.source)?)))
    }

    fn of_part(source: &str) -> Option<Self> {
        let translated = jsonschema_regex::to_rust_regex(source).ok()?;
        match jsonschema_regex::search_form(source, &translated) {
            // `^[…]{1,80}$`: the characters are counted, nothing is compiled.
            Some(Search::RepeatedClass(_)) => Some(ONE),
            Some(Search::Collapsed(shorter)) => Some(of(&parsed(&shorter)?)),
            None => Some(of(&parsed(&translated)?)),
        }
    }

    fn and(self, other: Self) -> Self {
        Self { states: self.states.saturating_add(other.states), steps: self.steps.saturating_add(other.steps) }
    }

    fn times(self, count: usize) -> Self {
        Self { states: self.states.saturating_mul(count), steps: self.steps.saturating_mul(count) }
    }
}

fn parsed(translated: &str) -> Option<Hir> {
    regex_syntax::Parser::new().parse(translated).ok()
}

/// Whether a pattern that the engine knows can match without a letter. Where it asks for a word's end it cannot, and
/// this says so all the same.
pub(crate) fn takes_empty(source: &str) -> bool {
    parts(source).iter().all(|part| {
        let translated = jsonschema_regex::to_rust_regex(&part.source).ok();
        let hir = translated.and_then(|translated| parsed(&translated));
        hir.is_some_and(|hir| (hir.properties().minimum_len() == Some(0)) != part.negated)
    })
}

/// As deep as the parser lets patterns nest, which is 250 levels.
fn of(hir: &Hir) -> Size {
    match hir.kind() {
        HirKind::Empty => ONE,
        // At a word's end beyond ASCII the engine leaves its fast way.
        HirKind::Look(Look::WordUnicode | Look::WordUnicodeNegate) => ONE.times(8),
        HirKind::Look(_) => ONE,
        HirKind::Literal(literal) => ONE.times(literal.0.len()),
        HirKind::Class(class) => of_class(class),
        HirKind::Repetition(repetition) => repeated(repetition),
        HirKind::Capture(capture) => of(&capture.sub).and(ONE).and(JOINT),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().map(of).fold(JOINT, |sum, part| sum.and(part))
        }
    }
}

/// A range beyond ASCII is several sequences of bytes, of which a text is in few at a time.
fn of_class(class: &Class) -> Size {
    match class {
        Class::Bytes(_) => ONE,
        Class::Unicode(class) if class.is_ascii() => ONE,
        Class::Unicode(class) => Size { states: class.ranges().len().saturating_mul(2) + 4, steps: 4 },
    }
}

/// Each of the counted repetitions is compiled for itself.
fn repeated(Repetition { min, max, sub, .. }: &Repetition) -> Size {
    let count = usize::try_from(max.unwrap_or(*min)).unwrap_or(usize::MAX).max(1);
    of(sub).and(JOINT).times(count)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn repetition_multiplies() {
        let states = |source: &str| Size::of(source).unwrap().states;
        assert!((1_000..3_000).contains(&states("^a{1000}b$")));
        assert!(states("^((a{1,1000}b){1,1000}){1,1000}$") > 1_000_000_000);
        let nested = (0..9).fold("ab".to_owned(), |inner, _| format!("(?:{inner}c){{1,1000}}"));
        assert_eq!(states(&format!("^{nested}$")), usize::MAX);
        assert!((5_000..16_000).contains(&states("^[ab]*a[ab]{5000}c?$")));
        assert!(states(r"^[\p{L} '-]{1,80}$") < 10);
        assert!(states("^(a|b)*$") < 20);
    }

    #[test]
    fn an_empty_text_is_told_without_compiling() {
        for (source, takes) in [
            ("^[a-c]*$", true),
            ("a?", true),
            ("^$|^x{2}$", true),
            ("^.+$", false),
            ("b", false),
            ("^(?=.*[a-z])", false),
        ] {
            assert_eq!(takes_empty(source), takes, "{source}");
        }
    }

    #[test]
    fn a_large_class_is_compiled_in_full_and_compared_in_few_steps() {
        let Size { states, steps } = Size::of(r"^\p{L}+$").unwrap();
        assert!(states > 500 && steps < 12, "{states} {steps}");
    }
}
