//! Local servers that do odd and wrong things, over real pipes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod connection_support;

use std::time::Duration;

use askance_host::Revision;
use askance_host::connection::{Connection, Declared, Inbound, Limit, PeerError, RequestError};
use askance_host::trace::Trace;
use connection_support::*;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

const QUESTION: &str = r#"{"message":"Who?","requestedSchema":{"x-order":["b","a"],"type":"object","properties":{"b":{"type":["string","null"],"pattern":"^x","ui:widget":{"n":1e400}},"a":{"type":"object","properties":{}}}},"_meta":{"ui":{"resourceUri":"ui://a/b"},"k":1.0},"extra":[ 1 ]}"#;

// STD-02, STD-04, HTL-09, VER-02
#[tokio::test(flavor = "multi_thread")]
async fn results_arrive_as_the_bytes_they_were() {
    for behaviour in
        ["legacy", "modern", "legacy,banner", "modern,banner", "legacy,chunked", "modern,chunked", "legacy,chatty"]
    {
        let (connection, mut inbound) = open(&scripted(behaviour)).await;
        assert_eq!(connection.revision().is_modern(), behaviour.starts_with("modern"), "{behaviour}");
        let result = call(&connection, "odd", json!({})).await.unwrap();
        assert_eq!(result.get(), ODD, "{behaviour}");
        if behaviour.ends_with("chunked") {
            let changed = within(5, "list_changed", inbound.recv()).await;
            assert!(matches!(changed, Some(Inbound::ListChanged(_))), "{behaviour}");
        }
        let twice = call(&connection, "twice", json!({})).await.unwrap();
        assert_eq!(twice.get(), r#"{"n":1}"#, "{behaviour}");
        assert_eq!(call(&connection, "odd", json!({})).await.unwrap().get(), ODD, "{behaviour}");
        close(&connection).await;
    }
}

// ELI-18, VER-12: nothing of a question is lost or moved
#[tokio::test(flavor = "multi_thread")]
async fn a_legacy_question_goes_through_byte_for_byte() {
    let (connection, mut inbound) = open(&scripted("legacy")).await;
    for answer in [
        Ok(json!({"action":"accept","content":{"b":"x","a":1.5},"_meta":{"k":1}})),
        Ok(json!({"action":"decline"})),
        Err(PeerError { code: -32602, message: "no such mode".to_owned(), data: Some(json!({"why": 1})) }),
    ] {
        let calling = tokio::spawn({
            let connection = connection.clone();
            async move { call(&connection, "ask", json!({})).await }
        });
        let question = question(&mut inbound).await;
        assert_eq!(question.params.get(), QUESTION);
        question.reply.send(answer.clone()).unwrap();
        let result = value(&within(10, "the result", calling).await.unwrap().unwrap());
        match answer {
            Ok(answer) => assert_eq!(result["answered"].to_string(), answer.to_string()),
            Err(error) => {
                assert_eq!(result["error"], json!({"code": error.code, "message": error.message, "data": error.data}));
            }
        }
    }
    // A question that nobody answers is answered with an error, not left open.
    let calling = tokio::spawn({
        let connection = connection.clone();
        async move { call(&connection, "ask", json!({})).await }
    });
    drop(question(&mut inbound).await.reply);
    assert_eq!(value(&within(10, "the result", calling).await.unwrap().unwrap())["error"]["code"], -32603);
    close(&connection).await;
}

// MRT-03, MRT-04, VER-11, CAP-03, CAP-13
#[tokio::test(flavor = "multi_thread")]
async fn a_modern_round_keeps_order_state_and_envelope() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let (connection, _inbound) = open(&logged("modern", &log)).await;
    let first = call(&connection, "ask_modern", json!({"z": 1, "a": 2})).await.unwrap();
    let places: Vec<_> = ["\"zz\"", "\"9\"", "\"aa\""].iter().map(|key| first.get().find(key).unwrap()).collect();
    assert!(places.is_sorted() && first.get().contains(QUESTION));
    // 1e400 is valid JSON that no f64 holds: only what is needed is decoded here.
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Round {
        request_state: String,
    }
    let state = serde_json::from_str::<Round>(first.get()).unwrap().request_state;
    assert_eq!(state, " é\"\\ ");
    let retry = json!({"name":"ask_modern","arguments":{"z":1,"a":2},
        "inputResponses":{"zz":{"action":"accept","content":{"b":"x"}},"9":{"action":"decline"},"aa":{"action":"cancel"}},
        "requestState":state,"_meta":{"com.example/k":[1],"io.modelcontextprotocol/clientCapabilities":{"roots":{}}}});
    let result = request(&connection, "tools/call", retry.clone()).await.unwrap();
    let meta = value(&result)["structuredContent"]["params"]["_meta"].clone();
    assert_eq!(meta["com.example/k"], json!([1]));
    let mut sent = retry;
    sent.as_object_mut().unwrap().remove("_meta");
    let sent = sent.to_string();
    let sent = sent.strip_suffix('}').unwrap();
    assert!(
        std::fs::read_to_string(&log).unwrap().contains(&format!("\"params\":{sent},\"_meta\"")),
        "params in their order"
    );
    close(&connection).await;
    let messages = received(&log);
    assert_eq!(messages[1]["method"], "server/discover");
    let requests: Vec<&Value> = messages.iter().filter(|message| message["method"].is_string()).collect();
    assert_eq!(requests.len(), 3);
    for request in requests {
        let meta = &request["params"]["_meta"];
        assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
        assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "Askance");
        assert_eq!(
            meta["io.modelcontextprotocol/clientCapabilities"],
            json!({"elicitation":{"form":{},"url":{}},"extensions":{"io.modelcontextprotocol/ui":
                {"mimeTypes":["text/html;profile=mcp-app"],"elicitation":{}}}})
        );
    }
}

