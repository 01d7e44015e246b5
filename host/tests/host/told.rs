//! Changes of a server's lists, in both eras by one way (HTP-12, STD-06, STD-09).

use serde_json::{Value, json};

use crate::bench::{Bench, PATIENCE, end};
use crate::peer::{Peer, done};
use crate::web::Web;

const TOOLS: &str = "notifications/tools/list_changed";
const ACK: &str = "notifications/subscriptions/acknowledged";

fn script(revision: &str, listen: Value, change: Value) -> Value {
    let schema = json!({ "type": "object" });
    let tools = json!({ "resultType": "complete", "tools": [
        { "name": "change", "inputSchema": schema }, { "name": "die", "inputSchema": schema } ] });
    json!({ "revision": revision, "capabilities": { "tools": { "listChanged": true }, "prompts": {} }, "repeatLast": true,
        "lists": { "tools/list": tools.to_string(), "prompts/list": json!({ "prompts": [] }).to_string() },
        "plays": { "subscriptions/listen": [listen], "tools/call change": [[change, { "raw": done() }]],
            "tools/call die": [[{ "exit": 3 }]] } })
}

async fn listed(bench: &mut Bench, peer: &Peer, times: usize) {
    let seen = |_: &_| (peer.requests("tools/list").len() >= times).then_some(());
    bench.until(&format!("tools/list, {times} times"), seen).await;
}

async fn note(bench: &mut Bench, words: &str) {
    let trace = bench.trace.clone();
    let noted = || trace.lock().unwrap().iter().any(|step| step.reason.as_deref() == Some(words));
    bench.until(words, |_| noted().then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stateless_server_is_asked_to_tell_and_is_heard() {
    let ack = json!({ "tell": ACK, "params": { "notifications": { "toolsListChanged": true } } });
    let peer = Peer::of(script("2026-07-28", json!([ack]), json!({ "tell": TOOLS })));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("desk")]).await;
    bench.until("it listens", |_| (peer.requests("subscriptions/listen").len() == 1).then_some(())).await;
    let request = &peer.requests("subscriptions/listen")[0];
    // VER-11; nothing is asked for that the server does not say it tells.
    assert_eq!(request["params"]["notifications"], json!({ "toolsListChanged": true }));
    assert_eq!(request["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    end(&bench.call("desk", "change")).await.unwrap();
    listed(&mut bench, &peer, 2).await;

    // STD-06: a program that is started again is asked again.
    let _ = end(&bench.call("desk", "die")).await;
    bench.host.connect("desk").unwrap();
    bench.until("it listens again", |_| (peer.requests("subscriptions/listen").len() == 2).then_some(())).await;
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_of_our_subscription_is_dropped_and_what_is_missing_noted() {
    let ack = json!({ "tell": ACK, "params": { "notifications": {} } });
    let peer = Peer::of(script("2026-07-28", json!([ack]), json!({ "tell": TOOLS, "of": 4711 })));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("desk")]).await;
    note(&mut bench, "changes are not told of: tools").await;
    end(&bench.call("desk", "change")).await.unwrap();
    note(&mut bench, "a change of a subscription that is not open was dropped").await;
    assert_eq!(peer.requests("tools/list").len(), 1);
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stateful_server_tells_unasked() {
    let change = json!({ "notify": { "method": TOOLS, "params": {} } });
    let peer = Peer::of(script("2025-11-25", json!([]), change));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("desk")]).await;
    end(&bench.call("desk", "change")).await.unwrap();
    listed(&mut bench, &peer, 2).await;
    assert!(peer.requests("subscriptions/listen").is_empty());
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_breaks_off_is_opened_again_and_the_lists_are_read_again() {
    let web = Web::telling().await;
    let mut bench = Bench::new(None);
    bench.ready(vec![web.spec("far")]).await;
    let twice = || web.count("subscriptions/listen") >= 2 && web.count("tools/list") >= 3;
    bench.until("it is listened to again", |_| twice().then_some(())).await;
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_be_asked_still_works() {
    let refused = json!({ "error": { "code": -32601, "message": "Method not found" } });
    let peer = Peer::of(script("2026-07-28", json!([refused]), json!({ "notify": { "method": TOOLS, "params": {} } })));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("desk")]).await;
    bench.until("it was asked", |_| (peer.requests("subscriptions/listen").len() == 1).then_some(())).await;
    // Told without a subscription, it is heard all the same.
    end(&bench.call("desk", "change")).await.unwrap();
    listed(&mut bench, &peer, 2).await;
    assert_eq!(peer.requests("subscriptions/listen").len(), 1, "not asked again");
    bench.host.close().await;
}

/// What has been sent, once the server has read it.
async fn read(peer: &Peer, method: &str) -> Value {
    let reading = async {
        loop {
            if let Some(first) = peer.requests(method).into_iter().next() {
                return first;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, reading).await.expect("the server has read it")
}

// STD-08, TMO-07: whoever ends the connection, the server hears that its work is no longer wanted, before it ends.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_hears_that_its_work_is_given_up_before_it_is_left() {
    for revision in ["2026-07-28", "2025-11-25"] {
        for leave in ["close", "disconnect"] {
            let mut plays = script(revision, json!([]), json!({}));
            plays["plays"]["tools/call change"] = json!([[]]);
            let peer = Peer::of(plays);
            let mut bench = Bench::new(None);
            bench.ready(vec![peer.spec("desk")]).await;
            let task = bench.call("desk", "change");
            let id = read(&peer, "tools/call").await["id"].clone();
            if leave == "disconnect" {
                bench.host.disconnect("desk").unwrap();
                end(&task).await.unwrap_err();
                read(&peer, "notifications/cancelled").await;
            }
            bench.host.close().await;
            let cancelled = peer.requests("notifications/cancelled");
            assert_eq!(cancelled.len(), 1, "{revision} {leave}");
            assert_eq!(cancelled[0]["params"]["requestId"], id);
        }
    }
}
