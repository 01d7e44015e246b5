//! What an app is opened for.

use std::sync::Arc;

use serde_json::{Map, Value, value::RawValue};

use super::bridge::{Purpose, host_context};

/// What an app is opened for: to answer one question, or to show one call of a tool.
#[derive(Clone, Debug)]
pub enum Errand {
    /// To answer a question. It hears nothing of the tool behind it (APP-12).
    Answer {
        /// `params` of `elicitation/create`, the source text (APP-11).
        params: Arc<RawValue>,
    },
    /// To show a call of a tool (TUI-01).
    Show {
        /// The complete arguments (BRG-19).
        input: Map<String, Value>,
        /// `hostContext.toolInfo` (INI-17): the call's id and the tool as its server lists it.
        tool: Value,
    },
}

impl Errand {
    pub(super) fn purpose(&self) -> Purpose {
        match self {
            Self::Answer { .. } => Purpose::Elicitation,
            Self::Show { input, .. } => Purpose::Tool { input: Some(input.clone()) },
        }
    }

    /// What its app is told about the host: `toolInfo` only where a tool's call made the view (INI-17).
    pub(super) fn host_context(&self, given: &Value) -> Map<String, Value> {
        let mut context = host_context(given);
        if let Self::Show { tool, .. } = self {
            context.insert("toolInfo".into(), tool.clone());
        }
        context
    }
}
