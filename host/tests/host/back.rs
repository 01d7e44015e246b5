//! Going back to an answer until the last one of those asked together is given (MRT-02, MRT-12, MRT-13).

use askance_host::Problem;
use askance_host::view::{Answer, Ending, QuestionState, QuestionView};
use native_form::{Draft, DraftValue};
use serde_json::{Value, json};

use crate::bench::{Bench, end, json_answer};
use crate::peer::{Peer, confirm, done, input_required};

/// A tool that asks those questions together, then is done.
fn asking(keys: &[&str]) -> Peer {
    let requests: serde_json::Map<_, _> = keys
        .iter()
        .map(|key| ((*key).to_owned(), json!({ "method": "elicitation/create", "params": confirm(key) })))
        .collect();
    let ask = input_required(Value::Object(requests), "s");
    Peer::of(json!({ "revision": "2026-07-28", "capabilities": { "tools": {} },
        "plays": { "tools/call t": [[{ "raw": ask }], [{ "raw": done() }]] } }))
}

fn yes() -> Answer {
    json_answer(&json!({ "confirmed": true }))
}

async fn changeable(bench: &mut Bench, id: &str) {
    let is = |question: &QuestionView| (question.state == QuestionState::Answered && question.may_change).then_some(());
    bench.question(id, "an answer that may be changed", is).await;
}

fn code(refused: Result<(), Problem>) -> String {
    refused.unwrap_err().code
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_may_be_changed_until_the_last_one_is_given() {
    let peer = asking(&["a", "b", "c"]);
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("desk")]).await;
    let task = bench.call("desk", "t");
    let waiting = bench.waiting(3).await;
    let [a, b, c] = ["a", "b", "c"].map(|key| waiting.iter().find(|q| q.message == key).unwrap().id.clone());
    assert_eq!(code(bench.host.change_answer(&a)), "question.settled", "there is no answer yet");
    bench.host.answer(&a, yes()).unwrap();
    bench.host.answer(&b, Answer::Decline).unwrap();
    changeable(&mut bench, &a).await;

    // What was answered is still there, and waits.
    bench.host.change_answer(&a).unwrap();
    let again = bench.question(&a, "the question", |q| (q.state == QuestionState::Waiting).then(|| q.clone())).await;
    assert_eq!(again.draft, Draft(vec![DraftValue::Flag(true)]));
    assert!(!again.may_change);
    assert_eq!(code(bench.host.change_answer(&a)), "question.settled", "it is open already");
    // The last one is answered, but one is open again: nothing goes out.
    bench.host.answer(&c, yes()).unwrap();
    changeable(&mut bench, &c).await;
    changeable(&mut bench, &b).await;
    bench.host.change_answer(&b).unwrap();
    bench.host.answer(&b, yes()).unwrap();
    assert_eq!(peer.requests("tools/call").len(), 1);
    bench.host.answer(&a, Answer::Cancel).unwrap();
    end(&task).await.unwrap();
    let retry = &peer.requests("tools/call")[1]["params"]["inputResponses"];
    let accepted = json!({ "action": "accept", "content": { "confirmed": true } });
    assert_eq!(*retry, json!({ "a": { "action": "cancel" }, "b": accepted, "c": accepted }));
    assert_eq!([bench.ending(&a).await, bench.ending(&b).await], [Ending::Cancelled, Ending::Sent]);
    assert_eq!(code(bench.host.change_answer(&a)), "question.settled", "it has gone out");
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_alone_is_on_its_way_at_once() {
    let peer = asking(&["a"]);
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("desk")]).await;
    let task = bench.call("desk", "t");
    let only = bench.waiting(1).await.remove(0);
    bench.host.answer(&only.id, yes()).unwrap();
    assert_eq!(code(bench.host.change_answer(&only.id)), "question.settled");
    end(&task).await.unwrap();
    assert_eq!(code(bench.host.change_answer("nothing")), "question.unknown");
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_that_is_stopped_ends_an_answer_that_was_taken_back() {
    let peer = asking(&["a", "b"]);
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("desk")]).await;
    let task = bench.call("desk", "t");
    let waiting = bench.waiting(2).await;
    bench.host.answer(&waiting[0].id, yes()).unwrap();
    changeable(&mut bench, &waiting[0].id).await;
    bench.host.change_answer(&waiting[0].id).unwrap();
    bench.host.stop_task(task.id()).unwrap();
    for question in &waiting {
        assert_eq!(bench.ending(&question.id).await, Ending::TaskStopped);
    }
    assert_eq!(code(bench.host.change_answer(&waiting[0].id)), "question.settled");
    assert_eq!(peer.requests("tools/call").len(), 1);
    bench.host.close().await;
}
