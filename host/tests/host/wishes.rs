//! What an app asks of the host: asked of the person, sent to its own server, shown, or refused (§12).

use std::sync::Arc;

use askance_host::app::SurfaceEvent;
use askance_host::view::{AppFeature, AppRequest, AppView, AppWants, AppsPolicy, Shown, TaskView};
use serde_json::{Value, json};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::bench::{Bench, json_answer};
use crate::fake::{Act, Ears, Pages};
use crate::peer::{Peer, asks_through_apps, confirm, confirm_in_app, done, input_required, page};
use crate::views::Scene;

/// A scene with a live view of `map`, and its task.
async fn viewing(plays: Value) -> (Scene, String) {
    let mut scene = Scene::of(plays).await;
    let id = scene.call("map").await;
    scene.live(&id).await;
    (scene, id)
}

/// Waits for the view's first request.
async fn request(scene: &mut Scene, task: &str) -> (Uuid, AppRequest) {
    let first = |app: &AppView| app.requests.first().map(|request| (app.instance.parse().unwrap(), request.clone()));
    scene.task(task, "a request", |task| task.app.as_ref().and_then(first)).await
}

/// Decides a request as the person does, and waits until the window shows it no more.
async fn decide(scene: &mut Scene, task: &str, (instance, id): (Uuid, String), yes: bool) {
    scene.bench.host.decide_app_request(instance, id.clone(), yes).unwrap();
    let gone = |task: &TaskView| task.app.iter().all(|app| app.requests.iter().all(|request| request.id != id));
    scene.task(task, "the decision", |task| gone(task).then_some(())).await;
}

async fn app<T>(scene: &mut Scene, task: &str, what: &str, seen: impl Fn(&AppView) -> Option<T>) -> T {
    scene.task(task, what, |task| task.app.as_ref().and_then(&seen)).await
}

/// What was decided on requests of a method, and why, in order (SEC-07).
fn decisions(scene: &Scene, method: &str) -> Vec<(&'static str, String)> {
    let steps = scene.bench.trace.lock().unwrap();
    let of = steps.iter().filter(|step| step.stage == "permission" && step.method == Some(method));
    of.map(|step| (step.verdict.unwrap(), step.reason.clone().unwrap())).collect()
}

