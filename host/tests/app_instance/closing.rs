//! The end of an app: it hears of it, and then it is gone.

use std::time::Duration;

use askance_host::app::SurfaceEvent;
use askance_host::view::AppState;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use crate::fake::{Heard, Manners, Running, running, running_with};

// APP-42, BRG-23, BRG-27, P34
#[tokio::test(start_paused = true)]
async fn cancelled_then_teardown_then_closed_after_the_reply() {
    let Running { mut app, instance, view, question, .. } = running().await;
    let play = async {
        let cancelled = app.hear_method("notifications/cancelled").await;
        assert_eq!(cancelled["params"], json!({"requestId": question["id"], "reason": "the server withdrew it"}));
        let teardown = app.hear_method("ui/resource-teardown").await;
        assert_eq!(teardown["params"], json!({"reason": "the server withdrew it"}));
        // What the SDK sends for the cancelled request, and a last ping: neither ends the wait.
        app.reply(&question, json!({"action": "cancel"})).await;
        app.say(json!({"jsonrpc": "2.0", "id": 7, "method": "ping"})).await;
        assert!(matches!(app.hear().await, Heard::Message(reply, _) if reply["id"] == 7));
        assert!(app.has_heard_nothing(), "closed too early");
        app.reply(&teardown, json!({})).await;
        assert_eq!(app.hear().await, Heard::Closed);
    };
    let start = Instant::now();
    tokio::join!(instance.close("the server withdrew it"), play);
    assert!(start.elapsed().as_millis() < 1, "it did not wait longer than needed");
    assert_eq!(view.borrow().state, AppState::Ended);
}

// BRG-23: silent for so long, or an error as the reply.
#[tokio::test(start_paused = true)]
async fn an_app_that_does_not_say_goodbye() {
    let Running { mut app, instance, .. } = running().await;
    let start = Instant::now();
    timeout(Duration::from_secs(60), instance.close("done")).await.expect("it is not waited for");
    assert_eq!(start.elapsed().as_millis(), 700);
    app.hear_method("notifications/cancelled").await;
    app.hear_method("ui/resource-teardown").await;
    assert_eq!(app.hear().await, Heard::Closed);
    assert_eq!(app.hear().await, Heard::Dropped);

    let Running { mut app, instance, .. } = running().await;
    let play = async {
        app.hear_method("notifications/cancelled").await;
        let teardown = app.hear_method("ui/resource-teardown").await;
        app.say(json!({"jsonrpc": "2.0", "id": teardown["id"], "error": {"code": -32601, "message": ""}})).await;
        assert_eq!(app.hear().await, Heard::Closed);
    };
    let start = Instant::now();
    tokio::join!(instance.close("done"), play);
    assert!(start.elapsed().as_millis() < 1, "L-04");
}

// BRG-23, SBX-13: one that keeps talking has no more time than one that is silent.
#[tokio::test(start_paused = true)]
async fn an_app_that_keeps_talking_while_it_ends() {
    let Running { app, instance, .. } = running().await;
    let start = Instant::now();
    let talks = async {
        let ping = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;
        while app.events.send(SurfaceEvent::Message(ping.into())).await.is_ok() {
            sleep(Duration::from_millis(30)).await;
        }
    };
    tokio::join!(timeout(Duration::from_secs(60), instance.close("done")), talks).0.expect("it is not waited for");
    assert_eq!(start.elapsed().as_millis(), 720, "700 ms, seen when it talks next");
}

/// Takes long to refuse: it is no message, and looked through twice.
fn heavy() -> String {
    format!("x{}", "\\\\".repeat(256 << 10))
}

// BRG-23, SBX-13: nor has one whose messages wait already and are heavy, so that timers are not looked at. Counted, not
// timed: each takes some 50 ms, and a timer alone is looked at only after twice as many as the limit here.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_app_whose_heavy_messages_wait_while_it_ends() {
    let Running { app, instance, steps, .. } = running().await;
    let talks = tokio::spawn(async move {
        let (text, full) = (heavy(), app.events.max_capacity() - 64);
        loop {
            // Always some there, and never all the memory there is.
            while app.events.capacity() < full {
                tokio::task::yield_now().await;
            }
            if app.events.send(SurfaceEvent::Message(text.clone())).await.is_err() {
                return;
            }
        }
    });
    let closing = tokio::spawn(async move { instance.close("done").await });
    timeout(Duration::from_secs(60), closing).await.expect("it is not waited for").unwrap();
    timeout(Duration::from_secs(60), talks).await.expect("nobody listens any more").unwrap();
    let looked_at = steps.lock().unwrap().iter().filter(|step| step.verdict == Some("ignored")).count();
    assert!((1..60).contains(&looked_at), "{looked_at}");
}

// APP-42: nothing to take back once it has answered.
#[tokio::test(start_paused = true)]
async fn after_an_answer_there_is_only_the_teardown() {
    let Running { mut app, mut instance, question, .. } = running().await;
    app.reply(&question, json!({"action": "accept"})).await;
    instance.answer().await.unwrap();
    let play = async {
        let teardown = app.hear_method("ui/resource-teardown").await;
        app.reply(&teardown, Value::Null).await;
        assert_eq!(app.hear().await, Heard::Closed);
    };
    tokio::join!(instance.close("answered"), play);
}

// What is gone hears nothing, and nobody waits for it.
#[tokio::test(start_paused = true)]
async fn a_crashed_app_is_removed_at_once() {
    let Running { mut app, mut instance, .. } = running().await;
    app.event(SurfaceEvent::Crashed).await;
    assert_eq!(instance.answer().await.unwrap_err().code, "CRASHED");
    let start = Instant::now();
    instance.close("crashed").await;
    assert!(start.elapsed().as_millis() < 1);
    assert_eq!(app.hear().await, Heard::Closed);

    // It crashes while it says goodbye.
    let Running { mut app, instance, .. } = running().await;
    app.event(SurfaceEvent::Crashed).await;
    let start = Instant::now();
    instance.close("done").await;
    assert!(start.elapsed().as_millis() < 1);
    app.hear_method("notifications/cancelled").await;
}

// No wait without an end.
#[tokio::test(start_paused = true)]
async fn a_surface_that_does_not_go_is_dropped() {
    let Running { app: _app, instance, view, .. } =
        running_with(Manners { never_closes: true, ..Manners::default() }).await;
    let start = Instant::now();
    instance.close("done").await;
    // 700 ms for its goodbye, 5 s for its removal.
    assert_eq!(start.elapsed().as_millis(), 5_700);
    assert_eq!(view.borrow().state, AppState::Ended);
}
