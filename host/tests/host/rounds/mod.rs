//! MRT-01…20, APP-24…26: the section `input_required_rounds`, over a real process.

mod neighbours;

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use askance_host::app::Surfaces;
use askance_host::connection::Declared;
use askance_host::view::{Answer, Ending, QuestionState, QuestionView, Shown};
use serde_json::{Map, Value, json};

use crate::bench::{Bench, end, json_answer};
use crate::fake::{Act, Pages};
use crate::peer::{Peer, page};
use crate::vectors::{differing, report, same, section};

const SERVER: &str = "play";

/// One entry of `inputRequests` with what is given for it.
#[derive(Clone, Debug)]
struct Asked {
    key: String,
    params: Value,
    native: Option<Value>,
    app: Option<Value>,
}

fn asked_in(round: &Value) -> Vec<Asked> {
    let given = |members: &str, key: &str| round[members].get(key).cloned();
    let entries = round["result"]["inputRequests"].as_object().into_iter().flatten();
    entries
        .map(|(key, entry)| Asked {
            key: key.clone(),
            params: entry["params"].clone(),
            native: given("answers", key),
            app: given("app_answers", key),
        })
        .collect()
}

fn declared(original: &Value) -> Declared {
    let client = &original["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"];
    let elicitation = client["elicitation"].as_object();
    let has = |mode| elicitation.is_some_and(|object| object.contains_key(mode));
    Declared {
        form: has("form") || elicitation.is_some_and(Map::is_empty),
        url: has("url"),
        apps: client["extensions"]["io.modelcontextprotocol/ui"].is_object(),
        app_answers: client["extensions"]["io.modelcontextprotocol/ui"]["elicitation"].is_object(),
    }
}

fn script(input: &Value) -> Value {
    let rounds = input["rounds"].as_array().unwrap();
    let play = |round: &Value| match round.get("result") {
        Some(result) => json!([{ "raw": result.to_string() }]),
        None => json!([{ "error": round["error"] }]),
    };
    let original = &input["original"];
    let name = original["params"].get("name").and_then(Value::as_str);
    let method = original["method"].as_str().unwrap();
    let key = name.map_or_else(|| method.to_owned(), |name| format!("{method} {name}"));
    let mut plays = Map::from_iter([(key, rounds.iter().map(play).collect())]);
    if let Some(parallel) = input.get("parallel") {
        let key = format!("{} {}", parallel["method"].as_str().unwrap(), parallel["params"]["name"].as_str().unwrap());
        plays.insert(key, json!([[{ "raw": crate::peer::done() }]]));
    }
    // Lists are read on connecting; a server without these capabilities is not asked for any.
    let capabilities = input.get("discovered_server_capabilities").cloned().unwrap_or_else(|| json!({}));
    let uris = rounds.iter().flat_map(asked_in).filter_map(|asked| {
        asked.params["_meta"]["ui"]["resourceUri"].as_str().map(|uri| (uri.to_owned(), Value::from(page(uri))))
    });
    json!({ "revision": "2026-07-28", "capabilities": capabilities, "plays": plays,
        "repeatLast": input["repeat_last"] == true, "resources": Map::from_iter(uris) })
}

/// Pages that give the case's answers, each once and in order.
fn pages(rounds: &[Value]) -> Pages {
    let open = Mutex::new(rounds.iter().flat_map(asked_in).filter(|asked| asked.app.is_some()).collect::<Vec<_>>());
    Pages::new(move |params| {
        let mut open = open.lock().unwrap();
        let found = open.iter().position(|asked| same(&asked.params, params));
        found.map_or(Act::Wait, |at| Act::Answer(open.remove(at).app.unwrap()))
    })
}

fn without_meta(params: &Value) -> Value {
    let mut params = params.clone();
    params.as_object_mut().unwrap().shift_remove("_meta");
    params
}

fn meta(request: &Value) -> Value {
    let mut meta = request["params"]["_meta"].clone();
    if let Some(meta) = meta.as_object_mut() {
        meta.shift_remove("progressToken");
    }
    meta
}

/// What a case came to.
#[derive(Default)]
struct Run {
    got: Map<String, Value>,
    wrong: Vec<String>,
}

impl Run {
    fn check(&mut self, holds: bool, what: impl Into<String>) {
        if !holds {
            self.wrong.push(what.into());
        }
    }
}

