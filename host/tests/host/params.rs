//! ELI-01…03, URL-01, URL-05, URL-06: the section `elicitation_params`.

use askance_host::Revision;
use askance_host::elicitation::params::{Asked, Modes, Why, read};
use serde_json::{Value, json};

use crate::vectors::{differing, report, section};

fn revision(name: &str) -> Revision {
    match name {
        "2025-06-18" => Revision::V2025_06_18,
        "2025-11-25" => Revision::V2025_11_25,
        "2026-07-28" => Revision::V2026_07_28,
        other => panic!("revision {other}"),
    }
}

fn got(input: &Value) -> Value {
    let revision = revision(input["revision"].as_str().unwrap());
    let modes = Modes::declared(revision, input.get("elicitationCapability"));
    match read(revision, modes, &input["params"]) {
        Ok(Asked::Form { .. }) => json!({ "verdict": "render_form", "mode": "form", "prefetch": false }),
        Ok(Asked::Url { link, .. }) => {
            let detail = link.warnings().first().map(|warning| warning.code());
            let verdict = if detail.is_some() { "consent_warn" } else { "consent" };
            json!({ "verdict": verdict, "mode": "url", "detail": detail, "prefetch": false, "open_in": "browser" })
        }
        Err(refusal) => match refusal.why {
            Why::Link(fault) => {
                json!({ "verdict": "refuse", "mode": "url", "detail": fault.code(), "prefetch": false })
            }
            why if revision == Revision::V2026_07_28 => json!({ "verdict": "abort", "reason": why.reason() }),
            why => json!({ "verdict": "error", "code": -32602, "reason": why.reason() }),
        },
    }
}

fn failures(cases: &[Value]) -> Vec<String> {
    let mut failed = Vec::new();
    for case in cases {
        let (expect, got) = (&case["expect"], got(&case["input"]));
        let mut wrong = differing(expect, &got, &["verdict", "mode", "code", "detail", "reason", "prefetch"]);
        // Prose: only null or not null counts.
        if expect.get("open_in").is_some_and(|wanted| wanted.is_null() != got["open_in"].is_null()) {
            wrong.push("open_in".to_owned());
        }
        if !wrong.is_empty() {
            failed
                .push(format!("{} ({wrong:?})\n input {}\n expected {expect}\n got {got}", case["id"], case["input"]));
        }
    }
    failed
}

#[test]
fn the_wire_examples() {
    let cases = section("elicitation_params");
    report(&failures(&cases), cases.len());
}

#[test]
fn neighbouring_cases() {
    let form = json!({ "mode": "form", "message": "m", "requestedSchema": { "type": "object", "properties": {} } });
    let with = |changes: Value| {
        let mut params = form.clone();
        for (key, value) in changes.as_object().unwrap() {
            params[key] = value.clone();
        }
        params
    };
    let page = json!({ "mode": "url", "message": "m", "url": "https://a.example/" });
    let both = json!({ "form": {}, "url": {} });
    let cases = [
        // ELI-02, ELI-03
        ("url undeclared", "2025-11-25", json!({}), page.clone(), json!({ "verdict": "error", "code": -32602 })),
        (
            "url undeclared, modern",
            "2026-07-28",
            json!({}),
            page.clone(),
            json!({ "verdict": "abort", "reason": "UNDECLARED_MODE" }),
        ),
        (
            "unknown mode, modern",
            "2026-07-28",
            both.clone(),
            with(json!({ "mode": "voice" })),
            json!({ "verdict": "abort", "reason": "UNDECLARED_MODE" }),
        ),
        (
            "mode is null",
            "2026-07-28",
            both.clone(),
            with(json!({ "mode": null })),
            json!({ "verdict": "abort", "reason": null }),
        ),
        (
            "nothing declared",
            "2026-07-28",
            Value::Null,
            form.clone(),
            json!({ "verdict": "abort", "reason": "UNDECLARED_MODE" }),
        ),
        // URL-01
        ("no id", "2025-11-25", both.clone(), page.clone(), json!({ "verdict": "error", "code": -32602 })),
        ("no url", "2026-07-28", both.clone(), json!({ "mode": "url", "message": "m" }), json!({ "verdict": "abort" })),
        (
            "url is a number",
            "2026-07-28",
            both.clone(),
            json!({ "mode": "url", "message": "m", "url": 7 }),
            json!({ "verdict": "abort" }),
        ),
        // The schema of the revision
        (
            "message is a number",
            "2026-07-28",
            both.clone(),
            with(json!({ "message": 1 })),
            json!({ "verdict": "abort" }),
        ),
        (
            "empty message",
            "2026-07-28",
            both.clone(),
            with(json!({ "message": "" })),
            json!({ "verdict": "render_form" }),
        ),
        (
            "schema is a list",
            "2026-07-28",
            both.clone(),
            with(json!({ "requestedSchema": [] })),
            json!({ "verdict": "abort" }),
        ),
        (
            "_meta is text",
            "2025-11-25",
            both.clone(),
            with(json!({ "_meta": "x" })),
            json!({ "verdict": "error", "code": -32602 }),
        ),
        ("params are a list", "2025-11-25", both.clone(), json!([]), json!({ "verdict": "error", "code": -32602 })),
        (
            "2025-06-18 knows no modes",
            "2025-06-18",
            json!({}),
            with(json!({ "mode": "url" })),
            json!({ "verdict": "render_form", "mode": "form" }),
        ),
        ("2025-06-18, a page", "2025-06-18", json!({}), page, json!({ "verdict": "error", "code": -32602 })),
    ];
    let cases: Vec<Value> = cases
        .into_iter()
        .map(|(id, revision, capability, params, expect)| {
            let input = json!({ "revision": revision, "elicitationCapability": capability, "params": params });
            json!({ "id": id, "input": input, "expect": expect })
        })
        .collect();
    report(&failures(&cases), cases.len());
}
