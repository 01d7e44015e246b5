//! The server list: the usual `mcpServers` file, and servers added in the window.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// One server as the person configured it.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerSpec {
    /// The name the person gave; unique in the list. Also the server's id towards the window and the command line.
    pub name: String,
    /// How it is reached.
    pub origin: Origin,
    /// `askance.revision`: a fixed revision, or none for `auto`.
    pub revision: Option<crate::connection::Revision>,
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
