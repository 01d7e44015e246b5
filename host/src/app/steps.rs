//! What the trace shows of the messages between an app and the host: direction, method, size, what came of it and why,
//! never contents (SEC-07, SEC-08).

use super::bridge::{Effect, MAX_MESSAGE, Outgoing, Reply};
use super::failure::AppFailure;
use super::instance::AppInstance;
use crate::trace::{Crossing, Direction};

/// What came of a message, a stable word, and why.
type Verdict = (&'static str, Option<String>);

impl AppInstance {
    /// A message of the app and what the bridge wants done about it.
    pub(super) fn note_frame(&self, bytes: usize, effects: &[Effect]) {
        let method = self.bridge.heard();
        let method = if matches!(effects, [Effect::Pong]) { "ping" } else { method };
        let ignored = || ("ignored", self.bridge.ignored().map(str::to_owned));
        // What matters most comes last: a fault after the reply that tells of it.
        let verdict = effects.iter().rev().find_map(|effect| self.verdict(effect)).unwrap_or_else(ignored);
        self.cross(Direction::ViewToHost, method, Some(bytes), verdict);
    }

    /// A message that never came to the bridge.
    pub(super) fn note_refused(&self, bytes: Option<usize>, why: &str) {
        self.cross(Direction::ViewToHost, "unknown", bytes, ("refused", Some(why.to_owned())));
    }

    /// Hands a message to the app.
    pub(super) fn deliver(&self, message: Outgoing) {
        let verdict = message.reply.map_or(("sent", None), replied);
        self.cross(Direction::HostToView, message.method, Some(message.text.len()), verdict);
        self.surface.deliver(message.text);
    }

    fn cross(&self, direction: Direction, method: &'static str, size: Option<usize>, (verdict, reason): Verdict) {
        self.trace.crossing(Crossing { direction, method, size, verdict, reason });
    }

    fn verdict(&self, effect: &Effect) -> Option<Verdict> {
        Some(match effect {
            Effect::Deliver(Outgoing { reply, .. }) => match replied((*reply)?) {
                ("result", why) => ("replied", why),
                other => other,
            },
            Effect::Fail(fault) => ("failed", Some(AppFailure::of_bridge(*fault, self.stage()).code.to_owned())),
            Effect::Ask { .. } => ("needs-decision", None),
            Effect::Forward { .. } => ("forwarded", None),
            Effect::Settle(_) => ("answer", None),
            Effect::Ready | Effect::Restarted | Effect::TornDown | Effect::Pong => ("taken", None),
            Effect::Context(_) | Effect::Resize { .. } | Effect::Display(_) | Effect::Log(_) => ("taken", None),
            Effect::Abandon { .. } | Effect::CloseRequested => ("taken", None),
        })
    }
}

/// What a reply of the host says, and of a refusal why.
fn replied(reply: Reply) -> Verdict {
    let code = match reply {
        Reply::Result => return ("result", None),
        Reply::Denied => return ("refused", Some("the person, the policy or a bound said no".to_owned())),
        Reply::Error(code) => code,
    };
    let words = match code {
        -32600 => "out of turn",
        -32601 => "no method that it may use",
        -32602 => "its params do not fit",
        -1 => "the person, the policy or a bound said no",
        _ => "the server’s error",
    };
    ("refused", Some(format!("{code}: {words}")))
}

/// The note about a message over the bound.
pub(super) const TOO_LONG: &str = "over 4 MiB";
const _: () = assert!(MAX_MESSAGE == 4 << 20, "as TOO_LONG says");
