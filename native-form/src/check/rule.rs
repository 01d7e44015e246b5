//! What a field accepts: one rule for answers of the form, of apps and of the JSON editor (APP-20).

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use serde_json::{Number, Value};

use super::format::Format;
use super::pattern::Pattern;
use crate::number::Decimal;

/// A property that may be in an answer.
#[derive(Debug)]
pub(crate) struct Rule {
    /// Opaque (ELI-18).
    pub(crate) key: String,
    pub(crate) label: String,
    pub(crate) required: bool,
    /// Never prefilled, kept or shown (ELI-11).
    pub(crate) secret: bool,
    /// The schema accepts null as well. Only tool arguments can carry it.
    pub(crate) nullable: bool,
    pub(crate) kind: Kind,
}

/// What kind of value, and its constraints.
#[derive(Debug)]
pub(crate) enum Kind {
    Text(Text),
    Number(Box<Numeric>),
    Flag {
        allowed: Option<bool>,
    },
    One(Options),
    Many {
        options: Options,
        count: Count,
    },
    Lines {
        item: Text,
        count: Count,
    },
    /// Any JSON; what it must be is left to the whole schema.
    Json,
    /// An object, by its properties. The whole schema is checked as well.
    Group(Vec<Rule>),
    /// A list of any items. The whole schema is checked as well.
    List {
        item: Box<Rule>,
        count: Count,
    },
}

impl Kind {
    /// Whether an empty text or list fits, as far as can be told without comparing it with a pattern (U-06).
    pub(crate) fn takes_empty(&self) -> bool {
        match self {
            Self::Text(text) => {
                let pattern = text.pattern.as_ref().is_none_or(|pattern| pattern.takes_empty);
                let constant = text.constant.as_ref().is_none_or(String::is_empty);
                text.min.unwrap_or(0) == 0 && text.format.is_none() && pattern && constant
            }
            Self::Many { count, .. } | Self::Lines { count, .. } | Self::List { count, .. } => {
                count.min.unwrap_or(0) == 0
            }
            Self::Number(_) | Self::Flag { .. } | Self::One(_) | Self::Json | Self::Group(_) => false,
        }
    }

    /// Whether values lie in it that have fields of their own.
    pub(crate) fn is_nested(&self) -> bool {
        matches!(self, Self::Group(_) | Self::List { .. })
    }
}

/// A string.
#[derive(Debug, Default)]
pub(crate) struct Text {
    /// No type was given: other values that the wire carries pass too.
    pub(crate) any: bool,
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
    pub(crate) format: Option<Format>,
    pub(crate) pattern: Option<Arc<Pattern>>,
    pub(crate) constant: Option<String>,
}

/// A number and what bounds it.
#[derive(Debug, Default)]
pub(crate) struct Numeric {
    pub(crate) whole: bool,
    pub(crate) minimum: Option<Limit>,
    pub(crate) maximum: Option<Limit>,
    pub(crate) above: Option<Limit>,
    pub(crate) below: Option<Limit>,
    pub(crate) step: Option<Limit>,
    pub(crate) constant: Option<Limit>,
    pub(crate) allowed: Option<Options>,
}

/// A number of the schema, with its decimal value.
#[derive(Clone, Debug)]
pub(crate) struct Limit {
    pub(crate) number: Number,
    pub(crate) decimal: Decimal,
}

impl Limit {
    pub(crate) fn new(number: &Number) -> Self {
        Self { number: number.clone(), decimal: Decimal::of(number) }
    }
}

/// How many members a list has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) min: Option<u64>,
    pub(crate) max: Option<u64>,
    pub(crate) unique: bool,
}

/// Values to choose from, found in constant time.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) values: Vec<Value>,
    pub(crate) labels: Vec<String>,
    index: HashMap<Same, u32>,
    /// Whether texts, numbers and flags are among them.
    has: [bool; 3],
}

/// What makes two values the same option; 1.0 is 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Same {
    Text(String),
    Number(Decimal),
    Flag(bool),
}

impl Same {
    /// None for what is no option: null, lists, objects.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(text.clone())),
            Value::Number(number) => Some(Self::Number(Decimal::of(number))),
            Value::Bool(flag) => Some(Self::Flag(*flag)),
            _ => None,
        }
    }

    fn sort(&self) -> usize {
        match self {
            Self::Text(_) => 0,
            Self::Number(_) => 1,
            Self::Flag(_) => 2,
        }
    }
}

impl Options {
    pub(crate) fn for_as_many_as(count: usize) -> Self {
        Self {
            values: Vec::with_capacity(count),
            labels: Vec::with_capacity(count),
            index: HashMap::with_capacity(count),
            has: [false; 3],
        }
    }

    /// Adds an option; false where the value is there already or is none.
    pub(crate) fn add(&mut self, value: Value, label: String) -> bool {
        let Some(same) = Same::of(&value) else { return false };
        let Ok(position) = u32::try_from(self.values.len()) else { return false };
        let sort = same.sort();
        let Entry::Vacant(place) = self.index.entry(same) else { return false };
        place.insert(position);
        self.has[sort] = true;
        self.values.push(value);
        self.labels.push(label);
        true
    }

    pub(crate) fn position(&self, value: &Value) -> Option<u32> {
        Same::of(value).and_then(|same| self.index.get(&same).copied())
    }

    pub(crate) fn value(&self, position: u32) -> Option<&Value> {
        self.values.get(usize::try_from(position).ok()?)
    }

    /// Whether a value of the JSON type of `value` is among the options.
    pub(crate) fn has_type_of(&self, value: &Value) -> bool {
        Same::of(value).is_some_and(|same| self.has[same.sort()])
    }
}

/// A broken constraint.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub(crate) reason: crate::Reason,
    pub(crate) words: String,
}
