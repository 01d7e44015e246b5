//! The TypeScript mirror of the view types is current: what the crates export now equals `frontend/src/bindings`, byte
//! for byte. After a change of a type: `cargo test -p askance-host -p native-form export_bindings`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::Path;

use askance_host::view::{Answer, AppConsent, Checked, NewServer, Snapshot, Update};
use native_form::Draft;
use ts_rs::{Config, TS};

fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read_to_string(entry.path()).unwrap()))
        .collect()
}

#[test]
fn the_bindings_are_current() {
    let fresh = tempfile::tempdir().unwrap();
    let config = Config::from_env().with_out_dir(fresh.path());
    // What the page's door names; everything else hangs on these.
    Answer::export_all(&config).unwrap();
    AppConsent::export_all(&config).unwrap();
    Checked::export_all(&config).unwrap();
    Draft::export_all(&config).unwrap();
    NewServer::export_all(&config).unwrap();
    Snapshot::export_all(&config).unwrap();
    Update::export_all(&config).unwrap();
    let kept = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("frontend/src/bindings"));
    let fresh = files(fresh.path());
    assert_eq!(kept.keys().collect::<Vec<_>>(), fresh.keys().collect::<Vec<_>>());
    for (name, text) in &fresh {
        assert_eq!(Some(text), kept.get(name), "{name} is not current");
    }
}
