//! Programs as servers: finding out what they speak, starting them, ending them with all of theirs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod connection_support;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use askance_host::Revision;
use askance_host::config::{Origin, ServerSpec};
use askance_host::connection::Inbound;
use connection_support::*;
use serde_json::json;

// VER-02, VER-05, VER-08 and the holes of rmcp-notes §4
#[tokio::test(flavor = "multi_thread")]
async fn the_ladder_finds_a_way() {
    for (behaviour, revision) in [
        ("code-32601", Revision::V2025_11_25),
        ("code-32602", Revision::V2025_11_25),
        ("code-32000", Revision::V2025_11_25),
        ("null-id", Revision::V2025_11_25),
        ("hang-discover", Revision::V2025_11_25),
        ("exit-on-discover", Revision::V2025_11_25),
        ("lists-legacy", Revision::V2025_11_25),
        ("discovers-legacy", Revision::V2025_11_25),
        ("refuses-newest", Revision::V2025_06_18),
    ] {
        let (connection, _inbound) = open(&scripted(behaviour)).await;
        assert_eq!(connection.revision(), revision, "{behaviour}");
        assert_eq!(call(&connection, "odd", json!({})).await.unwrap().get(), ODD, "{behaviour}");
        close(&connection).await;
    }
}

// VER-02, VER-06: a DiscoverResult means stateless, however late it comes
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_first_start_does_not_hold_a_server_to_the_older_era() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let (connection, mut inbound) = open(&logged("late-discover,modern", &log)).await;
    assert_eq!(connection.revision(), Revision::V2026_07_28);
    assert_eq!(call(&connection, "odd", json!({})).await.unwrap().get(), ODD);
    close(&connection).await;
    assert!(matches!(within(10, "the end", inbound.recv()).await, Some(Inbound::Closed(closure)) if closure.by_us));
    let methods: Vec<_> = received(&log).iter().filter_map(|line| line["method"].as_str().map(str::to_owned)).collect();
    let second = methods.iter().rposition(|method| method == "server/discover").unwrap();
    assert_eq!(methods[..2], ["server/discover", "initialize"]);
    assert!(second > 1 && !methods[second..].iter().any(|method| method == "initialize"), "{methods:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ladder_ends_in_a_sentence() {
    for (behaviour, pin, code) in [
        ("lists-2099", None, "connection.no-common-revision"),
        ("2099", None, "connection.no-common-revision"),
        ("2024", None, "connection.no-common-revision"),
        ("2099", Some(Revision::V2025_06_18), "connection.no-common-revision"),
        ("lists-legacy", Some(Revision::V2026_07_28), "connection.no-common-revision"),
        ("code-32601", Some(Revision::V2026_07_28), "connection.no-common-revision"),
        ("missing-capability", None, "connection.refused-by-server"),
        ("refuses-initialize", None, "connection.refused-by-server"),
        ("exit", None, "connection.exited"),
        ("exit", Some(Revision::V2026_07_28), "connection.exited"),
        ("junk-forever", None, "connection.broken"),
    ] {
        let problem = refused(&ServerSpec { revision: pin, ..scripted(behaviour) }).await;
        assert_eq!(problem.code, code, "{behaviour}: {problem:?}");
        assert!(problem.what.ends_with('.'), "{problem:?}");
        if code == "connection.no-common-revision" {
            let listed = if behaviour.contains("2099") {
                "2099-01-01"
            } else if behaviour == "2024" {
                "2024-11-05"
            } else if behaviour == "code-32601" {
                "not said"
            } else {
                "2025-11-25"
            };
            assert!(problem.details[0].contains(pin.unwrap_or(Revision::V2025_11_25).as_str()), "{problem:?}");
            assert!(problem.details[1].contains(listed), "{problem:?}");
        }
        if behaviour == "exit" {
            assert!(problem.what.contains("ended with status 7"), "{problem:?}");
            assert_eq!(problem.details, ["first line", "no such option: --frobnicate"]);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_that_cannot_be_started() {
    let with = |command: &str, cwd: Option<&str>| ServerSpec {
        origin: Origin::Local {
            command: command.to_owned(),
            args: vec![],
            env: BTreeMap::new(),
            cwd: cwd.map(Into::into),
        },
        ..scripted("legacy")
    };
    assert_eq!(refused(&with("no-such-program-anywhere", None)).await.code, "connection.no-program");
    assert_eq!(refused(&with("", None)).await.code, "connection.no-program");
    assert_eq!(refused(&with("/", None)).await.code, "connection.no-program");
    assert_eq!(refused(&with("node", Some("/no/such/folder"))).await.code, "connection.no-folder");
    assert_eq!(refused(&with("true", None)).await.code, "connection.exited");
}

// P57: where it was looked for, and how to say where it is; not where nothing was looked for.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_not_found_says_where_it_was_looked_for() {
    let with = |command: &str, path: Option<&str>| ServerSpec {
        origin: Origin::Local {
            command: command.to_owned(),
            args: vec![],
            env: path.map(|path| ("PATH".to_owned(), path.to_owned())).into_iter().collect(),
            cwd: None,
        },
        ..scripted("legacy")
    };
    let inherited = std::env::var("PATH").unwrap();
    for (path, searched) in [(Some("/nowhere/a:/nowhere/b"), "/nowhere/a:/nowhere/b"), (None, inherited.as_str())] {
        let problem = refused(&with("no-such-program-anywhere", path)).await;
        assert_eq!(problem.details[1], format!("Looked for in PATH: {searched}"));
        assert!(problem.remedy.unwrap().contains("variable PATH"));
    }
    // What an entry names is what is searched: a program of our own PATH is not found with another.
    let problem = refused(&with("node", Some("/nowhere"))).await;
    assert_eq!(
        (problem.code.as_str(), problem.details[1].as_str()),
        ("connection.no-program", "Looked for in PATH: /nowhere")
    );
    let problem = refused(&with("/no/such/program", None)).await;
    assert_eq!(problem.details.len(), 1, "{problem:?}");
}

// STD-11
#[tokio::test(flavor = "multi_thread")]
async fn arguments_and_environment_are_literal() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let odd = ["$HOME", "`id`", "a b", "*", "; exit 1", "", "\"q\"", "é\u{202e}"];
    let mut args = vec![fault("stdio.mjs"), "legacy".to_owned(), log.to_str().unwrap().to_owned()];
    args.extend(odd.map(str::to_owned));
    let env = BTreeMap::from([("TOKEN".to_owned(), "$PATH `x`".to_owned())]);
    let origin = Origin::Local { command: "node".to_owned(), args, env, cwd: Some(folder.path().to_owned()) };
    let (connection, _inbound) = open(&ServerSpec { origin, ..scripted("legacy") }).await;
    close(&connection).await;
    let start = &received(&log)[0];
    assert_eq!(start["args"], json!(odd));
    assert_eq!(start["env"]["TOKEN"], "$PATH `x`");
    assert_eq!(Path::new(start["cwd"].as_str().unwrap()), folder.path().canonicalize().unwrap());
    let allowed = ["PATH", "HOME", "USER", "LANG", "TERM", "SHELL", "XDG_RUNTIME_DIR", "TMPDIR", "TOKEN"];
    for name in start["env"].as_object().unwrap().keys() {
        assert!(allowed.contains(&name.as_str()) || name.starts_with("LC_"), "{name}");
    }
}

/// Whether a process runs; a zombie does not.
fn runs(pid: u64) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

// STD-05
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn the_whole_group_is_ended() {
    for (behaviour, exit) in [("legacy,child", None), ("modern,child,stubborn", Some("was killed by signal 9"))] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let (connection, mut inbound) = open(&logged(behaviour, &log)).await;
        let child = received(&log)[0]["child"].as_u64().unwrap();
        assert!(runs(child));
        let start = Instant::now();
        close(&connection).await;
        assert!(start.elapsed() < Duration::from_secs(5), "{behaviour}: {:?}", start.elapsed());
        assert!(!runs(child), "{behaviour}");
        match inbound.recv().await {
            Some(Inbound::Closed(closure)) if exit.is_some() => assert_eq!(closure.exit.as_deref(), exit),
            Some(Inbound::Closed(_)) => (),
            other => panic!("{other:?}"),
        }
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_connection_ends_its_program_too() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let (connection, mut inbound) = open(&logged("legacy,child", &log)).await;
    let child = received(&log)[0]["child"].as_u64().unwrap();
    drop(connection);
    match within(10, "the end", inbound.recv()).await {
        Some(Inbound::Closed(closure)) => assert!(closure.by_us),
        other => panic!("{other:?}"),
    }
    assert!(!runs(child));
}
