//! What a view sends on its own: requests in the order of checks of §12, notifications, and what becomes of them.

use serde_json::{Map, Value, json};

use super::effect::{Ask, Effect, Fault};
use super::request::Reaction;
use super::{
    Bridge, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, NOT_ALLOWED, Phase, Purpose, View, handshake, method,
    refuse, reply, size,
};

/// Requests of a view that may wait for the person or the server at once.
const MAX_OPEN: usize = 32;

/// Starts the handshake.
const INITIALIZE: &str = "ui/initialize";

/// The levels of `notifications/message`.
const LEVELS: [&str; 8] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/// A request of the view that waits.
pub(super) struct OpenRequest {
    token: u64,
    id: Value,
    wait: Wait,
}

enum Wait {
    /// For the person.
    Person(Ask),
    /// For the server.
    Server(&'static str),
}

impl Wait {
    fn method(&self) -> &'static str {
        match self {
            Self::Person(ask) => ask.method(),
            Self::Server(method) => method,
        }
    }
}

impl Bridge {
    /// Unknown, undeclared or wrong direction → −32601; out of phase → −32600; then params and policy.
    pub(super) fn request(&mut self, id: Value, name: &str, params: Option<&Value>) -> Vec<Effect> {
        let Some(method) = method::find(name, &self.terms.capabilities) else {
            return vec![refuse(method::UNKNOWN, &id, METHOD_NOT_FOUND, "Method not found")];
        };
        self.heard = method.name;
        let mut effects = Vec::new();
        if !method.early && !self.is_ready() {
            effects.push(refuse(method.name, &id, INVALID_REQUEST, "Not initialized"));
        } else if method.name == INITIALIZE {
            effects.extend(self.initialize(&id, params));
        } else {
            let reaction = self.serve(method.name, params);
            effects.extend(self.react(method.name, id, reaction));
        }
        effects
    }

    fn react(&mut self, method: &'static str, id: Value, reaction: Reaction) -> Vec<Effect> {
        match reaction {
            Reaction::Reply(result) => vec![reply(method, &id, &result)],
            Reaction::Do(result, effect) => {
                if let Effect::Display(mode) = effect {
                    self.mode = mode;
                }
                vec![effect, reply(method, &id, &result)]
            }
            Reaction::Refuse(code, message) => vec![refuse(method, &id, code, message)],
            Reaction::Ask(ask) => self.wait(id, Wait::Person(ask.clone()), |token| Effect::Ask { token, ask }),
            Reaction::Forward(method, params) => {
                self.wait(id, Wait::Server(method), |token| Effect::Forward { token, method, params })
            }
        }
    }

    /// INI-01…13. A second one means that the document started over (INI-11).
    fn initialize(&mut self, id: &Value, params: Option<&Value>) -> Vec<Effect> {
        let elicitation = self.terms.purpose == Purpose::Elicitation;
        let Some(view) = View::read(params) else {
            let mut effects = vec![refuse(INITIALIZE, id, INVALID_PARAMS, "Invalid params")];
            effects.extend(elicitation.then_some(Effect::Fail(Fault::BadInitialize)));
            return effects;
        };
        let mut effects = Vec::new();
        if self.phase != Phase::Loading {
            self.question.drop_request();
            self.pings.clear();
            effects.extend(self.open.drain(..).map(|request| Effect::Abandon { token: request.token }));
            effects.extend(self.teardown.take().map(|_| Effect::TornDown));
            effects.push(Effect::Restarted);
        }
        let result = handshake::reply(view.version, &self.terms.capabilities, &self.terms.context);
        debug_assert!(handshake::may_be_sent(&result), "the host's own reply");
        effects.push(reply(INITIALIZE, id, &result));
        self.phase = Phase::Answered;
        self.told.clone_from(&self.terms.context);
        if elicitation && !view.elicitation {
            effects.push(Effect::Fail(Fault::NoElicitation));
        }
        self.view = view;
        effects
    }

