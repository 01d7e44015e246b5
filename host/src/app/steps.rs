//! What the trace shows of an app's messages: direction, method, size and what came of it, never contents (SEC-07,
//! SEC-08). Pings are left out: they would hide the rest.

use serde::Deserialize;

use super::bridge::Effect;
use super::instance::AppInstance;

/// What a message of ours is, without what it carries.
#[derive(Deserialize)]
struct Head {
    method: Option<String>,
    error: Option<Code>,
}

#[derive(Deserialize)]
struct Code {
    code: i32,
}

impl AppInstance {
    /// A message of the app and what the bridge wants done about it.
    pub(super) fn note_frame(&self, bytes: usize, effects: &[Effect]) {
        let method = self.bridge.heard();
        if method == "ping" || matches!(effects, [Effect::Pong]) {
            return;
        }
        self.note("bridge", Some(format!("app: {method}, {bytes} bytes, {}", verdict(effects))));
    }

    /// Hands a message to the app.
    pub(super) fn deliver(&self, message: String) {
        // Every message of ours is JSON.
        if let Ok(head) = serde_json::from_str::<Head>(&message) {
            match head {
                Head { method: Some(method), .. } if method != "ping" => {
                    self.note("bridge", Some(format!("host: {method}, {} bytes", message.len())));
                }
                Head { error: Some(Code { code }), .. } => {
                    self.note("bridge", Some(format!("host: error {code}, {} bytes", message.len())));
                }
                Head { .. } => {}
            }
        }
        self.surface.deliver(message);
    }
}

/// What becomes of a message, in a word or two.
fn verdict(effects: &[Effect]) -> &'static str {
    effects.iter().find_map(word).unwrap_or("ignored")
}

fn word(effect: &Effect) -> Option<&'static str> {
    Some(match effect {
        Effect::Fail(_) => "refused",
        Effect::Ask { .. } => "needs a decision",
        Effect::Forward { .. } => "for the server",
        Effect::Settle(_) => "the answer",
        Effect::Ready | Effect::Restarted | Effect::TornDown => "taken",
        Effect::Context(_) | Effect::Resize { .. } | Effect::Display(_) | Effect::Log(_) => "taken",
        Effect::Abandon { .. } | Effect::CloseRequested => "taken",
        Effect::Deliver(_) => "replied to",
        Effect::Pong => return None,
    })
}
