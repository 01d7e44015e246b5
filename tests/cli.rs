//! The built program from outside: what it says and how it ends when it is called wrongly. No display is needed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Runs the program without a display, with a data directory of its own.
fn askance(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_askance"))
        .args(words)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("ASKANCE_CONFIG")
        .env("ASKANCE_DATA_DIR", folder.join("data"))
        .output()
        .unwrap()
}

/// Expects a status and words on standard error, and nothing on standard output.
fn refused(folder: &Path, words: &[&str], status: i32, says: &str) {
    let output = askance(folder, words);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{words:?}: {stderr}");
    assert!(stderr.contains(says), "{words:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{words:?}");
}

fn config(folder: &TempDir, text: &str) -> String {
    let path = folder.path().join("servers.json");
    std::fs::write(&path, text).unwrap();
    path.into_os_string().into_string().unwrap()
}

#[test]
fn version_and_help_are_answers() {
    let folder = tempfile::tempdir().unwrap();
    let version = askance(folder.path(), &["--version"]);
    assert_eq!(String::from_utf8_lossy(&version.stdout), format!("askance {}\n", env!("CARGO_PKG_VERSION")));
    for words in [&["--help"][..], &["call", "--help"]] {
        let help = askance(folder.path(), words);
        assert_eq!(help.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&help.stdout).contains("Examples:"), "{words:?}");
    }
}

#[test]
fn a_wrong_command_line_is_status_2() {
    let folder = tempfile::tempdir().unwrap();
    let empty = config(&folder, r#"{"mcpServers": {}}"#);
    let call = |rest: &[&'static str]| [&["call"], rest].concat();
    refused(folder.path(), &["frobnicate"], 2, "frobnicate");
    refused(folder.path(), &call(&["one"]), 2, "TOOL");
    refused(folder.path(), &call(&["no", "tool"]), 2, "There is no server named \"no\"");
    refused(folder.path(), &["call", "--config", &empty, "no", "tool"], 2, "There is no server named \"no\"");
    refused(folder.path(), &call(&["s", "t", "--arguments", "{"]), 2, "not valid JSON");
    refused(folder.path(), &call(&["s", "t", "--arguments", "[]"]), 2, "not a JSON object");
    refused(folder.path(), &call(&["s", "t", "--arguments", "@/no/such"]), 2, "cannot be read");
    refused(folder.path(), &call(&["s", "t", "--timeout", "0"]), 2, "--timeout");
    refused(folder.path(), &call(&["s", "t", "--trace", "/no/such/folder/x"]), 2, "The trace cannot be written");
}

#[test]
fn a_window_without_a_display_is_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    refused(folder.path(), &[], 2, "There is no display");
}

#[test]
fn the_names_that_are_known_are_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = config(&folder, r#"{"mcpServers": {"shop": {"command": "/no/such/program"}}}"#);
    refused(folder.path(), &["call", "--config", &file, "shoop", "order"], 2, "There are: shop.");
}

#[test]
fn a_server_that_does_not_start_is_status_3() {
    let folder = tempfile::tempdir().unwrap();
    let file = config(&folder, r#"{"mcpServers": {"shop": {"command": "/no/such/program"}}}"#);
    refused(folder.path(), &["call", "--config", &file, "shop", "order"], 3, "/no/such/program");
}
