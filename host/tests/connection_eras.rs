//! Both eras over both transports, against the official SDK's server.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod connection_support;

use askance_host::Revision;
use askance_host::config::ServerSpec;
use askance_host::connection::Inbound;
use connection_support::*;
use serde_json::json;

/// The same entry in every way that it can be reached in.
async fn entries() -> (Vec<(&'static str, ServerSpec)>, Vec<Served>) {
    let server = elicit_server();
    let (both, legacy) = (Served::elicit("both").await, Served::elicit("legacy").await);
    let entries = vec![
        ("stdio", local(&[&server, "stdio"])),
        ("stdio legacy", local(&[&server, "stdio", "--era", "legacy"])),
        ("http", remote(&both.url)),
        ("http legacy", remote(&legacy.url)),
    ];
    (entries, vec![both, legacy])
}

fn expected(name: &str) -> Revision {
    if name.ends_with("legacy") { Revision::V2025_11_25 } else { Revision::V2026_07_28 }
}

// VER-01, VER-02, VER-03, VER-13, CAP-12, HTL-03, STD-05
#[tokio::test(flavor = "multi_thread")]
async fn the_era_is_found_out_and_the_lists_are_read() {
    let (entries, _served) = entries().await;
    for (name, spec) in entries {
        let steps = Steps::default();
        let (connection, mut inbound) =
            within(30, name, askance_host::connection::Connection::open(&spec, ALL, steps.trace()))
                .await
                .unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
        assert_eq!(connection.revision(), expected(name), "{name}");
        assert_eq!(steps.reasons("negotiated"), [expected(name).as_str()], "{name}");
        let ui = &connection.server_capabilities().unwrap()["extensions"]["io.modelcontextprotocol/ui"];
        assert_eq!(ui["elicitation"], json!({}), "{name}");
        assert_eq!(connection.server_info().unwrap()["name"], "corpus-elicit-server", "{name}");
        let tools = connection.list("tools/list", "tools").await.unwrap();
        assert!(tools.iter().any(|tool| tool["name"] == "pick_colour"), "{name}");
        let resources = connection.list("resources/list", "resources").await.unwrap();
        assert!(resources.iter().any(|it| it["uri"] == "ui://elicit-corpus/colour.html"), "{name}");
        let app =
            request(&connection, "resources/read", json!({"uri": "ui://elicit-corpus/colour.html"})).await.unwrap();
        assert!(app.get().len() > 500_000, "{name}");
        connection.close().await;
        match within(10, name, inbound.recv()).await {
            Some(Inbound::Closed(closure)) => {
                assert!(closure.by_us, "{name}");
                assert_eq!(closure.exit.is_some(), name.starts_with("stdio"), "{name}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

// CAP-01, CAP-02, CAP-03, CAP-11, ELI-21, MRT-02, MRT-03, MRT-04
#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_asked_and_answered_raw() {
    let (entries, _served) = entries().await;
    let answer = json!({"action": "accept", "content": {"colour": "#00ff00", "opacity": 0.5}});
    for (name, spec) in entries {
        let (connection, mut inbound) = open(&spec).await;
        let result = if connection.revision().is_modern() {
            let first = value(&call(&connection, "pick_colour", json!({})).await.unwrap());
            assert_eq!(first["resultType"], "input_required", "{name}: {first}");
            let asked = &first["inputRequests"]["answer"]["params"];
            assert_eq!(asked["_meta"]["ui"]["resourceUri"], "ui://elicit-corpus/colour.html", "{name}");
            let mut retry = json!({"name": "pick_colour", "arguments": {}, "inputResponses": {"answer": answer}});
            if let Some(state) = first.get("requestState") {
                retry["requestState"] = state.clone();
            }
            request(&connection, "tools/call", retry).await.unwrap()
        } else {
            let calling = tokio::spawn({
                let connection = connection.clone();
                async move { call(&connection, "pick_colour", json!({})).await }
            });
            let question = question(&mut inbound).await;
            assert_eq!(
                value(&question.params)["_meta"]["ui"]["resourceUri"],
                "ui://elicit-corpus/colour.html",
                "{name}"
            );
            question.reply.send(Ok(answer.clone())).unwrap();
            within(20, name, calling).await.unwrap().unwrap()
        };
        assert_eq!(value(&result)["structuredContent"]["answers"]["answer"], answer, "{name}");
        connection.close().await;
    }
}

// MRT-02, MRT-03: two requests at once keep the server's order, two rounds carry the state
#[tokio::test(flavor = "multi_thread")]
async fn several_requests_and_several_rounds() {
    let server = elicit_server();
    let served = Served::elicit("modern").await;
    for spec in [local(&[&server, "stdio"]), remote(&served.url)] {
        let (connection, _inbound) = open(&spec).await;
        let raw = call(&connection, "same_app_twice", json!({})).await.unwrap();
        let (first, second) = (raw.get().find("\"first\"").unwrap(), raw.get().find("\"second\"").unwrap());
        assert!(first < second);
        let mut state = None;
        for (key, content) in
            [("manager", json!({"managerId": "m-ada"})), ("day", json!({"date": "2026-12-24", "period": "evening"}))]
        {
            let mut params = json!({"name": "onboard_client", "arguments": {}});
            if let Some(state) = &state {
                params["requestState"] = json!(state);
            }
            if key == "manager" {
                let asked = value(&request(&connection, "tools/call", params.clone()).await.unwrap());
                params["requestState"] = asked["requestState"].clone();
            }
            params["inputResponses"] = json!({key: {"action": "accept", "content": content}});
            let result = value(&request(&connection, "tools/call", params).await.unwrap());
            if key == "day" {
                let answers = &result["structuredContent"]["answers"];
                assert_eq!(answers["manager"]["content"]["managerId"], "m-ada");
                assert_eq!(answers["day"]["content"]["period"], "evening");
            } else {
                assert_eq!(result["resultType"], "input_required");
                state = result["requestState"].as_str().map(str::to_owned);
            }
        }
        connection.close().await;
    }
}

// VER-05: a pinned revision goes straight there
#[tokio::test(flavor = "multi_thread")]
async fn a_fixed_revision_is_used() {
    let server = elicit_server();
    let served = Served::elicit("both").await;
    for revision in Revision::ALL {
        for spec in [local(&[&server, "stdio"]), remote(&served.url)] {
            let (connection, _inbound) = open(&pinned(spec, revision)).await;
            assert_eq!(connection.revision(), revision);
            assert!(!connection.list("tools/list", "tools").await.unwrap().is_empty());
            connection.close().await;
        }
    }
    let refused = refused(&pinned(local(&[&server, "stdio", "--era", "legacy"]), Revision::V2026_07_28)).await;
    assert!(refused.code.starts_with("connection."), "{refused:?}");
}
