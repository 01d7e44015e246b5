//! Faults within groups and lists of a tool's arguments, each with the way down to it.

use serde_json::Value;

use super::rule::{Count, Fault, Kind, Rule};
use super::value::{fault, miscounted, wrong_type};
use crate::bounds::MAX_ERRORS;
use crate::{Reason, words};

/// A fault, and the positions that lead from the field down to the value to blame; none where it is the field's own.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Located {
    pub(crate) below: Vec<u32>,
    pub(crate) fault: Fault,
}

/// Faults in the making.
#[derive(Default)]
pub(crate) struct Faults {
    way: Vec<u32>,
    all: Vec<Located>,
}

impl Faults {
    pub(crate) fn add(&mut self, fault: Fault) {
        if self.all.len() < MAX_ERRORS {
            self.all.push(Located { below: self.way.clone(), fault });
        }
    }

    /// What is found in there lies one step further down.
    pub(crate) fn within<T>(&mut self, at: usize, find: impl FnOnce(&mut Self) -> T) -> T {
        self.way.push(u32::try_from(at).unwrap_or(u32::MAX));
        let found = find(self);
        self.way.pop();
        found
    }

    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn all(self) -> Vec<Located> {
        self.all
    }
}

impl Rule {
    /// All faults of a value that is present.
    pub(crate) fn faults(&self, value: &Value) -> Vec<Located> {
        let mut faults = Faults::default();
        self.find(value, &mut faults);
        faults.all()
    }

    fn find(&self, value: &Value, faults: &mut Faults) {
        match &self.kind {
            _ if value.is_null() && self.nullable => {}
            Kind::Group(members) => group(members, value, faults),
            Kind::List { item, count } => list(item, count, value, faults),
            _ => self.fault(value).into_iter().for_each(|fault| faults.add(fault)),
        }
    }

    /// What is said where a value is needed.
    pub(crate) fn missing(&self) -> Fault {
        let words = match &self.kind {
            Kind::Many { count, .. } => words::least(words::Listed::Choices, count.min),
            Kind::List { count, .. } => words::least(words::Listed::Items, count.min),
            _ => None,
        };
        fault(Reason::Required, words.unwrap_or_else(|| words::REQUIRED.to_owned()))
    }
}

fn group(members: &[Rule], value: &Value, faults: &mut Faults) {
    let Value::Object(value) = value else { return faults.add(wrong_type(words::TYPE_GROUP)) };
    for (at, member) in members.iter().enumerate() {
        faults.within(at, |faults| match value.get(&member.key) {
            Some(value) => member.find(value, faults),
            None if member.required => faults.add(member.missing()),
            None => {}
        });
    }
}

fn list(item: &Rule, count: &Count, value: &Value, faults: &mut Faults) {
    let Value::Array(items) = value else { return faults.add(wrong_type(words::TYPE_LIST)) };
    miscounted(items, count, words::Listed::Items).for_each(|fault| faults.add(fault));
    for (at, value) in items.iter().enumerate() {
        faults.within(at, |faults| item.find(value, faults));
    }
}
