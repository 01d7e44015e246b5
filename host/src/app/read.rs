//! Reading an app from the connection that asked, and from no other (RES-05, APP-04).

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value, value::RawValue};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::failure::AppFailure;
use super::resource::{self, AppPage, MAX_BYTES};
use crate::connection::{Connection, Limit, RequestError};
use crate::json;

/// How long the server may take to hand an app over, progress or not (RES-10).
const READ: Duration = Duration::from_secs(10);

/// How long a look into the listing may delay the app; without it the app gets less, not more.
const LISTING: Duration = Duration::from_secs(2);

/// The result of `resources/read` for an app's address. Dropping the future takes the request back.
pub(crate) async fn fetch(connection: &Connection, uri: &str) -> Result<Box<RawValue>, RequestError> {
    let params = Map::from_iter([("uri".to_owned(), Value::from(uri))]);
    let limit = Limit { soft: READ, hard: READ, paused: None };
    connection.request("resources/read", params, limit, CancellationToken::new(), None).await
}

/// The document at `uri`, with what is said of it; what was fetched before is used as if it came now.
pub(super) async fn read(
    connection: &Connection,
    uri: &str,
    fetched: Option<Arc<RawValue>>,
) -> Result<AppPage, AppFailure> {
    let result = match fetched {
        Some(fetched) => fetched,
        None => Arc::from(fetch(connection, uri).await?),
    };
    let result: Value = json::read(result.get()).map_err(|_| AppFailure::unreadable())?;
    let mut page = resource::choose(uri, result, MAX_BYTES)?;
    if page.ui.is_none() {
        page.ui = listed_ui(connection, uri).await;
    }
    Ok(page)
}

/// RES-13: the `_meta.ui` of the listing, where the item has none. A server need not list its apps (RES-06).
async fn listed_ui(connection: &Connection, uri: &str) -> Option<Map<String, Value>> {
    connection.server_capabilities()?.get("resources")?;
    let listed = timeout(LISTING, connection.list("resources/list", "resources")).await.ok()?.ok()?;
    let entry = listed.iter().find(|entry| entry["uri"].as_str() == Some(uri))?;
    entry.pointer("/_meta/ui")?.as_object().cloned()
}
