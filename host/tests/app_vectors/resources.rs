//! `resource_uris` and `ui_resources`.

use askance_host::app::csp::Extent;
use askance_host::app::policy::Policy;
use askance_host::app::{resource, uri};
use serde_json::{Value, json};

use crate::run_section;

// RES-03, RES-04
#[test]
fn resource_uris() {
    run_section("resource_uris", |input, _| match uri::check(input) {
        Ok(verbatim) => json!({"valid": true, "send_verbatim": verbatim}),
        Err(fault) => json!({"valid": false, "reason": fault.code()}),
    });
}

// RES-07…10, RES-13, MIM-01…03, CSP-01…07, PRM-01…03
#[test]
fn ui_resources() {
    run_section("ui_resources", |input, _| {
        let requested = input["requestedUri"].as_str().expect("a URI");
        let max_bytes =
            input["options"]["maxBytes"].as_u64().map_or(5_242_880, |bytes| usize::try_from(bytes).unwrap());
        let extent = if input["options"]["allowLoopback"] == true { Extent::Loopback } else { Extent::Public };
        match resource::choose(requested, input["result"].clone(), max_bytes) {
            Err(fault) => json!({"verdict": "reject", "reason": fault.code()}),
            Ok(page) => {
                let listed = input["listing_meta_ui"].as_object();
                let policy = Policy::read(page.ui.as_ref().or(listed), extent);
                let dropped: Vec<Value> =
                    policy.sources.dropped.iter().map(|(field, entry)| json!([field, entry])).collect();
                json!({
                    "verdict": "load", "item": page.item, "csp": policy.sources.policy(), "dropped": dropped,
                    "hostCapabilities.sandbox.csp": policy.sources.approved(), "allow": policy.clone().agreed().allow(),
                })
            }
        }
    });
}
