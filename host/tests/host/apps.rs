//! Questions in apps: held answers, every way to fail, leaving by choice (APP-20…29, APP-41, APP-42, §13.4).

use std::sync::{Arc, Mutex};

use askance_host::operation::Task;
use askance_host::trace::TraceEntry;
use askance_host::view::{Answer, Ending, QuestionState, QuestionView, Shown};
use native_form::DraftValue;
use serde_json::{Value, json};

use crate::bench::{Bench, end, json_answer};
use crate::fake::{Act, Log, Pages};
use crate::peer::{Peer, asks_through_apps, confirm_in_app, done, input_required, page};

/// A host with a server whose tool asks in an app, both as they stand when the question is there.
struct Scene {
    bench: Bench,
    peer: Peer,
    task: Arc<Task>,
    log: Arc<Mutex<Log>>,
    question: QuestionView,
}

impl Scene {
    async fn of(pages: Pages, params: Value, resource: String) -> Self {
        let raw = input_required(json!({ "a": { "method": "elicitation/create", "params": params } }), "s");
        let peer = Peer::of(json!({ "revision": "2026-07-28", "capabilities": asks_through_apps(),
            "resources": { "ui://p/x": resource },
            "plays": { "tools/call": [[{ "raw": raw }], [{ "raw": done() }]] } }));
        let log = pages.log();
        let mut bench = Bench::new(Some(Arc::new(pages)));
        bench.ready(vec![peer.spec("desk")]).await;
        let task = bench.call("desk", "t");
        // Its app may have answered it by now.
        let question = bench.until("the question", |snapshot| snapshot.questions.first().cloned()).await;
        Self { bench, peer, task, log, question }
    }

    async fn with(pages: Pages) -> Self {
        Self::of(pages, confirm_in_app("q"), page("ui://p/x")).await
    }

    /// What was sent, once the task is done.
    async fn sent(&mut self) -> Value {
        end(&self.task).await.unwrap();
        self.bench.host.close().await;
        let requests = self.peer.requests("tools/call");
        assert_eq!(requests.len(), 2);
        requests[1]["params"]["inputResponses"]["a"].clone()
    }
}

