//! What is said above the form (SCH-03): a sentence where something is missing or checked late, one for all the rest.

use super::found::Found;
use super::root::Root;
use crate::Note;
use crate::words::quoted;

/// Fields left out, or asked without description, that are named one by one.
const NAMED: usize = 8;
/// Codes that the notes of a field, or of the form, already speak of.
const SAID: &[&str] = &["FIELD_OMITTED", "REQUIRED_UNDECLARED", "ROOT_COMPOSITION_ENFORCED", "DEFAULT_IGNORED"];

pub(crate) fn of(
    found: &Found,
    root: &Root<'_>,
    omitted: &[(String, String)],
    unchecked: bool,
    open: bool,
) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut say = |code: &str, key: Option<&String>, words: String| {
        notes.push(Note { code: code.to_owned(), key: key.cloned(), words });
    };
    for (key, words) in omitted.iter().take(NAMED) {
        say("FIELD_OMITTED", Some(key), words.clone());
    }
    if omitted.len() > NAMED {
        say("FIELD_OMITTED", None, format!("{} more fields are left out.", omitted.len() - NAMED));
    }
    let undeclared = if open { &[] } else { root.undeclared.as_slice() };
    for key in undeclared.iter().take(NAMED) {
        let words = format!("The server requires {} without describing it. It is asked as text.", quoted(key));
        say("REQUIRED_UNDECLARED", Some(key), words);
    }
    if unchecked {
        let words = "The server has rules for the answers that Askance cannot check. It may refuse what you send.";
        say("KEYWORD_IGNORED", None, words.to_owned());
    } else if found.has("ROOT_COMPOSITION_ENFORCED") {
        let words = "The server has rules on which answers go together. They are checked when you send.";
        say("ROOT_COMPOSITION_ENFORCED", None, words.to_owned());
    }
    if open {
        return notes;
    }
    if let Some(code) = found.codes().iter().find(|code| !SAID.contains(code)) {
        let words = "The server describes this question in an unusual way. All that can be answered is shown.";
        say(code, None, words.to_owned());
    }
    notes
}
