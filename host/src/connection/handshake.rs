//! The handshake as this side sees it: which revisions may be chosen, what the server said, what rmcp is told of it.
//!
//! rmcp's own decode of these two results is strict and its version check is none; here it is the other way round. It
//! gets a plain stand-in for a good answer and an error for a bad one, and acts on that (rmcp-notes §4).

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};

use super::declared::client_info;
use super::ledger::{Ledger, Open};
use super::problem::{no_answer, no_common_revision, not_the_fixed_revision, refused_handshake};
use super::{PeerError, wire};
use crate::json;
use crate::revision::best_legacy;
use crate::{Problem, Revision};

/// Errors that only a modern server sends (VER-02).
const HEADER_MISMATCH: i64 = -32020;
const MISSING_CAPABILITY: i64 = -32021;
const UNSUPPORTED_REVISION: i64 = -32022;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
/// How a stateless server refuses `initialize`.
const STATELESS: [i64; 3] = [HEADER_MISMATCH, MISSING_CAPABILITY, METHOD_NOT_FOUND];
/// How long the probe waits for its answer (TMO-08).
const PROBE: Duration = Duration::from_secs(3);
/// How long `initialize` may take: a program may have to be downloaded first.
pub(super) const HANDSHAKE: Duration = Duration::from_secs(60);
/// Longest list of revisions that is read from a server.
const MAX_LISTED: usize = 50;

/// What a handshake has come to.
pub(super) struct Handshake {
    /// The revisions that may be chosen.
    pub(super) allowed: Vec<Revision>,
    /// What `initialize` asks for.
    pub(super) legacy: Revision,
    /// The revision in force, once there is one.
    pub(super) agreed: Option<Revision>,
    /// The server's own words: the result of `initialize` or `server/discover`.
    pub(super) result: Option<Box<RawValue>>,
    /// Why there is none, if the reason is known better here than to rmcp.
    pub(super) failure: Option<Problem>,
    /// A stateful revision that the server listed while it refused the one we asked for.
    pub(super) offered: Option<Revision>,
    /// A modern answer came after the probe was given up.
    pub(super) late_modern: bool,
    /// Whether `initialize` was sent.
    pub(super) asked_initialize: bool,
    /// Whether the server gave a session id (HTL-01).
    pub(super) session: bool,
    /// How long `server/discover` may take.
    pub(super) probe: Duration,
}

impl Default for Handshake {
    fn default() -> Self {
        Self::new(&Revision::ALL)
    }
}

impl Handshake {
    pub(super) fn new(allowed: &[Revision]) -> Self {
        let legacy = allowed.iter().copied().filter(|revision| !revision.is_modern()).max();
        Self {
            allowed: allowed.to_vec(),
            legacy: legacy.unwrap_or(Revision::V2025_11_25),
            agreed: None,
            result: None,
            failure: None,
            offered: None,
            late_modern: false,
            asked_initialize: false,
            session: false,
            // Without a fallback there is nothing to be gained by giving up early.
            probe: if legacy.is_some() { PROBE } else { HANDSHAKE },
        }
    }

    /// The revision that the entry fixes, where it fixes one.
    pub(super) fn fixed(&self) -> Option<Revision> {
        if let [only] = self.allowed.as_slice() { Some(*only) } else { None }
    }

