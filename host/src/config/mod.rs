//! The server list: the usual `mcpServers` file, and servers added in the window.

mod approvals;
mod name;
mod place;
mod read;
mod settings;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use read::text;
pub(crate) use write::replace;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::Problem;
use crate::view::AppsPolicy;

pub use approvals::{Approvals, Listed, Standing};
pub use name::check as check_name;
pub use settings::{bounded, keep_settings, load_settings};

/// Largest file.
pub(crate) const MAX_FILE: u64 = 1 << 20;
/// Most servers of one file.
const MAX_SERVERS: usize = 200;

/// One server as the person configured it.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerSpec {
    /// The name the person gave; unique in the list. Also the server's id towards the window and the command line.
    pub name: String,
    /// How it is reached.
    pub origin: Origin,
    /// `askance.revision`: a fixed revision, or none for `auto`.
    pub revision: Option<crate::Revision>,
    /// `askance.apps`: whether its apps are shown.
    pub apps: AppsPolicy,
    /// `askance.developer`: the person develops it, so its apps may reach this computer (CSP-07).
    pub developer: bool,
}

/// How a server is reached.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// A program of this computer, started without a shell (STD-11).
    Local {
        /// The program.
        command: String,
        /// Its arguments, each passed as it is.
        args: Vec<String>,
        /// Added to a minimal environment.
        env: BTreeMap<String, String>,
        /// Working directory; the person's home if absent.
        cwd: Option<PathBuf>,
    },
    /// A streamable HTTP endpoint.
    Remote {
        /// The endpoint.
        url: String,
        /// Sent with every request; values are secrets.
        headers: BTreeMap<String, String>,
    },
}

/// What a file gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded {
    /// The entries that can be used, in the file's order.
    pub specs: Vec<ServerSpec>,
    /// What cannot: each names the file, the place where it is known, and the entry.
    pub problems: Vec<Problem>,
}

/// The code of an entry that cannot be used.
pub const BAD_ENTRY: &str = "config.bad-entry";

/// Reads a file in the `mcpServers` shape. A bad entry costs only itself.
pub fn load(path: &Path) -> Loaded {
    read::load(path)
}

/// Adds a server to the file, or replaces the one of its name. The rest of the file stays, in its order.
///
/// # Errors
/// `config.unreadable` for a file that is not understood, which is left alone; `config.not-written`; `config.bad-entry`
/// for a name that cannot be used.
pub fn remember(path: &Path, spec: &ServerSpec) -> Result<(), Problem> {
    write::remember(path, spec)
}

/// Writes what a server's entry says of its apps, if the file has this very server; another one of its name, from
/// another file, stays as it is. Says whether it has it.
///
/// # Errors
/// As [`remember`].
pub fn keep_apps(path: &Path, spec: &ServerSpec) -> Result<bool, Problem> {
    let has = load(path).specs.iter().any(|kept| kept.name == spec.name && kept.origin == spec.origin);
    if has {
        write::remember(path, spec)?;
    }
    Ok(has)
}

/// Removes a server from the file, if it is there.
///
/// # Errors
/// As [`remember`].
pub fn forget(path: &Path, name: &str) -> Result<(), Problem> {
    write::forget(path, name)
}
