//! JSON of others as values. Text that is cut in the middle of an emoji ends in half a surrogate pair, which JavaScript
//! escapes and serde_json refuses: it would cost a whole answer, question or result.

use serde::de::DeserializeOwned;

/// Reads a value; what would be refused for half a surrogate pair is read with U+FFFD in its place. Not for
/// what goes back to its sender as it came.
///
/// # Errors
/// serde_json's, of the text as it came.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str(text).or_else(|error| serde_json::from_str(&mended(text)).map_err(|_| error))
}

/// The same text with U+FFFD for every half of a surrogate pair.
pub(crate) fn mended(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        whole.push_str(before);
        let used = match (unit(escape), escape.get(6..).and_then(unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                whole.push_str("\\ufffd");
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            _ => escape.char_indices().nth(2).map_or(escape.len(), |(end, _)| end),
        };
        whole.push_str(&escape[..used]);
        rest = &escape[used..];
    }
    whole.push_str(rest);
    whole
}

/// The UTF-16 unit of an escape `\uXXXX` at the start of `text`.
fn unit(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn half_an_emoji_costs_nothing_else() {
        let text = r#"{"a":"x\ud83d","b":"\ud83d\ude00\udc00\\ud83d","c":"\\\ud83d\u00e4"}"#;
        let expected = json!({"a": "x\u{fffd}", "b": "😀\u{fffd}\\ud83d", "c": "\\\u{fffd}ä"});
        assert_eq!(read::<Value>(text).unwrap(), expected);
    }

    #[test]
    fn what_is_wrong_otherwise_stays_wrong() {
        let error = read::<Value>(r#"{"a":"\ud83d","b":1e999}"#).unwrap_err();
        assert!(error.to_string().starts_with("unexpected end of hex escape"), "{error}");
        assert!(read::<Value>(r#"{"a":"\ud83"#).is_err());
        assert!(read::<u8>("300").is_err());
    }
}
