//! Reading the server list: what is wrong is named with its place, and the rest still works.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize as _;
use serde_json::{Map, Value};

use super::{BAD_ENTRY, Loaded, MAX_FILE, MAX_SERVERS, Origin, ServerSpec, name, place};
use crate::view::AppsPolicy;
use crate::{Problem, Revision};

/// Most arguments, variables and headers of one entry.
const MAX_LIST: usize = 500;
/// What `askance` of an entry may hold.
const MEMBERS: [&str; 3] = ["revision", "apps", "developer"];
/// Longest single string of an entry.
const MAX_TEXT: usize = 32 << 10;

/// Reads the file. A file that does not exist is an empty list with a problem.
pub(super) fn load(path: &Path) -> Loaded {
    match text(path).and_then(|text| entries(path, &text).map(|entries| (text, entries))) {
        Ok((text, entries)) => specs(path, &text, entries),
        Err(problem) => Loaded { specs: Vec::new(), problems: vec![problem] },
    }
}

/// The file's text within its bound.
pub(crate) fn text(path: &Path) -> Result<String, Problem> {
    use std::io::Read as _;
    let unreadable = |why: String| {
        problem("config.unreadable", format!("The server list {} cannot be read.", path.display()), vec![why])
    };
    let file = std::fs::File::open(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => missing(path),
        _ => unreadable(error.to_string()),
    })?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(|error| unreadable(error.to_string()))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(unreadable("It is over 1 MiB.".to_owned()));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").map_or(bytes.clone(), <[u8]>::to_vec);
    String::from_utf8(bytes).map_err(|_| unreadable("It is not UTF-8 text.".to_owned()))
}

fn missing(path: &Path) -> Problem {
    Problem {
        remedy: Some("Check its path, then start Askance again.".to_owned()),
        ..problem("config.missing", format!("There is no server list {}.", path.display()), Vec::new())
    }
}

/// The whole document, its `mcpServers` known to be an object where it is present.
pub(super) fn document(path: &Path, text: &str) -> Result<Map<String, Value>, Problem> {
    let expected = "Expected: {\"mcpServers\": {\"name\": {\"command\": …} or {\"url\": …}}}.";
    let wrong = |what: String| problem("config.unreadable", what, vec![expected.to_owned()]);
    let file = path.display();
    let document: Value = serde_json::from_str(text).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        wrong(format!(
            "{file}, line {}, column {}: this is not valid JSON: {reason}.",
            error.line(),
            error.column().max(1)
        ))
    })?;
    match document {
        Value::Object(document) if document.get("mcpServers").is_none_or(Value::is_object) => Ok(document),
        Value::Object(_) => {
            let (line, column) = place::of_key(text, &["mcpServers"]).unwrap_or((1, 1));
            Err(wrong(format!("{file}, line {line}, column {column}: “mcpServers” must be an object of servers.")))
        }
        _ => Err(wrong(format!("{file}, line 1, column 1: the server list must be a JSON object."))),
    }
}

fn entries(path: &Path, text: &str) -> Result<Map<String, Value>, Problem> {
    let mut document = document(path, text)?;
    match document.remove("mcpServers") {
        Some(Value::Object(entries)) => Ok(entries),
        _ => Err(problem(
            "config.unreadable",
            format!("{}, line 1, column 1: “mcpServers” is missing.", path.display()),
            vec!["Expected: {\"mcpServers\": {\"name\": {\"command\": …} or {\"url\": …}}}.".to_owned()],
        )),
    }
}

