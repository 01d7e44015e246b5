//! From the document to the forwarded question, and each way in which it fails.

use std::net::TcpStream;
use std::time::Duration;

use askance_host::app::{AppFailure, SurfaceEvent};
use askance_host::view::AppState;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::fake::{Heard, Manners, PARAMS, Stage, open, stage, stage_with};

/// The failure of an opening, with its surface gone.
async fn failure(stage: Stage) -> (&'static str, &'static str, String) {
    let Stage { mut app, opening, view, .. } = stage;
    let AppFailure { stage, code, words } = opening.await.unwrap().err().expect("it fails");
    loop {
        match app.hear().await {
            Heard::Closed => break,
            Heard::Message(message, _) => assert_eq!(message["method"], Value::Null, "INI-02: {message}"),
            Heard::Permitted(..) => panic!("nothing was asked for"),
            Heard::Dropped => panic!("dropped without being closed"),
        }
    }
    assert_eq!(view.borrow().state, AppState::Ended);
    (stage, code, words)
}

// APP-10, APP-11, APP-12, CSP-09, INI-13, PRM-05
#[tokio::test(start_paused = true)]
async fn the_question_is_forwarded_as_it_came() {
    let ui = json!({"csp": {"connectDomains": ["https://a.example", "*"]}, "permissions": {"camera": {}}});
    let Stage { mut app, opening, view, .. } = stage_with(Manners::default(), ui).await;
    assert!(app.document.csp.contains("connect-src https://a.example; "), "{}", app.document.csp);
    assert_eq!(app.document.allow, "");
    // CSP-14: what is granted leads through a fence, which ends with the app.
    let fence = app.document.proxy.expect("something is granted");
    assert!(fence.ip().is_loopback() && TcpStream::connect(fence).is_ok());
    app.event(SurfaceEvent::Loaded).await;
    let result = app.initialize(json!({"elicitation": {}})).await["result"].take();
    let capabilities = json!({
        "logging": {}, "elicitation": {},
        "sandbox": {"csp": {"connectDomains": ["https://a.example"]}, "permissions": {}},
    });
    assert_eq!(result["hostCapabilities"], capabilities);
    assert_eq!(result["hostInfo"]["name"], "Askance");
    assert_eq!(result["hostContext"]["theme"], "light");
    assert_eq!(view.borrow().state, AppState::Starting);
    assert!(app.has_heard_nothing(), "INI-02");
    app.say(json!({"jsonrpc": "2.0", "method": "ui/notifications/initialized"})).await;
    let Heard::Message(message, text) = app.hear().await else { panic!("no question") };
    assert_eq!(message["method"], "elicitation/create");
    assert!(text.ends_with(&format!(r#""params":{PARAMS}}}"#)), "{text}");
    let instance = opening.await.unwrap().expect("it starts");
    assert_eq!(view.borrow().state, AppState::Live { reaches: vec!["https://a.example".into()] });
    instance.close("over").await;
    tokio::task::yield_now().await;
    assert!(TcpStream::connect(fence).is_err());
}

// A view may be ready before its load event.
#[tokio::test(start_paused = true)]
async fn a_handshake_before_the_load_event_counts() {
    let Stage { mut app, opening, .. } = stage().await;
    assert_eq!(app.document.proxy, None);
    app.initialize(json!({"elicitation": {}})).await;
    app.say(json!({"jsonrpc": "2.0", "method": "ui/notifications/initialized"})).await;
    app.hear_method("elicitation/create").await;
    app.event(SurfaceEvent::Loaded).await;
    assert!(opening.await.unwrap().is_ok());
}

// §13.4 Load
#[tokio::test(start_paused = true)]
async fn no_surface_no_app() {
    let opening = open(Manners { refuses_to_open: true, ..Manners::default() }, &json!({}));
    let failure = opening.task.await.unwrap().err().unwrap();
    assert_eq!((failure.stage, failure.code), ("load", "NO_SURFACE"));
    assert_eq!(failure.words, "it could not be shown on this system.");

    let start = Instant::now();
    let opening = open(Manners { never_opens: true, ..Manners::default() }, &json!({}));
    let failure = opening.task.await.unwrap().err().unwrap();
    assert_eq!((failure.stage, failure.code, start.elapsed().as_secs()), ("load", "LOAD_TIMEOUT", 10));
}

// APP-43, INI-10
#[tokio::test(start_paused = true)]
async fn loading_and_shaking_hands_have_their_limits() {
    let start = Instant::now();
    let (stage_name, code, words) = failure(stage().await).await;
    assert_eq!((stage_name, code, start.elapsed().as_secs()), ("load", "LOAD_TIMEOUT", 10));
    assert_eq!(words, "it did not start within 10 seconds.");

    let start = Instant::now();
    let silent = stage().await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    silent.app.event(SurfaceEvent::Loaded).await;
    let (stage_name, code, _) = failure(silent).await;
    assert_eq!((stage_name, code, start.elapsed().as_secs()), ("handshake", "HANDSHAKE_TIMEOUT", 14));

    let mut halfway = stage().await;
    halfway.app.event(SurfaceEvent::Loaded).await;
    halfway.app.initialize(json!({"elicitation": {}})).await;
    assert_eq!(failure(halfway).await.1, "HANDSHAKE_TIMEOUT");
}

// INI-10, INI-11: starting over does not buy time.
#[tokio::test(start_paused = true)]
async fn an_app_that_initialises_for_ever() {
    let start = Instant::now();
    let mut stage = stage().await;
    stage.app.event(SurfaceEvent::Loaded).await;
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_secs(3)).await;
        stage.app.initialize(json!({"elicitation": {}})).await;
    }
    assert_eq!(failure(stage).await.1, "HANDSHAKE_TIMEOUT");
    assert_eq!(start.elapsed().as_secs(), 10);
}

// INI-05, INI-06, INI-09, APP-10
#[tokio::test(start_paused = true)]
async fn a_handshake_that_grants_nothing_fails_at_once() {
    for capabilities in [json!({}), json!({"elicitation": true}), json!({"elicitation": null})] {
        let start = Instant::now();
        let mut stage = stage().await;
        stage.app.initialize(capabilities).await;
        let (stage_name, code, words) = failure(stage).await;
        assert_eq!((stage_name, code), ("handshake", "NO_ELICITATION"));
        assert_eq!(words, "it does not say that it can take questions.");
        assert_eq!(start.elapsed(), Duration::ZERO);
    }
    let mut stage = stage().await;
    let reply = stage.app.initialize(json!("elicitation")).await;
    assert_eq!(reply["error"]["code"], -32602);
    let (stage_name, code, words) = failure(stage).await;
    assert_eq!((stage_name, code), ("handshake", "BAD_INITIALIZE"));
    assert_eq!(words, "it started in a way that Askance does not understand.");
}

// §13.4 Load
#[tokio::test(start_paused = true)]
async fn a_document_that_breaks_before_the_handshake() {
    for (event, code, words) in [
        (SurfaceEvent::Crashed, "CRASHED", "its process ended."),
        (SurfaceEvent::Navigated, "NAVIGATED", "it tried to leave its frame."),
    ] {
        let stage = stage().await;
        stage.app.event(event).await;
        assert_eq!(failure(stage).await, ("load", code, words.to_owned()));
    }
    let mut stage = stage().await;
    stage.app.events = tokio::sync::mpsc::channel(1).0;
    assert_eq!(failure(stage).await, ("load", "CLOSED", "it closed itself.".to_owned()));
}

// SBX-13
#[tokio::test(start_paused = true)]
async fn a_flood_before_the_handshake() {
    let stage = stage().await;
    for _ in 0..401 {
        stage.app.say(json!({"jsonrpc": "2.0", "id": 1, "method": "x"})).await;
    }
    let (stage_name, code, words) = failure(stage).await;
    assert_eq!((stage_name, code, words.as_str()), ("load", "FLOOD", "it sent too many messages."));
}

// APP-41: the person chooses the form while the app starts.
#[tokio::test(start_paused = true)]
async fn giving_up_the_opening_ends_the_app() {
    let Stage { mut app, opening, .. } = stage().await;
    opening.abort();
    assert!(opening.await.is_err_and(|error| error.is_cancelled()));
    assert_eq!(app.hear().await, Heard::Dropped);
}
