//! The tool's call that a view shows: its input once, then how it ended, in that order after every handshake
//! (BRG-18…21, BRG-37, TUI-02).

use std::sync::Arc;

use serde_json::json;
use serde_json::value::RawValue;

use super::{Bridge, Effect, Outgoing, Purpose, notify};

/// How a tool's call ended, for its view.
#[derive(Clone, Debug)]
pub enum ToolOutcome {
    /// Its result, as the server sent it; `isError` ones too (BRG-20).
    Result(Arc<RawValue>),
    /// It has none: cancelled, or failed (BRG-21, TUI-04).
    Cancelled {
        /// Why, in words.
        reason: String,
    },
}

impl Bridge {
    /// The call has ended: the view hears it now, or after its handshake. The first end counts.
    pub fn ended(&mut self, outcome: ToolOutcome) -> Vec<Effect> {
        if self.outcome.is_some() || self.terms.purpose == Purpose::Elicitation {
            return Vec::new();
        }
        self.outcome = Some(outcome);
        if self.is_ready() { self.tell_outcome().into_iter().collect() } else { Vec::new() }
    }

    /// What a view hears of its call right after its handshake.
    pub(super) fn tell_tool(&self) -> Vec<Effect> {
        let Purpose::Tool { input } = &self.terms.purpose else { return Vec::new() };
        let input = input.as_ref().map(|input| notify("ui/notifications/tool-input", &json!({ "arguments": input })));
        input.into_iter().chain(self.tell_outcome()).collect()
    }

    fn tell_outcome(&self) -> Option<Effect> {
        Some(match self.outcome.as_ref()? {
            // The source text: numbers and order as they came.
            ToolOutcome::Result(raw) => {
                let raw = raw.get();
                let method = "ui/notifications/tool-result";
                let text = format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{raw}}}"#);
                Effect::Deliver(Outgoing { text, method, reply: None })
            }
            ToolOutcome::Cancelled { reason } => {
                notify("ui/notifications/tool-cancelled", &json!({ "reason": reason }))
            }
        })
    }
}
