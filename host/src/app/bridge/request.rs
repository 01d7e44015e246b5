//! What a view asks of the host: params and policy of each method (§12).

use serde_json::{Map, Value, json};
use url::Url;

use super::block;
use super::context::DISPLAY_MODES;
use super::download::{self, DownloadFault};
use super::effect::{Ask, Effect};
use super::{Bridge, INVALID_PARAMS, NOT_ALLOWED, Purpose};

/// How a request of the view goes on.
pub(super) enum Reaction {
    /// Reply with this.
    Reply(Value),
    /// Reply with this, and do that.
    Do(Value, Effect),
    /// Ask the person first.
    Ask(Ask),
    /// Send it to the bound server.
    Forward(&'static str, Map<String, Value>),
    /// Reply with an error.
    Refuse(i32, &'static str),
}

const BAD_PARAMS: Reaction = Reaction::Refuse(INVALID_PARAMS, "Invalid params");

/// The form in which views of the SDK recognise a refusal of these three.
fn denied() -> Reaction {
    Reaction::Reply(json!({ "isError": true }))
}

impl Bridge {
    /// A request that is known, declared and in phase.
    pub(super) fn serve(&self, method: &'static str, params: Option<&Value>) -> Reaction {
        let none = Map::new();
        let params = match params {
            None => &none,
            Some(Value::Object(params)) => params,
            Some(_) => return BAD_PARAMS,
        };
        match method {
            "ping" => Reaction::Reply(json!({})),
            "ui/open-link" => open_link(params),
            "ui/download-file" => match download::read(params.get("contents")) {
                Ok(files) => Reaction::Ask(Ask::Download { files }),
                Err(DownloadFault::Forbidden) => denied(),
                Err(DownloadFault::Malformed) => BAD_PARAMS,
            },
            "ui/message" => message(params, self.declared("message")),
            "ui/update-model-context" => match block::model_context(params, self.declared("updateModelContext")) {
                Some(Some(context)) if context.to_string().len() > block::MAX_SAID => {
                    Reaction::Refuse(NOT_ALLOWED, "Too large")
                }
                Some(context) => Reaction::Do(json!({}), Effect::Context(context)),
                None => BAD_PARAMS,
            },
            "ui/request-display-mode" => self.request_display_mode(params),
            "tools/call" => self.call_tool(params),
            "resources/read" => self.read_resource(params),
            list => match params.get("cursor") {
                None => Reaction::Forward(list, Map::new()),
                Some(cursor @ Value::String(_)) => Reaction::Forward(list, only("cursor", cursor)),
                Some(_) => BAD_PARAMS,
            },
        }
    }

    /// What was declared to the view under this name.
    fn declared(&self, capability: &str) -> &Value {
        self.terms.capabilities.get(capability).unwrap_or(&Value::Null)
    }

    /// BRG-08: the mode in force is the reply, whatever was asked for.
    fn request_display_mode(&self, params: &Map<String, Value>) -> Reaction {
        let known = DISPLAY_MODES.into_iter().find(|mode| params.get("mode").is_some_and(|asked| asked == mode));
        let Some(mode) = known else { return BAD_PARAMS };
        if mode != self.mode && self.terms.display_modes.contains(&mode) && self.view.display_modes.contains(&mode) {
            Reaction::Do(json!({ "mode": mode }), Effect::Display(mode))
        } else {
            Reaction::Reply(json!({ "mode": self.mode }))
        }
    }

    /// BRG-11, A14, P50: parts of the app itself are read for it, and so is all that its server has while it shows a call
    /// that the person made. With a question open, what else the server has is read when the person agrees. (The lists
    /// pass: they hold what the server tells everybody, and the person sees them on its page.)
    fn read_resource(&self, params: &Map<String, Value>) -> Reaction {
        match params.get("uri") {
            Some(uri @ Value::String(text))
                if self.terms.purpose != Purpose::Elicitation || text.starts_with("ui://") =>
            {
                Reaction::Forward("resources/read", only("uri", uri))
            }
            Some(Value::String(text)) if text.len() > MAX_URL => Reaction::Refuse(NOT_ALLOWED, "Too long"),
            Some(Value::String(text)) => Reaction::Ask(Ask::ReadResource { uri: text.clone() }),
            _ => BAD_PARAMS,
        }
    }

    /// BRG-09, BRG-33: a tool of the bound server that is meant for apps; name and arguments, nothing else.
    fn call_tool(&self, params: &Map<String, Value>) -> Reaction {
        let arguments = match params.get("arguments") {
            None => None,
            Some(Value::Object(arguments)) => Some(arguments.clone()),
            Some(_) => return BAD_PARAMS,
        };
        match params.get("name").and_then(Value::as_str) {
            None => BAD_PARAMS,
            Some(name) if (self.terms.is_for_apps)(name) => {
                Reaction::Ask(Ask::CallTool { name: name.to_owned(), arguments })
            }
            // U-18: a hidden tool and one that isn't there look the same.
            Some(_) => Reaction::Refuse(INVALID_PARAMS, "Unknown tool"),
        }
    }
}

/// The longest address that an app may ask to have opened or read, in bytes: the person is to read it.
const MAX_URL: usize = 8 * 1024;

/// BRG-04, A12: absolute, of three schemes, without userinfo; the person sees it before it is opened.
fn open_link(params: &Map<String, Value>) -> Reaction {
    let Some(text) = params.get("url").and_then(Value::as_str) else { return BAD_PARAMS };
    if text.len() > MAX_URL {
        return denied();
    }
    let clean = !text.chars().any(|c| c.is_control() || c.is_whitespace());
    let may_open = |url: &Url| match url.scheme() {
        "https" | "http" => url.has_host() && url.username().is_empty() && url.password().is_none(),
        "mailto" => true,
        _ => false,
    };
    match Url::parse(text) {
        Ok(url) if clean && may_open(&url) => Reaction::Ask(Ask::OpenLink { url: text.to_owned() }),
        _ => denied(),
    }
}

/// BRG-06: only ever as the user, marked as coming from the app.
fn message(params: &Map<String, Value>, declared: &Value) -> Reaction {
    let role = params.get("role").and_then(Value::as_str);
    match (role, params.get("content").and_then(block::blocks)) {
        (Some("user"), Some(content)) if !block::are_declared(&content, declared) => denied(),
        (Some("user"), Some(content)) => Reaction::Ask(Ask::Message { content }),
        _ => BAD_PARAMS,
    }
}

fn only(name: &str, value: &Value) -> Map<String, Value> {
    Map::from_iter([(name.to_owned(), value.clone())])
}
