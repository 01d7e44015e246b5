//! Views of tools: what they hear and when, how they end, when there is none (TUI-01…06, RES-11, SEC-12).

use std::sync::Arc;

use askance_host::view::{AppConsent, AppState, AppView, AppsPolicy, Settings, TaskState, TaskView};
use serde_json::{Value, json};

use crate::bench::{Bench, json_answer};
use crate::fake::{Act, Ears, Pages};
use crate::peer::{Peer, asks_through_apps, confirm, confirm_in_app, done, input_required, page};

/// A tool with a view, and one without.
fn tools() -> Value {
    let schema = json!({ "type": "object" });
    json!({ "resultType": "complete", "tools": [
        { "name": "map", "inputSchema": schema, "_meta": { "ui": { "resourceUri": "ui://p/map" } } },
        { "name": "broken", "inputSchema": schema, "_meta": { "ui/resourceUri": "ui://p/broken" } },
        { "name": "plain", "inputSchema": schema },
        { "name": "refresh", "inputSchema": schema, "annotations": { "readOnlyHint": true },
          "_meta": { "ui": { "visibility": ["app"] } } },
    ] })
}

/// A host with a server that has these plays.
pub struct Scene {
    pub bench: Bench,
    pub peer: Peer,
    pub ears: Ears,
}

impl Scene {
    pub async fn with(plays: Value, settings: Settings) -> Self {
        Self::between("2026-07-28", 60_000, plays, settings).await
    }

