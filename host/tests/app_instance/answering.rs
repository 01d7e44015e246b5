//! While the question is with the app.

use std::sync::Arc;
use std::time::Duration;

use askance_host::app::SurfaceEvent;
use askance_host::view::AppState;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::fake::{Heard, Running, running};

// APP-28, BRG-38
#[tokio::test(start_paused = true)]
async fn only_the_reply_to_the_question_is_an_answer() {
    let Running { app, mut instance, question, .. } = running().await;
    for id in [json!("nope"), json!(1), Value::Null, json!([question["id"]])] {
        app.say(json!({"jsonrpc": "2.0", "id": id, "result": {"action": "accept"}})).await;
    }
    app.say(json!({"id": question["id"], "result": {"action": "accept"}})).await;
    app.say(json!({"jsonrpc": "2.0", "id": question["id"]})).await;
    app.event(SurfaceEvent::Message("{".into())).await;
    app.reply(&question, json!({"action": "decline"})).await;
    app.reply(&question, json!({"action": "accept"})).await;
    let answer = instance.answer().await.unwrap();
    assert_eq!((answer.result, answer.touched), (json!({"action": "decline"}), false));
}

// The caller judges it: inspector's fault 11 left it open.
#[tokio::test(start_paused = true)]
async fn a_result_is_handed_on_raw() {
    for result in [json!("accept"), Value::Null, json!({"action": "accept", "content": {"__proto__": 1}})] {
        let Running { app, mut instance, question, .. } = running().await;
        app.reply(&question, result.clone()).await;
        assert_eq!(instance.answer().await.unwrap().result, result);
    }
}

