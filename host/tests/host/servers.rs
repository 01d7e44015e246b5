//! The list of servers, what they offer, and the calls of the command line.

use std::time::Duration;

use askance_host::CallOutcome;
use askance_host::config::{Listed, Origin, Standing};
use askance_host::view::{Answer, Colour, EntryPart, NewOrigin, NewServer, OriginView, ServerState, Update};
use native_form::DraftValue;
use serde_json::{Value, json};

use crate::bench::{Bench, end, json_answer};
use crate::peer::{Peer, confirm, done, input_required};
use crate::web::Web;

fn offering() -> Value {
    let schema = json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] });
    let tools = json!({ "resultType": "complete", "tools": [
        { "name": "count", "title": "Count", "description": "d", "inputSchema": schema },
        { "name": "ask", "inputSchema": { "type": "object" }, "_meta": { "ui": { "resourceUri": "ui://p/x" } } },
        { "no": "name" } ] });
    let resources = json!({ "resultType": "complete", "resources": [
        { "uri": "file:///a", "name": "a", "mimeType": "text/plain" }, { "uri": "ui://p/x", "name": "app" } ] });
    let prompts = json!({ "resultType": "complete", "prompts": [
        { "name": "greet", "arguments": [{ "name": "who", "required": true }] } ] });
    let ask = input_required(json!({ "a": { "method": "elicitation/create", "params": confirm("q") } }), "s");
    let failed = json!({ "resultType": "complete", "content": [], "isError": true }).to_string();
    json!({ "revision": "2026-07-28", "capabilities": { "tools": {}, "resources": {}, "prompts": {} },
        "lists": { "tools/list": tools.to_string(), "resources/list": resources.to_string(), "prompts/list": prompts.to_string() },
        "plays": { "tools/call count": [[{ "raw": done() }], [{ "raw": failed }], [{ "error": { "code": -32603, "message": "no" } }], []],
            "tools/call ask": [[{ "raw": ask }], [{ "error": { "code": -32603, "message": "declined" } }]],
            "prompts/get greet": [[{ "raw": json!({ "messages": [] }).to_string() }]],
            "resources/read": [[{ "raw": json!({ "contents": [] }).to_string() }]] } })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_shows_what_it_offers() {
    let peer = Peer::of(offering());
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("desk")]).await;
    let server = bench.host.snapshot().servers.remove(0);
    assert_eq!(server.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), ["count", "ask"]);
    assert_eq!(server.tools.iter().map(|tool| tool.has_view).collect::<Vec<_>>(), [false, true]);
    assert_eq!(server.tools[0].form.fields.len(), 1);
    assert_eq!(server.resources.len(), 1, "apps are not for reading");
    assert_eq!(server.prompts[0].form.fields[0].label, "who");
    assert_eq!((server.revision.as_deref(), server.says_it_is.as_deref()), (Some("2026-07-28"), Some("play 1")));
    assert_eq!(server.asker.colour, Colour::Plum);
    assert!(!server.trace.is_empty());

    let wrong = bench.host.call_tool("desk", "count", json_answer(&json!({ "n": "x" }))).await.unwrap_err();
    assert_eq!((wrong.code.as_str(), wrong.details.len()), ("arguments.invalid", 1));
    assert_eq!(bench.host.call_tool("desk", "nope", json_answer(&json!({}))).await.unwrap_err().code, "tool.unknown");
    assert_eq!(bench.host.call_tool("nope", "t", json_answer(&json!({}))).await.unwrap_err().code, "server.unknown");
    bench.host.call_tool("desk", "count", json_answer(&json!({ "n": 1 }))).await.unwrap();
    let missing = bench.host.check_prompt("desk", "greet", json_answer(&json!({}))).unwrap();
    assert_eq!(missing.errors[0].key.as_deref(), Some("who"));
    // Whether it fits or not, it goes on in the form.
    let checked = bench.host.check_arguments("desk", "count", json_answer(&json!({ "n": 1, "more": 2 }))).unwrap();
    let draft = checked.draft.unwrap();
    assert_eq!((&draft.0[0], checked.beyond_form), (&DraftValue::Text("1".to_owned()), true));
    let checked = bench.host.check_arguments("desk", "count", Answer::Draft { draft }).unwrap();
    assert_eq!((checked.json.as_deref(), checked.draft), (Some("{\n  \"n\": 1\n}"), None));
    bench.host.get_prompt("desk", "greet", json_answer(&json!({ "who": "x" }))).await.unwrap();
    bench.host.read_resource("desk", "file:///a").await.unwrap();
    bench
        .until("three results", |snapshot| {
            let done =
                |task: &&askance_host::view::TaskView| matches!(task.state, askance_host::view::TaskState::Done { .. });
            (snapshot.tasks.iter().filter(done).count() == 3).then_some(())
        })
        .await;
    assert_eq!(peer.requests("prompts/get")[0]["params"]["arguments"], json!({ "who": "x" }));
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_are_added_and_removed() {
    let peer = Peer::of(offering());
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("desk"), peer.spec("desk")]).await;
    let snapshot = bench.host.snapshot();
    assert_eq!((snapshot.servers.len(), snapshot.problems[0].code.as_str()), (1, "server.name-taken"));
    let Origin::Local { command, args, .. } = peer.spec("x").origin else { panic!("a program") };
    let new = |name: &str, command: &str, revision: &str| NewServer {
        name: name.to_owned(),
        origin: NewOrigin::Local {
            command: command.to_owned(),
            args: args.clone(),
            env: vec![("K".into(), "secret".into())],
            cwd: None,
        },
        revision: revision.to_owned(),
    };
    for (bad, code) in [
        (new("desk", "x", "auto"), "server.name-taken"),
        (new(" ", "x", "auto"), "server.no-name"),
        (new("a", " ", "auto"), "server.no-command"),
        (new("a", "x", "2024-01-01"), "server.bad-revision"),
        (
            NewServer {
                name: "a".into(),
                origin: NewOrigin::Remote { url: "ftp://a".into(), headers: Vec::new() },
                revision: "auto".into(),
            },
            "server.bad-url",
        ),
    ] {
        assert_eq!(bench.host.add_server(bad, true).unwrap_err().code, code);
    }
    bench.host.add_server(new("second", &command, "2026-07-28"), true).unwrap();
    bench
        .until("the second server", |snapshot| {
            snapshot.servers.get(1).filter(|server| server.state == ServerState::Ready).map(|_| ())
        })
        .await;
    let second = bench.host.snapshot().servers.remove(1);
    assert_eq!((second.asker.colour, second.pinned.as_deref()), (Colour::Cobalt, Some("2026-07-28")));
    let OriginView::Local { env, .. } = &second.asker.origin else { panic!("a program") };
    assert_eq!(env, &["K".to_owned()], "names, never values");

    bench.host.disconnect("second").unwrap();
    assert_eq!(
        bench.host.call_tool("second", "count", json_answer(&json!({ "n": 1 }))).await.unwrap_err().code,
        "server.not-connected"
    );
    bench.host.connect("second").unwrap();
    bench.until("both", |s| s.servers.iter().all(|server| server.state == ServerState::Ready).then_some(())).await;
    bench.host.remove_server("second").unwrap();
    assert_eq!(bench.host.remove_server("second").unwrap_err().code, "server.unknown");
    let mut gone = false;
    while let Ok(update) = bench.updates.try_recv() {
        gone |= matches!(update, Update::ServerGone(name) if name == "second");
    }
    assert!(gone);
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_does_not_exist_is_a_sentence() {
    let mut spec = Peer::of(offering()).spec("ghost");
    let Origin::Local { command, .. } = &mut spec.origin else { panic!("a program") };
    *command = "no-such-program-of-askance".to_owned();
    let mut bench = Bench::new(None);
    bench.host.add_servers(vec![spec], Vec::new());
    let problem = bench
        .until("the problem", |snapshot| match &snapshot.servers[0].state {
            ServerState::NoAnswer { problem } => Some(problem.clone()),
            _ => None,
        })
        .await;
    assert!(problem.what.ends_with('.'), "{problem:?}");
    let outcome = bench.host.call("ghost", "t", "{}".to_owned(), None).await;
    assert!(matches!(outcome, CallOutcome::NoConnection(_)), "{outcome:?}");
    let outcome = bench.host.call("nobody", "t", "{}".to_owned(), None).await;
    assert!(matches!(outcome, CallOutcome::Usage(_)), "{outcome:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_lines_call_knows_its_outcomes() {
    let peer = Peer::of(offering());
    let mut bench = Bench::new(None);
    bench.host.add_servers(vec![peer.spec("desk")], Vec::new());
    let one = json!({ "n": 1 });
    let call = |arguments: &Value, limit| {
        let (host, arguments) = (bench.host.clone(), arguments.to_string());
        async move { host.call("desk", "count", arguments, limit).await }
    };
    // The first call comes before the connection stands.
    assert!(matches!(call(&one, None).await, CallOutcome::Done { result, refused: false } if !result.is_error()));
    assert!(matches!(call(&one, None).await, CallOutcome::Done { result, .. } if result.is_error()));
    assert!(matches!(call(&one, None).await, CallOutcome::Failed(problem) if problem.code == "operation.server-error"));
    assert!(matches!(call(&one, Some(Duration::from_millis(300))).await, CallOutcome::TimedOut(_)));
    assert!(matches!(call(&json!({}), None).await, CallOutcome::Usage(problem) if problem.code == "arguments.invalid"));
    assert!(matches!(call(&json!([]), None).await, CallOutcome::Usage(_)));

    let host = bench.host.clone();
    let asking = tokio::spawn(async move { host.call("desk", "ask", "{}".to_owned(), None).await });
    let question = bench.waiting(1).await.remove(0);
    bench.host.answer(&question.id, Answer::Decline).unwrap();
    assert!(matches!(asking.await.unwrap(), CallOutcome::Refused(_)));
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_after_a_refusal_is_both() {
    // design.md, “Command line”: status 4, and the result is printed all the same
    for (answer, was_refused) in
        [(Answer::Decline, true), (Answer::Cancel, true), (json_answer(&json!({ "confirmed": true })), false)]
    {
        let tools = json!({ "tools": [{ "name": "ask", "inputSchema": { "type": "object" } }] });
        let peer = Peer::of(json!({ "revision": "2025-11-25", "capabilities": { "tools": {} },
            "lists": { "tools/list": tools.to_string() },
            "plays": { "tools/call ask": [[{ "ask": confirm("q").to_string() }, { "echo": true }]] } }));
        let mut bench = Bench::new(None);
        bench.ready(vec![peer.spec("desk")]).await;
        let host = bench.host.clone();
        let asking = tokio::spawn(async move { host.call("desk", "ask", "{}".to_owned(), None).await });
        let question = bench.waiting(1).await.remove(0);
        bench.host.answer(&question.id, answer).unwrap();
        let CallOutcome::Done { result, refused } = asking.await.unwrap() else { panic!("no result") };
        assert_eq!(refused, was_refused);
        assert!(result.raw.get().contains("answers"));
        bench.host.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limit_of_a_call_counts_the_person_in() {
    // The caller asked for it
    let mut script = offering();
    let ask = script["plays"]["tools/call ask"][0].clone();
    script["plays"]["tools/call ask"] = json!([ask]);
    let peer = Peer::of(script);
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("desk")]).await;
    let outcome = bench.host.call("desk", "ask", "{}".to_owned(), Some(Duration::from_millis(700))).await;
    assert!(matches!(outcome, CallOutcome::TimedOut(_)), "{outcome:?}");
    let id = bench.host.snapshot().questions.remove(0).id;
    assert_eq!(bench.ending(&id).await, askance_host::view::Ending::TimeLimit { minutes: 1 });
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_ended_tasks_are_kept() {
    let peer = Peer::of(json!({ "revision": "2026-07-28", "capabilities": {}, "repeatLast": true,
        "plays": { "tools/call": [[{ "raw": done() }]] } }));
    let mut bench = Bench::new(None);
    bench.ready(vec![peer.spec("desk")]).await;
    for _ in 0..103 {
        end(&bench.call("desk", "t")).await.unwrap();
    }
    assert_eq!(bench.host.snapshot().tasks.len(), 101, "100 ended ones and the newest");
    bench.host.close().await;
}

// STD-10, A23
#[tokio::test(flavor = "multi_thread")]
async fn nothing_starts_before_it_is_approved() {
    let peer = Peer::of(offering());
    let mut bench = Bench::new(None);
    let spec = peer.spec("desk");
    let waiting = Listed { spec, standing: Standing::Waits { changed: vec![EntryPart::Arguments] } };
    bench.host.add_servers(vec![waiting], Vec::new());
    let state = |bench: &Bench| bench.host.snapshot().servers[0].state.clone();
    let waits = ServerState::Unapproved { changed: vec![EntryPart::Arguments] };
    assert_eq!(state(&bench), waits);
    // No other way leads to a start.
    assert_eq!(bench.host.connect("desk").unwrap_err().code, "server.not-approved");
    bench.host.disconnect("desk").unwrap();
    assert_eq!(bench.host.connect("desk").unwrap_err().code, "server.not-approved");
    let call = bench.host.call_tool("desk", "count", json_answer(&json!({ "n": 1 }))).await;
    assert_eq!(call.unwrap_err().code, "server.not-connected");
    let outcome = bench.host.call("desk", "count", "{}".to_owned(), None).await;
    assert!(matches!(outcome, CallOutcome::Usage(problem) if problem.code == "server.not-approved"));
    assert_eq!((state(&bench), peer.requests("server/discover").len()), (waits, 0));

    let approved = bench.host.approve_server("desk").unwrap();
    assert_eq!(approved.origin, peer.spec("desk").origin);
    bench.until("it is ready", |s| (s.servers[0].state == ServerState::Ready).then_some(())).await;
    // Said twice, it does not start twice.
    bench.host.approve_server("desk").unwrap();
    assert_eq!(state(&bench), ServerState::Ready);
    assert_eq!(peer.requests("server/discover").len(), 1);
    assert_eq!(bench.host.approve_server("nobody").unwrap_err().code, "server.unknown");
    bench.host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_saved_without_starting_waits() {
    let peer = Peer::of(offering());
    let mut bench = Bench::new(None);
    let Origin::Local { command, args, .. } = peer.spec("desk").origin else { panic!() };
    let origin = NewOrigin::Local { command, args, env: Vec::new(), cwd: None };
    let new = || NewServer { name: "desk".to_owned(), origin: origin.clone(), revision: "auto".to_owned() };
    bench.host.add_server(new(), false).unwrap();
    assert_eq!(bench.host.add_server(new(), false).unwrap_err().code, "server.name-taken");
    let state = bench.host.snapshot().servers[0].state.clone();
    assert_eq!(state, ServerState::Unapproved { changed: Vec::new() });
    bench.host.approve_server("desk").unwrap();
    bench.until("it is ready", |s| (s.servers[0].state == ServerState::Ready).then_some(())).await;
    bench.host.close().await;
}

// Two servers of one computer are told apart by their ports.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_on_the_web_is_named_with_its_port() {
    let web = Web::start(&[]).await;
    let mut bench = Bench::new(None);
    bench.ready(vec![web.spec("near")]).await;
    let origin = bench.host.snapshot().servers.remove(0).asker.origin;
    let OriginView::Remote { host, url, .. } = origin else { panic!("{origin:?}") };
    assert_eq!(url, format!("http://{host}/mcp"));
    assert!(host.starts_with("127.0.0.1:"), "{host}");
    bench.host.close().await;
}