/// Answers as the person of the case does, until the task has ended.
async fn act(bench: &mut Bench, input: &Value, run: &mut Run) {
    let task =
        bench.start(SERVER, input["original"]["method"].as_str().unwrap(), without_meta(&input["original"]["params"]));
    let rounds = input["rounds"].as_array().unwrap();
    let mut seen = HashSet::new();
    let mut renderers = Map::new();
    let mut parallel = input.get("parallel").cloned();
    let mut prompted = false;
    loop {
        let id = task.id().to_owned();
        let next = bench
            .until("a question or the end", |snapshot| {
                let ended = snapshot
                    .tasks
                    .iter()
                    .any(|t| t.id == id && !matches!(t.state, askance_host::view::TaskState::Running));
                let fresh = snapshot.questions.iter().find(|q| {
                    q.state == QuestionState::Waiting
                        && !seen.contains(&q.id)
                        && (!matches!(q.shown, Shown::App { .. })
                            || prompt_of(rounds, q).is_some_and(|a| a.app.is_some()))
                });
                fresh.map(|question| Some(question.clone())).or(ended.then_some(None))
            })
            .await;
        let Some(question) = next else { break };
        prompted = true;
        if let Some(parallel) = parallel.take() {
            let other = bench.start(SERVER, parallel["method"].as_str().unwrap(), without_meta(&parallel["params"]));
            run.check(end(&other).await.is_ok(), "the parallel request has no result");
        }
        let asked = prompt_of(rounds, &question).expect("a question of the case");
        if rounds[round_index(rounds, &question)]["user"] == "stop_operation" {
            bench.host.stop_task(task.id()).unwrap();
            continue;
        }
        let was_app = matches!(question.shown, Shown::App { .. });
        if was_app && asked.native.is_some() {
            bench.form(&question.id).await;
        }
        let renderer = match (was_app || question.fallback.is_some(), &asked.native) {
            (true, Some(_)) => "native-after-app",
            (true, None) => "app",
            (false, _) => "native",
        };
        renderers.insert(asked.key.clone(), renderer.into());
        if let Some(native) = &asked.native {
            let answer = match native["action"].as_str().unwrap() {
                "accept" => json_answer(native.get("content").unwrap_or(&json!({}))),
                "decline" => Answer::Decline,
                _ => Answer::Cancel,
            };
            let checked = bench.host.answer(&question.id, answer).unwrap();
            run.check(checked.errors.is_empty(), format!("the form refuses the answer of {}", asked.key));
        }
        seen.insert(question.id);
    }
    let outcome = end(&task).await;
    let error = outcome.as_ref().err();
    let kind = match error {
        None => "complete",
        Some(askance_host::operation::OperationError::Stopped) => "cancelled",
        Some(_) => "error",
    };
    run.got.insert("outcome".into(), kind.into());
    run.got.insert("local_error".into(), error.and_then(|error| error.local_error()).into());
    if let Some(askance_host::operation::OperationError::Peer(error)) = error {
        run.got.insert("remote_code".into(), error.code.into());
    }
    run.got.insert("user_prompted".into(), prompted.into());
    run.got.insert("renderer".into(), renderers.into());
    if let Ok(result) = outcome {
        let last = rounds.last().map_or(&Value::Null, |round| &round["result"]);
        run.check(same(&result, last), "the final result is not the one delivered");
    }
}

fn round_index(rounds: &[Value], question: &QuestionView) -> usize {
    // Shedding rounds count as rounds too, so the place in the case is the round itself.
    usize::try_from(question.round).unwrap().saturating_sub(1).min(rounds.len() - 1)
}

fn prompt_of(rounds: &[Value], question: &QuestionView) -> Option<Asked> {
    let place = usize::try_from(question.place.0).unwrap() - 1;
    asked_in(&rounds[round_index(rounds, question)]).into_iter().nth(place)
}

fn check_wire(input: &Value, expect: &Value, peer: &Peer, run: &mut Run) {
    let method = input["original"]["method"].as_str().unwrap();
    let name = &input["original"]["params"]["name"];
    let ours = |request: &&Value| request["params"]["name"] == *name;
    let requests = peer.requests(method);
    let own: Vec<&Value> = requests.iter().filter(ours).collect();
    let Some((original, retries)) = own.split_first() else { return run.wrong.push("nothing was sent".to_owned()) };
    let ids: HashSet<String> = requests.iter().map(|request| request["id"].to_string()).collect();
    run.check(ids.len() == requests.len(), "an id was used twice");
    run.check(
        same(&without_meta(&original["params"]), &without_meta(&input["original"]["params"])),
        "the original differs",
    );
    for retry in retries {
        // CAP-03, CAP-13
        run.check(same(&meta(retry), &meta(original)), "_meta of a retry differs from that of the original");
        for member in expect["forbidden_members"].as_array().into_iter().flatten() {
            run.check(retry["params"].get(member.as_str().unwrap()).is_none(), format!("{member} in a retry"));
        }
    }
    if let Some(wanted) = expect["retries"].as_array() {
        let bare = |request: &Value| json!({ "method": request["method"], "jsonrpc": request["jsonrpc"], "params": without_meta(&request["params"]) });
        let got: Value = retries.iter().map(|request| bare(request)).collect();
        let wanted: Value = wanted.iter().map(bare).collect();
        run.check(same(&got, &wanted), format!("retries: {got}"));
        run.check(key_order(&got) == key_order(&wanted), "the keys are in another order");
    }
    if let Some(most) = expect["max_retries_allowed"].as_u64() {
        run.check(retries.len() as u64 <= most, format!("{} retries", retries.len()));
    }
    for request in peer.requests("tools/call").iter().filter(|request| !ours(request)) {
        for member in expect["parallel_forbidden_members"].as_array().into_iter().flatten() {
            run.check(
                request["params"].get(member.as_str().unwrap()).is_none(),
                format!("{member} in the parallel request"),
            );
        }
    }
    if input["rounds"].as_array().unwrap().iter().all(|round| round["user"] != "stop_operation") {
        run.got.insert("auto_restart".into(), false.into());
    }
}