fn say(ears: &Ears, id: &str, method: &str, params: Value) {
    ears.say(0, &json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
}

// BRG-04, BRG-36, A12
#[tokio::test(flavor = "multi_thread")]
async fn links_are_shown_and_asked_for() {
    let (mut scene, id) = viewing(json!({ "tools/call": [[{ "raw": done() }]] })).await;
    say(&scene.ears, "yes", "ui/open-link", json!({ "url": "http://xn--bcher-kva.example/a?b" }));
    let (instance, wish) = request(&mut scene, &id).await;
    let AppWants::OpenLink { parts, warnings } = wish.wants else { panic!("{wish:?}") };
    assert_eq!(parts, ("http://".into(), "xn--bcher-kva.example".into(), "/a?b".into()));
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    decide(&mut scene, &id, (instance, wish.id), true).await;
    assert_eq!(scene.ears.reply(0, "yes").await["result"], json!({}));
    assert_eq!(scene.ears.log.lock().unwrap().links, ["http://xn--bcher-kva.example/a?b"]);

    say(&scene.ears, "no", "ui/open-link", json!({ "url": "https://example.org/" }));
    let (instance, wish) = request(&mut scene, &id).await;
    decide(&mut scene, &id, (instance, wish.id), false).await;
    assert_eq!(scene.ears.reply(0, "no").await["result"], json!({ "isError": true }));
    for url in ["mailto:a@example.org", "file:///etc/passwd", "https://u@example.org/"] {
        assert_eq!(
            scene.ears.request(0, url, "ui/open-link", json!({ "url": url })).await["result"],
            json!({ "isError": true }),
            "{url}"
        );
    }
    assert_eq!(scene.ears.log.lock().unwrap().links.len(), 1);
    // SEC-07: each decision with its request, its verdict and why
    let scheme = "a link was refused (SCHEME): only web addresses are opened";
    let asked = ("asked", "the person is asked");
    let expected =
        [asked, ("agreed", "the person agreed"), asked, ("refused", "the person refused"), ("refused", scheme)];
    assert_eq!(decisions(&scene, "ui/open-link")[..5], expected.map(|(verdict, why)| (verdict, why.to_owned())));
    assert_eq!(scene.bench.host.decide_app_request(Uuid::new_v4(), "x".into(), true).unwrap_err().code, "app.unknown");
}

// A12: eight wait, the next is refused at once, and one that is given up is not asked any more (TMO-08).
#[tokio::test(flavor = "multi_thread")]
async fn requests_are_bounded_and_can_be_taken_back() {
    let (mut scene, id) = viewing(json!({ "tools/call": [[{ "raw": done() }]] })).await;
    for number in 0..8 {
        say(&scene.ears, &format!("r{number}"), "ui/open-link", json!({ "url": "https://example.org/" }));
    }
    let refused = scene.ears.request(0, "r8", "ui/open-link", json!({ "url": "https://example.org/" })).await;
    assert_eq!(refused["result"], json!({ "isError": true }));
    app(&mut scene, &id, "eight requests", |app| (app.requests.len() == 8).then_some(())).await;
    scene
        .ears
        .say(0, &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": "r3" } }));
    app(&mut scene, &id, "seven requests", |app| (app.requests.len() == 7).then_some(())).await;
}

// BRG-05
#[tokio::test(flavor = "multi_thread")]
async fn files_are_named_measured_and_saved() {
    let (mut scene, id) = viewing(json!({ "tools/call": [[{ "raw": done() }]] })).await;
    let file = json!({ "type": "resource", "resource": { "uri": "file:///../evil.sh", "text": "four" } });
    let page = json!({ "type": "resource_link", "uri": "ui://p/map", "name": "n" });
    say(&scene.ears, "save", "ui/download-file", json!({ "contents": [file, page] }));
    let (instance, wish) = request(&mut scene, &id).await;
    let AppWants::Download { files } = wish.wants else { panic!("{wish:?}") };
    assert_eq!(files[0], ("evil.sh".into(), 4));
    assert_eq!((files[1].0.as_str(), files[1].1 > 20), ("map", true), "read from its own server");
    decide(&mut scene, &id, (instance, wish.id), true).await;
    assert_eq!(scene.ears.reply(0, "save").await["result"], json!({}));
    assert_eq!(scene.ears.log.lock().unwrap().saved[0], ("evil.sh".into(), b"four".to_vec()));
    let web = json!({ "contents": [{ "type": "resource_link", "uri": "https://example.org/a", "name": "n" }] });
    let refused = scene.ears.request(0, "web", "ui/download-file", web).await;
    assert_eq!(refused["result"], json!({ "isError": true }), "nothing is fetched from elsewhere");
    let why = "a download was refused: files come from the app or its own server, and are at most 32 MiB";
    assert_eq!(decisions(&scene, "ui/download-file").last().unwrap(), &("refused", why.to_owned()));
}

// BRG-05: the person's word outlives the app, its request and its question.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_person_saves_is_saved_whoever_gives_it_up() {
    for closes in [false, true] {
        let (mut scene, id) = viewing(json!({ "tools/call": [[{ "raw": done() }]] })).await;
        let choosing = Arc::new(Notify::new());
        scene.ears.log.lock().unwrap().choosing = Some(choosing.clone());
        let file = json!({ "type": "resource", "resource": { "uri": "file:///pots.txt", "text": "four" } });
        say(&scene.ears, "save", "ui/download-file", json!({ "contents": [file] }));
        let (instance, wish) = request(&mut scene, &id).await;
        decide(&mut scene, &id, (instance, wish.id), true).await;
        if closes {
            scene.bench.host.close_view(&id).unwrap();
            scene.ears.until("the surface closed", |log| (log.closed == 1).then_some(())).await;
        } else {
            let given_up = json!({ "requestId": "save" });
            scene.ears.say(0, &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": given_up }));
            scene.ears.request(0, "after", "ping", json!({})).await;
        }
        choosing.notify_one();
        let saved = scene.ears.until("what was saved", |log| log.saved.first().cloned()).await;
        assert_eq!(saved, ("pots.txt".to_owned(), b"four".to_vec()));
    }
}

// BRG-09, BRG-33, BRG-34, SEC-03
#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_asked_for_and_its_questions_are_the_hosts() {
    let ask = input_required(json!({ "a": { "method": "elicitation/create", "params": confirm("ok?") } }), "s");
    let plays = json!({ "tools/call map": [[{ "raw": done() }]],
        "tools/call plain": [[{ "raw": ask }], [{ "raw": done() }]] });
    let (mut scene, id) = viewing(plays).await;
    let params = json!({ "name": "plain", "arguments": { "a": 1 }, "_meta": { "x": 1 }, "inputResponses": {} });
    say(&scene.ears, "call", "tools/call", params);
    let (instance, wish) = request(&mut scene, &id).await;
    let AppWants::CallTool { tool, arguments, says_it_reads_only } = wish.wants else { panic!("{wish:?}") };
    assert_eq!((tool.as_str(), arguments.as_str(), says_it_reads_only), ("plain", "{\n  \"a\": 1\n}", false));
    decide(&mut scene, &id, (instance, wish.id), true).await;
    let question = scene.bench.waiting(1).await.remove(0);
    assert_eq!((question.of.as_deref(), question.shown), (Some("plain"), Shown::Form));
    scene.bench.host.answer(&question.id, json_answer(&json!({ "confirmed": true }))).unwrap();
    let reply = scene.ears.reply(0, "call").await;
    assert_eq!(reply["result"]["content"][0]["text"], "done", "the final result alone");
    let sent: Vec<Value> = scene.peer.requests("tools/call");
    let first = sent.iter().find(|call| call["params"]["name"] == "plain").unwrap();
    assert_eq!(first["params"]["arguments"], json!({ "a": 1 }));
    assert_eq!(first["params"].get("inputResponses"), None);
    assert_eq!(first["params"]["_meta"].get("x"), None);

    say(&scene.ears, "no", "tools/call", json!({ "name": "plain" }));
    let (instance, wish) = request(&mut scene, &id).await;
    decide(&mut scene, &id, (instance, wish.id), false).await;
    assert_eq!(scene.ears.reply(0, "no").await["error"]["code"], -1);
    assert_eq!(scene.ears.request(0, "?", "tools/call", json!({ "name": "x" })).await["error"]["code"], -32602);
    let listed = scene.ears.request(0, "list", "tools/list", json!({})).await;
    assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), 4);
}

