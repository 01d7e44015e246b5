//! What the bridge wants done: it does nothing itself.

use serde_json::{Map, Value};

use super::download::Download;

/// One thing to do, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Hand this to the frame.
    Deliver(Outgoing),
    /// The handshake is done: the question may be forwarded.
    Ready,
    /// The document started over: every request to it was given up (INI-11).
    Restarted,
    /// Ask the person, and do it; [`super::Bridge::consent`] takes what came of it.
    Ask {
        /// Names the request of the view.
        token: u64,
        /// What it wants.
        ask: Ask,
    },
    /// Send this request to the bound server and to no other; [`super::Bridge::answered`] takes the result.
    Forward {
        /// Names the request of the view.
        token: u64,
        /// From the allow-list, never a `ui/` method (BRG-30).
        method: &'static str,
        /// Rebuilt from checked members (BRG-33).
        params: Map<String, Value>,
    },
    /// The view gave up a request that was asked or forwarded (TMO-08).
    Abandon {
        /// Names the request of the view.
        token: u64,
    },
    /// What the view wants the model to know replaces what it said before; `None` clears it (BRG-07).
    Context(Option<Value>),
    /// The view wants another size, clamped; members left out stay (BRG-15).
    Resize {
        /// Pixels.
        width: Option<u32>,
        /// Pixels.
        height: Option<u32>,
    },
    /// The view changed its display mode; the context in force has to follow (BRG-08).
    Display(&'static str),
    /// The view logged something at this level (BRG-14).
    Log(&'static str),
    /// The view wants to be closed; the person decides (BRG-16).
    CloseRequested,
    /// A ping was answered.
    Pong,
    /// The app answered the question: raw, unchecked.
    Settle(Value),
    /// The app has heard that it ends, or can't hear it (BRG-23).
    TornDown,
    /// The app can't be used any longer.
    Fail(Fault),
}

/// A message for the frame, with what the trace tells of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// One JSON-RPC message.
    pub text: String,
    /// Its method, or that of the request it answers.
    pub method: &'static str,
    /// What it answers, if it is a reply.
    pub reply: Option<Reply>,
}

/// What a reply of the host says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// There is a result.
    Result,
    /// The person, the policy or a bound said no, in the form that views know for this method.
    Denied,
    /// A JSON-RPC error with this code.
    Error(i32),
}

/// What a view wants that needs the person's yes.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// Open this URL in the system browser.
    OpenLink {
        /// As the view wrote it, absolute, `https`, `http` or `mailto`.
        url: String,
    },
    /// Save these.
    Download {
        /// In order.
        files: Vec<Download>,
    },
    /// Add this to the conversation, as said by the app.
    Message {
        /// Content blocks.
        content: Vec<Value>,
    },
    /// Call a tool of the bound server.
    CallTool {
        /// Its name; it is there and meant for apps.
        name: String,
        /// Its arguments.
        arguments: Option<Map<String, Value>>,
    },
    /// Read a resource of the bound server while its question is open.
    ReadResource {
        /// Its address, as the view wrote it.
        uri: String,
    },
}

impl Ask {
    /// The method of the request.
    pub(super) fn method(&self) -> &'static str {
        match self {
            Self::OpenLink { .. } => "ui/open-link",
            Self::Download { .. } => "ui/download-file",
            Self::Message { .. } => "ui/message",
            Self::CallTool { .. } => "tools/call",
            Self::ReadResource { .. } => "resources/read",
        }
    }
}

/// Why the bridge gives the app up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Too many messages (SBX-13).
    Flood,
    /// `ui/initialize` with malformed params.
    BadInitialize,
    /// `appCapabilities.elicitation` is absent or no object (APP-10).
    NoElicitation,
    /// A JSON-RPC error instead of an answer (APP-22).
    Refused,
    /// An answer that nobody can read: nested too deeply, for one (A15).
    Unreadable,
    /// It started over a second time with the question open (APP-13).
    Restarted,
}
