//! What can be read in part only, or not at all: odd numbers, half a character, a broken entry of a list (P4, HTP-06).

use askance_host::view::{Ending, QuestionState, TaskState};
use serde_json::json;

use crate::bench::{Bench, end, json_answer};
use crate::peer::{Peer, done, legacy};

#[tokio::test(flavor = "multi_thread")]
async fn a_result_is_told_as_it_came() {
    // Numbers beyond what a page can hold stay what they are.
    let raw = r#"{"resultType":"complete","content":[],"structuredContent":{"n":9007199254740993,"x":1.10}}"#;
    let peer = Peer::new("2026-07-28", json!({}), json!({ "tools/call": [[{ "raw": raw }]] }));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("near")]).await;
    let task = bench.call("near", "t");
    end(&task).await.unwrap();
    let TaskState::Done { text, .. } = bench.host.snapshot().tasks.remove(0).state else { panic!("not done") };
    assert!(text.contains("\n    \"n\": 9007199254740993,\n    \"x\": 1.10\n"), "{text}");
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_that_nothing_can_hold_are_a_sentence() {
    // P4: the task ends, the server goes on
    let asked = r#"{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"message":"q","requestedSchema":{"type":"object","properties":{"n":{"type":"number","maximum":1e400}}}}}}}"#;
    let result = r#"{"resultType":"complete","content":[],"structuredContent":{"n":1e400}}"#;
    let peer = Peer::new(
        "2026-07-28",
        json!({}),
        json!({ "tools/call": [[{ "raw": asked }], [{ "raw": result }], [{ "raw": done() }]] }),
    );
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("near")]).await;
    for what in ["one of its questions", "its result"] {
        let problem = end(&bench.call("near", "t")).await.unwrap_err().problem("near");
        assert_eq!(
            (problem.code.as_str(), problem.what.clone()),
            (
                "operation.invalid-result",
                format!("near broke the protocol: {what} cannot be read: number out of range.")
            )
        );
    }
    end(&bench.call("near", "t")).await.unwrap();
    assert!(bench.host.snapshot().questions.is_empty());
    bench.host.close().await;

    // A stateful server's own question: it is told, its call goes on.
    let params =
        r#"{"message":"q","requestedSchema":{"type":"object","properties":{"n":{"type":"number","maximum":1e400}}}}"#;
    for revision in ["2025-11-25", "2025-06-18"] {
        let peer = legacy(revision, json!([{ "ask": params }, { "echo": true }]));
        let mut bench = Bench::new(None);
        bench.ready(vec![peer.spec("old")]).await;
        let result = end(&bench.call("old", "t")).await.unwrap();
        assert_eq!(result["structuredContent"]["answers"], json!([{ "error": -32602 }]));
        let question = bench.host.snapshot().questions.remove(0);
        let QuestionState::Ended { ending: Ending::NotAllowed { why }, .. } = question.state else { panic!("asked") };
        assert!(why.contains("number out of range"), "{why}");
        bench.host.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_nested_too_deep_is_said_to_be_so() {
    let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    let result = format!(r#"{{"resultType":"complete","content":[],"structuredContent":{{"n":{deep}}}}}"#);
    let peer = Peer::new("2026-07-28", json!({}), json!({ "tools/call": [[{ "raw": result }]] }));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("near")]).await;
    let problem = end(&bench.call("near", "t")).await.unwrap_err().problem("near");
    assert!(
        problem.what.ends_with("its result cannot be read: it is nested more than 127 levels deep."),
        "{problem:?}"
    );
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn half_an_emoji_costs_no_question_and_no_result() {
    // P4: text that JavaScript cut in the middle of a character
    let params = r#"{"message":"Which \ud83d?","requestedSchema":{"type":"object","properties":{}}}"#;
    let asked = format!(
        r#"{{"resultType":"input_required","inputRequests":{{"a":{{"method":"elicitation/create","params":{params}}}}}}}"#
    );
    let result = r#"{"resultType":"complete","content":[],"structuredContent":{"cut":"\ud83d"}}"#;
    let modern = Peer::new("2026-07-28", json!({}), json!({ "tools/call": [[{ "raw": asked }], [{ "raw": result }]] }));
    for peer in [modern, legacy("2025-11-25", json!([{ "ask": params }, { "raw": result }]))] {
        let mut bench = Bench::new(None);
        bench.ready(vec![peer.spec("near")]).await;
        let task = bench.call("near", "t");
        let question = bench.waiting(1).await.remove(0);
        assert_eq!(question.message, "Which \u{fffd}?");
        bench.host.answer(&question.id, json_answer(&json!({}))).unwrap();
        assert_eq!(end(&task).await.unwrap()["structuredContent"]["cut"], "\u{fffd}");
        bench.host.close().await;
    }
    // What has to go back as it came and can't is not sent changed (MRT-04).
    let state = r#"{"resultType":"input_required","requestState":"\ud83d"}"#;
    let peer = Peer::new("2026-07-28", json!({}), json!({ "tools/call": [[{ "raw": state }]] }));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("near")]).await;
    let problem = end(&bench.call("near", "t")).await.unwrap_err().problem("near");
    assert_eq!(problem.code, "operation.invalid-result");
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_cannot_be_read_costs_no_other() {
    // HTP-06
    let tools = r#"{"resultType":"complete","t\u006fols":[{"name":"bad","inputSchema":{"type":"object","properties":{"n":{"type":"number","maximum":1e400}}}},7,{"name":"good","inputSchema":{"type":"object"}}]}"#;
    let peer = Peer::of(json!({ "revision": "2026-07-28", "capabilities": { "tools": {} }, "plays": {},
        "lists": { "tools/list": tools } }));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("near")]).await;
    let tools: Vec<_> = bench.host.snapshot().servers.remove(0).tools.into_iter().map(|tool| tool.name).collect();
    assert_eq!(tools, ["good"]);
    bench.host.close().await;
}
