//! The neighbours of the wire examples (MRT-01…20).

use serde_json::{Value, json};

use super::failures;
use crate::vectors::report;

#[tokio::test(flavor = "multi_thread")]
async fn neighbouring_cases() {
    let original = |method: &str, params: Value| {
        let mut params = params;
        params["_meta"] = json!({ "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } } });
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
    };
    let call = original("tools/call", json!({ "name": "t", "arguments": { "n": 1 } }));
    let confirm = json!({ "method": "elicitation/create", "params": crate::peer::confirm("q") });
    let yes = json!({ "action": "accept", "content": { "confirmed": true } });
    let required = |requests: Value| json!({ "result": { "resultType": "input_required", "inputRequests": requests, "requestState": "s" } });
    let complete = json!({ "result": { "content": [], "x": 36.0 } });
    let invalid = json!({ "outcome": "error", "local_error": "INVALID_RESULT", "retries": [], "user_prompted": false });
    let unsupported = json!({ "outcome": "error", "local_error": "UNSUPPORTED_INPUT_REQUEST", "retries": [], "user_prompted": false });
    let mut asked = required(json!({ "10": confirm, "2": confirm }));
    asked["answers"] = json!({ "2": yes, "10": { "action": "cancel" } });
    let mut once = required(json!({ "a": confirm }));
    once["answers"] = json!({ "a": yes });
    let cases = [
        // VER-12
        ("absent resultType", call.clone(), json!([complete]), json!({ "outcome": "complete", "retries": [] })),
        (
            "resultType is a number",
            call.clone(),
            json!([{ "result": { "resultType": 1, "content": [] } }]),
            invalid.clone(),
        ),
        ("result is a list", call.clone(), json!([{ "result": [] }]), invalid.clone()),
        // MRT-09
        ("neither member", call.clone(), json!([{ "result": { "resultType": "input_required" } }]), invalid.clone()),
        (
            "requests are a list",
            call.clone(),
            json!([{ "result": { "resultType": "input_required", "inputRequests": [], "requestState": "s" } }]),
            invalid.clone(),
        ),
        (
            "requests are null",
            call.clone(),
            json!([{ "result": { "resultType": "input_required", "inputRequests": null, "requestState": "s" } }]),
            invalid.clone(),
        ),
        (
            "state is null",
            call.clone(),
            json!([{ "result": { "resultType": "input_required", "inputRequests": { "a": confirm }, "requestState": null } }]),
            invalid.clone(),
        ),
        // MRT-11
        (
            "entry without params",
            call.clone(),
            json!([required(json!({ "a": confirm, "b": { "method": "elicitation/create" } }))]),
            invalid.clone(),
        ),
        (
            "invalid wins over unsupported",
            call.clone(),
            json!([required(json!({ "a": { "method": "roots/list" }, "b": 7 }))]),
            invalid.clone(),
        ),
        (
            "undeclared mode",
            call.clone(),
            json!([required(
                json!({ "a": confirm, "b": { "method": "elicitation/create", "params": { "mode": "url", "message": "m", "url": "https://a.example/" } } })
            )]),
            unsupported.clone(),
        ),
        (
            "schema that can't be asked",
            call.clone(),
            json!([required(
                json!({ "a": { "method": "elicitation/create", "params": { "message": "m", "requestedSchema": { "type": "object" } } } })
            )]),
            invalid.clone(),
        ),
        // MRT-02, MRT-12
        (
            "keys keep their order",
            call.clone(),
            json!([asked, complete]),
            json!({ "outcome": "complete", "retries": [{ "jsonrpc": "2.0", "method": "tools/call", "params": { "name": "t", "arguments": { "n": 1 }, "inputResponses": { "10": { "action": "cancel" }, "2": yes }, "requestState": "s" } }] }),
        ),
        // MRT-17
        (
            "a failed retry is not restarted",
            call.clone(),
            json!([once, { "error": { "code": -32602, "message": "expired" } }]),
            json!({ "outcome": "error", "remote_code": -32602, "local_error": null, "auto_restart": false, "retries": [{ "jsonrpc": "2.0", "method": "tools/call", "params": { "name": "t", "arguments": { "n": 1 }, "inputResponses": { "a": yes }, "requestState": "s" } }] }),
        ),
        // MRT-06, MRT-07
        (
            "shed twice",
            call.clone(),
            json!([{ "result": { "resultType": "input_required", "requestState": "1" } }, { "result": { "resultType": "input_required", "requestState": "2" } }, complete]),
            json!({ "outcome": "complete", "user_prompted": false, "forbidden_members": ["inputResponses"] }),
        ),
        // MRT-01
        (
            "a prompt may ask",
            original("prompts/get", json!({ "name": "p" })),
            json!([once, complete]),
            json!({ "outcome": "complete", "user_prompted": true }),
        ),
        (
            "a resource may ask",
            original("resources/read", json!({ "uri": "file:///x" })),
            json!([once, complete]),
            json!({ "outcome": "complete", "user_prompted": true }),
        ),
        (
            "completion may not",
            original("completion/complete", json!({ "x": 1 })),
            json!([once]),
            json!({ "outcome": "error", "local_error": "INPUT_REQUIRED_NOT_ALLOWED", "retries": [] }),
        ),
        // URL-11
        (
            "-32042 is an ordinary error",
            call,
            json!([{ "error": { "code": -32042, "message": "m", "data": { "elicitations": [{ "mode": "url", "message": "m", "url": "https://a.example/", "elicitationId": "e" }] } } }]),
            json!({ "outcome": "error", "remote_code": -32042, "retries": [], "user_prompted": false }),
        ),
    ];
    let cases: Vec<Value> = cases
        .into_iter()
        .map(|(id, original, rounds, expect)| json!({ "id": id, "input": { "original": original, "rounds": rounds }, "expect": expect }))
        .collect();
    report(&failures(&cases).await, cases.len());
}
