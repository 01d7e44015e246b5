//! The settings, in a file of their own.

use std::path::Path;

use super::read::{problem, text};
use super::write::replace;
use crate::Problem;
use crate::view::Settings;

/// The least memory an app works with, and the most that can be set, in MiB.
const MEMORY_MB: std::ops::RangeInclusive<u32> = 128..=8_192;

/// Reads the settings; what is missing or was never set has its default.
pub fn load_settings(path: &Path) -> (Settings, Option<Problem>) {
    if !path.exists() {
        return (Settings::default(), None);
    }
    let read = text(path).and_then(|text| {
        serde_json::from_str(&text).map_err(|error| {
            let what = format!("The settings in {} cannot be read; the usual ones are used.", path.display());
            problem("settings.unreadable", what, vec![error.to_string()])
        })
    });
    match read {
        Ok(settings) => (bounded(settings), None),
        Err(problem) => (Settings::default(), Some(problem)),
    }
}

/// Writes the settings.
///
/// # Errors
/// `settings.not-written`.
pub fn keep_settings(path: &Path, settings: Settings) -> Result<(), Problem> {
    let document = serde_json::to_value(bounded(settings)).unwrap_or_default();
    replace(path, &document.as_object().cloned().unwrap_or_default()).map_err(|error| {
        Problem::new("settings.not-written", format!("The settings could not be written to {}.", path.display()))
            .remedy("They hold until Askance ends.")
            .details(vec![error.to_string()])
    })
}

/// The memory of an app within what works.
pub fn bounded(settings: Settings) -> Settings {
    let app_memory_mb = settings.app_memory_mb.clamp(*MEMORY_MB.start(), *MEMORY_MB.end());
    Settings { app_memory_mb, ..settings }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn settings_survive_and_a_damaged_file_costs_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("settings.json");
        assert_eq!(load_settings(&path), (Settings::default(), None));
        assert_eq!(Settings::default().app_memory_mb, 512, "SBX-13");
        let changed = Settings { review: true, app_memory_mb: 1, ..Settings::default() };
        keep_settings(&path, changed).unwrap();
        assert_eq!(load_settings(&path), (Settings { app_memory_mb: 128, ..changed }, None));
        std::fs::write(&path, r#"{"apps": false, "of a later version": 1}"#).unwrap();
        assert_eq!(load_settings(&path), (Settings { apps: false, ..Settings::default() }, None));
        std::fs::write(&path, r#"{"apps": "no"}"#).unwrap();
        let (settings, problem) = load_settings(&path);
        assert_eq!((settings, problem.unwrap().code.as_str()), (Settings::default(), "settings.unreadable"));
    }
}
