//! Whole lists, page by page, item by item: one bad item costs nobody the others (HTP-06).

use std::collections::HashMap;
use std::time::Duration;

use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::http::params;
use super::{Connection, Limit, RequestError};
use crate::json;

const MAX_PAGES: usize = 50;
const MAX_ITEMS: usize = 5_000;
const SOFT: Duration = Duration::from_secs(60);
const HARD: Duration = Duration::from_secs(600);
/// Longest name in a note.
const MAX_NAME: usize = 64;

impl Connection {
    pub(super) async fn all_pages(&self, method: &str, member: &str) -> Result<Vec<Value>, RequestError> {
        let mut items = Vec::new();
        let mut cursor = None;
        for _ in 0..MAX_PAGES {
            let params: Map<String, Value> =
                cursor.iter().map(|it: &String| ("cursor".to_owned(), Value::from(it.as_str()))).collect();
            let limit = Limit { soft: SOFT, hard: HARD, paused: None };
            let page = self.request(method, params, limit, CancellationToken::new(), None).await?;
            let page: HashMap<String, &RawValue> =
                serde_json::from_str(page.get()).map_err(|error| RequestError::Unreadable(error.to_string()))?;
            let listed: Option<Vec<&RawValue>> =
                page.get(member).and_then(|list| serde_json::from_str(list.get()).ok());
            let Some(listed) = listed else {
                return Err(RequestError::Unreadable(format!("it has no list of {member}")));
            };
            for item in listed {
                if items.len() == MAX_ITEMS {
                    self.inner.ledger.note(format!("{member}: more than {MAX_ITEMS} items, the rest was left out"));
                    return Ok(items);
                }
                items.extend(self.accepted(method, item));
            }
            let next: Option<String> = page.get("nextCursor").and_then(|next| serde_json::from_str(next.get()).ok());
            if next.is_none() || next == cursor {
                return Ok(items);
            }
            cursor = next;
        }
        self.inner.ledger.note(format!("{member}: more than {MAX_PAGES} pages, the rest was left out"));
        Ok(items)
    }

    fn accepted(&self, method: &str, item: &RawValue) -> Option<Value> {
        let Some(item) = json::read::<Value>(item.get()).ok().filter(Value::is_object) else {
            self.inner.ledger.note(format!("an item of {method} that is no readable object was dropped"));
            return None;
        };
        if method == "tools/list"
            && self.mirrors_params()
            && let Err(why) = params::annotations(item.get("inputSchema").unwrap_or(&Value::Null))
        {
            let name: String = item["name"].as_str().unwrap_or_default().chars().take(MAX_NAME).collect();
            self.inner.ledger.note(format!("the tool “{name}” was dropped for its x-mcp-header: {why}"));
            return None;
        }
        Some(item)
    }

    /// Whether tool parameters go into headers too.
    pub(super) fn mirrors_params(&self) -> bool {
        self.inner.remote && self.revision().is_modern()
    }

    /// Remembers the mirrored parameters of the tools in a result of `tools/list`.
    pub(super) fn learn_headers(&self, page: &str) {
        #[derive(serde::Deserialize)]
        struct Page<'a> {
            #[serde(borrow)]
            tools: Vec<&'a RawValue>,
        }
        let Ok(page) = serde_json::from_str::<Page<'_>>(page) else { return };
        let mut state = self.inner.ledger.state();
        for tool in page.tools.iter().take(MAX_ITEMS).filter_map(|tool| json::read::<Value>(tool.get()).ok()) {
            if let (Some(name), Ok(found)) = (tool["name"].as_str(), params::annotations(&tool["inputSchema"])) {
                state.tool_headers.insert(name.to_owned(), found);
            }
        }
    }
}
