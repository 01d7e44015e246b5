//! What is left of an answer that does not fit (APP-22), and how values read (APP-30).

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::check::rule::{Kind, Options, Rule};
use crate::check::work::metered;
use crate::secret::is_secret;
use crate::{Draft, Question, Salvage, entered, words};

impl Question {
    pub(crate) fn salvaged(&self, content: &Value) -> Salvage {
        let nothing = || Salvage { draft: self.initial(), kept: Vec::new(), left_out: Vec::new() };
        match metered(|| self.salvaged_in_pass(content, nothing())) {
            // What was not compared in full is not known to fit.
            (_, true) => nothing(),
            (salvage, false) => salvage,
        }
    }

    fn salvaged_in_pass(&self, content: &Value, mut salvage: Salvage) -> Salvage {
        let Some(content) = content.as_object().filter(|_| self.form.editor.is_none()) else { return salvage };
        let breached = self.breached(content);
        let Salvage { draft: Draft(values), kept, left_out } = &mut salvage;
        for (rule, place) in self.rules.iter().zip(values) {
            let Some(value) = content.get(&rule.key) else { continue };
            let why = match rule.fault(value) {
                Some(fault) => Some(clause(&fault.words)),
                None if is_secret(rule, value) => Some("it looks like a secret".to_owned()),
                None if breached.contains(rule.key.as_str()) => Some(clause(words::RULES)),
                None => match entered::of(rule, value) {
                    Some(entered) => {
                        *place = entered;
                        None
                    }
                    None => Some("it cannot be typed here".to_owned()),
                },
            };
            match why {
                None => kept.push(rule.label.clone()),
                Some(why) => left_out.push((rule.label.clone(), why)),
            }
        }
        salvage
    }

    /// Keys whose value breaks a rule that is checked on sending only.
    fn breached(&self, content: &Map<String, Value>) -> HashSet<String> {
        let Some(whole) = &self.whole else { return HashSet::new() };
        let declared = content.iter().filter(|(key, _)| self.by_key.contains_key(key.as_str()));
        let declared: Map<String, Value> = declared.map(|(key, value)| (key.clone(), value.clone())).collect();
        let breaches = whole.breaches(&Value::Object(declared)).into_iter();
        breaches.filter_map(|breach| breach.way.into_iter().next().or(breach.missing)).collect()
    }

    pub(crate) fn described(&self, content: &Map<String, Value>) -> Vec<(String, String)> {
        let line = |(key, value): (&String, &Value)| match self.by_key.get(key).and_then(|at| self.rules.get(*at)) {
            Some(rule) => (rule.label.clone(), in_words(rule, value)),
            None => (key.clone(), value.to_string()),
        };
        content.iter().map(line).collect()
    }
}

/// The first sentence, to stand in brackets.
fn clause(words: &str) -> String {
    let first = words.split_once(". ").map_or(words, |(first, _)| first);
    first.trim_end_matches('.').to_owned()
}

/// As the person knows it: titles in place of constants. A secret too: who confirms what goes out sees all of it, and no
/// mask suggests that it is safe (ELI-11).
fn in_words(rule: &Rule, value: &Value) -> String {
    let title = |options: &Options, value: &Value| {
        let at = options.position(value).and_then(|at| usize::try_from(at).ok());
        at.and_then(|at| options.labels.get(at).cloned())
    };
    let plain = |value: &Value| words::scalar(value).unwrap_or_else(|| value.to_string());
    match (&rule.kind, value) {
        (Kind::One(options), value) => title(options, value).unwrap_or_else(|| plain(value)),
        (Kind::Json, value) => value.to_string(),
        (Kind::Group(members), Value::Object(value)) => {
            let part = |(key, value): (&String, &Value)| match members.iter().find(|member| member.key == *key) {
                Some(member) => format!("{}: {}", member.label, in_words(member, value)),
                None => format!("{key}: {value}"),
            };
            value.iter().map(part).collect::<Vec<_>>().join(", ")
        }
        (_, Value::Array(items)) if items.is_empty() => "Nothing".to_owned(),
        (Kind::Many { options, .. }, Value::Array(items)) => {
            let titles: Vec<String> = items.iter().map(|v| title(options, v).unwrap_or_else(|| plain(v))).collect();
            titles.join(", ")
        }
        (Kind::List { item, .. }, Value::Array(items)) => {
            items.iter().map(|value| in_words(item, value)).collect::<Vec<_>>().join("; ")
        }
        (_, Value::Array(items)) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        (_, value) => plain(value),
    }
}
