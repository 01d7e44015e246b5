//! The files that an app offers for saving, as bytes (BRG-05).

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use url::Url;

use super::bridge::Download;
use super::ration::Ration;
use crate::connection::{Connection, Limit};
use crate::json;

/// Files in one request.
const MAX_FILES: usize = 16;

/// All files of one request in bytes.
const MAX_BYTES: usize = 32 * 1024 * 1024;

/// The longest address of one, in bytes.
const MAX_URI: usize = 8 * 1024;

/// How long the server may take to hand one over.
const READ: Duration = Duration::from_secs(30);

/// A name with its bytes.
pub(super) type File = (String, Vec<u8>);

/// Whether a file comes from the app itself: in its request, or one of the `ui://` parts of its server.
pub(super) fn is_its_own(file: &Download) -> bool {
    let linked = file.content["type"] != "resource";
    !linked || file.content["uri"].as_str().is_some_and(|uri| uri.starts_with("ui://"))
}

/// The bytes of all, or `None` where one can't be had or there is too much. What is not in the request itself comes from
/// the bound server; nothing is fetched from the web, which would tell another host before the person was asked.
pub(super) async fn read(files: Vec<Download>, connection: Connection, ration: Ration) -> Option<Vec<File>> {
    if files.len() > MAX_FILES {
        return None;
    }
    let (mut read, mut all) = (Vec::with_capacity(files.len()), 0);
    for file in files {
        let bytes = match file.content["type"].as_str() {
            Some("resource") => bytes(&file.content["resource"])?,
            _ => linked(&connection, &ration, file.content["uri"].as_str()?).await?,
        };
        all += bytes.len();
        if all > MAX_BYTES {
            return None;
        }
        read.push((file.filename, bytes));
    }
    Some(read)
}

async fn linked(connection: &Connection, ration: &Ration, uri: &str) -> Option<Vec<u8>> {
    if uri.len() > MAX_URI {
        return None;
    }
    if Url::parse(uri).is_ok_and(|url| url.scheme() == "https") {
        return None;
    }
    let params = Map::from_iter([("uri".to_owned(), Value::from(uri))]);
    let limit = Limit { soft: READ, hard: READ, paused: None };
    let turn = ration.turn().await;
    let result = connection.request("resources/read", params, limit, CancellationToken::new(), None).await.ok()?;
    turn.brought(result.get().len());
    let result: Value = json::read(result.get()).ok()?;
    bytes(result["contents"].as_array()?.iter().find(|item| item["uri"] == uri)?)
}

fn bytes(resource: &Value) -> Option<Vec<u8>> {
    match (resource["text"].as_str(), resource["blob"].as_str()) {
        (Some(text), None) => Some(text.as_bytes().to_vec()),
        (None, Some(blob)) => STANDARD.decode(blob).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use serde_json::json;

    use super::*;

    // BRG-05
    #[test]
    fn text_or_blob() {
        assert_eq!(bytes(&json!({"text": "ä"})).unwrap(), "ä".as_bytes());
        assert_eq!(bytes(&json!({"blob": "AP8="})).unwrap(), [0, 255]);
        assert_eq!(bytes(&json!({"blob": "?"})), None);
        assert_eq!(bytes(&json!({"text": "", "blob": ""})), None);
        assert_eq!(bytes(&json!({})), None);
    }
}
