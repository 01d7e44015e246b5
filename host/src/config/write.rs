//! Changing the server list: only the entry in question, the rest of the file stays as it was.

use std::io::Write as _;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::read::{document, problem, text};
use super::{BAD_ENTRY, Origin, ServerSpec, name};
use crate::Problem;
use crate::view::AppsPolicy;

/// Adds the entry or replaces it, at the place where it was.
pub(super) fn remember(path: &Path, spec: &ServerSpec) -> Result<(), Problem> {
    name::check(&spec.name)
        .map_err(|why| problem(BAD_ENTRY, format!("The server cannot be kept: {why}"), Vec::new()))?;
    change(path, |servers| {
        let old = servers.get(&spec.name).and_then(Value::as_object).cloned().unwrap_or_default();
        servers.insert(spec.name.clone(), Value::Object(entry(spec, old)));
        true
    })
}

/// Removes the entry; nothing is written if there is none.
pub(super) fn forget(path: &Path, name: &str) -> Result<(), Problem> {
    if !path.exists() {
        return Ok(());
    }
    // shift_remove keeps the order of what stays.
    change(path, |servers| servers.shift_remove(name).is_some())
}

fn change(path: &Path, edit: impl FnOnce(&mut Map<String, Value>) -> bool) -> Result<(), Problem> {
    let mut whole = if path.exists() { document(path, &text(path)?)? } else { Map::new() };
    let servers = whole.entry("mcpServers").or_insert_with(|| json!({}));
    let Value::Object(servers) = servers else { return Ok(()) };
    if !edit(servers) {
        return Ok(());
    }
    replace(path, &whole).map_err(|error| {
        problem(
            "config.not-written",
            format!("The server list {} could not be written.", path.display()),
            vec![error.to_string()],
        )
    })
}

/// The entry's members as the spec has them, over those of the old one; what is not ours stays.
fn entry(spec: &ServerSpec, mut entry: Map<String, Value>) -> Map<String, Value> {
    let mut set = |member: &str, value: Option<Value>| match value {
        Some(value) => drop(entry.insert(member.to_owned(), value)),
        None => drop(entry.shift_remove(member)),
    };
    match &spec.origin {
        Origin::Local { command, args, env, cwd } => {
            for member in ["type", "url", "headers"] {
                set(member, None);
            }
            set("command", Some(json!(command)));
            set("args", (!args.is_empty()).then(|| json!(args)));
            set("env", (!env.is_empty()).then(|| json!(env)));
            set("cwd", cwd.as_ref().map(|cwd| json!(cwd)));
        }
        Origin::Remote { url, headers } => {
            for member in ["type", "command", "args", "env", "cwd"] {
                set(member, None);
            }
            set("url", Some(json!(url)));
            set("headers", (!headers.is_empty()).then(|| json!(headers)));
        }
    }
    let mut askance = entry.get("askance").and_then(Value::as_object).cloned().unwrap_or_default();
    let revision = spec.revision.map(|revision| json!(revision.as_str()));
    let apps = (spec.apps != AppsPolicy::Ask).then(|| json!(spec.apps));
    let developer = spec.developer.then(|| json!(true));
    for (member, value) in [("revision", revision), ("apps", apps), ("developer", developer)] {
        match value {
            Some(value) => drop(askance.insert(member.to_owned(), value)),
            None => drop(askance.shift_remove(member)),
        }
    }
    if askance.is_empty() {
        entry.shift_remove("askance");
    } else {
        entry.insert("askance".to_owned(), Value::Object(askance));
    }
    entry
}

/// Writes a new file beside the old one and puts it in its place: readers see the one or the other. Only its owner
/// may read it, because it can hold tokens.
pub(crate) fn replace(path: &Path, document: &Map<String, Value>) -> std::io::Result<()> {
    // A link stays a link; what it points to is replaced.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = folder.join(format!(".{file}.{}", uuid::Uuid::new_v4()));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&temporary).and_then(|mut file| {
        file.write_all(serde_json::to_string_pretty(document)?.as_bytes())?;
        file.write_all(b"\n")?;
        file.sync_all()
    });
    let replaced = written.and_then(|()| std::fs::rename(&temporary, &path));
    if replaced.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    replaced
}