    /// Notifications never get a reply; unknown ones and those out of phase are nothing.
    pub(super) fn notification(&mut self, name: &str, params: Option<&Value>) -> Vec<Effect> {
        let ready = self.is_ready();
        let effect = match name {
            "ui/notifications/initialized" if self.phase == Phase::Answered => return self.initialized(),
            "ui/notifications/size-changed" if ready => size::resize(params, &self.terms.context),
            "ui/notifications/request-teardown" if ready => Some(Effect::CloseRequested),
            "notifications/message" if ready && self.terms.capabilities.contains_key("logging") => {
                log_level(params).map(Effect::Log)
            }
            "notifications/cancelled" if ready => self.cancelled(params),
            _ if self.heard == method::UNKNOWN => return self.ignore("no notification of apps"),
            _ => return self.ignore("out of turn, or not offered"),
        };
        effect.map_or_else(|| self.ignore("nothing usable in it"), |effect| vec![effect])
    }

    /// From here on the host may speak: first what was held back (BRG-37).
    fn initialized(&mut self) -> Vec<Effect> {
        self.phase = Phase::Ready;
        let mut effects = vec![Effect::Ready];
        effects.extend(self.tell_context());
        effects.extend(self.tell_tool());
        effects
    }

    /// TMO-08: the view gives up its own request; no reply then.
    fn cancelled(&mut self, params: Option<&Value>) -> Option<Effect> {
        let id = params.and_then(|params| params.get("requestId"));
        let at = self.open.iter().position(|request| Some(&request.id) == id)?;
        Some(Effect::Abandon { token: self.open.remove(at).token })
    }

    fn wait(&mut self, id: Value, wait: Wait, effect: impl FnOnce(u64) -> Effect) -> Vec<Effect> {
        if self.open.len() == MAX_OPEN {
            return vec![refuse(wait.method(), &id, NOT_ALLOWED, "Too many open requests")];
        }
        let token = self.next_token;
        self.next_token += 1;
        self.open.push(OpenRequest { token, id, wait });
        vec![effect(token)]
    }

    /// What came of [`Effect::Ask`]: the person agreed and it is done, or not. What the server has to do goes on from here.
    pub fn consent(&mut self, token: u64, yes: bool) -> Vec<Effect> {
        let waits = |request: &OpenRequest| request.token == token && matches!(request.wait, Wait::Person(_));
        let Some(at) = self.open.iter().position(waits) else { return Vec::new() };
        let OpenRequest { id, wait: Wait::Person(ask), .. } = self.open.remove(at) else { return Vec::new() };
        let method = ask.method();
        let params = match (ask, yes) {
            (Ask::CallTool { .. } | Ask::ReadResource { .. }, false) => {
                return vec![refuse(method, &id, NOT_ALLOWED, "Not allowed")];
            }
            (Ask::CallTool { name, arguments }, true) => {
                let mut params = Map::from_iter([("name".to_owned(), Value::from(name))]);
                params.extend(arguments.map(|arguments| ("arguments".to_owned(), arguments.into())));
                params
            }
            (Ask::ReadResource { uri }, true) => Map::from_iter([("uri".to_owned(), Value::from(uri))]),
            (_, true) => return vec![reply(method, &id, &json!({}))],
            (_, false) => return vec![reply(method, &id, &json!({ "isError": true }))],
        };
        self.open.push(OpenRequest { token, id, wait: Wait::Server(method) });
        vec![Effect::Forward { token, method, params }]
    }

    /// The server's final result or error for [`Effect::Forward`]; of tools only those meant for apps (BRG-10).
    pub fn answered(&mut self, token: u64, outcome: Result<Value, (i32, String)>) -> Vec<Effect> {
        let waits = |request: &OpenRequest| request.token == token && matches!(request.wait, Wait::Server(_));
        let Some(at) = self.open.iter().position(waits) else { return Vec::new() };
        let OpenRequest { id, wait, .. } = self.open.remove(at);
        let method = wait.method();
        match outcome {
            Err((code, message)) => vec![refuse(method, &id, code, &message)],
            Ok(mut result) => {
                if let ("tools/list", Some(tools)) = (method, result.get_mut("tools").and_then(Value::as_array_mut)) {
                    tools.retain(|tool| tool["name"].as_str().is_some_and(|name| (self.terms.is_for_apps)(name)));
                }
                vec![reply(method, &id, &result)]
            }
        }
    }
}

/// The level of a well-formed log message.
fn log_level(params: Option<&Value>) -> Option<&'static str> {
    let params = params?.as_object()?;
    let level = params.get("level")?.as_str()?;
    params.get("data")?;
    LEVELS.into_iter().find(|known| *known == level)
}
