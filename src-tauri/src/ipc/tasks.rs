//! Requests of ours: tools, prompts, resources.

use askance_host::Problem;
use askance_host::view::{Answer, Checked};

use super::Engine;

/// Calls a tool; the task's id.
#[tauri::command]
pub(super) async fn call_tool(
    host: Engine<'_>,
    server: String,
    tool: String,
    arguments: Answer,
) -> Result<String, Problem> {
    host.call_tool(&server, &tool, arguments).await
}

/// Gets a prompt; the task's id.
#[tauri::command]
pub(super) async fn get_prompt(
    host: Engine<'_>,
    server: String,
    prompt: String,
    arguments: Answer,
) -> Result<String, Problem> {
    host.get_prompt(&server, &prompt, arguments).await
}

/// Reads a resource; the task's id.
#[tauri::command]
pub(super) async fn read_resource(host: Engine<'_>, server: String, uri: String) -> Result<String, Problem> {
    host.read_resource(&server, &uri).await
}

/// Checks the draft of a tool's form.
#[tauri::command]
pub(super) async fn check_arguments(
    host: Engine<'_>,
    server: String,
    tool: String,
    arguments: Answer,
) -> Result<Checked, Problem> {
    host.check_arguments(&server, &tool, arguments)
}

/// Checks the draft of a prompt's form.
#[tauri::command]
pub(super) async fn check_prompt(
    host: Engine<'_>,
    server: String,
    prompt: String,
    arguments: Answer,
) -> Result<Checked, Problem> {
    host.check_prompt(&server, &prompt, arguments)
}

/// Stops a task.
#[tauri::command]
pub(super) async fn stop_task(host: Engine<'_>, task: String) -> Result<(), Problem> {
    host.stop_task(&task)
}
