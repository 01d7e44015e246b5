//! A server that the person types in, checked.

use url::Url;

use crate::config::{Origin, ServerSpec};
use crate::view::{AppsPolicy, NewOrigin, NewServer};
use crate::{Problem, Revision};

/// Checks it.
///
/// # Errors
/// What is wrong with it, and what to do.
pub(super) fn check(new: NewServer) -> Result<ServerSpec, Problem> {
    let name = new.name.trim().to_owned();
    if name.is_empty() {
        return Err(Problem::new("server.no-name", "The server has no name.").remedy("Give it a name of your own."));
    }
    Ok(ServerSpec {
        name,
        origin: origin(new.origin)?,
        revision: revision(&new.revision)?,
        apps: AppsPolicy::Ask,
        developer: false,
    })
}

fn origin(origin: NewOrigin) -> Result<Origin, Problem> {
    match origin {
        NewOrigin::Local { command, args, env, cwd } => {
            let command = command.trim().to_owned();
            if command.is_empty() {
                return Err(Problem::new("server.no-command", "There is no program to start.")
                    .remedy("Enter the program’s name or path."));
            }
            let cwd = cwd.filter(|path| !path.trim().is_empty()).map(Into::into);
            Ok(Origin::Local { command, args, env: env.into_iter().collect(), cwd })
        }
        NewOrigin::Remote { url, headers } => {
            let url = url.trim().to_owned();
            let usable = Url::parse(&url).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
            if !usable {
                return Err(Problem::new("server.bad-url", "This is not a web address.")
                    .remedy("Enter an address that starts with https:// or http://."));
            }
            Ok(Origin::Remote { url, headers: headers.into_iter().collect() })
        }
    }
}

fn revision(name: &str) -> Result<Option<Revision>, Problem> {
    if name.is_empty() || name == "auto" {
        return Ok(None);
    }
    Revision::parse(name).map(Some).ok_or_else(|| {
        Problem::new("server.bad-revision", format!("Askance does not speak the revision “{name}”."))
            .remedy("Use auto, 2026-07-28, 2025-11-25 or 2025-06-18.")
    })
}
