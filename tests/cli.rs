//! The built program from outside: what it says and how it ends when it is called wrongly. No display is needed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use tempfile::TempDir;

/// The program without a display, with a data directory of its own.
fn command(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_askance"));
    command
        .args(words)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("ASKANCE_CONFIG")
        .env("ASKANCE_DATA_DIR", folder.join("data"));
    command
}

/// Runs it to its end.
fn askance(folder: &Path, words: &[&str]) -> Output {
    command(folder, words).output().unwrap()
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
    refused(folder.path(), &["demo-server", "--trace", "x"], 2, "--trace");
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

/// A config of one server named `it`; the call of one of its tools.
fn one(folder: &TempDir, entry: &Value, rest: &[&str], status: i32, says: &[&str]) -> Output {
    let file = config(folder, &json!({ "mcpServers": { "it": entry } }).to_string());
    let output = askance(folder.path(), &[&["call", "--config", &file, "it"], rest].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{rest:?}: {stderr}");
    for words in says {
        assert!(stderr.contains(words), "{rest:?}: {words}: {stderr}");
    }
    assert!(!stderr.contains("rmcp"), "a library's own words: {stderr}");
    output
}

fn node(script: &str, rest: &[&str]) -> Value {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(script);
    let args = [&[script.to_str().unwrap()], rest].concat();
    json!({ "command": "node", "args": args })
}

fn fault(behaviour: &str) -> Value {
    node("tests/fixtures/fault/stdio.mjs", &[behaviour])
}

/// A server of two tools, `die` and `big`, that plays a script.
fn play(folder: &TempDir) -> Value {
    let n = json!({ "type": "object", "properties": { "n": { "type": "integer" } } });
    let tools = json!([{ "name": "die", "inputSchema": n }, { "name": "big", "inputSchema": { "type": "object" } }]);
    let die = json!([[{ "exit": 3, "words": "out of cheese\n" }]]);
    let plays = json!({ "tools/call die": die, "tools/call big": [[{ "raw": BIG }]] });
    script(folder, &tools, &plays)
}

fn script(folder: &TempDir, tools: &Value, plays: &Value) -> Value {
    let tools = json!({ "resultType": "complete", "tools": tools });
    let script = json!({ "revision": "2026-07-28", "capabilities": { "tools": {} },
        "lists": { "tools/list": tools.to_string() }, "plays": plays });
    let (path, log) = (folder.path().join("script.json"), folder.path().join("log"));
    std::fs::write(&path, script.to_string()).unwrap();
    node("host/tests/host/play.mjs", &[path.to_str().unwrap(), log.to_str().unwrap()])
}

const BIG: &str = r#"{"resultType":"complete", "content":[],"structuredContent":{"n":9007199254740993,"x":1.10}}"#;

#[test]
fn what_is_wrong_with_other_servers_is_said_too() {
    let folder = tempfile::tempdir().unwrap();
    let text = "{\"mcpServers\": {\n \"bad\": {\"command\": 7},\n \"it\": {\"command\": \"/no/such/program\"}}}";
    let file = config(&folder, text);
    refused(folder.path(), &["call", "--config", &file, "it", "t"], 3, "line 2: the server “bad” is left out");
    let text =
        "{\"mcpServers\": {\n \"it\": {\"command\": \"/no/such/first\"},\n \"it\": {\"command\": \"/no/such/last\"}}}";
    let file = config(&folder, text);
    let called = ["call", "--config", &file, "it", "t"];
    refused(folder.path(), &called, 3, "line 3: the server “it” stands twice, first in line 2. This last one counts.");
    refused(folder.path(), &called, 3, "/no/such/last");
    for (text, says) in [("{\"mcpServers\": {", "line 1, column"), ("{\"mcpServers\": []}", "must be an object")] {
        let file = config(&folder, text);
        refused(folder.path(), &["call", "--config", &file, "it", "t"], 2, says);
    }
    refused(
        folder.path(),
        &["call", "--config", "/no/such.json", "it", "t"],
        2,
        "There is no server list /no/such.json. Check its path",
    );
}

#[test]
fn a_tool_or_arguments_that_do_not_exist_are_status_2() {
    let folder = tempfile::tempdir().unwrap();
    let play = play(&folder);
    one(&folder, &play, &["di"], 2, &["it has no tool named di. Did you mean die?"]);
    one(&folder, &play, &["weather"], 2, &["It has big and die."]);
    one(&folder, &play, &["die", "--arguments", r#"{"n": "x"}"#], 2, &["n: This has to be a whole number."]);
    one(&folder, &play, &["die", "--arguments", r#"{"n": 1e400}"#], 2, &["number out of range at line 1 column"]);
}

#[test]
fn a_server_without_a_connection_is_status_3() {
    let folder = tempfile::tempdir().unwrap();
    one(&folder, &fault("exit"), &["t"], 3, &["ended with status 7", "no such option: --frobnicate"]);
    let lists = ["Askance speaks: 2026-07-28, 2025-11-25, 2025-06-18", "The server speaks: 2099-01-01"];
    one(&folder, &fault("lists-2099"), &["t"], 3, &lists);
    one(&folder, &play(&folder), &["die"], 3, &["it ended with status 3.", "out of cheese"]);
}

#[test]
fn an_address_without_a_server_is_status_3() {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let place = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut start = [0; 1];
            let _ = stream.read(&mut start);
            let _ = stream.write_all(b"HTTP/1.1 500 Oops\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        }
    });
    let at = |scheme: &str, place: &str| json!({ "url": format!("{scheme}://{place}/mcp") });
    one(&folder, &at("http", &place.to_string()), &["t"], 3, &["500", "Look at the server’s own log."]);
    one(&folder, &at("https", &place.to_string()), &["t"], 3, &["No secure connection to"]);
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    one(&folder, &at("http", &nobody.to_string()), &["t"], 3, &["Nothing answers at"]);
}

#[test]
fn the_time_limit_is_status_5() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let server = node("tests/fixtures/fault/stdio.mjs", &["legacy", log.to_str().unwrap()]);
    one(&folder, &server, &["slow", "--timeout", "2"], 5, &["it did not finish within 2 seconds."]);
    // STD-08: its server hears that nobody waits any more.
    assert!(std::fs::read_to_string(&log).unwrap().contains("notifications/cancelled"));
}

// CAP-01: without a display no question is offered; that is said where it mattered, and nowhere else.
#[test]
fn what_a_display_is_missing_for_is_said() {
    let failed = |words: &str| {
        json!({ "resultType": "complete", "isError": true, "content": [{ "type": "text", "text": words }] }).to_string()
    };
    let question = json!({ "message": "Sure?", "requestedSchema": { "type": "object", "properties": {} } });
    let asks = json!({ "resultType": "input_required", "requestState": "s",
        "inputRequests": { "q": { "method": "elicitation/create", "params": question } } });
    let error = |code: i64, message: &str| json!({ "error": { "code": code, "message": message } });
    let plays = json!({
        "tools/call sold_out": [[{ "raw": failed("There is none left.") }]],
        "tools/call broken": [[error(-32603, "no")]],
        "tools/call shy": [[{ "raw": failed("The client does not support form Elicitation.") }]],
        "tools/call strict": [[error(-32021, "missing capability")]],
        "tools/call asks": [[{ "raw": asks.to_string() }]],
    });
    let names = ["sold_out", "broken", "shy", "strict", "asks"];
    let tools = names.map(|name| json!({ "name": name, "inputSchema": { "type": "object" } }));
    let folder = tempfile::tempdir().unwrap();
    let server = script(&folder, &json!(tools), &plays);
    for name in names {
        let output = one(&folder, &server, &[name], 1, &[]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let missed = ["shy", "strict", "asks"].contains(&name);
        assert_eq!(stderr.contains("There is no display"), missed, "{name}: {stderr}");
    }
}

/// Waits for a line of a server's log.
#[cfg(unix)]
fn logged(log: &Path, what: &str) {
    let limit = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while !std::fs::read_to_string(log).unwrap_or_default().contains(what) {
        assert!(std::time::Instant::now() < limit, "waited for {what}");
        std::thread::yield_now();
    }
}

// STD-08: whoever ends the program by a signal stops the call: its server hears so, and so does the caller.
#[cfg(unix)]
#[test]
fn a_signal_stops_the_call() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let script = node("tests/fixtures/fault/stdio.mjs", &["legacy", log.to_str().unwrap()]);
    let file = config(&folder, &json!({ "mcpServers": { "it": script } }).to_string());
    for signal in ["TERM", "INT", "HUP"] {
        let mut command = command(folder.path(), &["call", "--config", &file, "it", "slow"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        logged(&log, "\"tools/call\"");
        let killed = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{signal}: {stderr}");
        assert!(
            stderr.contains("You stopped this task.") && stderr.contains("There is no result."),
            "{signal}: {stderr}"
        );
        assert!(output.stdout.is_empty());
        logged(&log, "notifications/cancelled");
        std::fs::remove_file(&log).unwrap();
    }
}

// The same before the server has answered at all.
#[cfg(unix)]
#[test]
fn a_signal_stops_a_call_that_still_connects() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let script = node("tests/fixtures/fault/stdio.mjs", &["hang-discover,hang-initialize", log.to_str().unwrap()]);
    let file = config(&folder, &json!({ "mcpServers": { "it": script } }).to_string());
    let mut command = command(folder.path(), &["call", "--config", &file, "it", "slow"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    logged(&log, "server/discover");
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{stderr}");
    assert!(stderr.contains("You stopped this task."), "{stderr}");
}

#[test]
fn a_result_is_printed_as_it_came() {
    let folder = tempfile::tempdir().unwrap();
    let output = one(&folder, &play(&folder), &["big"], 0, &[]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{BIG}\n"));
}