fn key_order(retries: &Value) -> Vec<Vec<String>> {
    let keys = |retry: &Value| retry["params"]["inputResponses"].as_object().map(|all| all.keys().cloned().collect());
    retries.as_array().unwrap().iter().map(|retry| keys(retry).unwrap_or_default()).collect()
}

async fn run(case: &Value) -> Option<String> {
    let (input, expect) = (&case["input"], &case["expect"]);
    let peer = Peer::of(script(input));
    let pages = pages(input["rounds"].as_array().unwrap());
    let log = pages.log();
    let mut bench = Bench::declaring(Some(Arc::new(pages) as Arc<dyn Surfaces>), declared(&input["original"]));
    bench.ready(vec![peer.spec(SERVER)]).await;
    let mut run = Run::default();
    act(&mut bench, input, &mut run).await;
    bench.host.close().await;
    check_wire(input, expect, &peer, &mut run);
    let bound: HashSet<_> = log.lock().unwrap().opened.iter().map(|document| document.instance).collect();
    run.got.insert("distinct_bindings".into(), bound.len().into());
    // Nothing is cached at all.
    run.got.insert("cacheable".into(), false.into());
    let mut members =
        vec!["outcome", "local_error", "remote_code", "user_prompted", "distinct_bindings", "auto_restart"];
    if expect["cacheable"] != true {
        members.push("cacheable");
    }
    if let Some(wanted) = expect.get("renderer").and_then(Value::as_object) {
        for (key, renderer) in wanted {
            let got = &run.got["renderer"][key];
            let holds = got == renderer;
            run.check(holds, format!("renderer of {key}"));
        }
    }
    let got = Value::Object(run.got);
    run.wrong.extend(differing(expect, &got, &members));
    (!run.wrong.is_empty())
        .then(|| format!("{} {:?}\n input {input}\n expected {expect}\n got {got}", case["id"], run.wrong))
}

async fn failures(cases: &[Value]) -> Vec<String> {
    let mut failed = Vec::new();
    for case in cases {
        failed.extend(run(case).await);
    }
    failed
}

#[tokio::test]
async fn the_wire_examples() {
    let cases = section("input_required_rounds");
    report(&failures(&cases).await, cases.len());
}

#[tokio::test]
async fn the_same_bytes_whoever_answers() {
    // APP-25, APP-26
    let mut retries = Vec::new();
    for in_app in [true, false] {
        let params = if in_app { crate::peer::confirm_in_app("q") } else { crate::peer::confirm("q") };
        let raw =
            crate::peer::input_required(json!({ "a": { "method": "elicitation/create", "params": params } }), "s");
        let peer = Peer::of(json!({ "revision": "2026-07-28", "capabilities": crate::peer::asks_through_apps(),
            "resources": { "ui://p/x": page("ui://p/x") },
            "plays": { "tools/call": [[{ "raw": raw }], [{ "raw": crate::peer::done() }]] } }));
        let answer = json!({ "action": "accept", "content": { "confirmed": true, "extra": 1 }, "_meta": { "x": 1 } });
        let surfaces = Pages::new(move |_| Act::Answer(answer.clone()));
        let mut bench = Bench::new(Some(Arc::new(surfaces)));
        bench.ready(vec![peer.spec(SERVER)]).await;
        let task = bench.call(SERVER, "t");
        let question = bench.waiting(1).await.remove(0);
        if !in_app {
            bench.host.answer(&question.id, json_answer(&json!({ "confirmed": true }))).unwrap();
        }
        end(&task).await.unwrap();
        assert_eq!(bench.ending(&question.id).await, Ending::Sent);
        bench.host.close().await;
        let mut retry = peer.requests("tools/call").pop().unwrap();
        retry["id"].take();
        retry["params"]["_meta"]["progressToken"].take();
        retries.push(retry.to_string());
    }
    assert_eq!(retries[0], retries[1]);
}
