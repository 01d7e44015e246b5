//! One `requestedSchema`, read once: its form, and the checks of what comes back.

use serde_json::{Map, Value};

use crate::{Draft, FieldError, Form};

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
}

/// A schema that can be asked.
#[derive(Debug)]
pub struct Question {/* … */}

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

impl Question {
    /// Reads a `requestedSchema` as received.
    pub fn read(_schema: &Value) -> Reading {
        todo!()
    }

    /// Reads a tool's `inputSchema`: any JSON Schema, any value; what fits no control gets the editor, nothing is refused.
    pub fn read_arguments(_schema: &Value) -> Self {
        todo!()
    }

    /// The form.
    pub fn form(&self) -> &Form {
        todo!()
    }

    /// What the form starts with.
    pub fn initial(&self) -> Draft {
        todo!()
    }

    /// What the draft amounts to.
    ///
    /// # Errors
    /// All errors, in the order of the fields.
    pub fn draft_to_content(&self, _draft: &Draft) -> Result<Map<String, Value>, Vec<FieldError>> {
        todo!()
    }

    /// What the JSON editor's text amounts to.
    ///
    /// # Errors
    /// Where it is no JSON (line and column), or breaks the schema.
    pub fn json_to_content(&self, _text: &str) -> Result<Map<String, Value>, Vec<FieldError>> {
        todo!()
    }

    /// Checks an `ElicitResult` of an app (APP-20): the same checks as for the form.
    ///
    /// # Errors
    /// All errors; the first has the reason code.
    pub fn check(&self, _result: &Value) -> Result<Outgoing, Vec<FieldError>> {
        todo!()
    }

    /// What can be kept of `content` for the form.
    pub fn salvage(&self, _content: &Value) -> Salvage {
        todo!()
    }

    /// Label and value of everything in `content`, in words, titles in place of constants.
    pub fn describe(&self, _content: &Map<String, Value>) -> Vec<(String, String)> {
        todo!()
    }
}
