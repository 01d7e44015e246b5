//! From the result of `resources/read` to one HTML document (RES-07…10, MIM-01…03).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

/// The only type of an app (MIM-02: the exact string).
pub const APP_MIME_TYPE: &str = "text/html;profile=mcp-app";

/// The largest document of an app in bytes (RES-10).
pub const MAX_BYTES: usize = 10 * 1024 * 1024;

/// How far into a document its doctype or `<html` may stand, in bytes, comments and blanks before it not counted.
const NEAR: usize = 1024;

/// How much of a wrong type is shown, in characters.
const SHOWN_TYPE: usize = 60;

/// A usable document.
#[derive(Clone, Debug, PartialEq)]
pub struct AppPage {
    /// Its text.
    pub html: String,
    /// Which of `contents` it was.
    pub item: usize,
    /// The `_meta.ui` object of that item (RES-13).
    pub ui: Option<Map<String, Value>>,
}

/// Why a result holds no usable document. Where several apply, the one that stands first here is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceFault {
    /// The read asks for input (RES-15).
    InputRequired,
    /// No item has the requested address.
    NoMatchingItem {
        /// There is no item at all.
        empty: bool,
    },
    /// More than one has it.
    AmbiguousItem,
    /// Another type, or none.
    Mime(Option<String>),
    /// Neither text nor blob.
    NoContent,
    /// Both, whatever they hold.
    AmbiguousContent,
    /// The blob is not base64.
    BadBase64,
    /// Larger than this many bytes.
    TooLarge(usize),
    /// The bytes are not UTF-8.
    NotUtf8,
    /// No doctype and no `<html` near the start.
    NotHtml {
        /// There is nothing at all.
        empty: bool,
    },
}

impl ResourceFault {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::InputRequired => "INPUT_REQUIRED",
            Self::NoMatchingItem { .. } => "NO_MATCHING_ITEM",
            Self::AmbiguousItem => "AMBIGUOUS_ITEM",
            Self::Mime(_) => "MIME",
            Self::NoContent => "NO_CONTENT",
            Self::AmbiguousContent => "AMBIGUOUS_CONTENT",
            Self::BadBase64 => "BAD_BASE64",
            Self::TooLarge(_) => "TOO_LARGE",
            Self::NotUtf8 => "NOT_UTF8",
            Self::NotHtml { .. } => "NOT_HTML",
        }
    }

    /// The row of requirements §13.4: `read` or `content`.
    pub fn stage(&self) -> &'static str {
        match self {
            Self::InputRequired | Self::NoMatchingItem { .. } | Self::AmbiguousItem => "read",
            _ => "content",
        }
    }

    /// The words for the person.
    pub fn words(&self) -> String {
        match self {
            Self::InputRequired => "the server asked a question back instead of sending it.".into(),
            Self::NoMatchingItem { empty: true } => "the server has no app at this address.".into(),
            Self::NoMatchingItem { empty: false } => "the server sent a different app.".into(),
            Self::AmbiguousItem => "the server sent several apps for one address.".into(),
            Self::Mime(Some(other)) => format!("it is not an app page ({}).", shown(other)),
            Self::Mime(None) => "it is not an app page (no type).".into(),
            Self::NoContent | Self::NotHtml { empty: true } => "it came empty.".into(),
            Self::AmbiguousContent => "it came both as text and as data.".into(),
            Self::BadBase64 | Self::NotUtf8 => "its text is damaged.".into(),
            Self::TooLarge(limit) => format!("it is larger than {} MB.", limit.div_ceil(1024 * 1024)),
            Self::NotHtml { empty: false } => "it is not an app page (not HTML).".into(),
        }
    }
}

/// A server's word for a type, made harmless: what no type can hold becomes `?`.
fn shown(mime_type: &str) -> String {
    mime_type.chars().take(SHOWN_TYPE).map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' }).collect()
}

/// Takes the one document for `requested` out of a result.
///
/// # Errors
/// [`ResourceFault`].
pub fn choose(requested: &str, mut result: Value, max_bytes: usize) -> Result<AppPage, ResourceFault> {
    if result.get("resultType").and_then(Value::as_str) == Some("input_required") {
        return Err(ResourceFault::InputRequired);
    }
    let contents = match result.get_mut("contents").map(Value::take) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    };
    let empty = contents.is_empty();
    let is_it = |item: &Value| item.get("uri").and_then(Value::as_str) == Some(requested);
    let mut matching = contents.into_iter().enumerate().filter(|(_, item)| is_it(item));
    let (index, item) = matching.next().ok_or(ResourceFault::NoMatchingItem { empty })?;
    if matching.next().is_some() {
        return Err(ResourceFault::AmbiguousItem);
    }
    match item.get("mimeType").and_then(Value::as_str) {
        Some(APP_MIME_TYPE) => {}
        other => return Err(ResourceFault::Mime(other.map(str::to_owned))),
    }
    let ui = item.pointer("/_meta/ui").and_then(Value::as_object).cloned();
    let html = document(item, max_bytes)?;
    if !is_html(&html) {
        return Err(ResourceFault::NotHtml { empty: html.trim().is_empty() });
    }
    Ok(AppPage { html, item: index, ui })
}

