//! Questions in the native form, in both eras: settled once, withdrawn, refused, counted (ELI-*, APP-28, TMO-02, A26).

use std::time::Duration;

use askance_host::operation::{OperationError, Request};
use askance_host::view::{Answer, Ending, QuestionState, Shown, TaskState, Update};
use native_form::{Draft, DraftValue};
use serde_json::{Value, json};

use crate::bench::{Bench, end, json_answer};
use crate::peer::{Peer, confirm, done, input_required, legacy};

fn entry(params: Value) -> Value {
    json!({ "method": "elicitation/create", "params": params })
}

fn asks(params: &Value) -> Value {
    json!({ "ask": params.to_string() })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stateful_server_gets_its_answer() {
    // ELI-21, ELI-15, SCH-14
    for revision in ["2025-11-25", "2025-06-18"] {
        let peer = legacy(revision, json!([asks(&confirm("Sure?")), { "echo": true }]));
        let mut bench = Bench::new(None);
        bench.ready(vec![peer.spec("old")]).await;
        let task = bench.call("old", "t");
        let question = bench.waiting(1).await.remove(0);
        assert_eq!(question.task.as_deref(), Some(task.id()));
        assert_eq!((question.asker.server.as_str(), question.message.as_str()), ("old", "Sure?"));
        let checked = bench.host.answer(&question.id, json_answer(&json!({ "confirmed": "x" }))).unwrap();
        assert_eq!(checked.errors.len(), 1, "nothing is sent with errors");
        bench.host.answer(&question.id, json_answer(&json!({ "confirmed": true }))).unwrap();
        let result = end(&task).await.unwrap();
        assert_eq!(
            result["structuredContent"]["answers"],
            json!([{ "action": "accept", "content": { "confirmed": true } }])
        );
        assert_eq!(bench.ending(&question.id).await, Ending::Sent);
        assert_eq!(bench.stages(&question.id), ["asked", "decided", "answered", "settled"]);
        let view = bench.host.snapshot().tasks.remove(0);
        assert_eq!(view.questions, [question.id]);
        assert!(matches!(view.state, TaskState::Done { is_error: false, .. }));
        bench.host.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn decline_and_cancel_are_told_apart() {
    // ELI-05, ELI-12
    for (answer, action, ending) in
        [(Answer::Decline, "decline", Ending::Declined), (Answer::Cancel, "cancel", Ending::Cancelled)]
    {
        let peer = legacy("2025-11-25", json!([asks(&confirm("q")), { "echo": true }]));
        let mut bench = Bench::new(None);
        bench.ready(vec![peer.spec("old")]).await;
        let task = bench.call("old", "t");
        let question = bench.waiting(1).await.remove(0);
        bench.host.answer(&question.id, answer).unwrap();
        let result = end(&task).await.unwrap();
        assert_eq!(result["structuredContent"]["answers"], json!([{ "action": action }]));
        assert_eq!(bench.ending(&question.id).await, ending);
        bench.host.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_answer_wins() {
    // APP-28: many at once, one is sent
    let peer = legacy("2025-11-25", json!([asks(&confirm("q")), { "echo": true }]));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("old")]).await;
    let task = bench.call("old", "t");
    let question = bench.waiting(1).await.remove(0);
    let racing = (0..16).map(|number| {
        let (host, id) = (bench.host.clone(), question.id.clone());
        let answer = match number % 3 {
            0 => json_answer(&json!({ "confirmed": true })),
            1 => Answer::Decline,
            _ => Answer::Cancel,
        };
        tokio::spawn(async move { host.answer(&id, answer).map(|_| number).map_err(|problem| problem.code) })
    });
    let outcomes: Vec<_> = futures::future::join_all(racing).await.into_iter().map(Result::unwrap).collect();
    let winners: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.as_ref().ok()).collect();
    assert_eq!(winners.len(), 1);
    assert!(outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).all(|code| code == "question.settled"));
    let action = ["accept", "decline", "cancel"][winners[0] % 3];
    let result = end(&task).await.unwrap();
    assert_eq!(result["structuredContent"]["answers"][0]["action"], action);
    assert_eq!(peer.received().iter().filter(|message| message["id"] == "ask-0").count(), 1);
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawn_question_ends_with_the_servers_words() {
    // ELI-21, P26
    let actions =
        json!([{ "askMore": confirm("q").to_string() }, { "withdraw": "no longer needed" }, { "raw": done() }]);
    let peer = legacy("2025-11-25", actions);
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("old")]).await;
    let task = bench.call("old", "t");
    end(&task).await.unwrap();
    let id = bench.until("the question", |snapshot| snapshot.questions.first().map(|q| q.id.clone())).await;
    assert_eq!(bench.ending(&id).await, Ending::Withdrawn { reason: Some("no longer needed".to_owned()) });
    let late = bench.host.answer(&id, Answer::Decline).unwrap_err();
    assert_eq!(late.code, "question.settled");
    bench.host.close().await;
    assert!(peer.received().iter().all(|message| message["result"]["action"].is_null()), "nothing was sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_server_ends_its_questions_only() {
    // P30, APP-44, SEC-09
    let actions = json!([{ "askMore": confirm("q").to_string() }, { "await": true }, { "echo": true }]);
    let dying = Peer::new(
        "2025-11-25",
        json!({}),
        json!({
        "tools/call t": [actions], "tools/call die": [[{ "exit": 3, "words": "out of cheese\n" }]] }),
    );
    let other = legacy("2025-11-25", json!([asks(&confirm("other")), { "echo": true }]));
    let mut bench = Bench::new(None);
    bench.ready(vec![dying.spec("dying"), other.spec("other")]).await;
    let (task, lives) = (bench.call("dying", "t"), bench.call("other", "t"));
    let waiting = bench.waiting(2).await;
    let of = |server: &str| waiting.iter().find(|q| q.asker.server == server).unwrap().id.clone();
    let _ = bench.call("dying", "die");
    let Ending::ServerDied { exit, last_words } = bench.ending(&of("dying")).await else { panic!("another ending") };
    assert_eq!(exit.as_deref(), Some("ended with status 3"));
    assert_eq!(last_words, ["out of cheese"]);
    assert!(matches!(end(&task).await, Err(OperationError::Lost(_))));
    bench.host.answer(&of("other"), json_answer(&json!({ "confirmed": false }))).unwrap();
    let result = end(&lives).await.unwrap();
    assert_eq!(result["structuredContent"]["answers"][0]["content"], json!({ "confirmed": false }));
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_soft_limit_stands_still_while_a_question_waits() {
    // TMO-02, P23: the limit is far shorter than the wait
    let silent = Peer::new(
        "2025-11-25",
        json!({}),
        json!({
        "tools/call t": [[asks(&confirm("q")), { "echo": true }]], "tools/call mute": [[]] }),
    );
    let mut bench = Bench::new(None);
    bench.ready(vec![silent.spec("old")]).await;
    let limited = |name: &str| Request {
        what: "tool".to_owned(),
        name: name.to_owned(),
        method: "tools/call".to_owned(),
        params: serde_json::from_value(json!({ "name": name, "arguments": {} })).unwrap(),
        soft: Duration::from_millis(1500),
        hard: Duration::from_secs(60),
    };
    let task = bench.host.request("old", limited("t")).unwrap();
    let question = bench.waiting(1).await.remove(0);
    // A request that was started later, and is not asked about, runs out of the same limit meanwhile.
    let mute = bench.host.request("old", limited("mute")).unwrap();
    assert!(matches!(end(&mute).await, Err(OperationError::TimedOut(_))));
    assert!(!task.has_ended());
    bench.host.answer(&question.id, json_answer(&json!({ "confirmed": true }))).unwrap();
    assert!(end(&task).await.is_ok());
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_the_protocol_forbids_is_refused_in_sight() {
    // ELI-02, SCH-03, P4
    let bad = json!({ "mode": "form", "message": "m", "requestedSchema": { "type": "object" } });
    let peer = legacy("2025-11-25", json!([asks(&bad), { "echo": true }]));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("old")]).await;
    let task = bench.call("old", "t");
    let result = end(&task).await.unwrap();
    assert_eq!(result["structuredContent"]["answers"], json!([{ "error": -32602 }]));
    let question = bench.host.snapshot().questions.remove(0);
    let QuestionState::Ended { ending: Ending::NotAllowed { why }, .. } = question.state else { panic!("asked") };
    assert!(!why.is_empty());
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_questions_is_stopped_at_fifty() {
    // A26
    let mut actions: Vec<_> = (0..60).map(|n| json!({ "askMore": confirm(&n.to_string()).to_string() })).collect();
    actions.push(json!({ "await": true }));
    actions.push(json!({ "echo": true }));
    let peer = legacy("2025-11-25", Value::Array(actions));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("old")]).await;
    let task = bench.call("old", "t");
    let refused = || peer.received().iter().filter(|message| message["error"]["code"] == -32603).count();
    bench.until("ten refusals", |_| (refused() == 10).then_some(())).await;
    let waiting = bench.waiting(50).await;
    let order: Vec<_> = waiting.iter().map(|question| question.message.clone()).collect();
    assert_eq!(order, (0..50).map(|n| n.to_string()).collect::<Vec<_>>(), "they stand as they came");
    for question in &waiting {
        bench.host.answer(&question.id, Answer::Cancel).unwrap();
    }
    end(&task).await.unwrap();
    assert_eq!(refused(), 10);
    bench.host.close().await;

    let many: Value = (0..51).map(|n| (n.to_string(), entry(confirm("q")))).collect::<serde_json::Map<_, _>>().into();
    let peer = Peer::new("2026-07-28", json!({}), json!({ "tools/call": [[{ "raw": input_required(many, "s") }]] }));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("new")]).await;
    let task = bench.call("new", "t");
    assert_eq!(end(&task).await, Err(OperationError::TooManyQuestions));
    assert!(bench.host.snapshot().questions.is_empty());
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_server_does_wrong_is_noted_in_part() {
    // A26: the server hears of each, the person of no more than can be looked at
    let stray = json!({ "line": r#"{"jsonrpc":"2.0","id":99999,"result":{}}"# });
    let malformed = json!({ "ask": r#"{"mode":"form","message":"m"}"# });
    let mut actions = vec![stray; 500];
    actions.extend(vec![malformed; 150]);
    actions.push(json!({ "raw": done() }));
    let peer = legacy("2025-11-25", Value::Array(actions));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("old")]).await;
    end(&bench.call("old", "t")).await.unwrap();
    bench.host.close().await;
    let refused = peer.received().iter().filter(|message| message["error"]["code"] == -32602).count();
    assert_eq!(refused, 150, "each has its answer");
    let trace = bench.trace.lock().unwrap();
    let noted =
        |words: &str| trace.iter().filter(|step| step.reason.as_deref().is_some_and(|r| r.contains(words))).count();
    assert_eq!(noted("not allowed: "), 120);
    assert!((40..100).contains(&noted("a response without an open request")), "{trace:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_a_task_ends_everything_below_it() {
    // TMO-07, MRT-13, MRT-18
    let raw = input_required(json!({ "a": entry(confirm("A")), "b": entry(confirm("B")) }), "s");
    let peer = Peer::new("2026-07-28", json!({}), json!({ "tools/call": [[{ "raw": raw }]] }));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("new")]).await;
    let task = bench.call("new", "t");
    let waiting = bench.waiting(2).await;
    assert_eq!(waiting.iter().map(|q| q.place).collect::<Vec<_>>(), [(1, 2), (2, 2)]);
    bench.host.answer(&waiting[0].id, json_answer(&json!({ "confirmed": true }))).unwrap();
    bench.host.stop_task(task.id()).unwrap();
    assert_eq!(end(&task).await, Err(OperationError::Stopped));
    for question in &waiting {
        assert_eq!(bench.ending(&question.id).await, Ending::TaskStopped);
    }
    assert_eq!(peer.requests("tools/call").len(), 1);
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_without_a_screen_is_an_ordinary_form() {
    // CAP-04: not offered, so no note
    let raw = input_required(json!({ "a": entry(crate::peer::confirm_in_app("q")) }), "s");
    let peer = Peer::new("2026-07-28", crate::peer::asks_through_apps(), json!({ "tools/call": [[{ "raw": raw }]] }));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("new")]).await;
    let _task = bench.call("new", "t");
    let question = bench.waiting(1).await.remove(0);
    assert_eq!((question.shown, question.fallback), (Shown::Form, None));
    assert_eq!(question.gates.iter().map(|gate| gate.open).collect::<Vec<_>>(), [true, false, false, true]);
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_draft_is_told_once_and_without_secrets() {
    // ELI-11, P12
    let params = json!({ "message": "q", "requestedSchema": { "type": "object", "properties": {
        "name": { "type": "string" }, "token": { "type": "string" }, "age": { "type": "integer" } } } });
    let peer = legacy("2025-11-25", json!([asks(&params), { "echo": true }]));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("old")]).await;
    let task = bench.call("old", "t");
    let id = bench.waiting(1).await.remove(0).id;
    while bench.updates.try_recv().is_ok() {}
    let text = |text: &str| DraftValue::Text(text.to_owned());
    let typed = |age| Draft(vec![text("Ana"), text("hunter2"), text(age)]);
    let told = |bench: &mut Bench| {
        std::iter::from_fn(|| bench.updates.try_recv().ok())
            .filter_map(|update| if let Update::Question(view) = update { Some(view.draft.0) } else { None })
            .collect::<Vec<_>>()
    };
    bench.host.keep_draft(&id, typed("x")).unwrap();
    let kept = vec![text("Ana"), DraftValue::Untouched, text("x")];
    assert_eq!(told(&mut bench), std::slice::from_ref(&kept));
    // What the window was told and keeps again is no news.
    bench.host.keep_draft(&id, Draft(kept)).unwrap();
    bench.host.keep_draft(&id, typed("x")).unwrap();
    assert!(told(&mut bench).is_empty());
    // Nor does a try to send it leave the secret behind.
    let checked = bench.host.answer(&id, Answer::Draft { draft: typed("y") }).unwrap();
    assert_eq!(checked.errors.len(), 1);
    bench.host.answer(&id, Answer::Draft { draft: typed("7") }).unwrap();
    let result = end(&task).await.unwrap();
    assert_eq!(
        result["structuredContent"]["answers"][0]["content"],
        json!({ "name": "Ana", "token": "hunter2", "age": 7 })
    );
    bench.ending(&id).await;
    let secret = text("hunter2");
    assert!(told(&mut bench).iter().all(|draft| !draft.contains(&secret)));
    assert!(bench.host.snapshot().questions[0].draft.0.is_empty());
    bench.host.close().await;
}
