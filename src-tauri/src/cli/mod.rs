//! The command line.

mod arguments;
mod call;
mod files;
mod say;
mod shared;
mod status;
mod trace;

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::time::Duration;

use askance_host::config::Approvals;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory as _, Parser, Subcommand};
use tokio::runtime::Runtime;
use tracing::Level;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

pub(crate) use call::Call;
pub(crate) use say::say;
use say::say_problem;
use shared::Shared;
pub(crate) use status::Status;

use crate::desktop::{self, Job, Start};
use crate::engine::Sources;
use crate::surface;

const EXAMPLES: &str = "Examples:
  askance --demo                                  look around with the bundled demo server
  askance --config servers.json                   the window, with the servers of a file
  askance call --demo Demo choose_plant           one call; its questions open in a window
  askance call --config servers.json shop order --arguments '{\"item\": \"fern\"}' --timeout 300
  askance call shop order --arguments @order.json --trace steps.jsonl

A servers file: {\"mcpServers\": {\"shop\": {\"command\": \"shop-server\", \"args\": []},
                                \"far\": {\"url\": \"https://example.com/mcp\"}}}";

const CALL_EXAMPLES: &str = "Examples:
  askance call --config servers.json shop order --arguments '{\"item\": \"fern\"}'
  askance call shop order --arguments @order.json --timeout 300 | jq .structuredContent

The result is one JSON document on standard output; everything else goes to standard error.
Exit status: 0 done                      3 no connection
             1 error of tool or server   4 declined or cancelled by the person
             2 usage or configuration    5 time limit";

/// Answers the questions of MCP servers: in the server's own app, or in a standard form.
#[derive(Debug, Parser)]
#[command(name = "askance", version, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    shared: Shared,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Call one tool; its questions open in a window, its result is printed as JSON
    #[command(after_help = CALL_EXAMPLES)]
    Call(CallWords),
    /// Serve the demo server, over standard input and output
    DemoServer {
        /// Serve it at http://127.0.0.1:PORT/mcp instead
        #[arg(long, value_name = "PORT")]
        http: Option<u16>,
    },
}

#[derive(Debug, Args)]
struct CallWords {
    #[command(flatten)]
    shared: Shared,
    /// The server's name in the list
    server: String,
    /// The tool's name
    tool: String,
    /// The tool's arguments: a JSON object, or @FILE with one
    #[arg(long, value_name = "JSON|@FILE", default_value = "{}")]
    arguments: String,
    /// Stop after so many seconds, time spent waiting for the person included
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = clap::value_parser!(i64).range(1..=604_800))]
    timeout: Option<i64>,
}

/// Reads the command line and does what it says.
pub(crate) fn main() -> ExitCode {
    let cli = read(std::env::args_os()).unwrap_or_else(|error| error.exit());
    // Before the first thread: WebKit reads its environment.
    let sandbox = if matches!(cli.command, Some(Command::DemoServer { .. })) { None } else { shut_in() };
    log();
    let runtime = match Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            say(&format!("Askance could not start: {error}."));
            return Status::Usage.into();
        }
    };
    match cli.command {
        Some(Command::DemoServer { http }) => demo_server(&runtime, http),
        Some(Command::Call(words)) => match start(words.shared.clone().or(cli.shared), sandbox) {
            Ok(start) => call(&runtime, start, words),
            Err(status) => status,
        },
        None => match start(cli.shared, sandbox) {
            Ok(start) if sandbox.is_some() => desktop::run(&runtime, start, Job::Window),
            Ok(_) => {
                say(desktop::NO_DISPLAY);
                Status::Usage
            }
            Err(status) => status,
        },
    }
    .into()
}

/// The command line's words; an option stands only where it does something.
fn read(words: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let cli = Cli::try_parse_from(words)?;
    if matches!(cli.command, Some(Command::DemoServer { .. })) && cli.shared != Shared::default() {
        let what = "demo-server takes no option but --http: it has no servers, keeps nothing and traces nothing";
        return Err(Cli::command().error(ErrorKind::ArgumentConflict, what));
    }
    Ok(cli)
}

/// How webviews are shut in here; none where there is no display to show one on.
fn shut_in() -> Option<surface::Sandbox> {
    let sandbox = surface::prepare();
    desktop::has_display().then_some(sandbox)
}

/// Warnings of the program's parts go to standard error. The protocol library's own words stay out: what happens on a
/// connection is said in ours, and its words may name addresses.
fn log() {
    let words =
        tracing_subscriber::fmt::layer().with_ansi(std::io::stderr().is_terminal()).with_writer(std::io::stderr);
    let parts = Targets::new().with_default(Level::WARN).with_target("rmcp", LevelFilter::OFF);
    tracing_subscriber::registry().with(words.with_filter(parts)).init();
}

fn start(shared: Shared, sandbox: Option<surface::Sandbox>) -> Result<Start, Status> {
    let Shared { config, data_dir, trace, demo } = shared.or(Shared::from_environment());
    let data = files::data_dir(data_dir)?;
    let trace = trace::sink(trace.as_deref())?;
    let sources = Sources { config, remembered: data.join("servers.json"), demo };
    Ok(Start { sources, data, trace, sandbox })
}

fn call(runtime: &Runtime, start: Start, words: CallWords) -> Status {
    let arguments = match arguments::read(&words.arguments) {
        Ok(arguments) => arguments,
        Err(sentence) => {
            say(&sentence);
            return Status::Usage;
        }
    };
    let limit = words.timeout.map(|seconds| Duration::from_secs(seconds.unsigned_abs()));
    let (approvals, unknown) = Approvals::load(&start.data.join(desktop::APPROVALS));
    unknown.iter().for_each(say_problem);
    let Some(call) = Call::find(&start.sources, &approvals, words.server, words.tool, arguments, limit) else {
        return Status::Usage;
    };
    if start.sandbox.is_some() {
        desktop::run(runtime, start, Job::Call(Box::new(call)))
    } else {
        runtime.block_on(call.without_window(start.trace))
    }
}

fn demo_server(runtime: &Runtime, port: Option<u16>) -> Status {
    let listening = |address| say(&format!("The demo server listens at http://{address}/mcp. Ctrl+C ends it."));
    let served = runtime.block_on(async {
        match port {
            Some(port) => demo_server::serve_http(port, listening).await,
            None => demo_server::serve_stdio().await,
        }
    });
    // A thread of the runtime may still wait for standard input.
    match served {
        Ok(()) => Status::Done,
        Err(error) => {
            say(&format!("The demo server stopped: {error}."));
            Status::ToolError
        }
    }
}

#[cfg(test)]
mod tests;
