//! An answer that could not be sent: where it may be sent again, and where not (MRT-17, HTP-10, ELI-11).

use askance_host::view::{Answer, Ending, QuestionState, QuestionView};
use native_form::DraftValue;
use serde_json::{Value, json};

use crate::bench::{Bench, end, json_answer};
use crate::peer::{Peer, confirm, done, input_required};
use crate::web::Web;

fn entry(params: Value) -> Value {
    json!({ "method": "elicitation/create", "params": params })
}

fn sign_in() -> Value {
    json!({ "message": "Who?", "requestedSchema": { "type": "object", "properties": {
        "name": { "type": "string" }, "password": { "type": "string" } }, "required": ["name", "password"] } })
}

async fn not_sent(bench: &mut Bench, id: &str) -> QuestionView {
    let view = bench
        .question(id, "an answer that could not be sent", |question| {
            let ended = matches!(&question.state, QuestionState::Ended { ending: Ending::NotSent { .. }, .. });
            ended.then(|| question.clone())
        })
        .await;
    let QuestionState::Ended { ending: Ending::NotSent { problem }, .. } = &view.state else { panic!("{view:?}") };
    assert_eq!(problem.code, "connection.refused");
    view
}

/// What the window does for “Try again”.
fn shown(view: &QuestionView) -> Answer {
    Answer::Draft { draft: view.draft.clone() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stateless_server_gets_the_same_answer_once_it_is_back() {
    // MRT-17: only when the person wants it, and never the original request
    let mut web = Web::start(&[input_required(json!({ "a": entry(sign_in()) }), "s"), done()]).await;
    let mut bench = Bench::new(None);
    bench.ready(vec![web.spec("far")]).await;
    let task = bench.call("far", "t");
    let question = bench.waiting(1).await.remove(0);
    web.go_away().await;
    bench.host.answer(&question.id, json_answer(&json!({ "name": "Ana", "password": "hunter2" }))).unwrap();
    let view = not_sent(&mut bench, &question.id).await;
    // ELI-11: the answer is still here, the secret is not shown
    assert_eq!(view.draft.0, [DraftValue::Text("Ana".to_owned()), DraftValue::Untouched]);
    assert!(!task.has_ended());

    while bench.updates.try_recv().is_ok() {}
    bench.host.answer(&question.id, shown(&view)).unwrap();
    not_sent(&mut bench, &question.id).await;
    assert_eq!(bench.host.answer(&question.id, Answer::Decline).unwrap_err().code, "question.settled");

    web.come_back().await;
    assert_eq!(web.calls().len(), 1, "nothing was sent meanwhile");
    bench.host.answer(&question.id, shown(&view)).unwrap();
    end(&task).await.unwrap();
    assert_eq!(bench.ending(&question.id).await, Ending::Sent);
    let calls = web.calls();
    assert_eq!(calls.len(), 2);
    assert_eq!(
        calls[1]["inputResponses"]["a"],
        json!({ "action": "accept", "content": { "name": "Ana", "password": "hunter2" } })
    );
    assert_eq!(calls[1]["requestState"], "s");
    assert_eq!(bench.host.answer(&question.id, shown(&view)).unwrap_err().code, "question.settled");
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_answers_of_a_round_go_together() {
    let both = json!({ "a": entry(confirm("a")), "b": entry(confirm("b")) });
    let mut web = Web::start(&[input_required(both, "s"), done()]).await;
    let mut bench = Bench::new(None);
    bench.ready(vec![web.spec("far")]).await;
    let task = bench.call("far", "t");
    let asked = bench.waiting(2).await;
    web.go_away().await;
    bench.host.answer(&asked[0].id, json_answer(&json!({ "confirmed": true }))).unwrap();
    bench.host.answer(&asked[1].id, Answer::Decline).unwrap();
    not_sent(&mut bench, &asked[0].id).await;
    let declined = not_sent(&mut bench, &asked[1].id).await;
    web.come_back().await;
    // A decline stays one, whatever the closed form shows.
    bench.host.answer(&declined.id, shown(&declined)).unwrap();
    end(&task).await.unwrap();
    assert_eq!(bench.ending(&asked[0].id).await, Ending::Sent);
    assert_eq!(bench.ending(&asked[1].id).await, Ending::Declined);
    let responses = &web.calls()[1]["inputResponses"];
    assert_eq!(responses["a"], json!({ "action": "accept", "content": { "confirmed": true } }));
    assert_eq!(responses["b"], json!({ "action": "decline" }));
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_ends_with_its_task_and_with_its_connection() {
    // TMO-07, “No wait without an end”
    for disconnects in [false, true] {
        let mut web = Web::start(&[input_required(json!({ "a": entry(confirm("a")) }), "s")]).await;
        let mut bench = Bench::new(None);
        bench.ready(vec![web.spec("far")]).await;
        let task = bench.call("far", "t");
        let question = bench.waiting(1).await.remove(0);
        web.go_away().await;
        bench.host.answer(&question.id, json_answer(&json!({ "confirmed": true }))).unwrap();
        let view = not_sent(&mut bench, &question.id).await;
        let ending = if disconnects {
            bench.host.disconnect("far").unwrap();
            Ending::ServerStopped
        } else {
            bench.host.stop_task(task.id()).unwrap();
            Ending::TaskStopped
        };
        end(&task).await.unwrap_err();
        assert_eq!(bench.ending(&question.id).await, ending);
        assert_eq!(bench.host.answer(&question.id, shown(&view)).unwrap_err().code, "question.settled");
        bench.host.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_takes_nothing_more_is_lost() {
    // There is nothing that the answer could be sent on again, in either era.
    let raw = input_required(json!({ "a": entry(confirm("a")) }), "s");
    for (revision, asks) in
        [("2026-07-28", json!({ "raw": raw })), ("2025-11-25", json!({ "ask": confirm("a").to_string() }))]
    {
        let peer = Peer::new(revision, json!({}), json!({ "tools/call": [[{ "deaf": true }, asks]] }));
        let mut bench = Bench::new(None);
        bench.ready(vec![peer.spec("near")]).await;
        let task = bench.call("near", "t");
        let question = bench.waiting(1).await.remove(0);
        bench.host.answer(&question.id, json_answer(&json!({ "confirmed": true }))).unwrap();
        let ending = bench.ending(&question.id).await;
        assert!(matches!(ending, Ending::ConnectionLost | Ending::ServerDied { .. }), "{revision}: {ending:?}");
        task.stop();
        end(&task).await.unwrap_err();
        bench.host.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_dies_of_an_answer_says_its_last_words() {
    let raw = input_required(json!({ "a": entry(confirm("a")) }), "s");
    let dies = json!({ "exit": 7, "words": "no memory left\n" });
    let peer = Peer::new("2026-07-28", json!({}), json!({ "tools/call": [[{ "raw": raw }], [dies]] }));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("near")]).await;
    let task = bench.call("near", "t");
    let question = bench.waiting(1).await.remove(0);
    bench.host.answer(&question.id, json_answer(&json!({ "confirmed": true }))).unwrap();
    let problem = end(&task).await.unwrap_err().problem("near");
    assert_eq!((problem.code.as_str(), problem.what.as_str()), ("connection.exited", "near ended with status 7."));
    assert_eq!(problem.details, ["no memory left"]);
    // It was written to it: nobody may say that nothing was sent.
    assert_eq!(bench.ending(&question.id).await, Ending::Sent);
    bench.host.close().await;
}