// TMO-07, TMO-08: what an app gave up, or left behind, does not go on.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_ends_with_the_app_that_started_it() {
    let ask = input_required(json!({ "a": { "method": "elicitation/create", "params": confirm("ok?") } }), "s");
    let plays =
        json!({ "tools/call map": [[{ "raw": done() }]], "tools/call plain": [[{ "raw": ask }], [{ "raw": ask }]] });
    let (mut scene, id) = viewing(plays).await;
    for end in ["cancelled", "closed"] {
        say(&scene.ears, end, "tools/call", json!({ "name": "plain" }));
        let (instance, wish) = request(&mut scene, &id).await;
        decide(&mut scene, &id, (instance, wish.id), true).await;
        let question = scene.bench.waiting(1).await.remove(0);
        if end == "closed" {
            scene.bench.host.close_view(&id).unwrap();
        } else {
            let params = json!({ "requestId": end });
            scene.ears.say(0, &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }));
        }
        scene.bench.ending(&question.id).await;
    }
}

// SEC-04: read-only is the server's word, and counts where the person trusts it.
#[tokio::test(flavor = "multi_thread")]
async fn a_trusted_servers_read_only_tools_are_not_asked_for() {
    let (mut scene, id) = viewing(json!({ "tools/call": [[{ "raw": done() }], [{ "raw": done() }]] })).await;
    let reply = scene.ears.request(0, "trusted", "tools/call", json!({ "name": "refresh" })).await;
    let why = "nobody is asked: the server is trusted, the tool only reads";
    assert_eq!(decisions(&scene, "tools/call"), [("agreed", why.to_owned())]);
    assert_eq!(reply["result"]["content"][0]["text"], "done");
    scene.bench.host.set_apps("desk", AppsPolicy::Ask, false).unwrap();
    say(&scene.ears, "r", "tools/call", json!({ "name": "refresh" }));
    let (_, wish) = request(&mut scene, &id).await;
    assert!(matches!(wish.wants, AppWants::CallTool { says_it_reads_only: true, .. }));
    let calls = scene.peer.requests("tools/call");
    assert_eq!(calls.len(), 2, "the one that is asked for has not been made");
}