// CAP-04, VER-07
#[tokio::test(flavor = "multi_thread")]
async fn initialize_declares_exactly_what_is_served() {
    let folder = tempfile::tempdir().unwrap();
    for (n, (declared, expected)) in [
        (Declared { form: true, url: false, apps: false, app_answers: false }, json!({"elicitation":{"form":{}}})),
        (Declared { form: false, url: false, apps: false, app_answers: false }, json!({})),
        (
            Declared { form: true, url: true, apps: true, app_answers: true },
            json!({"elicitation":{"form":{},"url":{}},"extensions":{"io.modelcontextprotocol/ui":
                {"mimeTypes":["text/html;profile=mcp-app"],"elicitation":{}}}}),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let log = folder.path().join(n.to_string());
        let spec = pinned(logged("legacy", &log), Revision::V2025_06_18);
        let (connection, _inbound) =
            within(20, "open", Connection::open(&spec, declared, Trace::none())).await.unwrap();
        assert_eq!((connection.declared(), connection.revision()), (declared, Revision::V2025_06_18));
        call(&connection, "odd", json!({})).await.unwrap();
        close(&connection).await;
        let messages = received(&log);
        assert_eq!(messages[1]["method"], "initialize");
        assert_eq!(messages[1]["params"]["protocolVersion"], "2025-06-18");
        assert_eq!(messages[1]["params"]["capabilities"], expected);
        let methods: Vec<_> = messages[2..].iter().filter_map(|it| it["method"].as_str()).collect();
        assert_eq!(methods, ["notifications/initialized", "tools/call"]);
        assert!(messages.iter().any(|it| it["id"] == "ping-1" && it["result"] == json!({})), "the ping is answered");
    }
}

// STD-08, TMO-01, TMO-04, HTL-06
#[tokio::test(flavor = "multi_thread")]
async fn the_server_hears_of_cancels_and_time_limits() {
    for behaviour in ["legacy", "modern"] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let (connection, _inbound) = open(&logged(behaviour, &log)).await;
        let cancel = CancellationToken::new();
        let params = || object(json!({"name":"slow"}));
        let calling = connection.request("tools/call", params(), limit(20), cancel.clone(), None);
        let cancelling = async {
            // The second call comes back once the server has read the first.
            call(&connection, "odd", json!({})).await.unwrap();
            cancel.cancel();
        };
        let (outcome, ()) = within(10, "cancel", async { tokio::join!(calling, cancelling) }).await;
        assert!(matches!(outcome, Err(RequestError::Cancelled)), "{behaviour}: {outcome:?}");
        let short = Limit { soft: Duration::from_millis(50), hard: Duration::from_secs(9), paused: None };
        let outcome = connection.request("tools/call", params(), short, CancellationToken::new(), None).await;
        assert!(matches!(outcome, Err(RequestError::TimedOut(limit)) if limit == Duration::from_millis(50)));
        // Dropped by its caller: the server is told all the same.
        let dropped = connection.request("tools/call", params(), limit(20), CancellationToken::new(), None);
        let _ = tokio::time::timeout(Duration::from_millis(50), dropped).await.unwrap_err();
        call(&connection, "odd", json!({})).await.unwrap();
        close(&connection).await;
        let messages = received(&log);
        let slow: Vec<_> =
            messages.iter().filter(|it| it["params"]["name"] == "slow").map(|it| it["id"].clone()).collect();
        let cancelled: Vec<_> = messages
            .iter()
            .filter(|it| it["method"] == "notifications/cancelled")
            .map(|it| it["params"]["requestId"].clone())
            .collect();
        assert_eq!((slow.len(), &cancelled), (3, &slow), "{behaviour}");
    }
}