fn specs(path: &Path, text: &str, entries: Map<String, Value>) -> Loaded {
    let mut loaded = Loaded { specs: Vec::new(), problems: repeated(path, text) };
    let total = entries.len();
    for (name, entry) in entries.into_iter().take(MAX_SERVERS) {
        loaded.problems.extend(unknown(path, text, &name, &entry));
        match spec(&name, &entry) {
            Ok(spec) => loaded.specs.push(spec),
            Err(why) => {
                let at = place::of_key(text, &["mcpServers", &name]);
                let line = at.map(|(line, _)| format!(", line {line}")).unwrap_or_default();
                let what = format!("{}{line}: the server “{}” is left out: {why}", path.display(), name::shown(&name));
                loaded.problems.push(problem(BAD_ENTRY, what, Vec::new()));
            }
        }
    }
    if total > MAX_SERVERS {
        let what = format!("{}: only the first {MAX_SERVERS} of {total} servers are used.", path.display());
        loaded.problems.push(problem("config.too-many", what, Vec::new()));
    }
    loaded
}

/// Members of `askance` that nobody knows: a slip there would leave apps as they usually are.
fn unknown(path: &Path, text: &str, name: &str, entry: &Value) -> Option<Problem> {
    let member = entry.get("askance")?.as_object()?.keys().find(|member| !MEMBERS.contains(&member.as_str()))?;
    let line = place::of_key(text, &["mcpServers", name, "askance", member]);
    let line = line.map(|(line, _)| format!(", line {line}")).unwrap_or_default();
    let (file, name, member) = (path.display(), name::shown(name), name::shown(member));
    let what = format!(
        "{file}{line}: “askance.{member}” of the server “{name}” is unknown and does nothing. There are: {}.",
        MEMBERS.join(", ")
    );
    Some(problem("config.unknown-member", what, Vec::new()))
}

/// What stands more than once, so that all but the last of it does nothing.
fn repeated(path: &Path, text: &str) -> Vec<Problem> {
    let lists = place::repeated(text, &[]).into_iter().filter(|repeated| repeated.key == "mcpServers");
    let names = place::repeated(text, &["mcpServers"]).into_iter();
    let told = lists.map(|list| (list, "part")).chain(names.map(|name| (name, "server")));
    told.map(|(place::Repeated { key, times, first, last }, what)| {
        let times = if times == 2 { "twice".to_owned() } else { format!("{times} times") };
        let (file, key) = (path.display(), name::shown(&key));
        let what = format!(
            "{file}, line {last}: the {what} “{key}” stands {times}, first in line {first}. This last one counts."
        );
        problem("config.repeated", what, Vec::new())
    })
    .collect()
}

fn spec(name: &str, entry: &Value) -> Result<ServerSpec, String> {
    name::check(name)?;
    let Value::Object(entry) = entry else { return Err("it must be an object.".to_owned()) };
    let (revision, apps, developer) = ours(entry)?;
    let origin = match (entry.get("command"), entry.get("url")) {
        (Some(_), Some(_)) => return Err("it has both “command” and “url”; one of them is wanted.".to_owned()),
        (None, None) => return Err("it has neither “command” nor “url”.".to_owned()),
        (Some(command), None) => local(command, entry)?,
        (None, Some(url)) => remote(url, entry)?,
    };
    Ok(ServerSpec { name: name.to_owned(), origin, revision, apps, developer })
}

fn local(command: &Value, entry: &Map<String, Value>) -> Result<Origin, String> {
    kind(entry, &["stdio"])?;
    let command = string("command", command)?;
    if command.is_empty() {
        return Err("its “command” is empty.".to_owned());
    }
    let args = match entry.get("args") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(args)) if args.len() <= MAX_LIST => {
            args.iter().map(|arg| string("args", arg)).collect::<Result<_, _>>()?
        }
        Some(_) => return Err("its “args” must be a list of at most 500 texts.".to_owned()),
    };
    let cwd = match entry.get("cwd") {
        None | Some(Value::Null) => None,
        Some(cwd) => Some(PathBuf::from(string("cwd", cwd)?)),
    };
    let env = texts("env", entry)?;
    if env.keys().any(|name| name.is_empty() || name.contains('=')) {
        return Err("a name in its “env” is empty or has an equals sign.".to_owned());
    }
    Ok(Origin::Local { command, args, env, cwd })
}

