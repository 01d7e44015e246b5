//! `{"frames": […], "elicitation": …, "trusted": …}`: anything that a frame may say, in any order (SEC-01, A13, A14, A15).
//! A frame is a text as it is, or JSON. `$elicitation`, `$ping` and `$teardown` in it stand for the id of our last
//! request of that kind, which no frame can guess.

mod said;

use std::collections::{BTreeSet, HashMap};
use std::mem::discriminant;
use std::time::Duration;

use askance_host::app::bridge::{Ask, Bridge, Effect, Fault, Purpose, Terms};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};
use tokio::time::Instant;

use self::said::Said;
use super::signature;

/// What a host can offer to a view.
const CAPABILITIES: [&str; 6] =
    ["openLinks", "downloadFile", "message", "updateModelContext", "serverTools", "serverResources"];
/// What may be sent to a server for an app (BRG-30).
const FORWARDED: [&str; 6] =
    ["tools/call", "tools/list", "resources/list", "resources/templates/list", "resources/read", "prompts/list"];
/// The tool that apps may call.
const TOOL: &str = "shared";
/// Requests of a view that wait at once; with all of them given up, the effects of one frame.
const MAX_OPEN: usize = 32;
const MAX_EFFECTS: usize = MAX_OPEN + 5;
/// Bytes of all that one frame makes us say: an id that is repeated, and words of our own.
const MAX_SAID: usize = 8 * 1024;
/// How often a question goes out: once, and once again after a restart (APP-13).
const MAX_FORWARDS: usize = 2;

pub(crate) fn bridge(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input).into_owned();
    let given = serde_json::from_str::<Value>(&text).unwrap_or_default();
    let whole = [Value::String(text)];
    let frames = given["frames"].as_array().map_or(&whole[..], Vec::as_slice);
    let mut talk = Talk::new(given["elicitation"] != false, given["trusted"] == true);
    for frame in frames {
        talk.hear(frame);
        if talk.flooded {
            break;
        }
    }
    let end = talk.bridge.tear_down("over");
    talk.note(&end, None);
    assert!(!talk.bridge.has_question(), "nothing can be answered after the end");
    signature(talk.came)
}

/// How far the handshake is, as the messages tell.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Loading,
    Answered,
    Ready,
}

struct Talk {
    bridge: Bridge,
    elicitation: bool,
    trusted: bool,
    question: Box<RawValue>,
    now: Instant,
    phase: Phase,
    /// Our requests by their kind.
    ids: HashMap<String, String>,
    /// What the view asked for and was not told the end of.
    open: BTreeSet<u64>,
    forwards: usize,
    settled: bool,
    flooded: bool,
    /// Kinds of effects, without what is random in them.
    came: BTreeSet<u64>,
}

impl Talk {
    fn new(elicitation: bool, trusted: bool) -> Self {
        let named = CAPABILITIES.iter().filter(|_| trusted).chain(&["logging"]);
        let terms = Terms {
            purpose: if elicitation { Purpose::Elicitation } else { Purpose::Tool { input: None } },
            capabilities: named.map(|name| ((*name).to_owned(), json!({}))).collect(),
            display_modes: vec!["inline", "fullscreen"],
            context: Map::new(),
            is_for_apps: Box::new(|name| name == TOOL),
        };
        let now = Instant::now();
        Self {
            bridge: Bridge::new(terms, now),
            elicitation,
            trusted,
            question: to_raw_value(&json!({"message": "m"})).unwrap_or_default(),
            now,
            phase: Phase::Loading,
            ids: HashMap::new(),
            open: BTreeSet::new(),
            forwards: 0,
            settled: false,
            flooded: false,
            came: BTreeSet::new(),
        }
    }

    /// One frame, then what the host does on its own.
    fn hear(&mut self, frame: &Value) {
        self.now += Duration::from_millis(5);
        let mut text = frame.as_str().map_or_else(|| frame.to_string(), str::to_owned);
        for (kind, id) in &self.ids {
            text = text.replace(&format!("${kind}"), id);
        }
        let said = Said::of(&text);
        let (phase, asked) = (self.phase, self.bridge.has_question());
        let effects = self.bridge.receive(&text, self.now);
        self.flooded = effects == [Effect::Fail(Fault::Flood)];
        if self.flooded {
            return;
        }
        said.hold(&effects, phase == Phase::Ready, self.trusted);
        let ours = self.ids.get("elicitation").map(String::as_str);
        for effect in &effects {
            if let Effect::Settle(_) | Effect::Fail(Fault::Refused | Fault::Unreadable) = effect {
                assert!(asked && !self.settled, "one answer, to an open question");
                assert!(ours.is_some_and(|id| said.may_reply_to(id, &text)), "under its own id");
                self.settled = true;
            }
        }
        self.note(&effects, said.id());
        for effect in &effects {
            // Every third one waits for longer, to be given up.
            match effect {
                Effect::Ask { token, .. } if !token.is_multiple_of(3) => self.decide(*token, &json!({})),
                Effect::Forward { token, method, .. } if !token.is_multiple_of(3) => {
                    let tools = json!({"tools": [{"name": TOOL}, {"name": "hidden"}]});
                    self.decide(*token, if *method == "tools/list" { &tools } else { &Value::Null });
                }
                _ => {}
            }
        }
        let question = self.bridge.forward(&self.question);
        self.note(&question, None);
        let ping = self.bridge.ping();
        self.note(&ping, None);
    }

