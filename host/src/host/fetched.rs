//! A tool's view that was fetched before it is needed, for as long as its server calls it fresh (RES-11).

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::time::Instant;

use crate::json;
use crate::revision::Revision;

/// The longest that it is taken for fresh, whatever its server says.
const FRESH: Duration = Duration::from_secs(24 * 60 * 60);

/// The result of a `resources/read`, kept.
#[derive(Debug)]
pub(super) struct Fetched {
    result: Arc<RawValue>,
    /// When it stops being fresh; a stateful revision has no such time, there only a change that is told ends it.
    until: Option<Instant>,
}

/// What a modern result says of its own age; what it does not say counts as 0 (CAP-12).
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Caching {
    #[serde(default)]
    ttl_ms: f64,
}

impl Fetched {
    /// Keeps what has just been read; `None` if it was stale as it came.
    pub(super) fn new(result: Box<RawValue>, revision: Revision) -> Option<Self> {
        let until = if revision.is_modern() { Some(Instant::now() + ttl(&result)?) } else { None };
        Some(Self { result: Arc::from(result), until })
    }

    /// The result, while it is fresh.
    pub(super) fn fresh(&self) -> Option<Arc<RawValue>> {
        let fresh = self.until.is_none_or(|until| Instant::now() < until);
        fresh.then(|| self.result.clone())
    }
}

/// How long it is fresh; `None` if not at all.
fn ttl(result: &RawValue) -> Option<Duration> {
    let Caching { ttl_ms } = json::read(result.get()).ok()?;
    let ttl = Duration::try_from_secs_f64((ttl_ms / 1000.0).min(FRESH.as_secs_f64())).ok()?;
    (!ttl.is_zero()).then_some(ttl)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn kept(text: &str, revision: Revision) -> Option<Fetched> {
        Fetched::new(RawValue::from_string(text.to_owned()).unwrap(), revision)
    }

    // RES-11, CAP-12
    #[test]
    fn what_is_not_fresh_is_not_kept() {
        for text in ["{}", r#"{"ttlMs":0}"#, r#"{"ttlMs":-5}"#, r#"{"ttlMs":"60000"}"#, r#"{"ttlMs":null}"#] {
            assert!(kept(text, Revision::V2026_07_28).is_none(), "{text}");
            assert!(kept(text, Revision::V2025_11_25).unwrap().fresh().is_some(), "{text}: no word of that revision");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn it_is_fresh_for_as_long_as_its_server_says() {
        let minute = kept(r#"{"ttlMs":60000,"contents":[]}"#, Revision::V2026_07_28).unwrap();
        let ages = kept(r#"{"ttlMs":1e300}"#, Revision::V2026_07_28).unwrap();
        tokio::time::advance(Duration::from_millis(59_999)).await;
        assert!(minute.fresh().is_some());
        tokio::time::advance(Duration::from_millis(1)).await;
        assert!(minute.fresh().is_none());
        assert!(ages.fresh().is_some());
        tokio::time::advance(FRESH).await;
        assert!(ages.fresh().is_none());
    }
}