fn remote(url: &Value, entry: &Map<String, Value>) -> Result<Origin, String> {
    kind(entry, &["http", "streamable-http", "streamableHttp", "streamable_http"])?;
    let url = string("url", url)?;
    let parsed = url::Url::parse(&url).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    if parsed.is_none() {
        return Err("its “url” must be an http or https URL.".to_owned());
    }
    let headers = texts("headers", entry)?;
    for (name, value) in &headers {
        if http::HeaderName::try_from(name).is_err() || http::HeaderValue::try_from(value).is_err() {
            return Err(format!("its header “{}” cannot be sent.", name::shown(name)));
        }
    }
    Ok(Origin::Remote { url, headers })
}

/// `type`, where it is given, must say the same as the other members.
fn kind(entry: &Map<String, Value>, fitting: &[&str]) -> Result<(), String> {
    match entry.get("type") {
        None | Some(Value::Null) => Ok(()),
        Some(Value::String(kind)) if fitting.contains(&kind.as_str()) => Ok(()),
        Some(Value::String(kind)) if kind == "sse" => {
            Err("its “type” is “sse”, an older transport that Askance does not speak.".to_owned())
        }
        Some(_) => Err(format!("its “type” must be “{}” here.", fitting[0])),
    }
}

/// The members of `askance`: revision, apps, developer.
fn ours(entry: &Map<String, Value>) -> Result<(Option<Revision>, AppsPolicy, bool), String> {
    let none = Map::new();
    let askance = match entry.get("askance") {
        None | Some(Value::Null) => &none,
        Some(Value::Object(askance)) => askance,
        Some(_) => return Err("its “askance” must be an object.".to_owned()),
    };
    Ok((revision(askance.get("revision"))?, apps(askance.get("apps"))?, developer(askance.get("developer"))?))
}

fn revision(value: Option<&Value>) -> Result<Option<Revision>, String> {
    let wrong = || "its “askance.revision” must be auto, 2026-07-28, 2025-11-25 or 2025-06-18.".to_owned();
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(revision)) if revision == "auto" => Ok(None),
        Some(Value::String(revision)) => Revision::parse(revision).map(Some).ok_or_else(wrong),
        Some(_) => Err(wrong()),
    }
}

fn apps(value: Option<&Value>) -> Result<AppsPolicy, String> {
    match value {
        None | Some(Value::Null) => Ok(AppsPolicy::Ask),
        Some(value) => {
            AppsPolicy::deserialize(value).map_err(|_| "its “askance.apps” must be ask, always or never.".to_owned())
        }
    }
}

fn developer(value: Option<&Value>) -> Result<bool, String> {
    match value {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(developer)) => Ok(*developer),
        Some(_) => Err("its “askance.developer” must be true or false.".to_owned()),
    }
}

fn string(member: &str, value: &Value) -> Result<String, String> {
    let text = value.as_str().ok_or_else(|| format!("its “{member}” must be text."))?;
    if text.len() > MAX_TEXT {
        return Err(format!("its “{member}” is over 32 KiB."));
    }
    if text.contains('\0') {
        return Err(format!("its “{member}” has a null character."));
    }
    Ok(text.to_owned())
}

fn texts(member: &str, entry: &Map<String, Value>) -> Result<BTreeMap<String, String>, String> {
    match entry.get(member) {
        None | Some(Value::Null) => Ok(BTreeMap::new()),
        Some(Value::Object(map)) if map.len() <= MAX_LIST => {
            map.iter().map(|(name, value)| Ok((name.clone(), string(member, value)?))).collect()
        }
        Some(_) => Err(format!("its “{member}” must be an object of at most 500 texts.")),
    }
}

pub(super) fn problem(code: &str, what: String, details: Vec<String>) -> Problem {
    Problem {
        code: code.to_owned(),
        what,
        remedy: Some("Correct the file, then start Askance again.".to_owned()),
        details,
    }
}
