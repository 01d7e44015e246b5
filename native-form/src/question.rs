//! One `requestedSchema`, read once: its form, and the checks of what comes back.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::answer::{Blamed, about_all, in_order};
use crate::check::nested::Faults;
use crate::check::rule::Rule;
use crate::check::whole::Whole;
use crate::{Draft, DraftValue, FieldError, Form, Reason, entered, read, words};

/// How a schema can be asked (SCH-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Inside the grammar.
    Valid,
    /// Outside it, drawn with notes.
    Degraded,
    /// Answered in the checked JSON editor.
    Editor,
    /// Can't be read, or has no legal answer.
    Refuse,
}

/// What came of reading a schema.
#[derive(Debug)]
pub struct Reading {
    /// The verdict.
    pub verdict: Verdict,
    /// The codes of that verdict's level (wire examples' glossary); empty for `Valid`.
    pub reasons: Vec<&'static str>,
    /// Completes “… asked in a way that the protocol forbids: …” for `Refuse`.
    pub words: Option<String>,
    /// The question; none for `Refuse`.
    pub question: Option<Question>,
    /// The earliest protocol revision whose grammar has every keyword used; only for `Valid`.
    pub grammar_since: Option<&'static str>,
}

/// A schema that can be asked.
#[derive(Debug)]
pub struct Question {
    pub(crate) form: Form,
    /// What each field accepts, by position; with the JSON editor the form has no fields, but there are rules all the same.
    pub(crate) rules: Vec<Rule>,
    pub(crate) by_key: HashMap<String, usize>,
    /// What no rule checks.
    pub(crate) whole: Option<Whole>,
    /// Tool arguments: any JSON, and keys that the schema does not declare stay.
    pub(crate) open: bool,
}

/// What may be sent: checked, stripped of undeclared keys (SCH-14).
#[derive(Clone, Debug, PartialEq)]
pub enum Outgoing {
    /// With its `content`.
    Accept(Map<String, Value>),
    /// Without content, whatever came with it.
    Decline,
    /// Likewise.
    Cancel,
}

/// What is left of an answer that does not fit (APP-22).
#[derive(Clone, Debug, PartialEq)]
pub struct Salvage {
    /// The values that fit on their own, the rest as the form starts.
    pub draft: Draft,
    /// Labels of the fields kept.
    pub kept: Vec<String>,
    /// Labels of the fields left out, each with why.
    pub left_out: Vec<(String, String)>,
}

/// What a form shows of a text that was written as JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Carried {
    /// One value a field.
    pub draft: Draft,
    /// Nothing of the text is missing in it.
    pub whole: bool,
}

impl Question {
    /// Reads a `requestedSchema` as received.
    pub fn read(schema: &Value) -> Reading {
        read::elicitation(schema)
    }

    /// Reads a tool's `inputSchema`: any JSON Schema, any value; what fits no control gets the editor, nothing is refused.
    pub fn read_arguments(schema: &Value) -> Self {
        read::arguments(schema)
    }

    /// The form.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// What the form starts with.
    pub fn initial(&self) -> Draft {
        Draft(self.form.fields.iter().map(|field| field.initial.clone()).collect())
    }

    /// What the draft amounts to. Nothing entered, or something emptied again, is absent (ELI-15), and needs an answer
    /// where one is required; an empty text or list is one where the person says so (U-06).
    ///
    /// # Errors
    /// All errors, in the order of the fields.
    pub fn draft_to_content(&self, draft: &Draft) -> Result<Map<String, Value>, Vec<FieldError>> {
        let (content, mut errors) = self.gathered(draft);
        match self.checked(&content) {
            Ok(content) if errors.is_empty() => Ok(content),
            Ok(_) => Err(errors),
            Err(more) => {
                // What cannot be read is not absent.
                let unread: Blamed = errors.iter().collect();
                errors.extend(more.into_iter().filter(|error| error.key.is_none() || !unread.has(error)));
                in_order(&mut errors);
                Err(errors)
            }
        }
    }