    /// The person and the server answer, each once.
    fn decide(&mut self, token: u64, result: &Value) {
        self.open.remove(&token);
        let agreed = self.bridge.consent(token, token.is_multiple_of(2));
        self.note(&agreed, None);
        let outcome = if token.is_multiple_of(5) { Err((-32603, "m".to_owned())) } else { Ok(result.clone()) };
        let answered = self.bridge.answered(token, outcome.clone());
        self.note(&answered, None);
        self.open.remove(&token);
        let again = [self.bridge.consent(token, true), self.bridge.answered(token, outcome)].concat();
        assert_eq!(again, [], "a request is decided once");
    }

    /// What holds for all effects; `asked` is the id of the request that they answer.
    fn note(&mut self, effects: &[Effect], asked: Option<&Value>) {
        assert!(effects.len() <= MAX_EFFECTS, "bounded");
        let mut bytes = 0;
        for effect in effects {
            self.came.insert(signature((discriminant(effect), self.phase as u8)));
            match effect {
                Effect::Deliver(sent) => {
                    bytes += sent.text.len();
                    self.delivered(&sent.text, asked);
                }
                Effect::Ready => {
                    assert!(self.phase == Phase::Answered, "INI-02: ready after the handshake");
                    self.phase = Phase::Ready;
                }
                Effect::Restarted => self.phase = Phase::Loading,
                Effect::Abandon { token } => assert!(self.open.remove(token), "only what waits is given up"),
                // They end something of ours, whatever the phase.
                Effect::Pong | Effect::TornDown | Effect::Settle(_) | Effect::Fail(_) => {}
                wish => {
                    assert!(self.phase == Phase::Ready, "{wish:?} out of phase");
                    self.wished(wish);
                }
            }
        }
        assert!(bytes <= MAX_SAID, "{bytes} bytes are said");
        assert!(self.open.len() <= MAX_OPEN, "bounded");
    }

    /// What a view wants done, as far as it was offered (A14).
    fn wished(&mut self, effect: &Effect) {
        match effect {
            Effect::Forward { token, method, params } => {
                assert!(self.trusted && FORWARDED.contains(method), "{method} is not for apps");
                assert!(*method != "tools/call" || params["name"] == TOOL, "a tool that is not for apps");
                self.open.insert(*token);
            }
            Effect::Ask { token, ask } => {
                assert!(self.trusted, "asked for what was not offered");
                self.open.insert(*token);
                if let Ask::OpenLink { url } = ask {
                    let (scheme, _) = url.split_once(':').unwrap_or_default();
                    let web = ["http", "https", "mailto"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
                    assert!(web && !url.contains(char::is_control), "A12: {url}");
                }
            }
            Effect::Context(_) => assert!(self.trusted, "the model was not offered"),
            Effect::Display(mode) => assert!(["inline", "fullscreen"].contains(mode), "A18: {mode}"),
            _ => {}
        }
    }

    fn delivered(&mut self, text: &str, asked: Option<&Value>) {
        let message: Value = serde_json::from_str(text).unwrap_or_default();
        assert_eq!(message["jsonrpc"], "2.0", "a message: {text}");
        self.came.insert(signature((message["method"].as_str(), message["error"]["code"].as_i64())));
        let Some(method) = message["method"].as_str() else {
            assert!(asked.is_none_or(|id| message["id"] == *id), "a reply to what was asked: {text}");
            if message["result"]["protocolVersion"].is_string() {
                self.phase = Phase::Answered;
            }
            let tools = message["result"]["tools"].as_array();
            assert!(tools.is_none_or(|tools| tools.iter().all(|tool| tool["name"] == TOOL)), "BRG-10: {text}");
            return;
        };
        assert!(self.phase == Phase::Ready, "INI-02: {text}");
        if method == "elicitation/create" {
            self.forwards += 1;
            assert!(self.elicitation && !self.settled && self.forwards <= MAX_FORWARDS, "APP-11, APP-13");
        }
        if let Some((kind, _)) = message["id"].as_str().and_then(|id| id.split_once('-')) {
            self.ids.insert(kind.to_owned(), message["id"].as_str().unwrap_or_default().to_owned());
        }
    }
}