    /// In this revision, its pages fresh for so many milliseconds.
    async fn between(revision: &str, ttl: u32, plays: Value, settings: Settings) -> Self {
        let pages = Pages::new(|_| Act::Wait);
        let page = |uri| page(uri).replace(r#""ttlMs":0"#, &format!(r#""ttlMs":{ttl}"#));
        let peer = Peer::of(json!({ "revision": revision, "capabilities": asks_through_apps(), "plays": plays,
            "lists": { "tools/list": tools().to_string() },
            "resources": { "ui://p/map": page("ui://p/map"), "ui://p/x": page("ui://p/x") } }));
        let ears = pages.ears();
        let mut bench = Bench::new(Some(Arc::new(pages)));
        bench.host.set_settings(settings);
        bench.ready(vec![peer.spec("desk")]).await;
        Self { bench, peer, ears }
    }

    pub async fn of(plays: Value) -> Self {
        Self::with(plays, Settings::default()).await
    }

    /// Calls a tool as the person does.
    pub async fn call(&self, tool: &str) -> String {
        self.bench.host.call_tool("desk", tool, json_answer(&json!({ "team": "north" }))).await.unwrap()
    }

    pub async fn task<T>(&mut self, id: &str, what: &str, seen: impl Fn(&TaskView) -> Option<T>) -> T {
        self.bench.until(what, |snapshot| snapshot.tasks.iter().find(|task| task.id == id).and_then(&seen)).await
    }

    /// Waits for the task's view to be live.
    pub async fn live(&mut self, id: &str) -> AppView {
        let is_live = |app: &&AppView| matches!(app.state, AppState::Live { .. });
        self.task(id, "the live view", |task| task.app.as_ref().filter(is_live).cloned()).await
    }
}

/// Calls the tool with a view once that view was fetched ahead; how often it was read until its end.
async fn reads(revision: &str, ttl: u32) -> usize {
    let plays = json!({ "tools/call": [[{ "raw": done() }]] });
    let mut scene = Scene::between(revision, ttl, plays, Settings::default()).await;
    let trace = scene.bench.trace.clone();
    let ahead = |reason: &Option<String>| reason.as_ref().is_some_and(|reason| reason.contains("ui://p/map fetched"));
    let fetched = move || trace.lock().unwrap().iter().any(|entry| ahead(&entry.reason)).then_some(());
    scene.bench.until("what is fetched ahead", |_| fetched()).await;
    scene.call("map").await;
    scene.ears.heard(0, "ui/notifications/tool-result").await;
    let reads = scene.peer.requests("resources/read");
    reads.iter().filter(|read| read["params"]["uri"] == "ui://p/map").count()
}

// RES-11, CAP-12: what a server calls stale is read again; a stateful one has no word for it, and tells changes.
#[tokio::test(flavor = "multi_thread")]
async fn a_view_fetched_ahead_is_used_while_it_is_fresh() {
    assert_eq!(reads("2026-07-28", 60_000).await, 1);
    assert_eq!(reads("2026-07-28", 0).await, 2);
    assert_eq!(reads("2025-11-25", 0).await, 1);
}

// TUI-01, TUI-02, TUI-05, INI-13, INI-17, BRG-19, BRG-20
#[tokio::test(flavor = "multi_thread")]
async fn a_view_hears_its_input_then_its_result_and_is_torn_down() {
    let mut scene = Scene::of(json!({ "tools/call": [[{ "raw": done() }]] })).await;
    let id = scene.call("map").await;
    let result = scene.ears.heard(0, "ui/notifications/tool-result").await;
    assert_eq!(result["params"]["content"][0]["text"], "done");
    assert_eq!(scene.ears.methods(0), ["ui/notifications/tool-input", "ui/notifications/tool-result"]);
    assert_eq!(
        scene.ears.heard(0, "ui/notifications/tool-input").await["params"]["arguments"],
        json!({ "team": "north" })
    );
    let hello = scene.ears.reply_to_hello(0).await;
    assert_eq!(hello["hostCapabilities"].get("elicitation"), None, "INI-13");
    assert_eq!(hello["hostContext"]["toolInfo"]["tool"]["name"], "map");
    assert_eq!(hello["hostContext"]["toolInfo"]["id"], json!(id));
    scene.live(&id).await;
    scene.bench.host.close_view(&id).unwrap();
    let task = scene.task(&id, "the closed view", |task| task.app.is_none().then(|| task.clone())).await;
    assert!(matches!(task.state, TaskState::Done { .. }), "the plain result stays");
    assert_eq!(task.app_failed, None);
    scene.ears.heard(0, "ui/resource-teardown").await;
    scene.ears.until("the surface closed", |log| (log.closed == 1).then_some(())).await;
}

// BRG-20, BRG-21, TUI-04, TMO-06
#[tokio::test(flavor = "multi_thread")]
async fn each_end_of_a_call_has_its_message() {
    let failed = json!({ "resultType": "complete", "isError": true, "content": [] }).to_string();
    let plays = json!({ "tools/call": [[{ "raw": failed }], [{ "error": { "code": -32603, "message": "no" } }], []] });
    let mut scene = Scene::of(plays).await;
    scene.call("map").await;
    let result = scene.ears.heard(0, "ui/notifications/tool-result").await;
    assert_eq!(result["params"]["isError"], true);
    scene.call("map").await;
    let cancelled = scene.ears.heard(1, "ui/notifications/tool-cancelled").await;
    assert_eq!(cancelled["params"]["reason"], "the server answered with error -32603");
    let id = scene.call("map").await;
    scene.live(&id).await;
    scene.bench.host.stop_task(&id).unwrap();
    let cancelled = scene.ears.heard(2, "ui/notifications/tool-cancelled").await;
    assert_eq!(cancelled["params"]["reason"], "stopped");
}

// TMO-07
#[tokio::test(flavor = "multi_thread")]
async fn a_view_that_is_not_open_yet_goes_with_a_stopped_call() {
    let mut scene = Scene::of(json!({ "tools/call": [[]] })).await;
    scene.bench.host.set_apps("desk", AppsPolicy::Ask, false).unwrap();
    let id = scene.call("map").await;
    let asks = |task: &TaskView| {
        let app = task.app.as_ref().filter(|app| matches!(app.state, AppState::Consent { .. }))?;
        Some(app.instance.parse().unwrap())
    };
    let instance = scene.task(&id, "the request for consent", asks).await;
    scene.bench.host.stop_task(&id).unwrap();
    let gone = |task: &TaskView| (task.app.is_none() && matches!(task.state, TaskState::Stopped)).then(|| task.clone());
    assert_eq!(scene.task(&id, "the stopped call without a view", gone).await.app_failed, None);
    assert_eq!(scene.bench.host.consent_to_app(instance, AppConsent::Once).unwrap_err().code, "app.unknown");
    assert_eq!(scene.ears.log.lock().unwrap().opened.len(), 0);
}

// TMO-07, ELI-21: it was under way when the person stopped the task, and is not asked any more.
#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_crosses_the_stop_opens_nothing() {
    // Its arrival has to be seen.
    let told = json!({ "notify": { "method": "notifications/tools/list_changed", "params": {} } });
    let late = json!([[{ "askMore": confirm_in_app("late").to_string() }]]);
    let plays = json!({ "tools/call t": [[told], [{ "raw": done() }]], "notifications/cancelled": late });
    let pages = Pages::new(|_| Act::Wait);
    let log = pages.log();
    let peer = Peer::of(json!({ "revision": "2025-11-25", "capabilities": asks_through_apps(), "plays": plays,
        "resources": { "ui://p/x": page("ui://p/x") } }));
    let mut bench = Bench::new(Some(Arc::new(pages)));
    bench.ready(vec![peer.spec("desk")]).await;
    let task = bench.call("desk", "t");
    bench.until("the call", |_| (peer.requests("tools/call").len() == 1).then_some(())).await;
    task.stop();
    let refused = || peer.received().iter().any(|message| message["error"]["code"] == -32603);
    bench.until("the refusal", |_| refused().then_some(())).await;
    assert!(bench.host.snapshot().questions.is_empty());
    assert_eq!(log.lock().unwrap().opened.len(), 0);
    crate::bench::end(&bench.call("desk", "t")).await.unwrap();
    bench.host.close().await;
}

