//! Servers that are connected to a second time: known ones, and those that ended by themselves (VER-06, STD-06).

use askance_host::Problem;
use askance_host::view::{ServerState, TaskState};
use serde_json::{Value, json};

use crate::bench::{Bench, json_answer};
use crate::peer::{Peer, done};

fn script(revision: &str) -> Value {
    let tool = |name: &str| json!({ "name": name, "inputSchema": { "type": "object" } });
    let tools = json!({ "resultType": "complete", "ttlMs": 0, "cacheScope": "private",
        "tools": [tool("die"), tool("work")] });
    json!({ "revision": revision, "capabilities": { "tools": {} }, "repeatLast": true,
        "lists": { "tools/list": tools.to_string() },
        "plays": { "tools/call die": [[{ "exit": 3, "words": "gone\n" }]], "tools/call work": [[{ "raw": done() }]] } })
}

async fn state(bench: &mut Bench, what: &str, wanted: impl Fn(&ServerState) -> bool) {
    bench.until(what, |snapshot| wanted(&snapshot.servers[0].state).then_some(())).await;
}

async fn call(bench: &Bench, tool: &str) -> Result<String, Problem> {
    bench.host.call_tool("play", tool, json_answer(&json!({}))).await
}

/// Calls the tool that ends the program, and waits until the host knows.
async fn die(bench: &mut Bench) {
    call(bench, "die").await.unwrap();
    state(bench, "the end of the program", |state| matches!(state, ServerState::Stopped { problem: Some(_) })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stateless_program_is_started_again_once() {
    // STD-06, HTP-10
    let peer = Peer::of(script("2026-07-28"));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("play")]).await;
    die(&mut bench).await;
    // Two calls at once wait for the same start.
    let (one, two) = tokio::join!(call(&bench, "work"), call(&bench, "work"));
    for id in [one.unwrap(), two.unwrap()] {
        bench
            .until("the result", |snapshot| {
                let task = snapshot.tasks.iter().find(|task| task.id == id)?;
                matches!(task.state, TaskState::Done { .. }).then_some(())
            })
            .await;
    }
    assert_eq!(peer.requests("server/discover").len(), 2);
    assert_eq!(peer.requests("tools/call").len(), 3, "what was lost is not sent again");
    // Not in a loop.
    die(&mut bench).await;
    assert_eq!(call(&bench, "work").await.unwrap_err().code, "server.not-connected");
    // The person's own connecting counts anew.
    bench.host.connect("play").unwrap();
    state(&mut bench, "the connection", |state| *state == ServerState::Ready).await;
    die(&mut bench).await;
    call(&bench, "work").await.unwrap();
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_person_stopped_or_keeps_state_stays_stopped() {
    let peer = Peer::of(script("2025-11-25"));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("play")]).await;
    die(&mut bench).await;
    assert_eq!(call(&bench, "work").await.unwrap_err().code, "server.not-connected");
    bench.host.close().await;

    let peer = Peer::of(script("2026-07-28"));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("play")]).await;
    bench.host.disconnect("play").unwrap();
    assert_eq!(call(&bench, "work").await.unwrap_err().code, "server.not-connected");
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_known_stateful_server_is_not_probed_again_until_that_proves_wrong() {
    // VER-06
    let peer = Peer::of(script("2025-11-25"));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("play")]).await;
    let reconnect = async |bench: &mut Bench, revision: &str| {
        bench.host.disconnect("play").unwrap();
        bench.host.connect("play").unwrap();
        state(bench, "the connection", |state| *state == ServerState::Ready).await;
        assert_eq!(bench.host.snapshot().servers[0].revision.as_deref(), Some(revision));
    };
    reconnect(&mut bench, "2025-11-25").await;
    assert_eq!((peer.requests("server/discover").len(), peer.requests("initialize").len()), (1, 2));
    peer.rewrite(&script("2026-07-28"));
    reconnect(&mut bench, "2026-07-28").await;
    assert_eq!((peer.requests("server/discover").len(), peer.requests("initialize").len()), (2, 3));
    bench.host.close().await;
}
