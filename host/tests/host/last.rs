//! “Offer my last answer again”: what was sent comes back for the same question, without secrets (issue 3, ELI-11).

use askance_host::view::{Answer, Ending, QuestionView, Settings};
use native_form::{Draft, DraftValue};
use serde_json::{Value, json};

use crate::bench::{Bench, end};
use crate::peer::Peer;

fn text(words: &str) -> DraftValue {
    DraftValue::Text(words.to_owned())
}

/// A server that asks for a name and a password, in every call.
fn asking() -> Peer {
    let params = json!({ "message": "Who?", "requestedSchema": { "type": "object", "properties": {
        "name": { "type": "string", "maxLength": 9 },
        "password": { "type": "string", "maxLength": 9 },
    } } });
    let call = json!([{ "ask": params.to_string() }, { "echo": true }]);
    Peer::new("2025-11-25", json!({}), json!({ "tools/call": [call, call, call, call] }))
}

/// Calls the tool, gives its question and what was offered for it, answers it.
async fn ask(bench: &mut Bench, tool: &str, answer: Answer) -> (QuestionView, Option<Draft>, Value) {
    let task = bench.call("old", tool);
    let question = bench.waiting(1).await.remove(0);
    let offered = bench.host.last_answer(&question.id).unwrap();
    bench.host.answer(&question.id, answer).unwrap();
    let result = end(&task).await.unwrap();
    bench.ending(&question.id).await;
    (question, offered, result["structuredContent"]["answers"].clone())
}

fn draft(name: &str) -> Answer {
    Answer::Draft { draft: Draft(vec![text(name), text("hunter2")]) }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_answer_is_offered_to_the_same_question_only() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("last-answers.json");
    let peer = asking();
    let mut bench = Bench::remembering(file.clone());
    bench.ready(vec![peer.spec("old")]).await;

    // Off until chosen.
    let (_, offered, _) = ask(&mut bench, "t", draft("Ada")).await;
    assert_eq!((offered, file.exists()), (None, false));

    bench.host.set_settings(Settings { last_answers: true, ..Settings::default() });
    let (_, offered, sent) = ask(&mut bench, "t", draft("Grace")).await;
    assert_eq!(offered, None);
    assert_eq!(sent[0]["content"], json!({ "name": "Grace", "password": "hunter2" }));
    assert!(!std::fs::read_to_string(&file).unwrap().contains("hunter2"), "a secret is never kept");

    // What is declined is not an answer; another tool's question is another question.
    let (_, offered, _) = ask(&mut bench, "t", Answer::Decline).await;
    assert_eq!(offered, Some(Draft(vec![text("Grace"), DraftValue::Untouched])));
    let (question, offered, _) = ask(&mut bench, "u", draft("Alan")).await;
    assert_eq!(offered, None);
    assert_eq!(bench.ending(&question.id).await, Ending::Sent);
    assert!(bench.host.last_answer(&question.id).unwrap().is_some());

    bench.host.set_settings(Settings::default());
    assert_eq!(bench.host.last_answer(&question.id).unwrap(), None);
    assert!(!file.exists());
    bench.host.close().await;
}