// TUI-06
#[tokio::test(flavor = "multi_thread")]
async fn a_question_opens_beside_the_view() {
    let ask = input_required(json!({ "a": { "method": "elicitation/create", "params": confirm("ok?") } }), "s");
    let mut scene = Scene::of(json!({ "tools/call": [[{ "raw": ask }], [{ "raw": done() }]] })).await;
    let id = scene.call("map").await;
    scene.live(&id).await;
    let question = scene.bench.waiting(1).await.remove(0);
    assert_eq!(question.task.as_deref(), Some(id.as_str()));
    assert_eq!(scene.ears.methods(0), ["ui/notifications/tool-input"], "nothing of the question");
    scene.bench.host.answer(&question.id, json_answer(&json!({ "confirmed": true }))).unwrap();
    scene.ears.heard(0, "ui/notifications/tool-result").await;
}

// TUI-01
#[tokio::test(flavor = "multi_thread")]
async fn a_view_that_fails_leaves_the_plain_result() {
    let mut scene = Scene::of(json!({ "tools/call": [[{ "raw": done() }]] })).await;
    let id = scene.call("broken").await;
    let task = scene
        .task(&id, "the failure", |task| {
            (task.app_failed.is_some() && matches!(task.state, TaskState::Done { .. })).then(|| task.clone())
        })
        .await;
    assert_eq!(task.app_failed.as_deref(), Some("the server did not hand it over."));
    assert_eq!(task.app, None);

    let mut scene = Scene::of(json!({ "tools/call": [[{ "raw": done() }]] })).await;
    let id = scene.call("map").await;
    scene.live(&id).await;
    scene.ears.log.lock().unwrap().events[0].try_send(askance_host::app::SurfaceEvent::Crashed).unwrap();
    let words = scene.task(&id, "the crash", |task| task.app_failed.clone()).await;
    assert_eq!(words, "its process ended.");
}

// The connection is what a view is bound to.
#[tokio::test(flavor = "multi_thread")]
async fn a_view_ends_with_its_connection() {
    let mut scene = Scene::of(json!({ "tools/call": [[{ "raw": done() }]] })).await;
    let id = scene.call("map").await;
    scene.live(&id).await;
    scene.bench.host.disconnect("desk").unwrap();
    let words = scene.task(&id, "the end of the view", |task| task.app_failed.clone()).await;
    assert_eq!(words, "the connection to its server has ended.");
    scene.ears.heard(0, "ui/resource-teardown").await;
}

// SEC-12, BRG-32
#[tokio::test(flavor = "multi_thread")]
async fn no_view_where_it_is_not_wanted() {
    for settings in
        [Settings { apps: false, ..Settings::default() }, Settings { apps_in_results: false, ..Settings::default() }]
    {
        let mut scene = Scene::with(json!({ "tools/call": [[{ "raw": done() }]] }), settings).await;
        let id = scene.call("map").await;
        let is_done = |task: &TaskView| matches!(task.state, TaskState::Done { .. }).then(|| task.clone());
        let task = scene.task(&id, "the result", is_done).await;
        assert_eq!((task.app, task.app_failed), (None, None));
        assert_eq!(scene.ears.log.lock().unwrap().opened.len(), 0);
        assert_eq!(scene.peer.requests("resources/read").len(), 0, "not even fetched");
    }
    let scene = Scene::of(json!({})).await;
    let names: Vec<String> =
        scene.bench.host.snapshot().servers[0].tools.iter().map(|tool| tool.name.clone()).collect();
    assert_eq!(names, ["map", "broken", "plain"], "a tool for apps alone is not the person's");
}

// BRG-16, BRG-23
#[tokio::test(flavor = "multi_thread")]
async fn a_view_may_close_itself() {
    let mut scene = Scene::of(json!({ "tools/call": [[{ "raw": done() }]] })).await;
    let id = scene.call("map").await;
    scene.live(&id).await;
    scene.ears.say(0, &json!({ "jsonrpc": "2.0", "method": "ui/notifications/request-teardown" }));
    let task = scene.task(&id, "the closed view", |task| task.app.is_none().then(|| task.clone())).await;
    assert_eq!(task.app_failed, None);
    scene.ears.heard(0, "ui/resource-teardown").await;
}

// SEC-06: the view of a tool is agreed to like the app of a question; without it there is the plain result.
#[tokio::test(flavor = "multi_thread")]
async fn a_view_waits_for_consent() {
    for consent in [AppConsent::Never, AppConsent::Once] {
        let mut scene = Scene::of(json!({ "tools/call": [[{ "raw": done() }]] })).await;
        scene.bench.host.set_apps("desk", AppsPolicy::Ask, false).unwrap();
        let id = scene.call("map").await;
        let asks = |app: &&AppView| matches!(app.state, AppState::Consent { .. }) && app.page.is_some();
        let app = scene.task(&id, "the consent", |task| task.app.as_ref().filter(asks).cloned()).await;
        assert_eq!(scene.ears.log.lock().unwrap().opened.len(), 0, "nothing is loaded before");
        scene.bench.host.consent_to_app(app.instance.parse().unwrap(), consent).unwrap();
        if consent == AppConsent::Once {
            scene.ears.heard(0, "ui/notifications/tool-result").await;
        } else {
            let task = scene.task(&id, "no view", |task| task.app.is_none().then(|| task.clone())).await;
            assert_eq!(task.app_failed, None, "a choice is no failure");
        }
    }
}
