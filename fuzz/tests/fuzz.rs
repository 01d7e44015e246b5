//! Each target for as long as `FUZZ_SECONDS` says (one second where it says nothing); `./dev fuzz` sets it.
//! `FUZZ_TARGET` names one of them, `FUZZ_SEED` begins a run again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, missing_docs)]

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use askance_fuzz::{TARGETS, run, target};

fn given<T: std::str::FromStr>(name: &str) -> Option<T> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is not understood: {text}")))
}

// A15, A16: nothing that comes from outside panics, hangs or breaks what is promised.
#[test]
fn every_target() {
    let chosen = match given::<String>("FUZZ_TARGET") {
        Some(name) => vec![target(&name).unwrap_or_else(|| panic!("no target {name}"))],
        None => TARGETS.to_vec(),
    };
    let time = Duration::from_secs(given("FUZZ_SECONDS").unwrap_or(1));
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    for target in chosen {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name);
        let report = run(target, &corpus, &folder, time, given("FUZZ_SEED").unwrap_or(now)).unwrap();
        if let Some(failure) = report.failure {
            let input = std::fs::read(&failure.input).unwrap();
            panic!(
                "{}: {}\n  the input is in {}:\n{}\n  FUZZ_TARGET={} FUZZ_SEED={} begins the same run again",
                target.name,
                failure.why,
                failure.input.display(),
                String::from_utf8_lossy(&input),
                target.name,
                report.seed
            );
        }
        println!("  {}: {} inputs, {} outcomes (seed {})", target.name, report.inputs, report.signatures, report.seed);
    }
}

#[test]
fn a_broken_promise_is_found_and_shown() {
    let fragile = askance_fuzz::Target {
        name: "fragile",
        run: |input| {
            let value: serde_json::Value = serde_json::from_slice(input).unwrap_or_default();
            assert!(value["properties"]["a"]["type"].as_str() != Some("number"), "a number");
            value.as_object().map_or(0, |object| object.len() as u64)
        },
    };
    let corpus = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(corpus.path().join("1"), r#"{"properties": {"a": {"type": "string"}}, "x": "number"}"#).unwrap();
    let report = run(fragile, corpus.path(), folder.path(), Duration::from_secs(20), 7).unwrap();
    let failure = report.failure.expect("it is found");
    assert!(failure.why.contains("a number"), "{}", failure.why);
    let input: serde_json::Value = serde_json::from_slice(&std::fs::read(failure.input).unwrap()).unwrap();
    assert_eq!(input["properties"]["a"]["type"], "number");
}
