//! A result's source text for reading: laid out, and nothing in it changed.

use serde_json::value::RawValue;

/// A longer text ends here, with a note.
const MAX_TEXT: usize = 1 << 20;

/// The text, pretty-printed without decoding it: numbers, escapes and repeated keys stay as they came.
pub(super) fn pretty(raw: &RawValue) -> String {
    let mut layout = Layout { text: String::new(), depth: 0, opened: false };
    let mut rest = raw.get();
    while let Some(letter) = rest.chars().next() {
        let token = token(rest, letter);
        layout.add(token, letter);
        rest = rest.get(token.len()..).unwrap_or_default();
        if layout.text.len() > MAX_TEXT {
            layout.text.push_str(&format!("\n… ({} more bytes are left out here.)", rest.len()));
            break;
        }
    }
    layout.text
}

struct Layout {
    text: String,
    depth: usize,
    /// Right after an opening bracket: an empty one stays on its line.
    opened: bool,
}

impl Layout {
    fn add(&mut self, token: &str, letter: char) {
        match letter {
            ' ' | '\t' | '\n' | '\r' => return,
            '}' | ']' => {
                self.depth = self.depth.saturating_sub(1);
                if !self.opened {
                    self.line();
                }
            }
            _ if self.opened => self.line(),
            _ => {}
        }
        self.text.push_str(token);
        self.opened = matches!(letter, '{' | '[');
        match letter {
            '{' | '[' => self.depth += 1,
            ',' => self.line(),
            ':' => self.text.push(' '),
            _ => {}
        }
    }

    fn line(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", self.depth));
    }
}

/// A string, or one letter.
fn token(rest: &str, first: char) -> &str {
    if first != '"' {
        return rest.get(..first.len_utf8()).unwrap_or(rest);
    }
    let mut escaped = false;
    let end = rest.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.and_then(|end| rest.get(..end + 2)).unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn laid_out(text: &str) -> String {
        pretty(&RawValue::from_string(text.to_owned()).unwrap())
    }

    #[test]
    fn lays_out_as_serde_json_does() {
        let text = r#" {"a" : [1, {"b":{}},[ ]], "c\"}":"x, y: \\", "é":null,"d":[[true]]} "#.trim();
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(laid_out(text), serde_json::to_string_pretty(&value).unwrap());
        assert_eq!(laid_out("[]"), "[]");
    }

    #[test]
    fn numbers_and_repeated_keys_stay_as_they_came() {
        assert_eq!(
            laid_out(r#"{"n":9007199254740993,"n":1.10,"e":1E+2,"s":"\u0061"}"#),
            "{\n  \"n\": 9007199254740993,\n  \"n\": 1.10,\n  \"e\": 1E+2,\n  \"s\": \"\\u0061\"\n}"
        );
    }

    #[test]
    fn a_long_text_ends_with_a_note() {
        let text = format!("[{}1]", "1,".repeat(MAX_TEXT));
        let shown = laid_out(&text);
        assert!(shown.len() < MAX_TEXT + 100);
        assert!(shown.ends_with("more bytes are left out here.)"));
        let nested = format!("{}{}", "[".repeat(100), "]".repeat(100));
        assert!(laid_out(&nested).ends_with("\n]"));
    }
}
