//! A property as read becomes a field and its rule.

use serde_json::{Map, Value};

use super::found::Found;
use super::options::choices;
use super::property::Read;
use crate::bounds::cut;
use crate::check::rule::{Kind, Numeric, Rule, Text};
use crate::{Control, DraftValue, Field, entered, secret, words};

/// Longer texts are drawn in several lines.
const ONE_LINE: u64 = 120;

/// A field with its rule.
pub(crate) struct Drawn {
    pub(crate) field: Field,
    pub(crate) rule: Rule,
    /// The default that the field starts with.
    pub(crate) default: Option<Value>,
    /// Something about it is checked on sending only.
    pub(crate) has_left: bool,
    pub(crate) found: Found,
}

impl Drawn {
    pub(crate) fn new(key: &str, required: bool, read: Read, open: bool) -> Self {
        let Read { kind, nullable, map, left, notes, found, inside } = read;
        let mut drawn = Self::bare(key, required, kind, &map, inside);
        drawn.rule.nullable = nullable && open;
        drawn.field.notes.splice(0..0, notes);
        drawn.has_left = !left.is_empty() || drawn.rule.kind.is_nested();
        drawn.found = found;
        drawn.options_note();
        drawn.take_default(&map, nullable);
        drawn
    }

    /// A value written as JSON.
    pub(crate) fn json(key: &str, required: bool, schema: Option<&Value>) -> Self {
        let empty = Map::new();
        let map = schema.and_then(Value::as_object).unwrap_or(&empty);
        let mut drawn = Self::bare(key, required, Kind::Json, map, Vec::new());
        drawn.take_default(map, true);
        drawn
    }

    /// A required key that the schema does not describe: any value passes, text is asked for.
    pub(crate) fn undeclared(key: &str) -> Self {
        Self::bare(key, true, Kind::Text(Text { any: true, ..Text::default() }), &Map::new(), Vec::new())
    }

    fn bare(key: &str, required: bool, mut kind: Kind, map: &Map<String, Value>, mut inside: Vec<Field>) -> Self {
        let text = |word: &str| map.get(word).and_then(Value::as_str);
        let (label, label_cut) = cut(text("title").filter(|title| !title.trim().is_empty()).unwrap_or(key));
        let help = text("description").map(cut);
        let secret = secret::looks_secret(&kind, key, map);
        if kind.is_nested() && secret::is_named(key, text("title")) {
            secret::conceal(&mut kind, &mut inside);
        }
        let mut notes = Vec::new();
        if label_cut || help.as_ref().is_some_and(|(_, cut)| *cut) {
            notes.push("The server’s text for this is longer than 64 KiB. The rest is not shown.".to_owned());
        }
        let takes_empty = kind.takes_empty();
        let control = control(&kind, secret, inside);
        let field = Field {
            key: key.to_owned(),
            label: label.clone(),
            help: help.map(|(help, _)| help),
            required,
            initial: start(&control, required),
            control,
            limits: limits(&kind),
            takes_empty,
            notes,
            broken_default: None,
            schema: None,
            secret,
        };
        let rule = Rule { key: key.to_owned(), label, required, secret, nullable: false, kind };
        Self { field, rule, default: None, has_left: false, found: Found::default() }
    }

    fn options_note(&mut self) {
        if self.found.has("OPTION_DROPPED") {
            self.field.notes.push("Choices that the server itself would not accept are left out.".to_owned());
        }
        if self.found.has("ENUMNAMES_MISMATCH") {
            self.field
                .notes
                .push("The server’s names for the choices do not match them, so their values are shown.".to_owned());
        }
    }

    /// ELI-14, SCH-08: a default is taken if it fits, also a falsy one; never that of a secret.
    fn take_default(&mut self, map: &Map<String, Value>, nullable: bool) {
        let Some(default) = map.get("default").filter(|default| !(default.is_null() && nullable)) else { return };
        if self.rule.fault(default).is_some() {
            self.found.add("DEFAULT_IGNORED");
            self.field.broken_default = Some(shown(default)).filter(|_| !self.rule.secret);
            return;
        }
        if self.rule.secret {
            return;
        }
        if let Some(initial) = entered::of(&self.rule, default) {
            self.field.initial = initial;
            self.default = Some(default.clone());
        }
    }
}

/// What a field without a default starts with: a needed group with what its fields start with.
pub(crate) fn start(control: &Control, required: bool) -> DraftValue {
    match control {
        Control::Group { fields } if required => {
            DraftValue::Group(fields.iter().map(|field| field.initial.clone()).collect())
        }
        _ => DraftValue::Untouched,
    }
}

