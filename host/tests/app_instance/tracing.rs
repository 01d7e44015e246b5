//! What the trace tells of the messages between an app and the host: each with its verdict, none with its contents.

use askance_host::app::SurfaceEvent;
use askance_host::trace::Direction::{self, HostToView, ViewToHost};
use serde_json::{Value, json};

use crate::fake::{Heard, Running, Steps, running};

type Seen = (Direction, &'static str, &'static str, Option<String>);

/// The messages so far, in order, without their sizes.
fn seen(steps: &Steps) -> Vec<Seen> {
    let steps = steps.lock().unwrap();
    let message = |step: &askance_host::trace::TraceEntry| {
        Some((step.direction?, step.method?, step.verdict?, step.reason.clone()))
    };
    steps.iter().filter_map(message).collect()
}

fn why(text: &str) -> Option<String> {
    Some(text.to_owned())
}

// SEC-07, SEC-08: both ways, with sizes; replies by the method that they answer.
#[tokio::test(start_paused = true)]
async fn every_message_is_noted_both_ways() {
    let Running { mut app, mut instance, steps, question, .. } = running().await;
    let handshake: Vec<Seen> = vec![
        (ViewToHost, "ui/initialize", "replied", None),
        (HostToView, "ui/initialize", "result", None),
        (ViewToHost, "ui/notifications/initialized", "taken", None),
        (HostToView, "elicitation/create", "sent", None),
    ];
    assert_eq!(seen(&steps), handshake);
    steps.lock().unwrap().clear();
    let wide = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "tangerine"}});
    let play = async {
        app.say(wide.clone()).await;
        assert!(matches!(app.hear().await, Heard::Message(..)));
        app.say(json!({"jsonrpc": "2.0", "id": 3, "method": "ping"})).await;
        assert!(matches!(app.hear().await, Heard::Message(..)));
        app.say(json!({"jsonrpc": "2.0", "id": 4, "method": "ui/request-display-mode", "params": {"mode": 7}})).await;
        assert!(matches!(app.hear().await, Heard::Message(..)));
        app.reply(&question, json!({"action": "accept", "content": {"fruit": "tangerine"}})).await;
    };
    let (answer, ()) = tokio::join!(instance.answer(), play);
    answer.unwrap();
    let refused = why("-32601: no method that it may use");
    let malformed = why("-32602: its params do not fit");
    let expected: Vec<Seen> = vec![
        (ViewToHost, "unknown", "refused", refused.clone()),
        (HostToView, "unknown", "refused", refused),
        (ViewToHost, "ping", "replied", None),
        (HostToView, "ping", "result", None),
        (ViewToHost, "ui/request-display-mode", "refused", malformed.clone()),
        (HostToView, "ui/request-display-mode", "refused", malformed),
        (ViewToHost, "reply", "answer", None),
    ];
    assert_eq!(seen(&steps), expected);
    let steps = steps.lock().unwrap();
    assert_eq!(steps[0].size, u32::try_from(wide.to_string().len()).ok());
    assert!(steps.iter().all(|step| step.direction.is_none() || step.size.is_some_and(|bytes| bytes > 0)));
    assert!(!serde_json::to_string(&*steps).unwrap().contains("tangerine"), "SEC-08");
}

// SEC-07: what comes to nothing says why.
#[tokio::test(start_paused = true)]
async fn what_is_ignored_says_why() {
    let Running { app, mut instance, steps, question, .. } = running().await;
    steps.lock().unwrap().clear();
    let notification = |method: &str, params: Value| json!({"jsonrpc": "2.0", "method": method, "params": params});
    let play = async {
        app.event(SurfaceEvent::Message("tangerine".into())).await;
        app.say(json!({"jsonrpc": "2.0", "id": "tangerine", "result": {}})).await;
        app.say(json!({"jsonrpc": "2.0", "id": 7, "result": {}})).await;
        app.say(notification("tangerine", json!({}))).await;
        app.say(notification("ui/notifications/initialized", json!({}))).await;
        app.say(notification("ui/notifications/size-changed", json!({"height": -1}))).await;
        app.say(notification("notifications/cancelled", json!({"requestId": 99}))).await;
        app.reply(&question, json!({"action": "cancel"})).await;
    };
    let (answer, ()) = tokio::join!(instance.answer(), play);
    answer.unwrap();
    let ignored = |method, reason| (ViewToHost, method, "ignored", why(reason));
    let unasked = "it answers nothing that is open";
    let expected: Vec<Seen> = vec![
        ignored("unknown", "no JSON-RPC 2.0 message"),
        ignored("reply", unasked),
        ignored("reply", unasked),
        ignored("unknown", "no notification of apps"),
        ignored("ui/notifications/initialized", "out of turn, or not offered"),
        ignored("ui/notifications/size-changed", "nothing usable in it"),
        ignored("notifications/cancelled", "nothing usable in it"),
        (ViewToHost, "reply", "answer", None),
    ];
    assert_eq!(seen(&steps), expected);
    assert!(!serde_json::to_string(&*steps.lock().unwrap()).unwrap().contains("tangerine"), "SEC-08");
}

// SEC-07, SBX-13: a message over the bound, a fault.
#[tokio::test(start_paused = true)]
async fn what_ends_an_app_is_noted() {
    let Running { app, mut instance, steps, .. } = running().await;
    steps.lock().unwrap().clear();
    app.event(SurfaceEvent::Message("x".repeat((4 << 20) + 1))).await;
    instance.answer().await.unwrap_err();
    assert_eq!(seen(&steps), [(ViewToHost, "unknown", "refused", why("over 4 MiB"))]);
    assert_eq!(steps.lock().unwrap()[0].size, Some((4 << 20) + 1));

    let Running { app, mut instance, steps, question, .. } = running().await;
    steps.lock().unwrap().clear();
    app.say(json!({"jsonrpc": "2.0", "id": question["id"], "error": {"code": 1, "message": "tangerine"}})).await;
    instance.answer().await.unwrap_err();
    assert_eq!(seen(&steps), [(ViewToHost, "reply", "failed", why("REFUSED"))]);
}

// SBX-13: never silent about a guard that is not there.
#[tokio::test(start_paused = true)]
async fn an_app_whose_memory_nobody_watches_says_so() {
    let Running { app, mut instance, steps, question, .. } = running().await;
    let play = async {
        app.event(SurfaceEvent::Unwatched).await;
        app.reply(&question, json!({"action": "cancel"})).await;
    };
    let (answer, ()) = tokio::join!(instance.answer(), play);
    answer.unwrap();
    let notes: Vec<_> = steps.lock().unwrap().iter().filter(|step| step.stage == "note").cloned().collect();
    assert_eq!(notes.len(), 1);
    assert!(notes[0].reason.as_deref().unwrap().starts_with("its memory is not watched"));
}