// TMO-02: the limits stand still while a person is asked
#[tokio::test(flavor = "multi_thread")]
async fn a_paused_request_does_not_run_out() {
    let (connection, mut inbound) = open(&scripted("legacy")).await;
    let (pause, paused) = watch::channel(true);
    let hard = Duration::from_millis(200);
    let limit = Limit { soft: Duration::from_millis(100), hard, paused: Some(paused) };
    let ask = object(json!({"name":"ask"}));
    let mut calling = Box::pin(connection.request("tools/call", ask, limit, CancellationToken::new(), None));
    // It begins first; one that stands as long as both its limits together and is not paused runs out before it.
    let other = async {
        let limit = Limit { soft: hard, hard, paused: None };
        let slow = object(json!({"name":"slow"}));
        connection.request("tools/call", slow, limit, CancellationToken::new(), None).await
    };
    let outcome = tokio::select! {
        biased;
        outcome = &mut calling => panic!("it did not stand still: {outcome:?}"),
        outcome = other => outcome,
    };
    assert!(matches!(outcome, Err(RequestError::TimedOut(limit)) if limit == hard), "{outcome:?}");
    pause.send_replace(false);
    assert!(matches!(within(5, "the limit", calling).await, Err(RequestError::TimedOut(_))));
    drop(question(&mut inbound).await);
    close(&connection).await;
}

// TMO-01, MRT-19
#[tokio::test(flavor = "multi_thread")]
async fn progress_only_goes_forward() {
    for behaviour in ["legacy", "modern"] {
        let (connection, _inbound) = open(&scripted(behaviour)).await;
        let (sender, mut progress) = mpsc::channel(16);
        let params = object(json!({"name":"progress"}));
        connection.request("tools/call", params, limit(10), CancellationToken::new(), Some(sender)).await.unwrap();
        let mut seen = Vec::new();
        while let Some(step) = within(5, "the end", progress.recv()).await {
            assert_eq!((step.total, step.message.as_deref()), (Some(9.0), Some("m")));
            seen.push(step.progress);
        }
        assert_eq!(seen, [1.0, 3.0, 5.0], "{behaviour}");
        close(&connection).await;
    }
}

// ELI-21
#[tokio::test(flavor = "multi_thread")]
async fn the_server_takes_a_question_back() {
    let (connection, mut inbound) = open(&scripted("legacy")).await;
    call(&connection, "withdraw", json!({})).await.unwrap();
    let question = question(&mut inbound).await;
    within(5, "the withdrawal", question.withdrawn.cancelled()).await;
    assert_eq!(question.withdrawn_reason.borrow().as_deref(), Some("changed my mind"));
    assert_eq!(call(&connection, "odd", json!({})).await.unwrap().get(), ODD);
    close(&connection).await;
}

