//! Where things are kept.

use std::path::PathBuf;

use directories::ProjectDirs;

use super::{Status, say};

/// The data directory: the one given, or the system's place for this program. Made if it is missing.
pub(super) fn data_dir(given: Option<PathBuf>) -> Result<PathBuf, Status> {
    let usual = || ProjectDirs::from("dev", "askance", "askance").map(|places| places.data_dir().to_owned());
    let Some(data) = given.or_else(usual) else {
        say("There is no home directory to keep things in. Name another place with --data-dir DIR.");
        return Err(Status::Usage);
    };
    std::fs::create_dir_all(&data).map_err(|error| {
        say(&format!("The data directory {} cannot be made: {error}.", data.display()));
        Status::Usage
    })?;
    Ok(data)
}
