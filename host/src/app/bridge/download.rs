//! `ui/download-file`: what is offered for saving, and under which name (BRG-05).

use serde_json::Value;
use url::{Host, Url};

use super::block;

/// The longest file name in characters.
const MAX_NAME: usize = 120;

/// One file that a view offers.
#[derive(Clone, Debug, PartialEq)]
pub struct Download {
    /// The name offered for saving: no path, nothing that a file system reads as one.
    pub filename: String,
    /// The content block: an embedded resource, or a link.
    pub content: Value,
}

/// Why `contents` is not accepted.
pub(super) enum DownloadFault {
    /// Not what the method takes.
    Malformed,
    /// A link to where nothing may be fetched from.
    Forbidden,
}

/// The files of a request's `contents`.
pub(super) fn read(contents: Option<&Value>) -> Result<Vec<Download>, DownloadFault> {
    let blocks = contents.and_then(Value::as_array).filter(|blocks| !blocks.is_empty());
    blocks.ok_or(DownloadFault::Malformed)?.iter().map(one).collect()
}

fn one(content: &Value) -> Result<Download, DownloadFault> {
    let uri = match content["type"].as_str() {
        Some("resource") => &content["resource"]["uri"],
        Some("resource_link") => &content["uri"],
        _ => return Err(DownloadFault::Malformed),
    };
    let (true, Some(uri)) = (block::is_block(content), uri.as_str()) else {
        return Err(DownloadFault::Malformed);
    };
    if content["type"] == "resource_link" && !may_be_fetched(uri) {
        return Err(DownloadFault::Forbidden);
    }
    Ok(Download { filename: filename(uri), content: content.clone() })
}

/// Schemes that mean the same everywhere: what they name is not the bound server's to read.
const COMMON: [&str; 12] =
    ["http", "https", "ws", "wss", "ftp", "file", "data", "blob", "about", "javascript", "vbscript", "mailto"];

/// A resource of the bound server, under whatever scheme it gives its own, or a public web address: never a file, this
/// computer or its network.
fn may_be_fetched(uri: &str) -> bool {
    let Ok(url) = Url::parse(uri) else { return false };
    match (url.scheme(), url.host()) {
        (scheme, _) if !COMMON.contains(&scheme) => true,
        ("https", Some(Host::Domain(name))) => {
            let name = name.trim_end_matches('.');
            let local = [".localhost", ".local", ".internal"].iter().any(|end| name.ends_with(end));
            name.contains('.') && !local
        }
        _ => false,
    }
}

/// The last segment of a URI as a file name.
fn filename(uri: &str) -> String {
    let path = uri.split(['?', '#']).next().unwrap_or_default();
    let decoded = percent_decoded(path);
    let segment = decoded.rsplit(['/', '\\', ':']).next().unwrap_or_default();
    let name: String = segment.chars().filter(|c| is_plain(*c)).take(MAX_NAME).collect();
    let name = name.trim_matches(|c: char| c == '.' || c.is_whitespace());
    if name.is_empty() || is_device(name) {
        format!("download-{name}").trim_end_matches('-').into()
    } else {
        name.into()
    }
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match digits.and_then(|two| u8::from_str_radix(two, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => (bytes.push(byte), rest = &after[2..]),
            None => (bytes.push(*first), rest = after),
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Neither a control or direction character, nor one that a file system reserves.
fn is_plain(c: char) -> bool {
    let direction =
        matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    !c.is_control() && !direction && !"<>\"|?*".contains(c)
}

/// Names that Windows gives to devices, with any extension.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let numbered = |prefix: &str| stem.strip_prefix(prefix).is_some_and(|n| n.len() == 1 && n != "0");
    ["con", "prn", "aux", "nul"].contains(&stem.as_str()) || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    // BRG-05
    #[test]
    fn names_lead_nowhere() {
        for (uri, name) in [
            ("file:///../../evil.sh", "evil.sh"),
            ("ui://a/%2e%2e%2f..%5cevil.sh", "evil.sh"),
            ("ui://a/..", "download"),
            ("ui://a/report.pdf?x=/y#z", "report.pdf"),
            ("ui://a/", "download"),
            ("ui://a/con.txt", "download-con.txt"),
            ("ui://a/a%00b%0a.txt", "ab.txt"),
            ("ui://a/gnp%e2%80%ae.exe", "gnp.exe"),
            ("C:x.txt", "x.txt"),
            ("ui://a/%zz", "%zz"),
            ("ui://a/.bashrc", "bashrc"),
            ("ui://a/a.txt:stream", "stream"),
            ("", "download"),
        ] {
            assert_eq!(filename(uri), name, "{uri}");
        }
    }

    #[test]
    fn links_reach_the_public_web_alone() {
        let read = |uri: &str| read(Some(&json!([{"type": "resource_link", "uri": uri, "name": "x"}]))).is_ok();
        assert!(read("https://files.example.org/a.pdf") && read("ui://a/b") && read("videos://bunny"));
        for uri in [
            "file:///etc/passwd",
            "http://example.org/",
            "https://127.0.0.1/",
            "https://0x7f.1/",
            "https://[::1]/",
            "https://localhost/",
            "https://printer.local/",
            "https://nas/",
            "https://10.0.0.1/",
            "data:,x",
            "javascript:1",
            "FILE:///etc/passwd",
            "http:x",
            "x",
        ] {
            assert!(!read(uri), "{uri}");
        }
    }

    proptest! {
        #[test]
        fn any_name_is_one_bounded_segment(uri in ".{0,300}") {
            let name = filename(&uri);
            prop_assert!(!name.is_empty() && name.chars().count() <= MAX_NAME + 9);
            prop_assert!(!name.contains(['/', '\\', ':', '\0']) && name != "." && name != "..");
        }
    }
}