// BRG-35, APP-27: the app of a question never calls the tool that asks it.
#[tokio::test(flavor = "multi_thread")]
async fn a_questions_app_does_not_call_its_own_tool() {
    let ask = input_required(json!({ "a": { "method": "elicitation/create", "params": confirm_in_app("q") } }), "s");
    let pages = Pages::new(|_| Act::Wait);
    let mut ears = pages.ears();
    let tools = json!({ "tools": [{ "name": "t", "inputSchema": {} }, { "name": "u", "inputSchema": {} }] });
    let peer = Peer::of(json!({ "revision": "2026-07-28", "capabilities": asks_through_apps(),
        "lists": { "tools/list": tools.to_string() }, "resources": { "ui://p/x": page("ui://p/x") },
        "plays": { "tools/call": [[{ "raw": ask }]] } }));
    let mut bench = Bench::new(Some(Arc::new(pages)));
    bench.ready(vec![peer.spec("desk")]).await;
    bench.call("desk", "t");
    ears.heard(0, "elicitation/create").await;
    assert_eq!(ears.request(0, "own", "tools/call", json!({ "name": "t" })).await["error"]["code"], -1);
    ears.say(0, &json!({ "jsonrpc": "2.0", "id": "other", "method": "tools/call", "params": { "name": "u" } }));
    bench
        .until("the request", |snapshot| match &snapshot.questions.first()?.shown {
            Shown::App { app } => app.requests.first().cloned(),
            _ => None,
        })
        .await;

    // A14: nor does it have its server read for a download what it may not read itself, before anybody was asked.
    let linked = |uri: &str| json!({ "contents": [{ "type": "resource_link", "uri": uri, "name": "n" }] });
    let refused = ears.request(0, "pots", "ui/download-file", linked("pots://secret")).await;
    assert_eq!(refused["result"], json!({ "isError": true }));
    ears.say(0, &json!({ "jsonrpc": "2.0", "id": "own", "method": "ui/download-file", "params": linked("ui://p/x") }));
    bench
        .until("the download", |snapshot| match &snapshot.questions.first()?.shown {
            Shown::App { app } => {
                app.requests.iter().any(|one| matches!(one.wants, AppWants::Download { .. })).then_some(())
            }
            _ => None,
        })
        .await;
    let read = peer.requests("resources/read").into_iter().map(|read| read["params"]["uri"].clone());
    assert!(read.clone().all(|uri| uri == "ui://p/x") && read.count() >= 2);
}

