#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use clap::CommandFactory;

use super::*;

fn parse(words: &[&str]) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(std::iter::once("askance").chain(words.iter().copied()))
}

#[test]
fn the_definition_is_sound() {
    Cli::command().debug_assert();
}

#[test]
fn the_window_is_what_no_command_means() {
    let cli = parse(&["--config", "a.json", "--demo"]).unwrap();
    assert!(cli.command.is_none() && cli.demo);
    assert_eq!(cli.files.config.unwrap(), PathBuf::from("a.json"));
}

#[test]
fn files_are_understood_before_and_after_the_command() {
    for words in [
        ["--trace", "t", "--data-dir", "d", "call", "s", "tool", "--timeout", "5"],
        ["call", "--trace", "t", "s", "--data-dir", "d", "tool", "--timeout", "5"],
    ] {
        let cli = parse(&words).unwrap();
        assert_eq!(cli.files.trace.unwrap(), PathBuf::from("t"));
        assert_eq!(cli.files.data_dir.unwrap(), PathBuf::from("d"));
        let Some(Command::Call(call)) = cli.command else { panic!("not a call") };
        assert_eq!((call.server.as_str(), call.tool.as_str()), ("s", "tool"));
        assert_eq!((call.arguments.as_str(), call.timeout), ("{}", Some(5)));
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
