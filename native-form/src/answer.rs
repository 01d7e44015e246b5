//! Content, checked and stripped: the one way out for every answer (APP-20, SCH-14).

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::bounds::MAX_ERRORS;
use crate::check::breach::Breach;
use crate::check::nested::Located;
use crate::check::rule::{Kind, Rule};
use crate::check::work::metered;
use crate::number::shortest;
use crate::{FieldError, Question, Reason, words};

/// An error about the whole answer.
pub(crate) fn about_all(reason: Reason, words: &str) -> Vec<FieldError> {
    vec![nowhere(reason, words.to_owned())]
}

fn nowhere(reason: Reason, words: String) -> FieldError {
    FieldError { field: None, key: None, below: Vec::new(), reason, words }
}

/// As the fields stand, from the outside in; what is about the whole comes last.
pub(crate) fn in_order(errors: &mut [FieldError]) {
    errors.sort_by(|a, b| {
        let place = |error: &FieldError| error.field.unwrap_or(u32::MAX);
        place(a).cmp(&place(b)).then_with(|| a.below.cmp(&b.below))
    });
}

/// Places that have an error already.
#[derive(Default)]
pub(crate) struct Blamed {
    exact: HashSet<(Option<String>, Vec<u32>)>,
    /// Those, and all that they lie in.
    above: HashSet<(Option<String>, Vec<u32>)>,
}

impl Blamed {
    pub(crate) fn add(&mut self, error: &FieldError) {
        let FieldError { key, below, .. } = error;
        self.exact.insert((key.clone(), below.clone()));
        self.above.extend((0..=below.len()).map(|steps| (key.clone(), below[..steps].to_vec())));
    }

    /// Whether an error lies there, in there or around it: one place says what is wrong once.
    pub(crate) fn has(&self, FieldError { key, below, .. }: &FieldError) -> bool {
        let within = (0..below.len()).any(|steps| self.exact.contains(&(key.clone(), below[..steps].to_vec())));
        within || self.above.contains(&(key.clone(), below.clone()))
    }
}

impl<'a> FromIterator<&'a FieldError> for Blamed {
    fn from_iter<I: IntoIterator<Item = &'a FieldError>>(errors: I) -> Self {
        let mut blamed = Self::default();
        errors.into_iter().for_each(|error| blamed.add(error));
        blamed
    }
}

impl Question {
    /// The values that may be sent, in the order of the form, so that nobody can tell who wrote them (APP-25).
    pub(crate) fn checked(&self, content: &Map<String, Value>) -> Result<Map<String, Value>, Vec<FieldError>> {
        let (checked, short) = metered(|| self.checked_in_pass(content));
        let at_a_field = |errors: &Vec<FieldError>| errors.iter().any(|error| error.words.ends_with(words::TOO_MUCH));
        if short && !checked.as_ref().is_err_and(at_a_field) {
            return Err(about_all(Reason::Pattern, words::TOO_MUCH_TOGETHER));
        }
        checked
    }

    fn checked_in_pass(&self, content: &Map<String, Value>) -> Result<Map<String, Value>, Vec<FieldError>> {
        let mut sent = Map::new();
        let mut errors = Vec::new();
        for (at, rule) in self.rules.iter().enumerate() {
            let Some(value) = content.get(&rule.key) else {
                if rule.required {
                    errors.push(self.located(at, Located { below: Vec::new(), fault: rule.missing() }));
                }
                continue;
            };
            let mut faults = rule.faults(value);
            if faults.is_empty() {
                let fault = self.uncarried(value);
                faults.extend(fault.map(|fault| Located { below: Vec::new(), fault }));
            }
            if faults.is_empty() {
                sent.insert(rule.key.clone(), carried(rule, value));
            }
            errors.extend(faults.into_iter().map(|located| self.located(at, located)));
        }
        if self.open {
            let rest = content.iter().filter(|(key, _)| !self.by_key.contains_key(key.as_str()));
            sent.extend(rest.map(|(key, value)| (key.clone(), value.clone())));
        }
        self.add_breaches(content, &sent, &mut errors);
        errors.truncate(MAX_ERRORS);
        if errors.is_empty() { Ok(sent) } else { Err(errors) }
    }

    /// ELI-13: strings, numbers, booleans and lists of strings are all that an answer carries.
    fn uncarried(&self, value: &Value) -> Option<crate::check::rule::Fault> {
        let carried = match value {
            Value::String(_) | Value::Number(_) | Value::Bool(_) => true,
            Value::Array(items) => items.iter().all(Value::is_string),
            Value::Null | Value::Object(_) => false,
        };
        let words = "An answer can carry text, numbers, yes or no, and lists of text only.";
        (!carried && !self.open).then(|| crate::check::fault(Reason::Type, words.to_owned()))
    }

    pub(crate) fn located(&self, at: usize, located: Located) -> FieldError {
        self.located_at(at, located, &[])
    }

