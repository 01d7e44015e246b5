//! The bounds of what is read (ELI-19). Beyond one of them a question is refused with a sentence, never cut.

use std::io;

use serde_json::Value;

/// Properties of a schema.
pub const MAX_PROPERTIES: usize = 500;
/// Options of one field.
pub const MAX_OPTIONS: usize = 20_000;
/// Options of all fields together, so that references to one long list do not multiply it.
pub const MAX_OPTIONS_TOTAL: usize = 30_000;
/// Nesting of objects and lists in a schema.
pub const MAX_DEPTH: usize = 32;
/// A schema's size as JSON.
pub const MAX_SCHEMA_BYTES: usize = 1024 * 1024;
/// What references may add to that size.
pub const MAX_REFERENCED_BYTES: usize = 8 * 1024 * 1024;
/// A `pattern`.
pub const MAX_PATTERN_BYTES: usize = 4 * 1024;
/// The different patterns of one schema together.
pub const MAX_PATTERN_BYTES_TOTAL: usize = 64 * 1024;
/// States that a pattern is compiled to, about; each of counted repetitions counts.
pub const MAX_PATTERN_STATES: usize = 32 * 1024;
/// The different patterns of one schema together: compiling them is most of what a first check takes.
pub const MAX_PATTERN_STATES_TOTAL: usize = 128 * 1024;
/// Compiled size of a pattern: more than [`MAX_PATTERN_STATES`] take.
pub const MAX_PATTERN_PROGRAM: usize = 8 * 1024 * 1024;
/// The engine's cache while it compares.
pub const MAX_PATTERN_CACHE: usize = 1024 * 1024;
/// States of patterns times bytes of the texts that they are compared with, in one check of an answer: about 50 ms of
/// the engine's slowest way. An answer beyond it does not fit, whatever it says (A16).
pub const MAX_PATTERN_WORK: usize = 1 << 22;
/// Patterns of one schema.
pub const MAX_PATTERNS: usize = 200;
/// From here on a text folds in the window.
pub const TEXT_FOLDS_AT: usize = 2 * 1024;
/// Here a text ends, with a note.
pub const TEXT_ENDS_AT: usize = 64 * 1024;
/// The schema of one field that is shown beside it.
pub const MAX_FIELD_SCHEMA_BYTES: usize = 16 * 1024;
/// The text of the JSON editor.
pub const MAX_JSON_BYTES: usize = 1024 * 1024;
/// Groups and lists within one another that are drawn in a form for tool arguments; what lies deeper is JSON.
pub const MAX_NESTING: usize = 4;
/// Fields within groups and lists of one form; a group or list beyond it is JSON.
pub const MAX_NESTED_FIELDS: usize = 500;
/// Items of one list that a draft may have.
pub const MAX_ITEMS: usize = 1000;
/// Errors reported at once.
pub const MAX_ERRORS: usize = 1000;
/// References followed from one property, and references within references of rules that are checked on sending.
pub const MAX_HOPS: usize = 32;
/// Subschemas that checking one answer may visit, references multiplied out: a schema whose rules double at each of
/// thirty references is not run.
pub const MAX_VISITS: u64 = 10_000;

/// What is too large about a schema, in words; nothing where all is within bounds.
pub(crate) fn exceeded(schema: &Value) -> Option<String> {
    if deeper_than(schema, MAX_DEPTH) {
        return Some(format!("it is nested more than {MAX_DEPTH} levels deep"));
    }
    if json_size(schema, MAX_SCHEMA_BYTES).is_none() {
        return Some("it is larger than 1 MiB".to_owned());
    }
    let properties = schema.get("properties").and_then(Value::as_object).map_or(0, serde_json::Map::len);
    (properties > MAX_PROPERTIES)
        .then(|| format!("it asks for {properties} answers, and {MAX_PROPERTIES} is the limit"))
}

/// The size of a value as JSON, if it is at most `limit`.
pub(crate) fn json_size(value: &Value, limit: usize) -> Option<usize> {
    let mut counted = Counted { left: limit };
    serde_json::to_writer(&mut counted, value).ok()?;
    Some(limit - counted.left)
}

/// Counts what is written and fails at the limit, so that a huge value is not walked to its end.
struct Counted {
    left: usize,
}

impl io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.left = self.left.checked_sub(bytes.len()).ok_or_else(|| io::Error::other("over the limit"))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Walks with a stack of its own: the depth is what is not trusted yet.
pub(crate) fn deeper_than(value: &Value, limit: usize) -> bool {
    let mut open = vec![(value, 0_usize)];
    while let Some((value, above)) = open.pop() {
        let depth = match value {
            Value::Array(_) | Value::Object(_) => above + 1,
            _ => above,
        };
        if depth > limit {
            return true;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth))),
            Value::Object(members) => open.extend(members.values().map(|member| (member, depth))),
            _ => {}
        }
    }
    false
}

/// A text that is not longer than [`TEXT_ENDS_AT`], and whether something was cut.
pub(crate) fn cut(text: &str) -> (String, bool) {
    if text.len() <= TEXT_ENDS_AT {
        return (text.to_owned(), false);
    }
    let mut end = TEXT_ENDS_AT;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    (text[..end].to_owned(), true)
}