// BRG-06, BRG-07, BRG-08, BRG-15
#[tokio::test(flavor = "multi_thread")]
async fn what_it_says_and_how_it_is_shown() {
    let (mut scene, id) = viewing(json!({ "tools/call": [[{ "raw": done() }]] })).await;
    let text = json!({ "type": "text", "text": "hi" });
    let message = json!({ "role": "user", "content": text });
    let untouched = scene.ears.request(0, "u", "ui/message", message.clone()).await;
    assert_eq!(untouched["result"], json!({ "isError": true }), "nobody has had a part in it");
    let why = "a message was refused: nobody has clicked or typed in the app";
    assert_eq!(decisions(&scene, "ui/message"), [("refused", why.to_owned())]);
    scene.ears.log.lock().unwrap().events[0].try_send(SurfaceEvent::Touched).unwrap();
    assert_eq!(scene.ears.request(0, "m", "ui/message", message).await["result"], json!({}));
    for number in 0..2 {
        let context = json!({ "structuredContent": { "n": number } });
        let name = format!("c{number}");
        assert_eq!(scene.ears.request(0, &name, "ui/update-model-context", context).await["result"], json!({}));
    }
    let said = app(&mut scene, &id, "what it said", |app| (app.said.len() == 2).then(|| app.said.clone())).await;
    assert_eq!((said[0].message, &said[0].content[0]), (true, &text));
    assert_eq!(said[1].structured, Some(json!({ "n": 1 })));
    let audio = json!({ "role": "user", "content": { "type": "audio", "data": "", "mimeType": "audio/ogg" } });
    assert_eq!(scene.ears.request(0, "a", "ui/message", audio).await["result"], json!({ "isError": true }));
    let large = json!({ "structuredContent": { "x": "y".repeat(300_000) } });
    assert_eq!(scene.ears.request(0, "l", "ui/update-model-context", large).await["error"]["code"], -1);

    let mode = scene.ears.request(0, "f", "ui/request-display-mode", json!({ "mode": "fullscreen" })).await;
    assert_eq!(mode["result"]["mode"], "fullscreen");
    let instance = app(&mut scene, &id, "full screen", |app| app.fullscreen.then(|| app.instance.clone())).await;
    let patch = scene.ears.heard(0, "ui/notifications/host-context-changed").await;
    assert_eq!(patch["params"], json!({ "displayMode": "fullscreen" }));
    scene.bench.host.leave_fullscreen(instance.parse().unwrap()).unwrap();
    app(&mut scene, &id, "inline", |app| (!app.fullscreen).then_some(())).await;
    let pip = scene.ears.request(0, "p", "ui/request-display-mode", json!({ "mode": "pip" })).await;
    assert_eq!(pip["result"]["mode"], "inline");

    // What it has now is no bound of what it may wish for (P38, P41).
    scene.ears.log.lock().unwrap().events[0].try_send(SurfaceEvent::Resized { width: 640, height: 200 }).unwrap();
    let size = json!({ "width": 9000, "height": 1e9 });
    scene.ears.say(0, &json!({ "jsonrpc": "2.0", "method": "ui/notifications/size-changed", "params": size }));
    let height = app(&mut scene, &id, "a height", |app| app.height).await;
    assert_eq!(height, 10_000);
}

// PRM-04
#[tokio::test(flavor = "multi_thread")]
async fn a_device_is_asked_for_at_its_first_use() {
    let (mut scene, id) = viewing(json!({ "tools/call": [[{ "raw": done() }]] })).await;
    for yes in [true, false] {
        scene.ears.log.lock().unwrap().events[0].try_send(SurfaceEvent::Wants(AppFeature::Camera)).unwrap();
        let (instance, wish) = request(&mut scene, &id).await;
        assert_eq!(wish.wants, AppWants::Permission { feature: AppFeature::Camera });
        decide(&mut scene, &id, (instance, wish.id), yes).await;
        let said = |permitted: &[(AppFeature, bool)]| permitted.contains(&(AppFeature::Camera, yes)).then_some(());
        scene.ears.until("the permission", |log| said(&log.permitted)).await;
    }
}

// BRG-17, BRG-25: only what was promised.
#[tokio::test(flavor = "multi_thread")]
async fn changed_lists_are_told_where_the_server_tells() {
    let pages = Pages::new(|_| Act::Wait);
    let mut ears = pages.ears();
    let tools =
        json!({ "tools": [{ "name": "t", "inputSchema": {}, "_meta": { "ui": { "resourceUri": "ui://p/x" } } }] });
    let change =
        |list: &str| json!({ "notify": { "method": format!("notifications/{list}/list_changed"), "params": {} } });
    let mut capabilities = asks_through_apps();
    capabilities["tools"] = json!({ "listChanged": true });
    let peer = Peer::of(json!({ "revision": "2026-07-28", "capabilities": capabilities,
        "lists": { "tools/list": tools.to_string(), "resources/list": json!({ "resources": [] }).to_string() },
        "resources": { "ui://p/x": page("ui://p/x") },
        "plays": { "tools/call": [[{ "raw": done() }], [change("resources"), change("tools"), { "raw": done() }]] } }));
    let mut bench = Bench::new(Some(Arc::new(pages)));
    bench.ready(vec![peer.spec("desk")]).await;
    bench.host.call_tool("desk", "t", json_answer(&json!({}))).await.unwrap();
    ears.heard(0, "ui/notifications/tool-result").await;
    assert_eq!(ears.reply_to_hello(0).await["hostCapabilities"]["serverTools"], json!({ "listChanged": true }));
    bench.call("desk", "t");
    ears.heard(0, "notifications/tools/list_changed").await;
    assert!(!ears.methods(0).contains(&"notifications/resources/list_changed".to_owned()));
}
