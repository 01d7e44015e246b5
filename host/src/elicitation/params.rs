//! `params` of `elicitation/create` → what is asked of the person, or why nothing is (ELI-01…03, URL-01, URL-06).

use serde_json::{Map, Value};

use super::link::{Fault, Link};
use crate::Revision;
use crate::connection::Declared;
use crate::json;

/// The two modes of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A form, or an app in its place.
    Form,
    /// A page to open.
    Url,
}

impl Mode {
    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Url => "url",
        }
    }
}

/// The modes that were declared to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modes {
    /// `elicitation.form`.
    pub form: bool,
    /// `elicitation.url`.
    pub url: bool,
}

impl Modes {
    /// Reads the `elicitation` member of a client's capabilities. An empty object means form only (CAP-02); in
    /// 2025-06-18 any object does, because that revision knows no modes.
    pub fn declared(revision: Revision, elicitation: Option<&Value>) -> Self {
        let Some(object) = elicitation.and_then(Value::as_object) else { return Self { form: false, url: false } };
        let has = |mode| object.get(mode).is_some_and(Value::is_object);
        if revision == Revision::V2025_06_18 {
            return Self { form: true, url: false };
        }
        Self { form: has("form") || object.is_empty(), url: has("url") }
    }

    fn has(self, mode: Mode) -> bool {
        match mode {
            Mode::Form => self.form,
            Mode::Url => self.url,
        }
    }
}

impl From<Declared> for Modes {
    fn from(declared: Declared) -> Self {
        Self { form: declared.form, url: declared.url }
    }
}

/// A question that can be asked.
#[derive(Debug)]
pub enum Asked {
    /// Form mode.
    Form {
        /// The server's words.
        message: String,
        /// `requestedSchema` as received.
        schema: Value,
        /// The same, read.
        question: native_form::Question,
        /// `_meta.ui.resourceUri`, whatever it is (RES-02).
        hint: Option<Value>,
    },
    /// URL mode.
    Url {
        /// The server's words.
        message: String,
        /// The page.
        link: Link,
        /// `elicitationId`, in 2025-11-25 only.
        id: Option<String>,
    },
}

impl Asked {
    /// Its mode.
    pub fn mode(&self) -> Mode {
        match self {
            Self::Form { .. } => Mode::Form,
            Self::Url { .. } => Mode::Url,
        }
    }

    /// The server's words.
    pub fn message(&self) -> &str {
        match self {
            Self::Form { message, .. } | Self::Url { message, .. } => message,
        }
    }
}

/// Why a question is not asked. A stateful revision answers -32602 (ELI-02), 2026-07-28 ends the operation (ELI-03).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The mode, where it could be told.
    pub mode: Option<Mode>,
    /// The kind of breach.
    pub why: Why,
    /// Completes “… asked in a way that the protocol forbids: …”.
    pub words: String,
}

/// The kinds of breach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The mode was not declared; and whether the rest is malformed too.
    UndeclaredMode {
        /// A member is missing or of the wrong type.
        malformed: bool,
    },
    /// There is no such mode.
    UnknownMode,
    /// A member is missing or of the wrong type.
    Malformed,
    /// `requestedSchema` can't be asked (SCH-03).
    Schema,
    /// The address must not be opened.
    Link(Fault),
}

impl Why {
    /// `UNDECLARED_MODE`, where that is the reason.
    pub fn reason(self) -> Option<&'static str> {
        matches!(self, Self::UndeclaredMode { .. } | Self::UnknownMode).then_some("UNDECLARED_MODE")
    }
}

/// Reads `params` from their source text; the value too, for what it says besides.
///
/// # Errors
/// As [`read`]; a text that nothing can hold is malformed.
pub fn read_text(revision: Revision, modes: Modes, params: &str) -> (Value, Result<Asked, Refusal>) {
    match json::read(params) {
        Ok(value) => {
            let asked = read(revision, modes, &value);
            (value, asked)
        }
        Err(error) => {
            let words = crate::operation::unreadable("its question", &error);
            (Value::Null, Err(Refusal { mode: None, why: Why::Malformed, words }))
        }
    }
}

