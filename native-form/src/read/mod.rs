//! From a schema to a question: the grammar of requirements 3.2 and what servers send beyond it (SCH-01 to SCH-08).

mod draw;
mod found;
mod keywords;
mod left;
mod list;
mod nested;
mod notes;
mod options;
mod property;
mod refs;
mod root;
mod scalar;
mod types;
mod union;
mod written;

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use self::draw::Drawn;
use self::found::Found;
use self::left::Left;
use self::property::{Read, Reader};
use self::root::Root;
use crate::bounds::{MAX_NESTED_FIELDS, MAX_OPTIONS_TOTAL, MAX_PROPERTIES, MAX_REFERENCED_BYTES, exceeded, json_size};
use crate::check::pattern::Patterns;
use crate::check::rule::Rule;
use crate::check::whole::Whole;
use crate::check::work::metered;
use crate::{Field, Form, Question, Reading, Verdict, secret};

/// Why a property has no control.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Why {
    NotASchema,
    NothingFits,
    LeadsNowhere,
    NotCarried,
    /// It can be answered, but not with a control; in words that follow the label.
    NeedsEditor(String),
    /// Beyond a bound (ELI-19), in words.
    TooLarge(String),
}

impl Why {
    fn words(&self) -> &str {
        match self {
            Self::NotASchema => "its description cannot be read",
            Self::NothingFits => "no answer fits its description",
            Self::LeadsNowhere => "its description lies elsewhere, and Askance fetches nothing",
            Self::NotCarried => "it asks for something that an answer cannot carry",
            Self::NeedsEditor(words) | Self::TooLarge(words) => words,
        }
    }
}

/// What reading one schema may still cost.
pub(crate) struct Budget {
    /// Bytes added by references.
    pub(crate) bytes: usize,
    pub(crate) options: usize,
    /// Fields within groups and lists.
    pub(crate) fields: usize,
}

impl Budget {
    pub(crate) fn whole() -> Self {
        Self { bytes: MAX_REFERENCED_BYTES, options: MAX_OPTIONS_TOTAL, fields: MAX_NESTED_FIELDS }
    }

    pub(crate) fn charge(&mut self, target: &Value) -> Result<(), Why> {
        let size = json_size(target, self.bytes).filter(|size| *size < self.bytes);
        let size = size.ok_or_else(|| Why::TooLarge("its references multiply it beyond 8 MiB".to_owned()))?;
        self.bytes -= size;
        Ok(())
    }

    /// For one more field within a group or a list.
    pub(crate) fn charge_field(&mut self) -> Result<(), Why> {
        self.fields = self.fields.checked_sub(1).ok_or(Why::NotCarried)?;
        Ok(())
    }
}

/// Reads a `requestedSchema`.
pub(crate) fn elicitation(schema: &Value) -> Reading {
    let refused = |(code, words)| Reading {
        verdict: Verdict::Refuse,
        reasons: vec![code],
        words: Some(words),
        question: None,
        grammar_since: None,
    };
    let Value::Object(map) = schema else {
        return refused(("SCHEMA_NOT_OBJECT", "it did not describe the answers it wants".to_owned()));
    };
    let patterns = match bounded(schema) {
        Ok(patterns) => patterns,
        Err(words) => return refused(too_large(&words)),
    };
    let read = || {
        let root = root::read(schema, map)?;
        let fields = fields(&root, &patterns)?;
        Ok(finished(&root, fields, &patterns))
    };
    match metered(read) {
        (Ok(_), true) => refused(too_large(SLOW)),
        (Ok(reading), false) => reading,
        (Err(why), _) => refused(why),
    }
}

/// The patterns of a schema that lies within the bounds, or what is too large about it.
fn bounded(schema: &Value) -> Result<Patterns, String> {
    match exceeded(schema) {
        Some(words) => Err(words),
        None => Patterns::of(schema),
    }
}

/// Reads a tool's `inputSchema`; what cannot be drawn as a whole gets the editor.
pub(crate) fn arguments(schema: &Value) -> Question {
    let whole = |words: &str| {
        let secret = secret::in_schema(schema);
        let form = Form { fields: Vec::new(), notes: Vec::new(), editor: Some(words.to_owned()), secret };
        Question { form, rules: Vec::new(), by_key: HashMap::new(), whole: None, open: true }
    };
    let Value::Object(map) = schema else { return whole("the tool does not describe its arguments") };
    let too_long = |words: &str| whole(&format!("the tool describes its arguments at too great a length: {words}"));
    let patterns = match bounded(schema) {
        Ok(patterns) => patterns,
        Err(words) => return too_long(&words),
    };
    let read = || {
        let root = root::read_open(schema, map)?;
        let fields = fields(&root, &patterns)?;
        Ok::<_, Refused>(question(&root, fields, &patterns).question)
    };
    match metered(read) {
        (Ok(_), true) => too_long(SLOW),
        (Ok(question), false) => question,
        (Err(_), _) => {
            let whole_schema = left::of_all(schema, &patterns);
            Question { whole: whole_schema, ..whole("the tool asks for more than a set of named values") }
        }
    }
}

/// What is said of patterns that take more than the texts of their own schema may.
const SLOW: &str = "its patterns take too long to be compared with its own texts";

