//! `--trace FILE`: every step as one JSON line, written at once. A step says what happened, never what anybody answered
//! (SEC-08).

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Status, say};
use crate::engine::TraceSink;

/// Where steps go: to the file, or nowhere.
pub(super) fn sink(path: Option<&Path>) -> Result<TraceSink, Status> {
    let Some(path) = path else { return Ok(Arc::new(|_| ())) };
    let file = File::create(path).map_err(|error| {
        say(&format!("The trace cannot be written to {}: {error}.", path.display()));
        Status::Usage
    })?;
    // None once a line could not be written: one warning, not one a step.
    let file = Mutex::new(Some(file));
    Ok(Arc::new(move |entry| {
        let Ok(mut line) = serde_json::to_vec(&entry) else { return };
        line.push(b'\n');
        let mut open = file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Err(error)) = open.as_mut().map(|file| file.write_all(&line)) {
            tracing::warn!(%error, "the trace ends here");
            *open = None;
        }
    }))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use askance_host::trace::Trace;

    use super::*;

    #[test]
    fn steps_are_json_lines_as_they_happen() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("steps.jsonl");
        let trace = Trace::new(std::time::Instant::now(), sink(Some(&path)).unwrap()).for_server("shop");
        trace.step("connected", None, None);
        trace.for_question("q").step("decided", Some("form"), Some("no app".to_owned()));
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0]["stage"], "connected");
        assert!(lines[0].get("question").is_none());
        assert_eq!((&lines[1]["server"], &lines[1]["renderer"]), (&"shop".into(), &"form".into()));
    }

    #[test]
    fn a_place_that_cannot_be_written_is_a_usage_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(sink(Some(folder.path())), Err(Status::Usage)));
    }
}
