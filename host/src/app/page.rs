//! A document and its policy, as the person reviews them (SEC-06, CSP-08, CSP-10).

use serde_json::Value;

use super::csp::Extent;
use super::dropped;
use super::grant::hosts;
use super::policy::Policy;
use crate::digest::sha256;
use crate::view::{AppAsk, AppPage};

/// Dropped entries that are shown one by one, and how much of each.
const MAX_DROPPED: usize = 50;
const MAX_ENTRY: usize = 200;

/// As it is before the person has decided.
pub(super) fn page(uri: &str, html: &str, policy: &Policy, prefers_border: Option<bool>) -> AppPage {
    let asks = policy.asks();
    let ask = |(feature, sources): (_, &[String])| AppAsk { feature, hosts: hosts(sources), granted: false };
    AppPage {
        uri: uri.to_owned(),
        bytes: u32::try_from(html.len()).unwrap_or(u32::MAX),
        sha256: sha256(html),
        policy: policy.sources.policy(),
        asks: asks.iter().map(ask).collect(),
        dropped: dropped(policy),
        allowed_at: None,
        changed: Vec::new(),
        prefers_border,
        developer: policy.sources.extent == Extent::Developer,
    }
}

/// The same once it may do what it asks.
pub(super) fn agreed(mut page: AppPage) -> AppPage {
    page.asks.iter_mut().for_each(|ask| ask.granted = true);
    page
}

fn dropped(policy: &Policy) -> Vec<(String, String)> {
    let all = &policy.sources.dropped;
    let mut shown: Vec<(String, String)> = all
        .iter()
        .take(MAX_DROPPED)
        .map(|(field, entry)| (text(entry), dropped::why(field, entry, policy.sources.extent).to_owned()))
        .collect();
    if all.len() > MAX_DROPPED {
        shown.push((format!("{} more", all.len() - MAX_DROPPED), "Not shown here".to_owned()));
    }
    shown
}

/// An entry as it was written.
fn text(entry: &Value) -> String {
    let whole = entry.as_str().map_or_else(|| entry.to_string(), str::to_owned);
    let mut shown: String = whole.chars().take(MAX_ENTRY).collect();
    if shown.len() < whole.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use serde_json::json;

    use super::*;
    use crate::view::AppFeature;

    // SEC-06, CSP-08
    #[test]
    fn all_of_it_is_there_to_be_reviewed() {
        let mut many: Vec<Value> =
            vec![json!("https://a.example"), json!("*"), json!({ "x": 1 }), json!("x".repeat(500))];
        many.extend((0..100).map(|_| json!("https:")));
        let ui = json!({ "csp": { "connectDomains": many }, "permissions": { "camera": {} } });
        let policy = Policy::read(ui.as_object(), Extent::Public);
        let page = page("ui://a/b", "<html>ä", &policy, Some(false));
        assert_eq!((page.bytes, page.uri.as_str(), page.allowed_at), (8, "ui://a/b", None));
        assert_eq!((page.prefers_border, page.developer), (Some(false), false));
        assert_eq!(page.sha256, "1a3117999c88f9f3b16396edb488a887e53a8bf4ec50483c8caf63b50af050e0");
        let ask = |feature, hosts: &[&str]| AppAsk {
            feature,
            hosts: hosts.iter().map(|host| (*host).to_owned()).collect(),
            granted: false,
        };
        assert_eq!(page.asks, [ask(AppFeature::Connect, &["a.example"]), ask(AppFeature::Camera, &[])]);
        assert_eq!(page.dropped.len(), 51);
        assert_eq!(page.dropped[0], ("*".to_owned(), "Too broad; allowed in developer mode only".to_owned()));
        assert_eq!(page.dropped[1].0, "{\"x\":1}");
        assert_eq!(page.dropped[2].0.chars().count(), 201);
        assert_eq!(page.dropped[50].0, "53 more");
        assert!(page.policy.contains("connect-src https://a.example; "));
        assert!(agreed(page).asks.iter().all(|ask| ask.granted));
    }
}