/// The code of a refusal, and its words.
type Refused = (&'static str, String);

fn too_large(words: &str) -> Refused {
    ("SCHEMA_TOO_LARGE", format!("its question is larger than Askance accepts, {words}"))
}

/// All properties as read, before they become a question.
struct Fields {
    drawn: Vec<Drawn>,
    omitted: Vec<(String, String)>,
    editor: Option<String>,
    /// By key: what is left to check on sending.
    left: Map<String, Value>,
    found: Found,
}

fn fields(root: &Root<'_>, patterns: &Patterns) -> Result<Fields, Refused> {
    let open = root.open;
    let mut budget = Budget::whole();
    let mut all =
        Fields { drawn: Vec::new(), omitted: Vec::new(), editor: None, left: Map::new(), found: root.found.clone() };
    if root.properties.len() + root.undeclared.len() > MAX_PROPERTIES {
        return Err(too_large(&format!("it asks for more than {MAX_PROPERTIES} answers")));
    }
    let mut unanswerable = None;
    for (key, schema) in root.properties {
        let required = root.required.contains(key);
        let mut reader = Reader { document: &root.document, patterns, budget: &mut budget, open, depth: 0 };
        let why = match reader.property(schema) {
            Ok(read) if !(open && required && read.nullable) => {
                let left = match &read {
                    Read { kind, .. } if kind.is_nested() => schema.clone(),
                    Read { left, .. } if left.is_empty() => Value::Bool(true),
                    Read { left, .. } => Value::Object(left.clone()),
                };
                all.left.insert(key.clone(), left);
                let drawn = Drawn::new(key, required, read, open);
                all.found.join(&drawn.found);
                all.drawn.push(drawn);
                continue;
            }
            Ok(_) => Why::NotCarried,
            Err(Why::TooLarge(words)) => return Err(too_large(&words)),
            Err(why) => why,
        };
        if open {
            all.left.insert(key.clone(), schema.clone());
            all.drawn.push(written::field(key, required, schema, &why, &root.document, &mut budget));
            continue;
        }
        match why {
            Why::NeedsEditor(words) => {
                all.editor.get_or_insert_with(|| format!("“{}” {words}", label(key, schema)));
                all.left.insert(key.clone(), schema.clone());
                all.drawn.push(Drawn::json(key, required, Some(schema)));
            }
            why if required => {
                let words = format!("“{}” must be answered, but {}", label(key, schema), why.words());
                unanswerable.get_or_insert(("UNSATISFIABLE", words));
            }
            why => {
                all.left.insert(key.clone(), Value::Bool(true));
                all.found.add("FIELD_OMITTED");
                all.omitted.push((key.clone(), format!("“{}” is left out: {}.", label(key, schema), why.words())));
            }
        }
    }
    if let Some(why) = unanswerable {
        return Err(why);
    }
    for key in &root.undeclared {
        all.drawn.push(if open { written::undescribed(key) } else { Drawn::undeclared(key) });
    }
    Ok(all)
}

fn label(key: &str, schema: &Value) -> String {
    let title = schema.get("title").and_then(Value::as_str).unwrap_or(key);
    title.chars().take(80).collect()
}

/// A question, and what reading it came upon.
struct Built {
    question: Question,
    found: Found,
}

fn question(root: &Root<'_>, mut all: Fields, patterns: &Patterns) -> Built {
    let open = root.open;
    let left = std::mem::take(&mut all.left);
    let (whole, unchecked) = match left::compiled(&root.map, left, &root.document, patterns) {
        Left::Nothing => (None, false),
        Left::Checked(whole) => (Some(*whole), false),
        Left::Unchecked => (None, true),
    };
    if let Some(whole) = &whole {
        suit_defaults(&mut all.drawn, whole, &mut all.found);
    }
    let notes = notes::of(&all.found, root, &all.omitted, unchecked, open);
    let (fields, rules): (Vec<Field>, Vec<Rule>) = all.drawn.into_iter().map(|drawn| (drawn.field, drawn.rule)).unzip();
    let by_key = rules.iter().enumerate().map(|(at, rule)| (rule.key.clone(), at)).collect();
    let secret = secret::in_fields(&fields) || all.editor.is_some() && secret::in_schema(root.document.root);
    let fields = if all.editor.is_some() { Vec::new() } else { fields };
    let form = Form { fields, notes, editor: all.editor, secret };
    Built { question: Question { form, rules, by_key, whole, open }, found: all.found }
}

/// Defaults also have to fit what is checked on sending (SCH-08). They are checked in one pass: each for itself would
/// run the rules of the whole as often as there are defaults.
fn suit_defaults(all: &mut [Drawn], whole: &Whole, found: &mut Found) {
    let given = all.iter().filter(|drawn| drawn.has_left);
    let content: Map<String, Value> =
        given.filter_map(|drawn| Some((drawn.rule.key.clone(), drawn.default.clone()?))).collect();
    if content.is_empty() {
        return;
    }
    // Another key that is missing is no fault of a default.
    let breaches = whole.breaches(&Value::Object(content));
    let broken: HashSet<&String> = breaches.iter().filter_map(|breach| breach.way.first()).collect();
    for drawn in all.iter_mut().filter(|drawn| drawn.has_left && broken.contains(&drawn.rule.key)) {
        let Some(default) = &drawn.default else { continue };
        drawn.field.initial = draw::start(&drawn.field.control, drawn.field.required);
        drawn.field.broken_default = Some(draw::shown(default));
        found.add("DEFAULT_IGNORED");
    }
}

fn finished(root: &Root<'_>, fields: Fields, patterns: &Patterns) -> Reading {
    let Built { question, found } = question(root, fields, patterns);
    let editor = question.form.editor.is_some();
    let (verdict, reasons) = match (editor, found.codes()) {
        (true, _) => (Verdict::Editor, vec!["PROP_NEEDS_EDITOR"]),
        (false, []) => (Verdict::Valid, Vec::new()),
        (false, codes) => (Verdict::Degraded, codes.to_vec()),
    };
    let grammar_since = (verdict == Verdict::Valid).then(|| root.grammar_since());
    Reading { verdict, reasons, words: None, question: Some(question), grammar_since }
}
