//! The last lines of a program's stderr (STD-03): log text, never a failure by itself.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tokio::io::AsyncRead;

use super::lines::{Line, Lines};
use crate::connection::ledger::lock;

const MAX_LINES: usize = 20;
const MAX_CHARS: usize = 500;
/// A longer line is not kept at all; nobody writes one for people.
const MAX_LINE: usize = 64 << 10;

/// A ring of lines, filled while the program runs.
#[derive(Clone, Debug, Default)]
pub(in crate::connection) struct Tail(Arc<Mutex<VecDeque<String>>>);

impl Tail {
    /// The lines, oldest first.
    pub(in crate::connection) fn lines(&self) -> Vec<String> {
        lock(&self.0).iter().cloned().collect()
    }

    fn push(&self, bytes: &[u8]) {
        let line: String = String::from_utf8_lossy(bytes).trim_end().chars().take(MAX_CHARS).collect();
        if line.trim().is_empty() {
            return;
        }
        let mut lines = lock(&self.0);
        if lines.len() == MAX_LINES {
            lines.pop_front();
        }
        lines.push_back(line);
    }

    /// Reads until the end.
    pub(super) async fn fill(self, stderr: impl AsyncRead + Unpin) {
        let mut lines = Lines::new(stderr, MAX_LINE);
        while let Ok(Some(line)) = lines.next().await {
            match line {
                Line::Whole(bytes) => self.push(&bytes),
                Line::TooLong { .. } => self.push(b"(a line over 64 KiB)"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // STD-03
    #[tokio::test]
    async fn the_last_twenty_lines_are_kept_cut_to_500_characters() {
        let tail = Tail::default();
        let text: String = (0..30).map(|n| format!("{n} {}\n\n", "é".repeat(600))).collect();
        tail.clone().fill(text.as_bytes()).await;
        let lines = tail.lines();
        assert_eq!(lines.len(), 20);
        assert!(lines[0].starts_with("10 é"));
        assert!(lines.iter().all(|line| line.chars().count() == 500));
    }
}
