//! What a form is made of: plain data that the window draws and sends back.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A form that asks for everything a `requestedSchema` describes.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct Form {
    /// In the order of the server's `properties` (ELI-17); undeclared required keys come last.
    pub fields: Vec<Field>,
    /// Said once above the form: what was left out or goes beyond the grammar, in plain words.
    pub notes: Vec<Note>,
    /// Set where no control fits: the answer is written as JSON, and this sentence part says why
    /// (“it asks for a list of objects”). `fields` is empty then.
    pub editor: Option<String>,
    /// Something that it asks for, at any depth, looks like a secret (ELI-11): its JSON is not kept.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub secret: bool,
}

/// One property of the schema.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct Field {
    /// The property's key, opaque (ELI-18). A draft refers to fields by position, never by key.
    pub key: String,
    /// `title`, else the key.
    pub label: String,
    /// `description`.
    pub help: Option<String>,
    /// Listed in `required`.
    pub required: bool,
    /// What to draw.
    pub control: Control,
    /// What the field starts with: its default, if that fits its own schema.
    pub initial: DraftValue,
    /// An empty text or list may fit it, so the person can say that this is the answer: [`DraftValue::Empty`] (U-06).
    pub takes_empty: bool,
    /// The constraints in plain words (“At most 200 characters”), empty where there are none.
    pub limits: Vec<String>,
    /// Notes of this field in plain words.
    pub notes: Vec<String>,
    /// The suggested value, as text, if it does not fit the field's own schema (SCH-08).
    pub broken_default: Option<String>,
    /// It looks like a request for a secret (ELI-11).
    pub secret: bool,
    /// What the server accepts, pretty-printed, where the value is written as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub schema: Option<String>,
}

/// What a field is drawn as. `kind` is the tag.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export)]
pub enum Control {
    /// Free text. Also for unknown formats.
    Text {
        /// Draw several lines: `maxLength` is large or absent.
        multiline: bool,
        /// Code points.
        max_length: Option<u32>,
    },
    /// `format: email`.
    Email,
    /// `format: uri`.
    Url,
    /// `format: date`, `YYYY-MM-DD`.
    Date,
    /// `format: date-time`, with an offset (SCH-10).
    DateTime,
    /// Any number, typed as text.
    Number,
    /// A whole number, typed as text.
    Integer,
    /// Yes or no; unset until chosen where there is no default (ELI-16).
    Toggle,
    /// One of some options.
    Select {
        /// In the server's order.
        options: Vec<Choice>,
    },
    /// Some of some options.
    MultiSelect {
        /// In the server's order.
        options: Vec<Choice>,
        /// `minItems`.
        min: Option<u32>,
        /// `maxItems`.
        max: Option<u32>,
    },
    /// A list of free strings, one a line.
    TextList {
        /// `minItems`.
        min: Option<u32>,
        /// `maxItems`.
        max: Option<u32>,
    },
    /// One value written as JSON: only in forms for tool arguments, whose values may be anything.
    Json,
    /// A value with fields of its own: only in forms for tool arguments. Its draft is [`DraftValue::Group`] with one
    /// value a field, or [`DraftValue::Untouched`] where it is left out; filling it in begins with each field's
    /// [`Field::initial`].
    Group {
        /// In the server's order.
        fields: Vec<Field>,
    },
    /// A list whose items are drawn alike: only in forms for tool arguments. Its draft is [`DraftValue::List`] with
    /// one value an item; a new item begins with [`Field::initial`] of `item`.
    List {
        /// What each item is drawn as; its key is empty, its label is “Item” where the server gives none.
        item: Box<Field>,
        /// `minItems`.
        min: Option<u32>,
        /// `maxItems`.
        max: Option<u32>,
    },
}

/// One option of a select. Its value stays in Rust: a draft names options by position.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct Choice {
    /// The title, else the value as text.
    pub label: String,
    /// The value, where titles repeat and the person could not tell them apart.
    pub detail: Option<String>,
}

/// A sentence about the whole form.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct Note {
    /// The code of the wire examples' glossary, such as `FIELD_OMITTED`; for the details, never for the person.
    pub code: String,
    /// The key it is about, if it is about one.
    pub key: Option<String>,
    /// In plain words.
    pub words: String,
}

/// What the person has entered so far, one value a field, by position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct Draft(pub Vec<DraftValue>);

impl Draft {
    /// Whether anything is entered in it: what is emptied again is not (ELI-15).
    pub fn says_something(&self) -> bool {
        self.0.iter().any(|value| match value {
            DraftValue::Untouched => false,
            DraftValue::Text(text) => !text.is_empty(),
            DraftValue::Choices(chosen) => !chosen.is_empty(),
            DraftValue::Lines(lines) => !lines.is_empty(),
            DraftValue::List(items) => !items.is_empty(),
            DraftValue::Empty | DraftValue::Flag(_) | DraftValue::Choice(_) | DraftValue::Group(_) => true,
        })
    }
}

/// One entered value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
#[ts(export)]
pub enum DraftValue {
    /// Nothing entered; an optional field is then absent from the answer (ELI-15).
    #[default]
    Untouched,
    /// The empty text or list, said to be the answer (U-06): a text without letters and a list without members are
    /// none (ELI-15).
    Empty,
    /// As typed: text, numbers, dates, JSON.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// The position of the chosen option.
    Choice(u32),
    /// The positions of the chosen options.
    Choices(Vec<u32>),
    /// The lines of a text list; an empty one is a value like others.
    Lines(Vec<String>),
    /// The values of a group, by position of its fields.
    Group(Vec<DraftValue>),
    /// The values of a list's items.
    List(Vec<DraftValue>),
}

/// Why a value can't be sent, at its field.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export)]
pub struct FieldError {
    /// Position in [`Form::fields`]; none where the whole answer is to blame.
    pub field: Option<u32>,
    /// The property's key, if one is to blame.
    pub key: Option<String>,
    /// The way from `field` down to what is to blame: the position of a field in a group, of an item in a list, and so
    /// on. Absent where the field itself is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<u32>>", optional)]
    pub below: Vec<u32>,
    /// The code.
    pub reason: Reason,
    /// In plain words, with the value allowed.
    pub words: String,
}

/// Why an answer is refused: the codes of the wire examples (`elicit_results`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[ts(export)]
#[allow(missing_docs)] // the names are the glossary's own
pub enum Reason {
    ResultNotObject,
    Action,
    ContentNotObject,
    Required,
    Type,
    Enum,
    MinLength,
    MaxLength,
    Minimum,
    Maximum,
    MinItems,
    MaxItems,
    Format,
    Pattern,
    Keyword,
}
