//! Content, checked and stripped: the one way out for every answer (APP-20, SCH-14).

use serde_json::{Map, Value};

use crate::bounds::MAX_ERRORS;
use crate::check::rule::{Kind, Rule};
use crate::number::shortest;
use crate::{FieldError, Question, Reason, words};

/// An error about the whole answer.
pub(crate) fn about_all(reason: Reason, words: &str) -> Vec<FieldError> {
    vec![FieldError { field: None, key: None, below: Vec::new(), reason, words: words.to_owned() }]
}

impl Question {
    /// The values that may be sent, in the order of the form, so that nobody can tell who wrote them (APP-25).
    pub(crate) fn checked(&self, content: &Map<String, Value>) -> Result<Map<String, Value>, Vec<FieldError>> {
        let mut sent = Map::new();
        let mut errors = Vec::new();
        for (at, rule) in self.rules.iter().enumerate() {
            match content.get(&rule.key) {
                None if rule.required => errors.push(self.error(at, Reason::Required, missing(rule))),
                None => {}
                Some(value) => match rule.fault(value).or_else(|| self.uncarried(value)) {
                    Some(fault) => errors.push(self.error(at, fault.reason, fault.words)),
                    None => {
                        sent.insert(rule.key.clone(), carried(rule, value));
                    }
                },
            }
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

    pub(crate) fn error(&self, at: usize, reason: Reason, words: String) -> FieldError {
        let field = u32::try_from(at).ok().filter(|_| at < self.form.fields.len());
        FieldError { field, key: self.rules.get(at).map(|rule| rule.key.clone()), below: Vec::new(), reason, words }
    }

    /// What the fields do not see themselves. A field that has an error keeps that one alone.
    fn add_breaches(&self, content: &Map<String, Value>, sent: &Map<String, Value>, errors: &mut Vec<FieldError>) {
        let Some(whole) = &self.whole else { return };
        // Values that failed are shown to the rules as well: a rule about two fields is not to report one as absent.
        let mut seen = sent.clone();
        for rule in &self.rules {
            if let Some(value) = content.get(&rule.key).filter(|_| !sent.contains_key(&rule.key)) {
                seen.insert(rule.key.clone(), value.clone());
            }
        }
        let mut blamed: std::collections::HashSet<Option<String>> = errors.iter().map(|e| e.key.clone()).collect();
        let literal = self.form.editor.is_some() || self.open;
        for breach in whole.breaches(&Value::Object(seen), literal) {
            let at = breach.key.as_ref().and_then(|key| self.by_key.get(key)).copied();
            let key = at.and(breach.key);
            if !blamed.insert(key.clone()) && key.is_some() {
                continue;
            }
            errors.push(match at {
                Some(at) => self.error(at, breach.reason, breach.words),
                None => {
                    FieldError { field: None, key: None, below: Vec::new(), reason: breach.reason, words: breach.words }
                }
            });
        }
        errors.sort_by_key(|error| error.field.map_or(u32::MAX, |field| field));
        // A sentence without a place says nothing more when a field is to blame, nor when said twice.
        errors.dedup_by(|a, b| a.key.is_none() && a == b);
    }
}

fn missing(rule: &Rule) -> String {
    match &rule.kind {
        Kind::Many { count, .. } => match count.min.filter(|min| *min > 0) {
            Some(min) => words::too_few(words::Listed::Choices, min),
            None => words::REQUIRED.to_owned(),
        },
        _ => words::REQUIRED.to_owned(),
    }
}

/// 36.0 goes out as 36, as the form would write it.
fn carried(rule: &Rule, value: &Value) -> Value {
    match value {
        Value::Number(number) if !matches!(rule.kind, Kind::Json) => Value::Number(shortest(number)),
        other => other.clone(),
    }
}
