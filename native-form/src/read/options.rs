//! Options from `enum`, `enumNames` and titled constants.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::found::Found;
use super::{Budget, Why};
use crate::bounds::MAX_OPTIONS;
use crate::check::rule::{Options, Same};
use crate::{Choice, words};

/// Options as the schema lists them.
pub(crate) struct Listed(Vec<(Value, Option<String>)>);

impl Listed {
    /// From `enum`, with the names of `enumNames` where they fit.
    /// They are taken out of the map; the keywords stay, so that they are judged with the others.
    pub(crate) fn plain(
        map: &mut Map<String, Value>,
        found: &mut Found,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Why> {
        let values = match map.get_mut("enum").map(Value::take) {
            None => return Ok(None),
            Some(Value::Array(values)) => values,
            Some(_) => return Err(Why::NotASchema),
        };
        charge(values.len(), budget)?;
        let names = match map.get_mut("enumNames").map(Value::take) {
            Some(Value::Array(names)) if names.len() == values.len() && names.iter().all(Value::is_string) => names,
            Some(_) => {
                found.add("ENUMNAMES_MISMATCH");
                Vec::new()
            }
            None => Vec::new(),
        };
        let names = names.into_iter().map(text).chain(std::iter::repeat(None));
        Ok(Some(Self(values.into_iter().zip(names).collect())))
    }

    /// From `oneOf` or `anyOf`, whose members all have a `const`.
    pub(crate) fn titled(members: Vec<Value>, found: &mut Found, budget: &mut Budget) -> Result<Self, Why> {
        charge(members.len(), budget)?;
        let mut list = Vec::with_capacity(members.len());
        for mut member in members {
            let title = member.get_mut("title").map(Value::take).and_then(text);
            if title.is_none() {
                found.add("OPTION_TITLE_MISSING");
            }
            if member.as_object().is_some_and(|m| m.keys().any(|key| key != "const" && key != "title")) {
                found.add("KEYWORD_IGNORED");
            }
            list.push((member.get_mut("const").map(Value::take).unwrap_or_default(), title));
        }
        Ok(Self(list))
    }

    /// Only the options that another list has too.
    pub(crate) fn also_in(mut self, other: &Self) -> Self {
        let allowed: HashSet<Same> = other.0.iter().filter_map(|(value, _)| Same::of(value)).collect();
        self.0.retain(|(value, _)| Same::of(value).is_some_and(|same| allowed.contains(&same)));
        self
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> {
        self.0.iter().map(|(value, _)| value)
    }

    /// Whether the options have names of their own.
    pub(crate) fn is_named(&self) -> bool {
        self.0.iter().any(|(_, title)| title.is_some())
    }

    /// Whether null is an option: then blank means absent.
    pub(crate) fn has_null(&self) -> bool {
        self.values().any(Value::is_null)
    }

    /// Without null, where null means that nothing is answered.
    pub(crate) fn without_null(mut self) -> Self {
        self.0.retain(|(value, _)| !value.is_null());
        self
    }

    /// The options that can be taken, each once.
    pub(crate) fn settle(self, takes: impl Fn(&Value) -> bool, found: &mut Found) -> Result<Options, Why> {
        let mut options = Options::for_as_many_as(self.0.len());
        for (value, title) in self.0 {
            let Some(label) = words::label(&value, title).filter(|_| takes(&value)) else {
                found.add("OPTION_DROPPED");
                continue;
            };
            if !options.add(value, label) {
                found.add("ENUM_DUPLICATE");
            }
        }
        if options.values.is_empty() { Err(Why::NothingFits) } else { Ok(options) }
    }
}

fn text(value: Value) -> Option<String> {
    if let Value::String(text) = value { Some(text) } else { None }
}

fn charge(count: usize, budget: &mut Budget) -> Result<(), Why> {
    if count > MAX_OPTIONS {
        return Err(Why::TooLarge(format!("one of its fields has {count} options, and {MAX_OPTIONS} is the limit")));
    }
    budget.options = budget
        .options
        .checked_sub(count)
        .ok_or_else(|| Why::TooLarge("its fields have too many options together".to_owned()))?;
    Ok(())
}

/// What the window draws: the value beside its title where titles repeat.
pub(crate) fn choices(options: &Options) -> Vec<Choice> {
    let mut seen = HashSet::with_capacity(options.labels.len());
    let twice: HashSet<&str> = options.labels.iter().map(String::as_str).filter(|label| !seen.insert(*label)).collect();
    let choice = |(label, value): (&String, &Value)| Choice {
        label: label.clone(),
        detail: if twice.contains(label.as_str()) { words::label(value, None) } else { None },
    };
    options.labels.iter().zip(&options.values).map(choice).collect()
}
