//! Remote servers that do odd and wrong things, over real sockets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod connection_support;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use askance_host::Revision;
use askance_host::config::{Origin, ServerSpec};
use askance_host::connection::{Connection, Inbound, RequestError};
use connection_support::*;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

async fn served(behaviour: &str) -> Served {
    Served::start(&[&fault("http.mjs"), behaviour]).await
}

/// The next logged request with that JSON-RPC or HTTP method.
async fn logged(served: &mut Served, method: &str) -> Value {
    serde_json::from_str(&served.saw(&format!("\"method\":\"{method}\"")).await).unwrap()
}

async fn close(connection: &Connection) {
    within(10, "close", connection.close()).await;
}

const QUESTION: &str =
    r#"{"message":"Who?","requestedSchema":{"type":"object","x":{"n":1e400},"properties":{"a":true}}}"#;

// HTP-01, HTP-02, HTP-03, HTP-08, HTP-11
#[tokio::test(flavor = "multi_thread")]
async fn a_stateless_server() {
    let mut server = served("modern").await;
    let (connection, mut inbound) = open(&remote(&server.url)).await;
    assert_eq!(connection.revision(), Revision::V2026_07_28);
    assert_eq!(connection.server_info().unwrap()["name"], "fault");
    let discover = logged(&mut server, "server/discover").await;
    assert_eq!(discover["headers"]["mcp-method"], "server/discover");
    assert_eq!(discover["headers"]["mcp-protocol-version"], "2026-07-28");
    assert_eq!(call(&connection, "odd", json!({})).await.unwrap().get(), ODD);
    let called = logged(&mut server, "tools/call").await;
    for (header, expected) in [
        ("mcp-method", "tools/call"),
        ("mcp-name", "odd"),
        ("mcp-protocol-version", "2026-07-28"),
        ("accept", "application/json, text/event-stream"),
        ("content-type", "application/json"),
    ] {
        assert_eq!(called["headers"][header], expected);
    }
    assert!(called["headers"].get("mcp-session-id").is_none());
    assert_eq!(called["body"]["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(call(&connection, "streamed", json!({})).await.unwrap().get(), ODD);
    for (tool, broken) in [("broken", true), ("resumed", true), ("status", false)] {
        match call(&connection, tool, json!({})).await {
            Err(RequestError::Lost(problem)) => {
                let code = if broken { "connection.stream-broken" } else { "connection.http-status" };
                assert_eq!(problem.code, code, "{tool}");
            }
            other => panic!("{tool}: {other:?}"),
        }
    }
    assert_eq!(call(&connection, "odd", json!({})).await.unwrap().get(), ODD);
    close(&connection).await;
    assert!(matches!(inbound.recv().await, Some(Inbound::Closed(closure)) if closure.by_us), "nothing was asked");
    server.kill().await;
    while let Some(line) = server.lines.recv().await {
        assert!(line.contains("\"method\":\"POST\""), "no GET, no DELETE: {line}");
    }
}

// HTL-01, HTL-03, HTL-05, VER-09
#[tokio::test(flavor = "multi_thread")]
async fn a_stateful_server() {
    let mut server = served("legacy,own-stream").await;
    let (connection, mut inbound) = open(&remote(&server.url)).await;
    assert_eq!(connection.revision(), Revision::V2025_11_25);
    assert_eq!(call(&connection, "odd", json!({})).await.unwrap().get(), ODD);
    let called = logged(&mut server, "tools/call").await;
    assert_eq!(called["headers"]["mcp-session-id"], "s1");
    assert_eq!(called["headers"]["mcp-protocol-version"], "2025-11-25");
    assert!(called["headers"].get("mcp-method").is_none());
    for tool in ["ask", "ask_own"] {
        let calling = tokio::spawn({
            let connection = connection.clone();
            async move { call(&connection, tool, json!({})).await }
        });
        let question = question(&mut inbound).await;
        assert_eq!(question.params.get(), QUESTION, "{tool}");
        let answer = json!({"action":"accept","content":{"z":1,"a":2}});
        question.reply.send(Ok(answer.clone())).unwrap();
        let result = value(&within(10, tool, calling).await.unwrap().unwrap());
        assert_eq!(result["answered"].to_string(), answer.to_string(), "{tool}");
    }
    assert_eq!(call(&connection, "resumed", json!({})).await.unwrap().get(), ODD);
    close(&connection).await;
    assert_eq!(logged(&mut server, "DELETE").await["headers"]["mcp-session-id"], "s1");
}

// HTL-02
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_session_is_started_over() {
    for pin in [None, Some(Revision::V2025_11_25)] {
        let mut server = served("legacy").await;
        let spec = ServerSpec { revision: pin, ..remote(&server.url) };
        let (connection, _inbound) = open(&spec).await;
        assert_eq!(call(&connection, "expire", json!({})).await.unwrap().get(), ODD);
        assert_eq!(call(&connection, "odd", json!({})).await.unwrap().get(), ODD);
        close(&connection).await;
        assert_eq!(logged(&mut server, "DELETE").await["headers"]["mcp-session-id"], "s2");
    }
}

// HTP-09, HTL-06: the opposite of each other
#[tokio::test(flavor = "multi_thread")]
async fn a_cancel_is_told_as_the_era_wants_it() {
    for behaviour in ["modern", "legacy"] {
        let mut server = served(behaviour).await;
        let (connection, _inbound) = open(&remote(&server.url)).await;
        let cancel = CancellationToken::new();
        let calling = connection.request("tools/call", object(json!({"name":"slow"})), limit(20), cancel.clone(), None);
        let cancelling = async {
            let slow: Value = serde_json::from_str(&server.saw("\"slow\":").await).unwrap();
            cancel.cancel();
            slow["slow"].clone()
        };
        let (outcome, id) = within(10, "cancel", async { tokio::join!(calling, cancelling) }).await;
        assert!(matches!(outcome, Err(RequestError::Cancelled)), "{behaviour}: {outcome:?}");
        if behaviour == "modern" {
            server.saw(&format!("{{\"closed\":{id}}}")).await;
        } else {
            let told = logged(&mut server, "notifications/cancelled").await;
            assert_eq!(told["body"]["params"]["requestId"], id);
        }
        assert_eq!(call(&connection, "odd", json!({})).await.unwrap().get(), ODD);
        close(&connection).await;
        server.kill().await;
        while let Some(line) = server.lines.recv().await {
            assert!(!line.contains("notifications/cancelled"), "{behaviour}: {line}");
        }
    }
}

// HTP-13
#[tokio::test(flavor = "multi_thread")]
async fn bodies_and_events_are_bounded_and_errors_are_told_apart() {
    let server = served("modern").await;
    let (connection, _inbound) = open(&remote(&server.url)).await;
    for tool in ["big", "big_event", "wrong_id"] {
        let outcome = call(&connection, tool, json!({})).await;
        assert!(matches!(outcome, Err(RequestError::Unreadable(_))), "{tool}: {outcome:?}");
    }
    for (tool, code) in [("error", -32602), ("unknown", -32601)] {
        match call(&connection, tool, json!({})).await {
            Err(RequestError::Peer(error)) => assert_eq!(error.code, code),
            other => panic!("{tool}: {other:?}"),
        }
    }
    match call(&connection, "unauthorized", json!({})).await {
        Err(RequestError::Lost(problem)) => assert_eq!(problem.code, "connection.sign-in-needed"),
        other => panic!("{other:?}"),
    }
    assert_eq!(call(&connection, "odd", json!({})).await.unwrap().get(), ODD);
    close(&connection).await;
}

// HTP-05, HTP-06, HTP-07
#[tokio::test(flavor = "multi_thread")]
async fn mirrored_parameters() {
    let steps = Steps::default();
    let mut server = served("modern,strict").await;
    let spec = remote(&server.url);
    let (connection, _inbound) = within(20, "open", Connection::open(&spec, ALL, steps.trace())).await.unwrap();
    // Nothing was listed yet: refused, listed, sent again, once.
    let arguments = json!({"region":"Zürich","n":36.0,"ok":false});
    let result = call(&connection, "good", arguments).await.unwrap();
    assert_eq!(value(&result)["missed"], 1);
    logged(&mut server, "tools/list").await;
    let headers = logged(&mut server, "tools/call").await["headers"].clone();
    assert_eq!(headers["mcp-param-region"], "=?base64?WsO8cmljaA==?=");
    assert_eq!((&headers["mcp-param-count"], &headers["mcp-param-ok"]), (&json!("36"), &json!("false")));
    call(&connection, "good", json!({"region":null})).await.unwrap();
    let headers = logged(&mut server, "tools/call").await["headers"].clone();
    assert!(headers.get("mcp-param-region").is_none() && headers.get("mcp-param-count").is_none());
    let tools = connection.list("tools/list", "tools").await.unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["good", "odd"]);
    assert!(steps.reasons("note").iter().any(|note| note.contains("“bad”")), "{:?}", steps.reasons("note"));
    close(&connection).await;
}

// VER-02, VER-03, VER-05, VER-08 and the holes of rmcp-notes §4
#[tokio::test(flavor = "multi_thread")]
async fn the_ladder_finds_a_way() {
    for behaviour in [
        "legacy",
        "legacy,stateless",
        "status-400",
        "status-400,text",
        "status-400,rpc",
        "status-400,rpc,odd-id",
        "status-404",
        "status-404,rpc",
        "status-405",
        "status-406,text",
        "status-422,rpc",
        "status-500,rpc",
        "hang-discover",
    ] {
        let server = served(behaviour).await;
        let (connection, _inbound) = open(&remote(&server.url)).await;
        assert_eq!(connection.revision(), Revision::V2025_11_25, "{behaviour}");
        assert_eq!(call(&connection, "odd", json!({})).await.unwrap().get(), ODD, "{behaviour}");
        close(&connection).await;
    }
    let server = served("modern").await;
    for revision in Revision::ALL {
        let (connection, _inbound) = open(&pinned(remote(&server.url), revision)).await;
        assert_eq!(connection.revision(), revision);
        close(&connection).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ladder_ends_in_a_sentence() {
    for (behaviour, code) in [
        ("lists-2099", "connection.no-common-revision"),
        ("legacy,2099", "connection.no-common-revision"),
        ("unauthorized", "connection.sign-in-needed"),
        ("status-403", "connection.forbidden"),
        ("status-429", "connection.http-status"),
        ("status-500", "connection.http-status"),
        ("status-503,text", "connection.http-status"),
        ("html", "connection.not-mcp"),
        ("reset", "connection.broke-off"),
        ("redirect-302", "connection.redirected"),
        ("redirect-other", "connection.redirected"),
    ] {
        let mut server = served(behaviour).await;
        let problem = refused(&remote(&server.url)).await;
        assert_eq!(problem.code, code, "{behaviour}: {problem:?}");
        assert!(problem.what.ends_with('.') && !problem.what.contains("/mcp"), "{problem:?}");
        server.kill().await;
        while let Some(line) = server.lines.recv().await {
            assert!(!line.contains("\"other\""), "the other origin was asked");
        }
    }
    let server = served("redirect-same").await;
    let (connection, _inbound) = open(&remote(&server.url)).await;
    assert_eq!(call(&connection, "odd", json!({})).await.unwrap().get(), ODD);
    close(&connection).await;
}

// VER-03, VER-05: an entry that fixes a revision which the server does not speak: both lists, and what to change
#[tokio::test(flavor = "multi_thread")]
async fn a_fixed_revision_that_is_not_spoken_there() {
    let (modern, legacy) = (Revision::V2026_07_28, Revision::V2025_11_25);
    for (behaviour, fixed, theirs, words) in [
        ("legacy", modern, "not said", "Bad Request: Server not initialized (-32000)"),
        ("status-400,text", modern, "not said", "Bad Request: no session"),
        ("status-400", modern, "not said", "HTTP 400"),
        ("status-422", modern, "not said", "HTTP 422"),
        ("lists-2099", modern, "2099-01-01", ""),
        ("legacy,2099", legacy, "2099-01-01", ""),
        ("modern-only", legacy, "not said", "Method not found: initialize (-32601)"),
    ] {
        let server = served(behaviour).await;
        let problem = refused(&pinned(remote(&server.url), fixed)).await;
        assert_eq!(problem.code, "connection.no-common-revision", "{behaviour}: {problem:?}");
        assert!(problem.what.contains(fixed.as_str()), "{behaviour}: {problem:?}");
        assert!(problem.remedy.as_ref().unwrap().contains("auto"), "{behaviour}: {problem:?}");
        assert_eq!(problem.details[0], format!("Its entry fixes: {fixed}"), "{behaviour}");
        assert_eq!(problem.details[1], format!("The server speaks: {theirs}"), "{behaviour}");
        assert!(problem.details[1..].iter().any(|line| line.contains(words)), "{behaviour}: {problem:?}");
    }
    // The official SDK's server.
    let server = Served::elicit("legacy").await;
    let problem = refused(&pinned(remote(&server.url), modern)).await;
    assert_eq!(problem.code, "connection.no-common-revision", "{problem:?}");
    // A wrong path stays one.
    for behaviour in ["status-404", "status-405,text", "status-429", "status-500"] {
        let server = served(behaviour).await;
        let problem = refused(&pinned(remote(&server.url), modern)).await;
        assert_eq!(problem.code, "connection.http-status", "{behaviour}: {problem:?}");
    }
}

// A server that has too much to do is told from one that is broken, and how long it wants to be left alone is said.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_turns_work_away() {
    for (behaviour, wait) in [
        ("status-503", "Wait a little, then try again."),
        ("status-429,later-0", "Wait a little, then try again."),
        ("status-503,later-1", "for 1 second. Then try again."),
        ("status-429,later-90", "for 90 seconds. Then try again."),
        ("status-503,later-600", "for 10 minutes. Then try again."),
        ("status-503,later-99999999", "Wait a little, then try again."),
        ("status-503,later--5", "Wait a little, then try again."),
        ("status-503,later-Fri", "Wait a little, then try again."),
    ] {
        let server = served(behaviour).await;
        let problem = refused(&remote(&server.url)).await;
        assert_eq!(problem.code, "connection.http-status", "{behaviour}: {problem:?}");
        assert!(problem.what.contains("turned this away ("), "{behaviour}: {problem:?}");
        let remedy = problem.remedy.unwrap();
        assert!(remedy.starts_with("It has too much to do") && remedy.ends_with(wait), "{behaviour}: {remedy}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_that_lead_nowhere() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    assert_eq!(refused(&remote(&format!("http://127.0.0.1:{port}/mcp"))).await.code, "connection.refused");
    assert_eq!(refused(&remote("http://no-such-host.invalid/mcp")).await.code, "connection.unknown-host");
    for url in ["", "ftp://x/", "mcp", "http://", "file:///etc/passwd"] {
        assert_eq!(refused(&remote(url)).await.code, "connection.bad-address", "{url}");
    }
    // TLS towards a server that speaks none.
    let server = served("modern").await;
    let problem = refused(&remote(&server.url.replace("http:", "https:"))).await;
    assert_eq!(problem.code, "connection.tls", "{problem:?}");
    let bad = Origin::Remote { url: server.url.clone(), headers: BTreeMap::from([("a b".to_owned(), "x".to_owned())]) };
    assert_eq!(refused(&ServerSpec { origin: bad, ..remote("") }).await.code, "connection.bad-header");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_entrys_headers_go_with_every_request() {
    let mut server = served("legacy,own-stream").await;
    let headers = BTreeMap::from([
        ("Authorization".to_owned(), "Bearer t".to_owned()),
        ("X-Team".to_owned(), "north".to_owned()),
        ("Accept".to_owned(), "text/html".to_owned()),
    ]);
    let origin = Origin::Remote { url: server.url.clone(), headers };
    let (connection, _inbound) = open(&ServerSpec { origin, ..remote("") }).await;
    close(&connection).await;
    for method in ["server/discover", "initialize", "notifications/initialized", "GET", "DELETE"] {
        let headers = logged(&mut server, method).await["headers"].clone();
        assert_eq!((&headers["authorization"], &headers["x-team"]), (&json!("Bearer t"), &json!("north")), "{method}");
        assert_eq!(headers["accept"], "application/json, text/event-stream", "{method}");
    }
}

// TMO-08: a server that hangs costs the probe, not the program
#[tokio::test(flavor = "multi_thread")]
async fn a_hanging_probe_costs_three_seconds() {
    let server = served("hang-discover").await;
    let start = Instant::now();
    let (connection, _inbound) = open(&remote(&server.url)).await;
    let took = start.elapsed();
    assert!(took > Duration::from_secs(2) && took < Duration::from_secs(6), "{took:?}");
    close(&connection).await;
}

// HTL-05: who asked learns whether the answer was taken
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_not_taken_is_known() {
    for (behaviour, taken) in [("legacy", true), ("legacy,no-answers", false)] {
        let server = served(behaviour).await;
        let (connection, mut inbound) = open(&remote(&server.url)).await;
        let calling = tokio::spawn({
            let connection = connection.clone();
            async move { call(&connection, "ask", json!({})).await }
        });
        let question = question(&mut inbound).await;
        question.reply.send(Ok(json!({ "action": "cancel" }))).unwrap();
        assert_eq!(within(10, "the delivery", question.delivered).await.is_ok(), taken, "{behaviour}");
        close(&connection).await;
        let _ = within(10, "the call", calling).await;
    }
}