fn yes() -> Value {
    json!({ "action": "accept", "content": { "confirmed": true } })
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_without_a_click_waits_for_the_person() {
    // APP-29
    let mut scene = Scene::with(Pages::new(|_| Act::AnswerUntouched(yes()))).await;
    let id = scene.question.id.clone();
    let held = scene.bench.question(&id, "the held answer", |question| question.confirm.clone()).await;
    assert_eq!(held.values.len(), 1);
    assert_eq!(scene.peer.requests("tools/call").len(), 1, "nothing was sent");
    assert_eq!(scene.log.lock().unwrap().closed, 0, "the app stays open");
    scene.bench.host.confirm_answer(&id).unwrap();
    assert_eq!(scene.sent().await, yes());
    assert_eq!(scene.bench.ending(&id).await, Ending::Sent);
    let log = scene.log.lock().unwrap();
    assert_eq!((log.torn_down.len(), log.closed), (1, 1), "torn down while it could hear");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_answer_can_be_changed_in_the_form() {
    // APP-29, APP-41
    let mut scene = Scene::with(Pages::new(|_| Act::AnswerUntouched(yes()))).await;
    let id = scene.question.id.clone();
    scene.bench.question(&id, "the held answer", |question| question.confirm.clone()).await;
    scene.bench.host.use_standard_form(&id).unwrap();
    let form = scene.bench.form(&id).await;
    assert_eq!((form.fallback, form.confirm), (None, None));
    assert!(form.decision.contains("as you chose"), "{}", form.decision);
    assert_eq!(form.draft.0, [DraftValue::Flag(true)]);
    assert_eq!(scene.bench.host.confirm_answer(&id).unwrap_err().code, "question.settled");
    scene.bench.host.answer(&id, json_answer(&json!({ "confirmed": false }))).unwrap();
    assert_eq!(scene.sent().await["content"], json!({ "confirmed": false }));
}

#[tokio::test(flavor = "multi_thread")]
async fn decline_and_cancel_of_an_app_are_final() {
    // APP-21, APP-26
    for (action, ending) in [("decline", Ending::Declined), ("cancel", Ending::Cancelled)] {
        let result = json!({ "action": action, "content": { "confirmed": true }, "_meta": {} });
        let mut scene = Scene::with(Pages::new(move |_| Act::AnswerUntouched(result.clone()))).await;
        assert_eq!(scene.sent().await, json!({ "action": action }));
        assert_eq!(scene.bench.ending(&scene.question.id).await, ending);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_does_not_fit_leaves_what_fits() {
    // APP-22
    let mut params = confirm_in_app("q");
    params["requestedSchema"]["properties"]["count"] = json!({ "type": "integer", "title": "How many" });
    let result = json!({ "action": "accept", "content": { "confirmed": true, "count": "many" } });
    let pages = Pages::new(move |_| Act::AnswerUntouched(result.clone()));
    let mut scene = Scene::of(pages, params, page("ui://p/x")).await;
    let id = scene.question.id.clone();
    let form = scene.bench.form(&id).await;
    assert!(form.decision.contains("could not be used"), "{}", form.decision);
    let fallback = form.fallback.unwrap();
    assert_eq!(fallback.reason, "its answer did not fit the question.");
    assert_eq!(fallback.kept, ["confirmed"]);
    assert_eq!(fallback.left_out.iter().map(|(label, _)| label.as_str()).collect::<Vec<_>>(), ["How many"]);
    assert_eq!(form.draft.0[0], DraftValue::Flag(true));
    scene.bench.host.answer(&id, Answer::Draft { draft: form.draft }).unwrap();
    assert_eq!(scene.sent().await, yes());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_failure_ends_in_the_form_at_once() {
    // APP-23, §13.4
    let ok = || page("ui://p/x");
    let wait = || Pages::new(|_| Act::Wait);
    let mut no_surface = wait();
    no_surface.works = false;
    let mut not_capable = wait();
    not_capable.capable = false;
    let cases: Vec<(&str, Pages, String)> = vec![
        ("uri-less read", wait(), json!({ "resultType": "complete", "contents": [] }).to_string()),
        ("content", wait(), ok().replace("profile=mcp-app", "profile=other")),
        ("load", no_surface, ok()),
        ("handshake", not_capable, ok()),
        ("crash", Pages::new(|_| Act::Crash), ok()),
        ("navigation", Pages::new(|_| Act::Navigate), ok()),
        ("refusal", Pages::new(|_| Act::Refuse), ok()),
        ("closes itself", Pages::new(|_| Act::Close), ok()),
        ("no answer", Pages::new(|_| Act::AnswerUntouched(json!("yes"))), ok()),
        ("no action", Pages::new(|_| Act::AnswerUntouched(json!({ "action": "submit" }))), ok()),
        ("no content", Pages::new(|_| Act::AnswerUntouched(json!({ "action": "accept" }))), ok()),
    ];
    for (name, pages, resource) in cases {
        let mut scene = Scene::of(pages, confirm_in_app("q"), resource).await;
        let id = scene.question.id.clone();
        let form = scene.bench.form(&id).await;
        let reason = form.fallback.unwrap_or_else(|| panic!("{name}: no note")).reason;
        assert!(reason.ends_with('.'), "{name}: {reason}");
        assert_eq!(form.state, QuestionState::Waiting, "{name}");
        assert!(scene.bench.stages(&id).contains(&"fell-back".to_owned()), "{name}");
        assert_eq!(scene.peer.requests("tools/call").len(), 1, "{name}: the server saw nothing");
        scene.bench.host.answer(&id, json_answer(&json!({ "confirmed": true }))).unwrap();
        assert_eq!(scene.sent().await, yes(), "{name}");
        let log = scene.log.lock().unwrap();
        assert_eq!(log.closed, log.opened.len(), "{name}: every surface is gone");
    }
}

/// An accept of what was asked for, and these members, as source text.
fn yes_and(members: &str) -> String {
    format!(r#"{{"action":"accept","content":{{"confirmed":true,{members}}}}}"#)
}

/// So many members.
fn members(count: usize) -> String {
    (0..count).map(|n| format!(r#""{n:x}":1"#)).collect::<Vec<_>>().join(",")
}

// A15, SBX-13, APP-23: nobody waits for an answer that cannot be read.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_beyond_all_bounds_ends_in_the_form() {
    let nested = |depth: usize| format!(r#""deep":{}{}"#, "[".repeat(depth), "]".repeat(depth));
    let cases = [
        ("a million keys", members(1_000_000)),
        ("fifty megabytes", format!(r#""long":"{}""#, "x".repeat(50 << 20))),
        ("a hundred and thirty levels", nested(130)),
        ("a million levels", nested(1_000_000)),
        ("a number that nothing holds", r#""large":1e999"#.to_owned()),
    ];
    for (name, members) in cases {
        let result = yes_and(&members);
        let mut scene = Scene::with(Pages::new(move |_| Act::AnswerText(result.clone()))).await;
        let id = scene.question.id.clone();
        let form = scene.bench.form(&id).await;
        assert_eq!(form.fallback.map(|note| note.reason).as_deref(), Some("its answer was not an answer."), "{name}");
        scene.bench.host.answer(&id, json_answer(&json!({ "confirmed": true }))).unwrap();
        assert_eq!(scene.sent().await, yes(), "{name}");
    }
}

// A15: what fits is read, and what was not asked for is left out, however much of it there is.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_just_within_the_bounds_is_read() {
    let cases =
        [members(330_000), format!(r#""long":"{}""#, "x".repeat(4_000_000)), r#""":1,"#.repeat(700_000) + r#""":1"#];
    for members in cases {
        let result = yes_and(&members);
        let mut scene = Scene::with(Pages::new(move |_| Act::AnswerText(result.clone()))).await;
        let id = scene.question.id.clone();
        let held = scene.bench.question(&id, "the held answer", |question| question.confirm.clone()).await;
        assert_eq!(held.values.len(), 1);
        scene.bench.host.confirm_answer(&id).unwrap();
        assert_eq!(scene.sent().await, yes());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_no_app_can_have_is_said() {
    // §13.4 row “URI”, APP-02: the form at once, with the note, and nothing is read
    let mut asked = confirm_in_app("q");
    asked["_meta"]["ui"]["resourceUri"] = json!("https://p.example/x");
    let mut scene = Scene::of(Pages::new(|_| Act::Wait), asked, page("ui://p/x")).await;
    let form = scene.bench.form(&scene.question.id).await;
    assert_eq!(form.fallback.unwrap().reason, "its address is not one that an app can have.");
    assert!(scene.bench.stages(&scene.question.id).contains(&"fell-back".to_owned()));
    assert_eq!(scene.peer.requests("resources/read").len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_standard_form_by_choice_is_no_failure() {
    // APP-41, APP-42
    let mut scene = Scene::with(Pages::new(|_| Act::Wait)).await;
    let id = scene.question.id.clone();
    let log = scene.log.clone();
    scene
        .bench
        .question(&id, "the forwarded question", |_| (!log.lock().unwrap().asked.is_empty()).then_some(()))
        .await;
    scene.bench.host.use_standard_form(&id).unwrap();
    let form = scene.bench.form(&id).await;
    assert_eq!((form.fallback, form.state), (None, QuestionState::Waiting));
    scene.bench.host.answer(&id, Answer::Decline).unwrap();
    assert_eq!(scene.sent().await, json!({ "action": "decline" }));
    let log = scene.log.lock().unwrap();
    assert_eq!((log.torn_down.len(), log.closed), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_person_may_answer_in_the_chrome_while_the_app_is_open() {
    // APP-28, APP-40
    let mut scene = Scene::with(Pages::new(|_| Act::Wait)).await;
    let id = scene.question.id.clone();
    assert!(matches!(scene.question.shown, Shown::App { .. }));
    scene.bench.host.answer(&id, Answer::Cancel).unwrap();
    assert_eq!(scene.sent().await, json!({ "action": "cancel" }));
    let log = scene.log.lock().unwrap();
    assert_eq!(log.closed, log.opened.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn apps_are_bound_to_their_server_and_question() {
    // APP-04, APP-08, SEC-09, A5: the same address on two servers, two questions each
    let server = |body: &str| {
        let entry = |message: &str| json!({ "method": "elicitation/create", "params": confirm_in_app(message) });
        let raw = input_required(json!({ "a": entry(&format!("{body} a")), "b": entry(&format!("{body} b")) }), "s");
        Peer::of(json!({ "revision": "2026-07-28", "capabilities": asks_through_apps(),
            "resources": { "ui://p/x": page("ui://p/x").replace(">app<", &format!(">{body}<")) },
            "plays": { "tools/call": [[{ "raw": raw }], [{ "raw": done() }]] } }))
    };
    let (one, two) = (server("one"), server("two"));
    let pages = Pages::new(|params| {
        let agreed = params["message"].as_str().unwrap().ends_with('a');
        Act::AnswerUntouched(json!({ "action": "accept", "content": { "confirmed": agreed } }))
    });
    let log = pages.log();
    let mut bench = Bench::new(Some(Arc::new(pages)));
    bench.ready(vec![one.spec("one"), two.spec("two")]).await;
    let tasks = [bench.call("one", "t"), bench.call("two", "t")];
    let held = bench
        .until("four held answers", |snapshot| {
            let held: Vec<_> = snapshot.questions.iter().filter(|q| q.confirm.is_some()).cloned().collect();
            (held.len() == 4).then_some(held)
        })
        .await;
    for question in held {
        assert!(question.message.starts_with(&question.asker.server));
        bench.host.confirm_answer(&question.id).unwrap();
    }
    for task in &tasks {
        end(task).await.unwrap();
    }
    bench.host.close().await;
    for peer in [one, two] {
        let answers = peer.requests("tools/call")[1]["params"]["inputResponses"].clone();
        assert_eq!(answers["a"]["content"], json!({ "confirmed": true }));
        assert_eq!(answers["b"]["content"], json!({ "confirmed": false }));
        assert_eq!(peer.requests("resources/read").len(), 2);
    }
    let log = log.lock().unwrap();
    let instances: std::collections::HashSet<_> = log.opened.iter().map(|document| document.instance).collect();
    assert_eq!(instances.len(), 4);
    for body in ["one", "two"] {
        assert_eq!(log.opened.iter().filter(|document| document.html.contains(body)).count(), 2);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_ends_with_its_task_and_its_server() {
    // TMO-07, APP-42, APP-44
    for by_task in [true, false] {
        let mut scene = Scene::with(Pages::new(|_| Act::Wait)).await;
        let (id, log) = (scene.question.id.clone(), scene.log.clone());
        scene
            .bench
            .question(&id, "the forwarded question", |_| (!log.lock().unwrap().asked.is_empty()).then_some(()))
            .await;
        let ending = if by_task {
            scene.bench.host.stop_task(scene.task.id()).unwrap();
            Ending::TaskStopped
        } else {
            scene.bench.host.disconnect("desk").unwrap();
            Ending::ServerStopped
        };
        assert_eq!(scene.bench.ending(&id).await, ending);
        assert!(end(&scene.task).await.is_err());
        scene.bench.host.close().await;
        let log = scene.log.lock().unwrap();
        assert_eq!((log.cancelled, log.torn_down.len(), log.closed), (1, 1, 1));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seventeenth_app_is_a_form() {
    let entries: serde_json::Map<_, _> = (0..17)
        .map(|n| (n.to_string(), json!({ "method": "elicitation/create", "params": confirm_in_app("q") })))
        .collect();
    let peer = Peer::of(json!({ "revision": "2026-07-28", "capabilities": asks_through_apps(),
        "resources": { "ui://p/x": page("ui://p/x") },
        "plays": { "tools/call": [[{ "raw": input_required(entries.into(), "s") }]] } }));
    let mut bench = Bench::new(Some(Arc::new(Pages::new(|_| Act::Wait))));
    bench.ready(vec![peer.spec("desk")]).await;
    let _task = bench.call("desk", "t");
    let forms = bench
        .until("the form", |snapshot| {
            let forms: Vec<_> = snapshot.questions.iter().filter(|q| q.shown == Shown::Form).cloned().collect();
            (snapshot.questions.len() == 17 && !forms.is_empty()).then_some(forms)
        })
        .await;
    assert_eq!(forms.len(), 1);
    assert_eq!(forms[0].place, (17, 17));
    assert_eq!(forms[0].fallback.as_ref().unwrap().reason, "16 apps are open already.");
    bench.host.close().await;
}

// SEC-07, SBX-13: however much its app says, the window learns how a question ends.
#[tokio::test(flavor = "multi_thread")]
async fn an_app_that_chatters_does_not_hide_the_end() {
    let pages = Pages::new(|_| Act::Wait);
    let mut ears = pages.ears();
    let mut scene = Scene::with(pages).await;
    let id = scene.question.id.clone();
    ears.heard(0, "elicitation/create").await;
    for number in 0..200 {
        ears.say(0, &json!({ "jsonrpc": "2.0", "id": number.to_string(), "method": "ping/pong" }));
    }
    ears.reply(0, "199").await;
    let refused = |trace: &[TraceEntry]| trace.iter().filter(|step| step.verdict == Some("refused")).count();
    assert_eq!(refused(&scene.bench.trace.lock().unwrap()), 400, "both ways");
    scene.bench.host.answer(&id, Answer::Decline).unwrap();
    scene.bench.ending(&id).await;
    let view = scene.bench.host.snapshot().questions.remove(0);
    assert!((10..80).contains(&refused(&view.trace)), "some of it is shown");
    assert_eq!(view.trace.last().unwrap().stage, "settled");
    scene.bench.host.close().await;
}
