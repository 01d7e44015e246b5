//! `--arguments JSON|@FILE`.

use std::fs::File;
use std::io::Read;

use serde_json::Value;

/// The longest file of arguments.
const LIMIT: u64 = 16 * 1024 * 1024;

/// The tool's arguments, or what is wrong with them, as a sentence.
pub(super) fn read(words: &str) -> Result<String, String> {
    let (text, from) = match words.strip_prefix('@') {
        Some(path) => (file(path)?, format!("{path} is")),
        None => (words.to_owned(), "--arguments is".to_owned()),
    };
    let value: Value = serde_json::from_str(&text).map_err(|error| format!("{from} not valid JSON: {error}."))?;
    if value.is_object() {
        // The text, not the value: its numbers are not ours to round.
        Ok(text)
    } else {
        Err(format!("{from} not a JSON object, such as {{\"name\": \"value\"}}."))
    }
}

fn file(path: &str) -> Result<String, String> {
    let unreadable = |error| format!("{path} cannot be read: {error}.");
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(LIMIT + 1).read_to_string(&mut text)).map_err(unreadable)?;
    if u64::try_from(read).is_ok_and(|read| read <= LIMIT) { Ok(text) } else { Err(format!("{path} is over 16 MiB.")) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn an_object_is_taken_as_it_is() {
        assert_eq!(read(r#"{"b": 12345678901234567890123}"#).unwrap(), r#"{"b": 12345678901234567890123}"#);
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), r#" {"a": 1} "#).unwrap();
        assert_eq!(read(&format!("@{}", file.path().display())).unwrap(), r#" {"a": 1} "#);
    }

    #[test]
    fn anything_else_is_a_sentence() {
        for (words, says) in [
            ("{", "--arguments is not valid JSON: EOF while parsing an object at line 1 column 1."),
            ("[1]", "--arguments is not a JSON object"),
            ("null", "--arguments is not a JSON object"),
            ("", "--arguments is not valid JSON"),
            ("@/no/such/file", "/no/such/file cannot be read"),
        ] {
            assert!(read(words).unwrap_err().contains(says), "{words}");
        }
    }
}
