//! Words for the person, on standard error.

use std::io::Write;

use askance_host::Problem;

/// One sentence.
pub(crate) fn say(sentence: &str) {
    // With standard error gone there is nobody to tell.
    let _ = writeln!(std::io::stderr().lock(), "askance: {sentence}");
}

/// What happened, what to do, and the details under it.
pub(super) fn say_problem(problem: &Problem) {
    let remedy = problem.remedy.as_ref().map(|remedy| format!(" {remedy}")).unwrap_or_default();
    let details: String = problem.details.iter().map(|line| format!("\n    {}", harmless(line))).collect();
    say(&format!("{}{}{details}", harmless(&problem.what), harmless(&remedy)));
}

/// Other programs' words without what a terminal would obey (known-problems A21).
fn harmless(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    // A21
    #[test]
    fn terminals_are_told_nothing_by_servers() {
        assert_eq!(harmless("a\u{1b}[2Jb\rc"), "a\u{fffd}[2Jb\u{fffd}c");
    }
}