    /// The same, with the steps that lead further down than there are fields.
    fn located_at(&self, at: usize, Located { below, fault }: Located, steps: &[String]) -> FieldError {
        let field = u32::try_from(at).ok().filter(|_| at < self.form.fields.len());
        let rule = self.rules.get(at);
        let words = match rule {
            // Beside the JSON editor nothing else says which value is meant.
            Some(rule) if self.form.editor.is_some() => {
                let label = words::quoted(&rule.label);
                match (fault.reason, steps) {
                    (Reason::Required, []) => words::missing(&rule.label),
                    _ => words::at(&[&[label], steps].concat(), &fault.words),
                }
            }
            _ => words::at(steps, &fault.words),
        };
        FieldError { field, key: rule.map(|rule| rule.key.clone()), below, reason: fault.reason, words }
    }

    /// What the fields do not see themselves. A place that has an error keeps that one alone.
    fn add_breaches(&self, content: &Map<String, Value>, sent: &Map<String, Value>, errors: &mut Vec<FieldError>) {
        let Some(whole) = &self.whole else { return };
        // Values that failed are shown to the rules as well: a rule about two fields is not to report one as absent.
        let mut seen = sent.clone();
        for rule in &self.rules {
            if let Some(value) = content.get(&rule.key).filter(|_| !sent.contains_key(&rule.key)) {
                seen.insert(rule.key.clone(), value.clone());
            }
        }
        let mut blamed: Blamed = errors.iter().collect();
        let literal = self.form.editor.is_some() || self.open;
        for breach in whole.breaches(&Value::Object(seen)) {
            let error = self.blaming(&breach, literal);
            if error.key.is_none() || !blamed.has(&error) {
                blamed.add(&error);
                errors.push(error);
            }
        }
        in_order(errors);
        // A sentence without a place says nothing more when a field is to blame, nor when said twice.
        errors.dedup_by(|a, b| a.key.is_none() && a == b);
    }

    /// A broken rule, at the field that it is about. `literal`: the person writes JSON, so place and rule are named.
    fn blaming(&self, breach: &Breach, literal: bool) -> FieldError {
        let missing: Option<Vec<String>> =
            breach.missing.as_ref().map(|key| [&breach.way[..], std::slice::from_ref(key)].concat());
        if let Some((at, below, [])) = missing.as_deref().and_then(|way| self.way_down(way)) {
            let fault = crate::check::fault(Reason::Required, words::REQUIRED.to_owned());
            return self.located(at, Located { below, fault });
        }
        let Some((at, below, rest)) = self.way_down(&breach.way) else {
            let words = if literal { breach.of_all() } else { words::TOGETHER.to_owned() };
            return nowhere(breach.reason, words);
        };
        let (words, steps) = match literal {
            true => (breach.said.clone(), breach.steps(rest.len())),
            false => (words::RULES.to_owned(), [].as_slice()),
        };
        let reason = if rest.is_empty() { breach.reason } else { Reason::Keyword };
        self.located_at(at, Located { below, fault: crate::check::fault(reason, words) }, steps)
    }

    /// The field and the positions that keys and indices lead to, as far as there are fields, and the rest of the way.
    fn way_down<'a>(&self, way: &'a [String]) -> Option<(usize, Vec<u32>, &'a [String])> {
        let (key, rest) = way.split_first()?;
        let at = *self.by_key.get(key)?;
        let (below, rest) = way_down(self.rules.get(at)?, rest);
        Some((at, below, rest))
    }
}

/// The same within one rule.
fn way_down<'a>(mut rule: &Rule, mut way: &'a [String]) -> (Vec<u32>, &'a [String]) {
    let mut below = Vec::new();
    while let [step, rest @ ..] = way {
        let next = match &rule.kind {
            Kind::Group(members) => members.iter().enumerate().find(|(_, member)| member.key == *step),
            Kind::List { item, .. } => step.parse().ok().map(|at| (at, item.as_ref())),
            _ => None,
        };
        let Some((at, inner)) = next else { break };
        let Ok(position) = u32::try_from(at) else { break };
        below.push(position);
        (rule, way) = (inner, rest);
    }
    (below, way)
}

/// 36.0 goes out as 36, as the form would write it.
fn carried(rule: &Rule, value: &Value) -> Value {
    match (&rule.kind, value) {
        (Kind::Json, value) => value.clone(),
        (_, Value::Number(number)) => Value::Number(shortest(number)),
        (Kind::Group(members), Value::Object(value)) => {
            let mut sent = value.clone();
            for member in members {
                if let Some(value) = sent.get_mut(&member.key) {
                    *value = carried(member, value);
                }
            }
            Value::Object(sent)
        }
        (Kind::List { item, .. }, Value::Array(items)) => items.iter().map(|value| carried(item, value)).collect(),
        (_, other) => other.clone(),
    }
}
