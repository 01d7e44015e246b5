//! `ui/initialize` (§11): read from the raw frame, because typed readers lose `elicitation` (INI-06).

use serde_json::{Map, Value, json};

use super::context::{DISPLAY_MODES, is_sound};

/// The bridge versions we speak, newest first; core revisions are none (INI-04).
const VERSIONS: [&str; 1] = ["2026-01-26"];

/// What a view said of itself. Only a request that passed every check grants anything (INI-09).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// `appCapabilities.elicitation` is an object.
    pub elicitation: bool,
    /// `appCapabilities.tools` is an object: the view has tools of its own.
    pub tools: bool,
    /// The display modes it supports; all where it says nothing (BRG-08). Unknown entries are ignored (U-25).
    pub display_modes: Vec<&'static str>,
    /// The version for the reply.
    pub(super) version: &'static str,
}

impl View {
    /// Reads the params; `None` where they are malformed (INI-05).
    pub(super) fn read(params: Option<&Value>) -> Option<Self> {
        let params = params?.as_object()?;
        let version = params.get("protocolVersion")?.as_str()?;
        let info = params.get("appInfo")?.as_object()?;
        if !is_info(info) {
            return None;
        }
        let capabilities = params.get("appCapabilities")?.as_object()?;
        let display_modes = match capabilities.get("availableDisplayModes") {
            None => DISPLAY_MODES.to_vec(),
            Some(modes) => {
                let modes = modes.as_array()?;
                DISPLAY_MODES.into_iter().filter(|known| modes.iter().any(|mode| mode == known)).collect()
            }
        };
        let has = |name: &str| capabilities.get(name).is_some_and(Value::is_object);
        Some(Self { elicitation: has("elicitation"), tools: has("tools"), display_modes, version: answer_to(version) })
    }
}

/// INI-03: the version asked for if we speak it, else our newest; never an error.
fn answer_to(asked: &str) -> &'static str {
    VERSIONS.into_iter().find(|ours| *ours == asked).unwrap_or(VERSIONS[0])
}

/// The reply (INI-01): these four names, all present, so that the SDK takes it.
pub(super) fn reply(version: &str, capabilities: &Map<String, Value>, context: &Map<String, Value>) -> Value {
    json!({
        "protocolVersion": version,
        "hostInfo": {"name": "Askance", "version": env!("CARGO_PKG_VERSION")},
        "hostCapabilities": capabilities,
        "hostContext": context,
    })
}

/// Whether a reply may be sent: every member has the shape that views in the field check for.
pub fn may_be_sent(result: &Value) -> bool {
    let version = result["protocolVersion"].as_str().is_some_and(|version| VERSIONS.contains(&version));
    let info = result["hostInfo"].as_object().is_some_and(is_info);
    let capabilities = result["hostCapabilities"].as_object().is_some_and(|all| all.iter().all(is_capability));
    let context =
        result["hostContext"].as_object().is_some_and(|all| all.iter().all(|(name, value)| is_sound(name, value)));
    version && info && capabilities && context
}

fn is_info(info: &Map<String, Value>) -> bool {
    ["name", "version"].iter().all(|name| info.get(*name).is_some_and(Value::is_string))
}

/// Every capability of the bridge is an object; unknown names are free (INI-08).
fn is_capability((name, value): (&String, &Value)) -> bool {
    const KNOWN: [&str; 11] = [
        "experimental",
        "openLinks",
        "serverTools",
        "serverResources",
        "logging",
        "sandbox",
        "downloadFile",
        "updateModelContext",
        "message",
        "sampling",
        "elicitation",
    ];
    value.is_object() || !KNOWN.contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    fn read(capabilities: Value) -> Option<View> {
        let params = json!({
            "protocolVersion": "2026-07-28", "appInfo": {"name": "a", "version": "1"}, "appCapabilities": capabilities,
        });
        View::read(Some(&params))
    }

    // INI-05, INI-06, INI-09, U-25
    #[test]
    fn capabilities_count_only_as_objects_of_a_valid_request() {
        for (declared, counts) in
            [(json!({}), true), (json!({"x": 1}), true), (json!(true), false), (json!(null), false), (json!([]), false)]
        {
            assert_eq!(read(json!({ "elicitation": declared })).unwrap().elicitation, counts, "{declared}");
        }
        for malformed in [json!(null), json!([]), json!({"availableDisplayModes": "inline"})] {
            assert_eq!(read(malformed), None);
        }
        assert_eq!(View::read(None), None);
        assert_eq!(View::read(Some(&json!({"appInfo": {}, "appCapabilities": {"elicitation": {}}}))), None);
        let view = read(json!({"availableDisplayModes": ["pip", 7, "hologram", "inline"]})).unwrap();
        assert_eq!((view.display_modes, view.version), (vec!["inline", "pip"], "2026-01-26"));
    }

    // INI-01, INI-04
    #[test]
    fn our_reply_may_be_sent_and_broken_ones_may_not() {
        let good = reply(VERSIONS[0], &Map::new(), &super::super::context::host_context(&Value::Null));
        assert!(may_be_sent(&good));
        for (member, value) in [
            ("protocolVersion", json!("2026-07-28")),
            ("hostInfo", json!({"name": "x"})),
            ("hostCapabilities", json!([])),
            ("hostCapabilities", json!({"elicitation": true})),
            ("hostContext", json!({"theme": "sepia"})),
            ("hostContext", json!({"safeAreaInsets": {"top": 0}})),
            ("hostContext", json!({"containerDimensions": {"width": "1"}})),
            ("hostContext", json!({"toolInfo": {"tool": {"name": "x"}}})),
            ("hostContext", Value::Null),
        ] {
            let mut reply = good.clone();
            reply[member] = value;
            assert!(!may_be_sent(&reply), "{reply}");
        }
        let mut open = good;
        open["hostCapabilities"] = json!({"elicitation": {}, "future": 7});
        open["hostContext"] = json!({"styles": {"variables": {"--color-text-primary": "red"}}, "future": 1});
        assert!(may_be_sent(&open), "INI-08: partial and unknown members are fine");
    }
}
