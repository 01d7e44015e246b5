//! What an app is opened for.

use std::sync::Arc;

use serde_json::{Map, Value, value::RawValue};

use super::bridge::{Purpose, host_context, is_sound};

/// What an app is opened for: to answer one question, or to show one call of a tool.
#[derive(Clone, Debug)]
pub enum Errand {
    /// To answer a question. It hears nothing of the tool behind it (APP-12).
    Answer {
        /// `params` of `elicitation/create`, the source text (APP-11).
        params: Arc<RawValue>,
        /// The tools that it may call meanwhile.
        calls: Calls,
    },
    /// To show a call of a tool (TUI-01).
    Show {
        /// The complete arguments (BRG-19).
        input: Map<String, Value>,
        /// `hostContext.toolInfo` (INI-17): the call's id and the tool as its server lists it.
        tool: Value,
    },
}

/// Which tools of its server an app may call, each call asked for all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Calls {
    /// Those that are meant for apps.
    All,
    /// All but the one whose question it answers (BRG-35).
    AllBut(String),
    /// None: the call behind its question is not known, or is an app's own (nesting depth 1).
    None,
}

impl Errand {
    pub(super) fn purpose(&self) -> Purpose {
        match self {
            Self::Answer { .. } => Purpose::Elicitation,
            Self::Show { input, .. } => Purpose::Tool { input: Some(input.clone()) },
        }
    }

    /// Whether its app can call tools at all; it is not offered otherwise (INI-13).
    pub(super) fn calls(&self) -> bool {
        !matches!(self, Self::Answer { calls: Calls::None, .. })
    }

    /// Whether its app may call this tool.
    pub(super) fn may_call(&self, tool: &str) -> bool {
        match self {
            Self::Show { .. } => true,
            Self::Answer { calls, .. } => match calls {
                Calls::All => true,
                Calls::AllBut(own) => own != tool,
                Calls::None => false,
            },
        }
    }

    /// What its app is told about the host, shown in `mode`: `toolInfo` only where a tool's call made the view (INI-17).
    pub(super) fn host_context(&self, given: &Value, mode: &str) -> Map<String, Value> {
        let mut context = host_context(given);
        context.insert("displayMode".into(), mode.into());
        if let Self::Show { tool, .. } = self
            && is_sound("toolInfo", tool)
        {
            context.insert("toolInfo".into(), tool.clone());
        }
        context
    }
}