// §13.4 Forward, SBX-13, A15
#[tokio::test(start_paused = true)]
async fn what_ends_an_app_with_its_question() {
    let cases = [
        (SurfaceEvent::Crashed, "forward", "CRASHED", "its process ended."),
        (SurfaceEvent::Navigated, "forward", "NAVIGATED", "it tried to leave its frame."),
        (SurfaceEvent::Flooded, "forward", "FLOOD", "it sent too many messages."),
        (SurfaceEvent::Refused("50 MB".into()), "answer", "MESSAGE_REFUSED", "its answer was not an answer."),
    ];
    for (event, stage, code, words) in cases {
        let Running { app, mut instance, .. } = running().await;
        app.event(event).await;
        let failure = instance.answer().await.unwrap_err();
        assert_eq!((failure.stage, failure.code, failure.words.as_str()), (stage, code, words));
    }

    let Running { app, mut instance, question, .. } = running().await;
    app.say(json!({"jsonrpc": "2.0", "id": question["id"], "error": {"code": -32601, "message": "no"}})).await;
    let failure = instance.answer().await.unwrap_err();
    assert_eq!(
        (failure.stage, failure.code, failure.words.as_str()),
        ("forward", "REFUSED", "it refused the question.")
    );

    let Running { app, mut instance, .. } = running().await;
    let flood = async move {
        for id in 0..1_000 {
            if app
                .events
                .send(SurfaceEvent::Message(format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#)))
                .await
                .is_err()
            {
                break;
            }
        }
        app
    };
    let (failure, _app) = tokio::join!(instance.answer(), flood);
    let failure = failure.unwrap_err();
    assert_eq!((failure.code, failure.words.as_str()), ("FLOOD", "it sent too many messages."));

    let Running { mut app, mut instance, .. } = running().await;
    app.events = tokio::sync::mpsc::channel(1).0;
    assert_eq!(instance.answer().await.unwrap_err().words, "it closed itself.");
}

// SBX-13: sizes and logs are dropped, the answer is not.
#[tokio::test(start_paused = true)]
async fn chatter_does_not_cost_the_answer() {
    let Running { app, mut instance, question, .. } = running().await;
    let chatter = async {
        for _ in 0..1_000 {
            app.say(json!({"jsonrpc": "2.0", "method": "ui/notifications/size-changed", "params": {"height": 9}}))
                .await;
        }
        sleep(Duration::from_secs(1)).await;
        app.reply(&question, json!({"action": "cancel"})).await;
    };
    let (answer, ()) = tokio::join!(instance.answer(), chatter);
    assert_eq!(answer.unwrap().result, json!({"action": "cancel"}));
}

// BRG-15, P41: an animation of its height ends where the app wants it, a loop does not.
#[tokio::test(start_paused = true)]
async fn the_last_height_counts_and_a_loop_is_slow() {
    let Running { app, mut instance, mut view, question, .. } = running().await;
    let wish = |height: u32| {
        let params = json!({ "height": height });
        app.say(json!({"jsonrpc": "2.0", "method": "ui/notifications/size-changed", "params": params}))
    };
    let start = Instant::now();
    let play = async {
        for height in 101..=160 {
            wish(height).await;
            sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(view.borrow().height, Some(120), "twenty at once");
        view.wait_for(|view| view.height == Some(160)).await.unwrap();
        assert_eq!(start.elapsed().as_millis(), 559, "half a second after the last");
        let (mut heights, mut last) = (0, None);
        for height in 0..1_000 {
            wish(200 + height % 250).await;
            sleep(Duration::from_millis(20)).await;
            let now = view.borrow().height;
            heights += usize::from(now != last);
            last = now;
        }
        assert!((20..=42).contains(&heights), "{heights} in 20 s");
        app.reply(&question, json!({"action": "cancel"})).await;
    };
    let (answer, ()) = tokio::join!(instance.answer(), play);
    assert!(answer.is_ok());
}

// INI-11, APP-13, U-09
#[tokio::test(start_paused = true)]
async fn a_restarted_document_gets_the_question_once_more() {
    let Running { mut app, mut instance, question: first, .. } = running().await;
    let play = async {
        let second = app.start().await;
        assert_ne!(first["id"], second["id"]);
        app.reply(&first, json!({"action": "accept", "content": {"stale": true}})).await;
        app.reply(&second, json!({"action": "decline"})).await;
    };
    let (answer, ()) = tokio::join!(instance.answer(), play);
    assert_eq!(answer.unwrap().result, json!({"action": "decline"}));

    let Running { mut app, mut instance, .. } = running().await;
    let play = async {
        app.start().await;
        app.initialize(json!({"elicitation": {}})).await;
        app.say(json!({"jsonrpc": "2.0", "method": "ui/notifications/initialized"})).await;
    };
    let (answer, ()) = tokio::join!(instance.answer(), play);
    assert_eq!(answer.unwrap_err().code, "RESTARTED");

    let Running { mut app, mut instance, .. } = running().await;
    let start = Instant::now();
    let (answer, _) = tokio::join!(instance.answer(), app.initialize(json!({"elicitation": {}})));
    assert_eq!((answer.unwrap_err().code, start.elapsed().as_secs()), ("HANDSHAKE_TIMEOUT", 10));
}

// APP-43
#[tokio::test(start_paused = true)]
async fn a_hung_app_is_reported_and_may_come_back() {
    let Running { mut app, mut instance, mut view, question, .. } = running().await;
    let start = Instant::now();
    let play = async {
        let mut pings = Vec::new();
        view.wait_for(|view| matches!(view.state, AppState::NotResponding { .. })).await.unwrap();
        assert_eq!(view.borrow().state, AppState::NotResponding { seconds: 90 });
        assert_eq!(start.elapsed().as_secs(), 120, "three pings missed");
        view.wait_for(|view| view.state == AppState::NotResponding { seconds: 120 }).await.unwrap();
        while pings.len() < 4 {
            pings.push(app.hear_method("ping").await);
        }
        // Any of them is a sign of life; an error is one too.
        app.say(json!({"jsonrpc": "2.0", "id": pings[2]["id"], "error": {"code": -32601, "message": ""}})).await;
        view.wait_for(|view| matches!(view.state, AppState::Live { .. })).await.unwrap();
        app.reply(&question, json!({"action": "cancel"})).await;
    };
    let (answer, ()) = tokio::join!(instance.answer(), play);
    assert!(answer.is_ok());
}

// APP-43: no limit while it responds.
#[tokio::test(start_paused = true)]
async fn a_responsive_app_may_take_its_time() {
    let Running { mut app, mut instance, view, question, .. } = running().await;
    let play = async {
        for _ in 0..200 {
            let ping = app.hear_method("ping").await;
            app.reply(&ping, json!({})).await;
            assert!(matches!(view.borrow().state, AppState::Live { .. }));
        }
        app.reply(&question, json!({"action": "cancel"})).await;
    };
    let (answer, ()) = tokio::join!(instance.answer(), play);
    assert!(answer.is_ok());
}

// APP-29; since when a click counts, the shell decides.
#[tokio::test(start_paused = true)]
async fn an_answer_is_the_persons_if_they_clicked_or_typed() {
    use SurfaceEvent::{Touched, Visible};
    let cases: [(&[SurfaceEvent], bool); 3] =
        [(&[Visible(true)], false), (&[Visible(true), Touched], true), (&[Visible(true), Touched, Touched], true)];
    for (events, touched) in cases {
        let Running { app, mut instance, question, .. } = running().await;
        let play = async {
            for event in events {
                app.event(event.clone()).await;
            }
            app.reply(&question, json!({"action": "accept"})).await;
        };
        let (answer, ()) = tokio::join!(instance.answer(), play);
        assert_eq!(answer.unwrap().touched, touched, "{events:?}");
    }
}

// APP-29: the page says when an app takes clicks, and not for longer.
#[tokio::test(start_paused = true)]
async fn an_app_is_open_from_half_a_second_of_sight_until_it_is_hidden() {
    use SurfaceEvent::{Open, Visible};
    let Running { mut app, mut instance, view, question, .. } = running().await;
    let play = async {
        for (event, open) in
            [(Visible(true), false), (Open, true), (Visible(false), false), (Visible(true), false), (Open, true)]
        {
            let words = format!("{event:?}");
            app.event(event).await;
            // Taken in order: who is answered this was heard before it.
            app.say(json!({"jsonrpc": "2.0", "id": words, "method": "ping"})).await;
            while !matches!(app.hear().await, Heard::Message(reply, _) if reply["id"] == words) {}
            assert_eq!(view.borrow().open, open, "{words}");
        }
        app.reply(&question, json!({"action": "cancel"})).await;
    };
    let (answer, ()) = tokio::join!(instance.answer(), play);
    assert!(answer.is_ok());
}

// APP-29: a click on an app that has not got its question yet, or not the second time, answers nothing.
#[tokio::test(start_paused = true)]
async fn a_click_before_the_question_is_no_answer() {
    let Running { mut app, mut instance, .. } = running().await;
    let play = async {
        app.event(SurfaceEvent::Touched).await;
        let again = app.start().await;
        app.reply(&again, json!({"action": "accept"})).await;
    };
    let (answer, ()) = tokio::join!(instance.answer(), play);
    assert!(!answer.unwrap().touched);
}

// INI-14, P52
#[tokio::test(start_paused = true)]
async fn a_new_theme_reaches_the_app_as_a_patch() {
    let Running { mut app, mut instance, context, question, .. } = running().await;
    let play = async {
        context.send_replace(Arc::new(json!({"theme": "dark", "locale": "en-GB"})));
        let patch = app.hear_method("ui/notifications/host-context-changed").await;
        assert_eq!(patch["params"], json!({"theme": "dark"}));
        drop(context);
        app.reply(&question, json!({"action": "cancel"})).await;
    };
    let (answer, ()) = tokio::join!(instance.answer(), play);
    assert!(answer.is_ok());
}

// A14, BRG-30, BRG-35: the app has its question and nothing else.
#[tokio::test(start_paused = true)]
async fn an_app_reaches_nothing_but_its_question() {
    let Running { mut app, mut instance, question, .. } = running().await;
    let methods = [
        "tools/call",
        "tools/list",
        "resources/read",
        "ui/open-link",
        "ui/message",
        "ui/download-file",
        "sampling/createMessage",
        "ui/update-model-context",
        "elicitation/create",
        "initialize",
        "prompts/get",
        "x",
    ];
    let play = async {
        for method in methods {
            app.say(json!({"jsonrpc": "2.0", "id": 9, "method": method, "params": {"name": "t", "uri": "ui://a/b"}}))
                .await;
            let Heard::Message(reply, _) = app.hear().await else { panic!("no reply to {method}") };
            assert_eq!((&reply["id"], &reply["error"]["code"]), (&json!(9), &json!(-32601)), "P32: {method}");
        }
        app.reply(&question, json!({"action": "cancel"})).await;
    };
    let (answer, ()) = tokio::join!(instance.answer(), play);
    assert!(answer.is_ok());
}

// The caller waits in a `select!` beside the person's buttons.
#[tokio::test(start_paused = true)]
async fn waiting_can_be_taken_up_again() {
    let Running { app, mut instance, question, .. } = running().await;
    assert!(tokio::time::timeout(Duration::from_secs(50), instance.answer()).await.is_err());
    app.reply(&question, json!({"action": "cancel"})).await;
    assert!(instance.answer().await.is_ok());
}
