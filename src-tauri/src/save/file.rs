//! Writing a file that an app handed over: whole or not at all, never executable, never over something unasked.

use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// How many other names are tried where a name is taken.
const OTHER_NAMES: usize = 1000;

/// Writes a file whose place the person chose, over what was there: the dialog has asked. A new file takes its place, so
/// that neither its permissions nor the target of a link are taken over.
pub(super) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    written(folder, content)?.persist(path).map(drop).map_err(|error| error.error)
}

/// Writes a file into a folder that the person chose, under another name where there is one of its name.
pub(super) fn add(folder: &Path, name: &str, content: &[u8]) -> io::Result<()> {
    let mut file = written(folder, content)?;
    for number in 1..=OTHER_NAMES {
        match file.persist_noclobber(folder.join(numbered(name, number))) {
            Ok(_) => return Ok(()),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => file = error.file,
            Err(error) => return Err(error.error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn written(folder: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".askance-");
    #[cfg(unix)]
    {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt;
        // As for any new file: the person's umask takes its part. Never executable.
        builder.permissions(Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// `a.tar.gz` → `a (2).tar.gz`.
fn numbered(name: &str, number: usize) -> String {
    // A dot at the start begins no ending.
    let ending = name.char_indices().skip(1).find(|(_, letter)| *letter == '.').map_or(name.len(), |(at, _)| at);
    let (stem, ending) = name.split_at(ending);
    if number == 1 { name.to_owned() } else { format!("{stem} ({number}){ending}") }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use std::fs;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    // BRG-05
    #[test]
    fn several_files_take_the_place_of_none() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.tar.gz"), "mine").unwrap();
        for content in ["one", "two"] {
            add(folder.path(), "a.tar.gz", content.as_bytes()).unwrap();
        }
        assert_eq!(names(folder.path()), ["a (2).tar.gz", "a (3).tar.gz", "a.tar.gz"]);
        assert_eq!(fs::read_to_string(folder.path().join("a.tar.gz")).unwrap(), "mine");
        assert_eq!(fs::read_to_string(folder.path().join("a (3).tar.gz")).unwrap(), "two");
    }

    // BRG-05: what is saved never runs, whatever was there before.
    #[cfg(unix)]
    #[test]
    fn what_was_there_leaves_nothing_behind() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (program, other, link) =
            (folder.path().join("run.sh"), folder.path().join("other"), folder.path().join("link"));
        fs::write(&program, "old").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(&other, "mine").unwrap();
        std::os::unix::fs::symlink(&other, &link).unwrap();
        for path in [&program, &link] {
            replace(path, b"new").unwrap();
            let found = fs::symlink_metadata(path).unwrap();
            assert!(found.is_file());
            assert_eq!(found.permissions().mode() & 0o111, 0);
            assert_eq!(fs::read(path).unwrap(), b"new");
        }
        assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
    }

    #[test]
    fn a_failure_leaves_no_part_of_a_file() {
        let folder = tempfile::tempdir().unwrap();
        assert!(replace(&folder.path().join("missing/a"), b"x").is_err());
        fs::create_dir(folder.path().join("taken")).unwrap();
        assert!(replace(&folder.path().join("taken"), b"x").is_err());
        assert_eq!(names(folder.path()), ["taken"]);
    }

    #[test]
    fn numbers_stand_before_the_ending() {
        for (name, second) in [("a.txt", "a (2).txt"), ("a", "a (2)"), (".rc", ".rc (2)"), ("é.b", "é (2).b")] {
            assert_eq!(numbered(name, 2), second);
        }
    }
}