// STD-06, ELI-21: a crash ends its questions and requests, once
#[tokio::test(flavor = "multi_thread")]
async fn a_crash_is_told_once_with_the_last_words() {
    let (connection, mut inbound) = open(&scripted("legacy")).await;
    let asking = tokio::spawn({
        let connection = connection.clone();
        async move { call(&connection, "ask", json!({})).await }
    });
    let question = question(&mut inbound).await;
    let died = call(&connection, "die", json!({})).await.unwrap_err();
    assert!(matches!(&died, RequestError::Lost(problem) if problem.code == "connection.lost"), "{died:?}");
    within(5, "the withdrawal", question.withdrawn.cancelled()).await;
    assert!(matches!(within(5, "the call", asking).await.unwrap(), Err(RequestError::Lost(_))));
    match within(5, "the end", inbound.recv()).await {
        Some(Inbound::Closed(closure)) => {
            assert!(!closure.by_us);
            assert_eq!(closure.exit.as_deref(), Some("ended with status 3"));
            assert_eq!(closure.last_words, ["I am dying"]);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(connection.stderr_tail(), ["I am dying"]);
    assert!(matches!(call(&connection, "odd", json!({})).await, Err(RequestError::NotSent(_))));
    close(&connection).await;
    drop(connection);
    assert!(within(5, "nothing more", inbound.recv()).await.is_none());
}

// HTP-13's like for pipes: what is too long has an answer
#[tokio::test(flavor = "multi_thread")]
async fn messages_over_the_bound_cost_only_their_request() {
    for behaviour in ["legacy", "modern"] {
        let (connection, _inbound) = open(&scripted(behaviour)).await;
        let tools = if behaviour == "legacy" { ["big", "big_last", "big_unknown"].as_slice() } else { &["big_last"] };
        for tool in tools {
            let outcome = call(&connection, tool, json!({})).await;
            assert!(matches!(outcome, Err(RequestError::Unreadable(_))), "{behaviour} {tool}: {outcome:?}");
        }
        for tool in ["half", "scalar"] {
            let outcome = call(&connection, tool, json!({})).await;
            assert!(
                matches!(outcome, Err(RequestError::Peer(_) | RequestError::Unreadable(_))),
                "{behaviour} {tool}: {outcome:?}"
            );
        }
        assert!(call(&connection, "large", json!({})).await.unwrap().get().len() > 15 << 20);
        match call(&connection, "error", json!({})).await {
            Err(RequestError::Peer(error)) => {
                assert_eq!((error.code, error.data), (-32_042_123_456, Some(json!({"b":1,"a":[2]}))));
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(call(&connection, "odd", json!({})).await.unwrap().get(), ODD);
        close(&connection).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_are_read_page_by_page_and_bad_items_dropped() {
    let steps = Steps::default();
    let spec = scripted("modern");
    let (connection, _inbound) = within(20, "open", Connection::open(&spec, ALL, steps.trace())).await.unwrap();
    let tools = connection.list("tools/list", "tools").await.unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["odd", "ask", "slow", "last"]);
    assert_eq!(tools[2]["annotations"]["readOnlyHint"], "yes");
    assert_eq!(steps.reasons("note").len(), 2);
    assert!(matches!(connection.list("tools/list", "nope").await, Err(RequestError::Unreadable(_))));
    assert!(matches!(connection.list("prompts/list", "prompts").await, Err(RequestError::Peer(_))));
    close(&connection).await;
}

// STD-07, HTP-11
#[tokio::test(flavor = "multi_thread")]
async fn a_modern_server_gets_no_responses() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let (connection, mut inbound) = open(&logged("modern", &log)).await;
    call(&connection, "breach", json!({})).await.unwrap();
    assert_eq!(call(&connection, "odd", json!({})).await.unwrap().get(), ODD);
    close(&connection).await;
    assert!(matches!(inbound.recv().await, Some(Inbound::Closed(_))), "nothing was asked");
    assert!(received(&log)[1..].iter().all(|message| message["method"].is_string() || message == "eof"));
}

// CAP-10, VER-14
#[tokio::test(flavor = "multi_thread")]
async fn other_requests_of_a_legacy_server_are_refused() {
    let (connection, _inbound) = open(&scripted("legacy")).await;
    let codes = value(&call(&connection, "others", json!({})).await.unwrap());
    assert_eq!(
        codes,
        json!({"roots/list":-32601,"sampling/createMessage":-32601,"nope":-32601,"askance/question":-32601,"bad":-32602})
    );
    close(&connection).await;
}

// URL-09
#[tokio::test(flavor = "multi_thread")]
async fn notifications_arrive_in_order() {
    let (connection, mut inbound) = open(&scripted("legacy")).await;
    call(&connection, "complete", json!({})).await.unwrap();
    assert!(matches!(inbound.recv().await, Some(Inbound::ElicitationComplete { id }) if id == "e-1"));
    assert!(matches!(inbound.recv().await, Some(Inbound::ListChanged(_))));
    close(&connection).await;
}
