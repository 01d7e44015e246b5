//! One program: started without a shell in its own process group, and ended with all of it (STD-05, STD-11).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::Tail;
use crate::Problem;
use crate::connection::problem::problem;

/// What a program gets of our environment, besides `LC_*`. Its entry may add to it.
const INHERITED: [&str; 8] = ["PATH", "HOME", "USER", "LANG", "TERM", "SHELL", "XDG_RUNTIME_DIR", "TMPDIR"];
#[cfg(windows)]
const INHERITED_WINDOWS: [&str; 8] =
    ["SystemRoot", "APPDATA", "LOCALAPPDATA", "USERPROFILE", "TEMP", "TMP", "PATHEXT", "ProgramFiles"];
/// How much of a command is repeated, and of the folders that it was looked for in, in characters.
const NAME: usize = 200;
const SEARCHED: usize = 2_000;
/// Started from a menu of the desktop, Askance has not what the person's shell adds to PATH (known-problems P57).
const NOT_IN_PATH: &str = "Install it, write its full path as the command, or give the server’s entry a variable PATH \
                           that has its folder: what is started from a menu may lack folders that a terminal has.";
/// How long each step of the end may take.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// Nothing survives being killed, but where nobody reaps orphans a group never looks empty.
const FORCED: Duration = Duration::from_millis(300);
/// How often a group is looked at while it is waited for: there is no event for the end of a process that is not ours.
const LOOK: Duration = Duration::from_millis(20);
/// How long stderr is read after the exit, for the last words.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// The exit, once there is one.
pub(in crate::connection) type Exit = watch::Receiver<Option<ExitStatus>>;

/// A running program.
pub(in crate::connection) struct Program {
    group: Option<u32>,
    exit: Exit,
    reading: Option<JoinHandle<()>>,
    pub(super) stdin: Option<ChildStdin>,
    pub(super) stdout: Option<ChildStdout>,
    tail: Tail,
}

impl Program {
    /// Starts it.
    pub(in crate::connection) fn start(
        command: &str,
        args: &[String],
        env: &BTreeMap<String, String>,
        cwd: Option<&Path>,
    ) -> Result<Self, Problem> {
        let folder = folder(cwd)?;
        let mut program = Command::new(command);
        program.args(args).current_dir(folder).env_clear().envs(environment()).envs(env);
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        program.process_group(0);
        let mut child = program.spawn().map_err(|error| not_started(command, env, &error))?;
        let tail = Tail::default();
        let reading = child.stderr.take().map(|stderr| tokio::spawn(tail.clone().fill(stderr)));
        let (group, stdin, stdout) = (child.id(), child.stdin.take(), child.stdout.take());
        let (sender, exit) = watch::channel(None);
        tokio::spawn(reap(child, sender));
        Ok(Self { group, exit, reading, stdin, stdout, tail })
    }

    pub(in crate::connection) fn exit(&self) -> Exit {
        self.exit.clone()
    }

    pub(in crate::connection) fn tail(&self) -> Tail {
        self.tail.clone()
    }

    /// Ends it after its stdin was closed: waits, then asks the group to end, then ends it.
    pub(in crate::connection) async fn end(&mut self) {
        if tokio::time::timeout(PATIENCE, exited(&mut self.exit)).await.is_err() || self.group_lives() {
            self.signal(false);
            if tokio::time::timeout(PATIENCE, self.gone()).await.is_err() {
                self.signal(true);
                let _ = tokio::time::timeout(FORCED, self.gone()).await;
            }
        }
        if let Some(reading) = self.reading.take() {
            let abort = reading.abort_handle();
            if tokio::time::timeout(LAST_WORDS, reading).await.is_err() {
                abort.abort();
            }
        }
    }

    /// Resolves once the program and its whole group are gone.
    async fn gone(&mut self) {
        exited(&mut self.exit).await;
        let mut look = tokio::time::interval(LOOK);
        while self.group_lives() {
            look.tick().await;
        }
    }

    #[cfg(unix)]
    fn group_lives(&self) -> bool {
        let group = self.group.and_then(|id| rustix::process::Pid::from_raw(id.cast_signed()));
        group.is_some_and(|group| rustix::process::test_kill_process_group(group).is_ok())
    }

    #[cfg(unix)]
    fn signal(&self, forced: bool) {
        use rustix::process::{Pid, Signal, kill_process_group};
        if let Some(group) = self.group.and_then(|id| Pid::from_raw(id.cast_signed())) {
            let _ = kill_process_group(group, if forced { Signal::KILL } else { Signal::TERM });
        }
    }

    #[cfg(not(unix))]
    fn group_lives(&self) -> bool {
        self.exit.borrow().is_none()
    }

    /// Without process groups the program's own children are not reached; a job object comes with the Windows port.
    #[cfg(not(unix))]
    fn signal(&self, _forced: bool) {}
}

impl Drop for Program {
    /// The last resort, where nobody closed the connection.
    fn drop(&mut self) {
        if self.exit.borrow().is_none() || self.group_lives() {
            self.signal(true);
        }
    }
}

async fn reap(mut child: Child, exit: watch::Sender<Option<ExitStatus>>) {
    if let Ok(status) = child.wait().await {
        exit.send_replace(Some(status));
    }
}

/// Resolves once the program has exited.
pub(super) async fn exited(exit: &mut Exit) {
    let _ = exit.wait_for(Option::is_some).await;
}

/// “ended with status 1”, “was killed by signal 9”.
pub(in crate::connection) fn in_words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("was killed by signal {signal}");
    }
    status.code().map_or_else(|| "ended".to_owned(), |code| format!("ended with status {code}"))
}

fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))).filter(
        |(name, _)| {
            #[cfg(windows)]
            if INHERITED_WINDOWS.iter().any(|known| name.eq_ignore_ascii_case(known)) {
                return true;
            }
            name.starts_with("LC_") || INHERITED.contains(&name.as_str())
        },
    )
}

/// The working directory: the entry's, else the person's home (STD-11).
fn folder(cwd: Option<&Path>) -> Result<PathBuf, Problem> {
    let folder = cwd.map(Path::to_owned).or_else(std::env::home_dir).unwrap_or_else(std::env::temp_dir);
    if folder.is_dir() {
        return Ok(folder);
    }
    Err(problem(
        "connection.no-folder",
        "The server’s working directory does not exist.",
        Some("Correct “cwd” in the server’s entry."),
        vec![folder.display().to_string()],
    ))
}

fn not_started(command: &str, env: &BTreeMap<String, String>, error: &std::io::Error) -> Problem {
    let name = short(command, NAME);
    let what = match error.kind() {
        std::io::ErrorKind::NotFound => format!("The program “{name}” was not found."),
        std::io::ErrorKind::PermissionDenied => format!("The program “{name}” may not be run."),
        _ => format!("The program “{name}” could not be started."),
    };
    let mut details = vec![error.to_string()];
    let searched = error.kind() == std::io::ErrorKind::NotFound && Path::new(command).components().count() == 1;
    let remedy = if searched {
        let path = env.get("PATH").cloned().or_else(|| std::env::var("PATH").ok()).unwrap_or_default();
        details.push(format!("Looked for in PATH: {}", short(&path, SEARCHED)));
        NOT_IN_PATH
    } else {
        "Install it, or correct the command in the server’s entry."
    };
    problem("connection.no-program", what, Some(remedy), details)
}

/// The start of a text that others wrote.
fn short(text: &str, most: usize) -> String {
    let mut short: String = text.chars().take(most).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
