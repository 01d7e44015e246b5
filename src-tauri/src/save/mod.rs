//! Files that an app hands over, saved where the person says (BRG-05). Nothing that was saved is ever opened.

mod file;

#[cfg(not(target_os = "linux"))]
#[path = "other.rs"]
mod dialog;
#[cfg(target_os = "linux")]
#[path = "linux.rs"]
mod dialog;

use std::io;
use std::path::{Path, PathBuf};

use tauri::AppHandle;

/// What the person is asked for.
#[derive(Clone, Debug, PartialEq)]
enum Place {
    /// A file; its proposed name. The dialog asks before it names one that is there already.
    File(String),
    /// A folder for several files.
    Folder,
}

/// Asks where to, then saves. The engine has cleaned the names and bounded number and size. False where the person does
/// not want to, or it can't be done, which the person then reads.
pub(crate) async fn save(app: &AppHandle, mut files: Vec<(String, Vec<u8>)>) -> bool {
    let place = match files.as_slice() {
        [] => return false,
        [(name, _)] => Place::File(name.clone()),
        _ => Place::Folder,
    };
    let Some(chosen) = dialog::choose(app, place.clone()).await else { return false };
    let saved = tokio::task::spawn_blocking(move || match place {
        Place::File(_) => {
            files.pop().map_or(Ok(()), |(_, content)| file::replace(&chosen, &content).map_err(named(&chosen)))
        }
        Place::Folder => files
            .iter()
            .try_for_each(|(name, content)| file::add(&chosen, name, content).map_err(named(&chosen.join(name)))),
    });
    let problem = match saved.await {
        Ok(Ok(())) => return true,
        Ok(Err((path, error))) => format!("{} could not be saved: {error}.", path.display()),
        Err(error) => format!("The file could not be saved: {error}."),
    };
    dialog::complain(app, &problem).await;
    false
}

fn named(path: &Path) -> impl FnOnce(io::Error) -> (PathBuf, io::Error) {
    let path = path.to_owned();
    move |error| (path, error)
}