    fn accept(&mut self, revision: Revision, result: &RawValue) {
        self.agreed = Some(revision);
        self.result = Some(result.to_owned());
        self.failure = None;
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Discovered {
    supported_versions: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Initialized {
    protocol_version: String,
}

fn names(list: Option<&Vec<Value>>) -> Vec<String> {
    let list = list.map(Vec::as_slice).unwrap_or_default();
    list.iter().take(MAX_LISTED).filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The revisions that an error says are spoken there.
fn listed(error: &PeerError) -> Vec<String> {
    names(error.data.as_ref().and_then(|data| data["supported"].as_array()))
}

fn in_words(error: &PeerError) -> String {
    format!("{} ({})", error.message, error.code)
}

impl Ledger {
    /// Whether the stateless revision is in force.
    pub(super) fn is_modern(&self) -> bool {
        self.state().handshake.agreed.is_some_and(Revision::is_modern)
    }

    /// Whether a stateful revision is in force.
    pub(super) fn is_legacy(&self) -> bool {
        self.state().handshake.agreed.is_some_and(|revision| !revision.is_modern())
    }

    /// Opens a handshake request; returns what `initialize` has to ask for.
    pub(super) fn begin_handshake(&self, id: i64, open: Open) -> Revision {
        let mut state = self.state();
        state.handshake.asked_initialize |= matches!(open, Open::Initialize);
        state.open.insert(id, open);
        state.handshake.legacy
    }

    /// How long `server/discover` may take.
    pub(super) fn probe_limit(&self) -> Duration {
        self.state().handshake.probe
    }

    pub(super) fn initialize_params(&self, legacy: Revision) -> Map<String, Value> {
        let mut params = Map::new();
        params.insert("protocolVersion".to_owned(), json!(legacy.as_str()));
        params.insert("capabilities".to_owned(), self.declared.capabilities());
        params.insert("clientInfo".to_owned(), client_info());
        params
    }

    pub(super) fn discover_params(&self) -> Map<String, Value> {
        let mut meta = Map::new();
        self.declared.envelop(&mut meta, Revision::V2026_07_28);
        Map::from_iter([("_meta".to_owned(), Value::Object(meta))])
    }

    /// Gives up a probe that got no answer: what rmcp shall hear, or none if the answer came meanwhile. The late
    /// answer finds its id closed (VER-02).
    pub(super) fn expire_probe(&self, id: i64) -> Option<String> {
        let mut state = self.state();
        if !matches!(state.open.get(&id), Some(Open::Discover)) {
            return None;
        }
        state.open.remove(&id);
        state.handshake.failure = Some(no_answer());
        drop(state);
        self.note("no answer to server/discover: taken as a stateful server");
        Some(fall_back(id))
    }

    /// A late answer to a probe that was given up.
    pub(super) fn late(&self, result: &RawValue) {
        let late = serde_json::from_str::<Discovered>(result.get());
        if late.is_ok_and(|late| late.supported_versions.iter().any(|name| name == "2026-07-28")) {
            self.state().handshake.late_modern = true;
        }
    }

    /// What rmcp hears of a result of `server/discover`.
    pub(super) fn discovered(&self, id: i64, result: &RawValue) -> String {
        let Ok(discovered) = json::read::<Discovered>(result.get()) else {
            self.note("unreadable answer to server/discover: taken as a stateful server");
            return fall_back(id);
        };
        let theirs = names(Some(&discovered.supported_versions));
        let modern = Revision::V2026_07_28;
        let mut state = self.state();
        let handshake = &mut state.handshake;
        if handshake.allowed.contains(&modern) && theirs.iter().any(|name| name == modern.as_str()) {
            handshake.accept(modern, result);
            return wire::result(
                id,
                &json!({"resultType":"complete","supportedVersions":[modern.as_str()],"capabilities":{},
                        "ttlMs":0,"cacheScope":"private"}),
            );
        }
        self.choose_legacy(id, handshake, &theirs)
    }

    /// Goes on with `initialize` if the server lists a stateful revision that we speak, else ends with both lists.
    fn choose_legacy(&self, id: i64, handshake: &mut Handshake, theirs: &[String]) -> String {
        if let Some(revision) = best_legacy(&handshake.allowed, theirs) {
            handshake.legacy = revision;
            return fall_back(id);
        }
        handshake.failure = Some(no_common_revision(&handshake.allowed, theirs));
        wire::error(id, UNSUPPORTED_REVISION, "no common revision", &json!({"supported":[]}))
    }

    /// What rmcp hears of an error to `server/discover` (VER-02, VER-03, VER-05).
    pub(super) fn discover_refused(&self, id: i64, error: &PeerError) -> String {
        let mut state = self.state();
        let handshake = &mut state.handshake;
        match error.code {
            UNSUPPORTED_REVISION => self.choose_legacy(id, handshake, &listed(error)),
            HEADER_MISMATCH | MISSING_CAPABILITY => {
                handshake.failure = Some(refused_handshake(error.code, &error.message));
                wire::error(id, error.code, "refused", &Value::Null)
            }
            code => {
                // A server of a stateful revision, where none of them may be spoken: there is nothing to fall back to.
                let modern = handshake.fixed().filter(|fixed| fixed.is_modern());
                handshake.failure = Some(match modern {
                    Some(fixed) => not_the_fixed_revision(fixed, &listed(error), &in_words(error)),
                    None => refused_handshake(code, &error.message),
                });
                fall_back(id)
            }
        }
    }

    /// What rmcp hears of a result of `initialize`: an error unless the revision is one that we asked for or listed
    /// (VER-08). rmcp itself takes any.
    pub(super) fn initialized(&self, id: i64, result: &RawValue) -> String {
        let theirs = json::read::<Initialized>(result.get()).map(|it| it.protocol_version);
        let mut state = self.state();
        let handshake = &mut state.handshake;
        let Ok(theirs) = theirs else {
            handshake.failure = Some(refused_handshake(-32600, "unreadable answer to initialize"));
            return wire::error(id, -32600, "unreadable", &Value::Null);
        };
        let revision = Revision::parse(&theirs).filter(|it| !it.is_modern() && handshake.allowed.contains(it));
        // A session that starts over must stay what the connection was opened as.
        let revision = revision.filter(|it| handshake.agreed.is_none_or(|agreed| agreed == *it));
        let Some(revision) = revision else {
            let failure = no_common_revision(&handshake.allowed, &[theirs]);
            handshake.failure = Some(failure);
            return wire::error(id, -32600, "no common revision", &Value::Null);
        };
        handshake.accept(revision, result);
        wire::result(
            id,
            &json!({"protocolVersion":revision.as_str(),"capabilities":{},
                    "serverInfo":{"name":"server","version":"0"}}),
        )
    }

    /// What rmcp hears of an error to `initialize`.
    pub(super) fn initialize_refused(&self, id: i64, error: &PeerError) -> String {
        let mut state = self.state();
        let handshake = &mut state.handshake;
        handshake.failure = Some(refused_handshake(error.code, &error.message));
        let theirs = listed(error);
        if error.code == UNSUPPORTED_REVISION || (error.code == INVALID_PARAMS && !theirs.is_empty()) {
            handshake.failure = Some(no_common_revision(&handshake.allowed, &theirs));
            handshake.offered = best_legacy(&handshake.allowed, &theirs).filter(|it| *it != handshake.legacy);
        } else if let Some(fixed) = handshake.fixed()
            && STATELESS.contains(&error.code)
        {
            handshake.failure = Some(not_the_fixed_revision(fixed, &theirs, &in_words(error)));
        }
        wire::error(id, error.code, "refused", &Value::Null)
    }
}

/// The error after which rmcp goes on with `initialize` on the same connection.
pub(super) fn fall_back(id: i64) -> String {
    wire::error(id, METHOD_NOT_FOUND, "no server/discover", &Value::Null)
}