/// The text of an item: `text` or the bytes of `blob`, never both (RES-07).
fn document(mut item: Value, max_bytes: usize) -> Result<String, ResourceFault> {
    let text = item.get_mut("text").map(Value::take);
    let blob = item.get_mut("blob").map(Value::take);
    let bytes = match (text, blob) {
        (Some(_), Some(_)) => return Err(ResourceFault::AmbiguousContent),
        (Some(Value::String(text)), None) => text.into_bytes(),
        (None, Some(blob)) => {
            let encoded = blob.as_str().ok_or(ResourceFault::BadBase64)?;
            STANDARD.decode(encoded).map_err(|_| ResourceFault::BadBase64)?
        }
        _ => return Err(ResourceFault::NoContent),
    };
    if bytes.len() > max_bytes {
        return Err(ResourceFault::TooLarge(max_bytes));
    }
    String::from_utf8(bytes).map_err(|_| ResourceFault::NotUtf8)
}

/// The cheap look of RES-09: behind a BOM, blanks and comments, a doctype or `<html` near the start.
fn is_html(text: &str) -> bool {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while let Some(comment) = rest.strip_prefix("<!--") {
        let Some((_, after)) = comment.split_once("-->") else { return false };
        rest = after.trim_start();
    }
    let near = &rest.as_bytes()[..rest.len().min(NEAR)];
    has_tag(near, b"<!doctype") || has_tag(near, b"<html")
}

/// Whether `name` stands in `bytes` in any case and ends there as a name does.
fn has_tag(bytes: &[u8], name: &[u8]) -> bool {
    let ends = |after: Option<&u8>| after.is_none_or(|b| b.is_ascii_whitespace() || *b == b'>' || *b == b'/');
    let at = |start: usize, window: &[u8]| window.eq_ignore_ascii_case(name) && ends(bytes.get(start + name.len()));
    bytes.windows(name.len()).enumerate().any(|(start, window)| at(start, window))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use serde_json::json;

    use super::*;

    fn with(members: Value) -> Result<AppPage, ResourceFault> {
        let mut item = json!({ "uri": "ui://w/a", "mimeType": APP_MIME_TYPE });
        item.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        choose("ui://w/a", json!({ "contents": [item] }), MAX_BYTES)
    }

    // RES-07
    #[test]
    fn text_xor_blob() {
        let fault = |members| with(members).unwrap_err().code();
        assert_eq!(fault(json!({ "text": null, "blob": "" })), "AMBIGUOUS_CONTENT");
        assert_eq!(fault(json!({ "text": null })), "NO_CONTENT");
        assert_eq!(fault(json!({ "text": 5 })), "NO_CONTENT");
        assert_eq!(fault(json!({ "blob": 5 })), "BAD_BASE64");
        assert_eq!(fault(json!({ "blob": "PGh0bWw" })), "BAD_BASE64", "padding is part of it");
        assert_eq!(fault(json!({ "blob": "" })), "NOT_HTML");
    }

    // RES-08
    #[test]
    fn addresses_are_compared_as_bytes() {
        for contents in
            [json!(null), json!({}), json!([5, null]), json!([{ "uri": "ui://w/a/" }]), json!([{ "uri": "ui://W/a" }])]
        {
            let fault = choose("ui://w/a", json!({ "contents": contents }), MAX_BYTES).unwrap_err();
            assert_eq!(fault.code(), "NO_MATCHING_ITEM");
        }
        assert_eq!(
            choose("ui://w/a", json!([]), MAX_BYTES).unwrap_err(),
            ResourceFault::NoMatchingItem { empty: true }
        );
    }

    // RES-09
    #[test]
    fn html_is_recognised_cheaply() {
        let licence = "x".repeat(5000);
        for text in [
            "\u{feff} \n<!DOCTYPE html>",
            "<HTML lang=en>",
            &format!("<!-- {licence} --><!-- --> <html>"),
            "<!doctype html",
            "<script>1</script><html>",
        ] {
            assert!(with(json!({ "text": text })).is_ok(), "{text:.40}");
        }
        for text in ["", " ", "<!-- <html>", "<htmlx>", "<body>", "{}", &format!("{licence}<html>")] {
            assert_eq!(with(json!({ "text": text })).unwrap_err().code(), "NOT_HTML", "{text:.40}");
        }
    }

    #[test]
    fn a_hostile_type_is_shown_harmlessly() {
        let words = ResourceFault::Mime(Some("a\u{202e}\n<b>".repeat(40))).words();
        assert!(words.is_ascii() && !words.contains('\n') && words.len() < 100, "{words}");
    }
}