    /// What can be read of the draft, and what cannot.
    fn gathered(&self, draft: &Draft) -> (Map<String, Value>, Vec<FieldError>) {
        let mut content = Map::new();
        let mut errors = Vec::new();
        let fields = self.form.fields.len();
        for (at, rule) in self.rules.iter().take(fields).enumerate() {
            let mut faults = Faults::default();
            if let Some(value) = entered::gathered(rule, draft.0.get(at).unwrap_or(&DraftValue::Untouched), &mut faults)
            {
                content.insert(rule.key.clone(), value);
            }
            errors.extend(faults.all().into_iter().map(|located| self.located(at, located)));
        }
        (content, errors)
    }

    /// The draft as JSON, to go on with in the editor: all of it that can be read, whether it fits or not.
    pub fn draft_to_json(&self, draft: &Draft) -> String {
        serde_json::to_string_pretty(&self.gathered(draft).0).unwrap_or_default()
    }

    /// The editor's text as a draft, to go on with in the form: what the form can show of it, whether it fits or not.
    /// None where it is no JSON object, or there is no form.
    pub fn json_to_draft(&self, text: &str) -> Option<Carried> {
        let Ok(Value::Object(content)) = entered::json(text) else { return None };
        if self.form.editor.is_some() {
            return None;
        }
        let mut shown = 0;
        let mut entered = |rule: &Rule| {
            let value = content.get(&rule.key).and_then(|value| entered::of_own(rule, value));
            shown += usize::from(value.is_some());
            value.unwrap_or_default()
        };
        let draft = Draft(self.rules.iter().map(&mut entered).collect());
        Some(Carried { draft, whole: shown == content.len() })
    }

    /// What the JSON editor's text amounts to.
    ///
    /// # Errors
    /// Where it is no JSON (line and column), breaks the schema, or names what a question does not ask for: an app's answer
    /// loses that (SCH-14), but a person who has written it hears so.
    pub fn json_to_content(&self, text: &str) -> Result<Map<String, Value>, Vec<FieldError>> {
        match entered::json(text) {
            Ok(Value::Object(content)) => {
                match content.keys().find(|key| !self.open && !self.by_key.contains_key(*key)) {
                    Some(key) => Err(about_all(Reason::Keyword, &words::undeclared(key))),
                    None => self.checked(&content),
                }
            }
            Ok(_) => Err(about_all(Reason::ContentNotObject, "The answer has to be a JSON object, in { and }.")),
            Err(fault) => Err(about_all(fault.reason, &fault.words)),
        }
    }

    /// Checks an `ElicitResult` of an app (APP-20): the same checks as for the form.
    ///
    /// # Errors
    /// All errors; the first has the reason code.
    pub fn check(&self, result: &Value) -> Result<Outgoing, Vec<FieldError>> {
        let Value::Object(result) = result else { return Err(about_all(Reason::ResultNotObject, words::RESULT)) };
        match result.get("action").and_then(Value::as_str) {
            Some("decline") => return Ok(Outgoing::Decline),
            Some("cancel") => return Ok(Outgoing::Cancel),
            Some("accept") => {}
            _ => return Err(about_all(Reason::Action, words::ACTION)),
        }
        let content = match result.get("content") {
            None => &Map::new(),
            Some(Value::Object(content)) => content,
            Some(_) => return Err(about_all(Reason::ContentNotObject, words::CONTENT)),
        };
        self.checked(content).map(Outgoing::Accept).map_err(|mut errors| {
            // The code that stands first in the glossary wins.
            errors.sort_by_key(|error| error.reason as u8);
            errors
        })
    }

    /// What can be kept of `content` for the form.
    pub fn salvage(&self, content: &Value) -> Salvage {
        self.salvaged(content)
    }

    /// Label and value of everything in `content`, in words, titles in place of constants.
    pub fn describe(&self, content: &Map<String, Value>) -> Vec<(String, String)> {
        self.described(content)
    }
}
