#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use std::path::PathBuf;

use super::*;

fn parse(words: &[&str]) -> Result<Cli, clap::Error> {
    read(std::iter::once("askance").chain(words.iter().copied()).map(OsString::from))
}

#[test]
fn the_definition_is_sound() {
    Cli::command().debug_assert();
}

#[test]
fn the_window_is_what_no_command_means() {
    let cli = parse(&["--config", "a.json", "--demo"]).unwrap();
    assert!(cli.command.is_none() && cli.shared.demo);
    assert_eq!(cli.shared.config.unwrap(), PathBuf::from("a.json"));
}

#[test]
fn shared_options_are_understood_before_and_after_the_command() {
    for words in [
        ["--trace", "t", "--data-dir", "d", "call", "s", "tool", "--timeout", "5"],
        ["call", "--trace", "t", "s", "--data-dir", "d", "tool", "--timeout", "5"],
        ["--trace", "t", "call", "s", "--data-dir", "d", "tool", "--timeout", "5"],
    ] {
        let cli = parse(&words).unwrap();
        let Some(Command::Call(call)) = cli.command else { panic!("not a call") };
        let shared = call.shared.or(cli.shared);
        assert_eq!(shared.trace.unwrap(), PathBuf::from("t"));
        assert_eq!(shared.data_dir.unwrap(), PathBuf::from("d"));
        assert_eq!((call.server.as_str(), call.tool.as_str()), ("s", "tool"));
        assert_eq!((call.arguments.as_str(), call.timeout), ("{}", Some(5)));
    }
}

#[test]
fn an_option_stands_only_where_it_does_something() {
    for option in [&["--config", "a"][..], &["--data-dir", "a"], &["--trace", "a"], &["--demo"]] {
        for words in [[option, &["demo-server"]].concat(), [&["demo-server"], option].concat()] {
            assert_eq!(parse(&words).unwrap_err().exit_code(), 2, "{words:?}");
        }
    }
    let help = parse(&["demo-server", "--help"]).unwrap_err().to_string();
    assert!(help.contains("--http") && !help.contains("--config") && !help.contains("--trace"), "{help}");
    let help = parse(&["call", "--help"]).unwrap_err().to_string();
    assert!(help.contains("--config") && help.contains("--trace") && help.contains("--demo"), "{help}");
    assert!(matches!(parse(&["demo-server"]).unwrap().command, Some(Command::DemoServer { http: None })));
}

#[test]
fn a_time_limit_out_of_bounds_is_told_the_bounds() {
    for limit in ["0", "-3", "604801"] {
        let error = parse(&["call", "s", "t", "--timeout", limit]).unwrap_err().to_string();
        assert!(error.contains("1..=604800"), "{error}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    for words in [
        &["call"][..],
        &["call", "server"],
        &["call", "s", "t", "more"],
        &["call", "s", "t", "--timeout", "0"],
        &["call", "s", "t", "--timeout", "soon"],
        &["demo-server", "--http", "70000"],
        &["frobnicate"],
        &["--frobnicate"],
    ] {
        assert_eq!(parse(words).unwrap_err().exit_code(), 2, "{words:?}");
    }
}