/// A value as a sentence names it.
pub(crate) fn shown(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    cut(&text).0
}

fn control(kind: &Kind, secret: bool, inside: Vec<Field>) -> Control {
    let small = |bound: Option<u64>| bound.map(|bound| u32::try_from(bound).unwrap_or(u32::MAX));
    match kind {
        Kind::Text(text) => text_control(text, secret),
        Kind::Number(numeric) if numeric.whole => Control::Integer,
        Kind::Number(_) => Control::Number,
        Kind::Flag { .. } => Control::Toggle,
        Kind::One(options) => Control::Select { options: choices(options) },
        Kind::Many { options, count } => {
            Control::MultiSelect { options: choices(options), min: small(count.min), max: small(count.max) }
        }
        Kind::Lines { count, .. } => Control::TextList { min: small(count.min), max: small(count.max) },
        Kind::Group(_) => Control::Group { fields: inside },
        Kind::List { count, .. } => match inside.into_iter().next() {
            Some(item) => Control::List { item: Box::new(item), min: small(count.min), max: small(count.max) },
            None => Control::Json,
        },
        Kind::Json => Control::Json,
    }
}

fn text_control(text: &Text, secret: bool) -> Control {
    use crate::check::format::Format;
    match text.format {
        Some(Format::Email) => Control::Email,
        Some(Format::Uri) => Control::Url,
        Some(Format::Date) => Control::Date,
        Some(Format::DateTime) => Control::DateTime,
        None => {
            let short = secret || text.pattern.is_some() || text.constant.is_some();
            let multiline = !short && text.max.is_none_or(|max| max > ONE_LINE);
            Control::Text { multiline, max_length: text.max.map(|max| u32::try_from(max).unwrap_or(u32::MAX)) }
        }
    }
}

fn limits(kind: &Kind) -> Vec<String> {
    let sentences = match kind {
        Kind::Text(text) => text_limits(text, "character"),
        Kind::Number(numeric) => number_limits(numeric),
        Kind::Flag { allowed: Some(only) } => {
            vec![Some(format!("only {} is accepted", words::quoted(words::yes_no(*only))))]
        }
        Kind::Many { count, .. } => vec![words::span(count.min, count.max, "").map(|span| format!("choose {span}"))],
        Kind::Lines { item, count } => {
            let mut limits =
                vec![words::span(count.min, count.max, "line"), count.unique.then(|| "no line twice".to_owned())];
            limits.extend(
                text_limits(item, "character").into_iter().map(|limit| limit.map(|l| format!("each line: {l}"))),
            );
            limits
        }
        Kind::List { count, .. } => {
            vec![words::span(count.min, count.max, "item"), count.unique.then(|| "no item twice".to_owned())]
        }
        Kind::Flag { allowed: None } | Kind::One(_) | Kind::Json | Kind::Group(_) => Vec::new(),
    };
    sentences.into_iter().flatten().map(|limit| words::sentence(&limit)).collect()
}

fn text_limits(text: &Text, noun: &str) -> Vec<Option<String>> {
    vec![
        words::span(text.min, text.max, noun),
        text.pattern.as_ref().map(|pattern| format!("must match {}", pattern.source)),
        text.constant.as_ref().map(|only| format!("only {} is accepted", words::quoted(only))),
    ]
}

fn number_limits(numeric: &Numeric) -> Vec<Option<String>> {
    let end = |closed: &Option<crate::check::rule::Limit>, open: &Option<crate::check::rule::Limit>, low: bool| {
        let pick_open = match (closed, open) {
            (Some(closed), Some(open)) if low => open.decimal >= closed.decimal,
            (Some(closed), Some(open)) => open.decimal <= closed.decimal,
            (closed, _) => closed.is_none(),
        };
        let chosen = if pick_open { open } else { closed };
        chosen.clone().map(|limit| (limit.number, pick_open))
    };
    let (low, high) = (end(&numeric.minimum, &numeric.above, true), end(&numeric.maximum, &numeric.below, false));
    let range = words::range(low.as_ref().map(|(n, o)| (n, *o)), high.as_ref().map(|(n, o)| (n, *o)));
    let kind = if numeric.whole { "whole number" } else { "number" };
    vec![
        Some(range.map_or_else(|| kind.to_owned(), |range| format!("{kind}, {range}"))),
        numeric.step.as_ref().map(|step| format!("a multiple of {}", words::number(&step.number))),
        numeric.constant.as_ref().map(|only| format!("only {} is accepted", words::number(&only.number))),
        numeric.allowed.as_ref().map(|allowed| words::one_of(&allowed.labels)),
    ]
}