/// Reads `params` as the named revision defines them.
///
/// # Errors
/// [`Refusal`]; an undeclared mode comes before everything else.
pub fn read(revision: Revision, modes: Modes, params: &Value) -> Result<Asked, Refusal> {
    let refusal = |mode, why, words: &str| Refusal { mode, why, words: words.to_owned() };
    let Some(object) = params.as_object() else {
        return Err(refusal(None, Why::Malformed, "its question has no content"));
    };
    let mode = match (revision, object.get("mode")) {
        (Revision::V2025_06_18, _) | (_, None) => Mode::Form,
        (_, Some(Value::String(mode))) if mode == "form" => Mode::Form,
        (_, Some(Value::String(mode))) if mode == "url" => Mode::Url,
        (_, Some(Value::String(_))) => {
            return Err(refusal(None, Why::UnknownMode, "its question is of a kind that does not exist"));
        }
        (_, Some(_)) => return Err(refusal(None, Why::Malformed, "the kind of its question cannot be read")),
    };
    let members = match mode {
        Mode::Form => read_form(object),
        Mode::Url => read_url(revision, object),
    };
    if !modes.has(mode) {
        let words = match mode {
            Mode::Form => "it asks with a form, which it was not offered",
            Mode::Url => "it asks to open a page, which it was not offered",
        };
        let malformed = members.is_err_and(|(why, _)| why != Why::Schema || !object.contains_key("requestedSchema"));
        return Err(refusal(Some(mode), Why::UndeclaredMode { malformed }, words));
    }
    members.map_err(|(why, words)| Refusal { mode: Some(mode), why, words })
}

type Members = Result<Asked, (Why, String)>;

fn read_form(object: &Map<String, Value>) -> Members {
    let message = message(object)?;
    let schema = object.get("requestedSchema");
    let Some(schema @ Value::Object(_)) = schema else {
        return Err((Why::Schema, "it does not say what it asks for".to_owned()));
    };
    let meta = meta(object)?;
    let reading = native_form::Question::read(schema);
    let Some(question) = reading.question else {
        let words = reading.words.unwrap_or_else(|| "what it asks for cannot be answered".to_owned());
        return Err((Why::Schema, words));
    };
    let hint = meta.and_then(|meta| meta.get("ui")).and_then(Value::as_object).and_then(|ui| ui.get("resourceUri"));
    Ok(Asked::Form { message, schema: schema.clone(), question, hint: hint.cloned() })
}

fn read_url(revision: Revision, object: &Map<String, Value>) -> Members {
    let message = message(object)?;
    meta(object)?;
    let Some(Value::String(text)) = object.get("url") else {
        return Err((Why::Malformed, "it asks to open a page without an address".to_owned()));
    };
    let id = match (revision, object.get("elicitationId")) {
        (Revision::V2025_11_25, Some(Value::String(id))) => Some(id.clone()),
        (Revision::V2025_11_25, _) => {
            return Err((Why::Malformed, "it asks to open a page without naming the request".to_owned()));
        }
        _ => None,
    };
    let link = Link::read(text).map_err(|fault| (Why::Link(fault), fault.words().to_owned()))?;
    Ok(Asked::Url { message, link, id })
}

fn message(object: &Map<String, Value>) -> Result<String, (Why, String)> {
    match object.get("message") {
        Some(Value::String(message)) => Ok(message.clone()),
        _ => Err((Why::Malformed, "its question has no words".to_owned())),
    }
}

fn meta(object: &Map<String, Value>) -> Result<Option<&Map<String, Value>>, (Why, String)> {
    match object.get("_meta") {
        None => Ok(None),
        Some(Value::Object(meta)) => Ok(Some(meta)),
        Some(_) => Err((Why::Malformed, "the notes of its question cannot be read".to_owned())),
    }
}
