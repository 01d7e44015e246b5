//! Windows and macOS: the window asks for attention in the task bar and the dock; notifications come with their ports.

/// Shows nothing here.
pub(super) fn show(_app: &tauri::AppHandle, _sentence: &str) {}
