//! Checks one value against its rule. Of several faults the one that stands first in the glossary counts.

use std::collections::HashSet;

use serde_json::{Number, Value};

use super::pattern::Compared;
use super::rule::{Count, Fault, Kind, Limit, Numeric, Options, Rule, Same, Text};
use crate::number::{Decimal, is_multiple};
use crate::{Reason, words};

impl Rule {
    /// The first fault of a value that is present.
    pub(crate) fn fault(&self, value: &Value) -> Option<Fault> {
        if value.is_null() && self.nullable {
            return None;
        }
        match &self.kind {
            Kind::Text(text) => text.fault_of(value),
            Kind::Number(numeric) => match value {
                Value::Number(number) => numeric.fault(number),
                _ => Some(wrong_type(words::type_number(numeric.whole))),
            },
            Kind::Flag { allowed } => match value {
                Value::Bool(flag) if allowed.is_none_or(|only| only == *flag) => None,
                Value::Bool(_) => Some(fault(Reason::Enum, words::not_offered())),
                _ => Some(wrong_type(words::TYPE_FLAG)),
            },
            Kind::One(options) => options.fault(value),
            Kind::Many { options, count } => list(value, count, words::Listed::Choices, |item| options.fault(item)),
            Kind::Lines { item, count } => list(value, count, words::Listed::Lines, |value| item.fault_of(value)),
            Kind::Json => None,
            Kind::Group(_) | Kind::List { .. } => {
                self.faults(value).into_iter().map(|located| located.fault).min_by_key(|fault| fault.reason as u8)
            }
        }
    }
}

pub(crate) fn fault(reason: Reason, words: String) -> Fault {
    Fault { reason, words }
}

pub(crate) fn wrong_type(words: &str) -> Fault {
    fault(Reason::Type, words.to_owned())
}

impl Text {
    fn fault_of(&self, value: &Value) -> Option<Fault> {
        match value {
            Value::String(text) => self.fault(text),
            Value::Number(_) | Value::Bool(_) if self.any => None,
            Value::Array(items) if self.any && items.iter().all(Value::is_string) => None,
            _ => Some(wrong_type(words::TYPE_TEXT)),
        }
    }

    pub(crate) fn fault(&self, text: &str) -> Option<Fault> {
        // SCH-11
        let length = text.chars().count() as u64;
        if let Some(min) = self.min.filter(|min| length < *min) {
            return Some(fault(Reason::MinLength, words::too_short(text, min)));
        }
        if let Some(max) = self.max.filter(|max| length > *max) {
            return Some(fault(Reason::MaxLength, words::too_long(length, max)));
        }
        if let Some(format) = self.format.filter(|format| !format.accepts(text)) {
            return Some(fault(Reason::Format, words::format(format, text)));
        }
        if let Some(pattern) = &self.pattern {
            match pattern.compare(text) {
                Compared::Fits => {}
                Compared::Differs => return Some(fault(Reason::Pattern, words::pattern(text, &pattern.source))),
                Compared::TooLong => return Some(fault(Reason::Pattern, words::TOO_MUCH.to_owned())),
            }
        }
        let other = self.constant.as_ref().filter(|only| only.as_str() != text)?;
        Some(fault(Reason::Keyword, words::only(text, other)))
    }
}

impl Numeric {
    pub(crate) fn fault(&self, number: &Number) -> Option<Fault> {
        let value = Decimal::of(number);
        let shown = words::number(number);
        // SCH-12: 36.0 is an integer.
        if self.whole && !value.is_whole() {
            return Some(fault(Reason::Type, words::not_whole(&shown)));
        }
        if let Some(allowed) = self.allowed.as_ref().filter(|a| a.position(&Value::Number(number.clone())).is_none()) {
            return Some(fault(Reason::Enum, words::none_of(&shown, &allowed.labels)));
        }
        let broken = |limit: &Option<Limit>, is: fn(&Decimal, &Decimal) -> bool| {
            limit.as_ref().filter(|limit| is(&value, &limit.decimal)).map(|limit| words::number(&limit.number))
        };
        if let Some(min) = broken(&self.minimum, |v, l| v < l) {
            return Some(fault(Reason::Minimum, words::too_small(&shown, &min)));
        }
        if let Some(max) = broken(&self.maximum, |v, l| v > l) {
            return Some(fault(Reason::Maximum, words::too_large(&shown, &max)));
        }
        if let Some(end) = broken(&self.above, |v, l| v <= l) {
            return Some(fault(Reason::Keyword, words::must_be_above(&shown, &end)));
        }
        if let Some(end) = broken(&self.below, |v, l| v >= l) {
            return Some(fault(Reason::Keyword, words::must_be_below(&shown, &end)));
        }
        if let Some(step) = broken(&self.step, |v, l| !is_multiple(v, l)) {
            return Some(fault(Reason::Keyword, words::not_a_multiple(&shown, &step)));
        }
        let only = broken(&self.constant, |v, l| v != l)?;
        Some(fault(Reason::Keyword, words::only(&shown, &only)))
    }
}

impl Options {
    fn fault(&self, value: &Value) -> Option<Fault> {
        if self.position(value).is_some() {
            return None;
        }
        let Some(shown) = words::scalar(value).filter(|_| self.has_type_of(value)) else {
            return Some(wrong_type(words::TYPE_CHOICE));
        };
        Some(fault(Reason::Enum, words::none_of(&shown, &self.labels)))
    }
}

fn list(
    value: &Value,
    count: &Count,
    listed: words::Listed,
    member: impl Fn(&Value) -> Option<Fault>,
) -> Option<Fault> {
    let Value::Array(items) = value else { return Some(wrong_type(words::TYPE_LIST)) };
    let members = items.iter().filter_map(member);
    members.chain(miscounted(items, count, listed)).min_by_key(|fault| fault.reason as u8)
}

/// What is wrong with how many there are.
pub(crate) fn miscounted(items: &[Value], count: &Count, listed: words::Listed) -> impl Iterator<Item = Fault> + use<> {
    let length = items.len() as u64;
    let few = count.min.filter(|min| length < *min);
    let many = count.max.filter(|max| length > *max);
    let counts = [
        few.map(|min| fault(Reason::MinItems, words::too_few(listed, min))),
        many.map(|max| fault(Reason::MaxItems, words::too_many(listed, max))),
        (count.unique && has_twins(items)).then(|| fault(Reason::Keyword, words::twice(listed))),
    ];
    counts.into_iter().flatten()
}

fn has_twins(items: &[Value]) -> bool {
    let mut seen = HashSet::with_capacity(items.len());
    items.iter().filter_map(Same::of).any(|same| !seen.insert(same))
}
