//! URL mode in both eras (URL-03, -07…-12).

use std::sync::Arc;

use askance_host::operation::OperationError;
use askance_host::view::{Answer, Ending, QuestionState, Shown};
use serde_json::{Value, json};

use crate::bench::{Bench, end};
use crate::fake::{Act, Pages};
use crate::peer::{Peer, asks_through_apps, done, input_required, legacy};

const ADDRESS: &str = "https://login.a.example/x?t=1";

fn page(id: Option<&str>) -> Value {
    let mut params = json!({ "mode": "url", "message": "Sign in", "url": ADDRESS,
        "_meta": { "ui": { "resourceUri": "ui://p/x" } } });
    if let Some(id) = id {
        params["elicitationId"] = id.into();
    }
    params
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stateful_server_is_told_on_opening_and_says_when_it_is_done() {
    // URL-07, URL-09, URL-12
    let complete = |id: &str| json!({ "notify": { "method": "notifications/elicitation/complete", "params": { "elicitationId": id } } });
    let actions =
        json!([{ "ask": page(Some("e1")).to_string() }, complete("unknown"), complete("e1"), { "echo": true }]);
    let peer = Peer::new("2025-11-25", asks_through_apps(), json!({ "tools/call": [actions] }));
    let pages = Pages::new(|_| Act::Wait);
    let log = pages.log();
    let mut bench = Bench::new(Some(Arc::new(pages)));
    bench.ready(vec![peer.spec("old")]).await;
    let task = bench.call("old", "t");
    let question = bench.waiting(1).await.remove(0);
    let url = question.url.unwrap();
    assert_eq!(question.shown, Shown::Url);
    assert_eq!((url.parts.1.as_str(), url.host.1.as_str(), url.encrypted), ("a.example", "a.example", true));
    assert_eq!((url.opened_at, url.server_tells), (None, true));
    assert_eq!(bench.host.url_done(&question.id).unwrap_err().code, "question.not-opened");
    assert_eq!(bench.host.open_url(&question.id).unwrap(), ADDRESS);
    let result = end(&task).await.unwrap();
    assert_eq!(result["structuredContent"]["answers"], json!([{ "action": "accept" }]));
    assert_eq!(bench.ending(&question.id).await, Ending::Sent);
    bench.host.close().await;
    assert!(log.lock().unwrap().opened.is_empty(), "never in an app");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stateless_server_is_told_when_the_person_has_finished() {
    // URL-08
    let raw = input_required(json!({ "a": { "method": "elicitation/create", "params": page(None) } }), "s");
    let peer = Peer::new("2026-07-28", json!({}), json!({ "tools/call": [[{ "raw": raw }], [{ "raw": done() }]] }));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("new")]).await;
    let task = bench.call("new", "t");
    let question = bench.waiting(1).await.remove(0);
    bench.host.open_url(&question.id).unwrap();
    bench.host.open_url(&question.id).expect("it may be opened again");
    let view = bench.waiting(1).await.remove(0);
    assert!(view.url.unwrap().opened_at.is_some());
    assert_eq!(peer.requests("tools/call").len(), 1);
    bench.host.url_done(&question.id).unwrap();
    end(&task).await.unwrap();
    assert_eq!(peer.requests("tools/call")[1]["params"]["inputResponses"], json!({ "a": { "action": "accept" } }));
    assert_eq!(bench.ending(&question.id).await, Ending::Sent);
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_must_not_be_opened_is_refused() {
    // URL-06
    let mut params = page(Some("e"));
    params["url"] = "file:///etc/passwd".into();
    let actions = json!([{ "ask": params.to_string() }, { "echo": true }]);
    let peer = legacy("2025-11-25", actions);
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("old")]).await;
    let task = bench.call("old", "t");
    assert_eq!(end(&task).await.unwrap()["structuredContent"]["answers"], json!([{ "error": -32602 }]));
    let question = bench.host.snapshot().questions.remove(0);
    assert!(matches!(question.state, QuestionState::Ended { ending: Ending::NotAllowed { .. }, .. }));
    bench.host.close().await;

    params["elicitationId"].take();
    let raw = input_required(json!({ "a": { "method": "elicitation/create", "params": params } }), "s");
    let peer = Peer::new("2026-07-28", json!({}), json!({ "tools/call": [[{ "raw": raw }]] }));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("new")]).await;
    let task = bench.call("new", "t");
    assert!(matches!(end(&task).await, Err(OperationError::InvalidResult(_))));
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn required_pages_are_asked_for_and_the_request_is_sent_again() {
    // URL-10
    let error = json!({ "error": { "code": -32042, "message": "first sign in",
        "data": { "elicitations": [page(Some("e1")), page(Some("e2"))] } } });
    for agrees in [true, false] {
        let peer = Peer::new("2025-11-25", json!({}), json!({ "tools/call": [[error], [{ "raw": done() }]] }));
        let mut bench = Bench::new(None);
        bench.ready(vec![peer.spec("old")]).await;
        let task = bench.call("old", "t");
        let waiting = bench.waiting(2).await;
        bench.host.open_url(&waiting[0].id).unwrap();
        bench.host.url_done(&waiting[0].id).unwrap();
        assert_eq!(peer.requests("tools/call").len(), 1);
        if agrees {
            bench.host.open_url(&waiting[1].id).unwrap();
            bench.host.url_done(&waiting[1].id).unwrap();
            end(&task).await.unwrap();
            let requests = peer.requests("tools/call");
            assert_eq!(requests.len(), 2);
            assert_eq!(requests[0]["params"]["arguments"], requests[1]["params"]["arguments"]);
            assert!(requests[1]["params"].get("inputResponses").is_none());
        } else {
            bench.host.answer(&waiting[1].id, Answer::Decline).unwrap();
            assert!(matches!(end(&task).await, Err(OperationError::Peer(error)) if error.code == -32042));
            assert_eq!(bench.ending(&waiting[1].id).await, Ending::Declined);
        }
        bench.host.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_required_page_that_must_not_be_opened_is_refused_in_words() {
    // URL-06, URL-10, URL-13
    let mut refused = page(Some("e2"));
    refused["url"] = "https://secret@a.example/".into();
    let error = json!({ "error": { "code": -32042, "message": "first sign in",
        "data": { "elicitations": [page(Some("e1")), refused] } } });
    let peer = legacy("2025-11-25", json!([error]));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("old")]).await;
    let problem = end(&bench.call("old", "t")).await.unwrap_err().problem("old");
    assert_eq!(problem.code, "operation.page-refused");
    assert_eq!(problem.what, "old wants a page visited first, but the address of its page has a user name in it.");
    assert_eq!(problem.details, ["-32042: first sign in"], "and not the addresses");
    assert!(bench.host.snapshot().questions.is_empty());
    bench.host.close().await;
}
