//! The process of an app's webview: which one it is, and how much memory it takes. WebKit tells neither.

use std::collections::BTreeSet;
use std::fs;
use std::process;
use std::thread;
use std::time::{Duration, Instant};

/// The program that runs a webview's page; in the system's sandbox it is the last word of bubblewrap's arguments.
const PROGRAM: &str = "/WebKitWebProcess";

/// How many processes belong to one app at most: bubblewrap's two, WebKit's, and what that starts.
const FAMILY: usize = 16;

/// How long a process that has started may take until its words are known: a few microseconds, on a busy machine more. One
/// that has ended already has none, and costs the window this much.
const UNSAID: Duration = Duration::from_millis(50);

/// The process of one app, or the sandbox around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Process(u32);

/// Whether this system's kernel tells what is needed.
pub(super) fn can_be_measured() -> bool {
    fs::exists(children_file(process::id())).unwrap_or(false)
}

/// Runs something that makes one webview, and finds its process. On the main thread: WebKit starts all its processes
/// there, before it returns, so whichever has come is this webview's.
pub(super) fn started_by<T>(run: impl FnOnce() -> T) -> (T, Option<Process>) {
    let before: BTreeSet<u32> = children(process::id()).collect();
    let made = run();
    let mut new = children(process::id()).filter(|child| !before.contains(child) && runs_pages(*child));
    // Two would be a guess, and a wrong one would cost another app its life.
    let only = new.next().filter(|_| new.next().is_none());
    (made, only.map(Process))
}

impl Process {
    /// Bytes that it and its children take, in memory or swapped out; shared pages count in part. None where the system
    /// tells nothing of them.
    pub(super) fn memory(self) -> Option<u64> {
        let (mut family, mut sum, mut seen) = (vec![self.0], 0_u64, false);
        let mut next = 0;
        while let Some(one) = family.get(next).copied() {
            let taken = memory_of(one);
            sum = sum.saturating_add(taken);
            // Not the sandbox around it, which takes next to nothing.
            seen |= taken > 0 && words(one).next().is_some_and(is_program);
            let room = FAMILY.saturating_sub(family.len());
            family.extend(threads(one).flat_map(|thread| children_of(one, thread)).take(room));
            next += 1;
        }
        seen.then_some(sum)
    }
}

fn children_file(parent: u32) -> String {
    format!("/proc/{parent}/task/{parent}/children")
}

/// The children of a process's main thread.
fn children(parent: u32) -> impl Iterator<Item = u32> {
    children_of(parent, parent)
}

fn children_of(parent: u32, thread: u32) -> impl Iterator<Item = u32> {
    let text = fs::read_to_string(format!("/proc/{parent}/task/{thread}/children")).unwrap_or_default();
    let all: Vec<u32> = text.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect();
    all.into_iter()
}

fn threads(of: u32) -> impl Iterator<Item = u32> {
    let entries = fs::read_dir(format!("/proc/{of}/task")).into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

/// Whether a process that was started just now runs pages. The kernel says that a program has started a moment before it
/// tells its words.
fn runs_pages(candidate: u32) -> bool {
    let from = Instant::now();
    loop {
        let mut words = words(candidate).peekable();
        let unsaid =
            words.peek().is_none_or(Vec::is_empty) && fs::exists(format!("/proc/{candidate}")).unwrap_or(false);
        if !unsaid || from.elapsed() > UNSAID {
            return words.any(is_program);
        }
        thread::yield_now();
    }
}

/// What a process was started with.
fn words(of: u32) -> impl Iterator<Item = Vec<u8>> {
    let line = fs::read(format!("/proc/{of}/cmdline")).unwrap_or_default();
    line.split(|byte| *byte == 0).map(<[u8]>::to_vec).collect::<Vec<_>>().into_iter()
}

fn is_program(word: Vec<u8>) -> bool {
    word.ends_with(PROGRAM.as_bytes())
}

/// Zero for a process that has gone, or that may not be looked at.
fn memory_of(one: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{one}/smaps_rollup")).unwrap_or_default();
    proportional(&text)
}

/// The sum of `Pss` and `SwapPss` of a `smaps_rollup`, which counts in KiB.
fn proportional(text: &str) -> u64 {
    let of = |line: &str| -> Option<u64> {
        let (name, rest) = line.split_once(':')?;
        let counts = name == "Pss" || name == "SwapPss";
        counts.then(|| rest.trim().strip_suffix("kB")?.trim().parse().ok()).flatten()
    };
    text.lines().filter_map(of).fold(0, |sum: u64, part| sum.saturating_add(part.saturating_mul(1024)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use std::process::{Child, Command};

    use super::*;

    /// A child of this thread, as WebKit's are of the main one; `name` is how it calls itself.
    fn child(name: &str) -> Child {
        use std::os::unix::process::CommandExt;
        Command::new("sleep").arg0(name).arg("60").spawn().unwrap()
    }

    // SBX-13
    #[test]
    fn memory_is_what_is_in_use_and_swapped_out() {
        let text = "55d0-7ffd ---p 00000000 00:00 0 [rollup]\nRss: 9000 kB\nPss:  100 kB\nPss_Anon: 90 kB\nSwap: 70 kB\n\
                    SwapPss:   20 kB\n";
        assert_eq!(proportional(text), 120 * 1024);
        assert_eq!(proportional("Pss: kB\nPss: -1 kB\nSwapPss"), 0);
        assert_eq!(Process(u32::MAX).memory(), None, "nobody");
    }

    // SBX-13
    #[test]
    fn a_web_process_is_known_by_its_program() {
        let (mut web, mut other) = (child("/usr/lib/x/WebKitWebProcess"), child("server"));
        assert!(runs_pages(web.id()));
        assert!(!runs_pages(other.id()));
        assert!(Process(web.id()).memory().is_some_and(|taken| taken > 0));
        assert_eq!(Process(other.id()).memory(), None, "what is seen is not what runs the page");
        for one in [&mut web, &mut other] {
            one.kill().unwrap();
            one.wait().unwrap();
        }
        assert!(!runs_pages(web.id()), "it has gone");
    }
}
