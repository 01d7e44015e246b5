//! The table of SECURITY.md is true as far as a program can tell: every attack has a row, every row names tests, and
//! each of them exists.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

/// Attacks of the catalogue.
const ATTACKS: usize = 27;

/// The rows: what the attack is, its defence, what holds it.
fn rows(text: &str) -> Vec<[&str; 3]> {
    let rows = text.lines().filter(|line| line.starts_with("| A") && !line.starts_with("| Attack"));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        cells.try_into().unwrap_or_else(|_| panic!("three cells: {line}"))
    })
    .collect()
}

/// `FILE`: “TITLE”, “TITLE”; `FILE`: …
fn named(cell: &str) -> Vec<(String, String)> {
    let mut named = Vec::new();
    for part in cell.split('`').skip(1).collect::<Vec<_>>().chunks(2) {
        let [file, titles] = part else { panic!("a file without titles: {cell}") };
        let titles: Vec<&str> = titles.split('“').skip(1).map(|title| title.split('”').next().unwrap()).collect();
        assert!(!titles.is_empty(), "{file}: no title");
        named.extend(titles.into_iter().map(|title| ((*file).to_owned(), title.to_owned())));
    }
    named
}

/// A fuzz target is listed, or it never runs; and it has inputs to begin with.
fn is_run(root: &Path, title: &str) -> bool {
    let listed = std::fs::read_to_string(root.join("fuzz/src/lib.rs")).unwrap();
    let corpus = std::fs::read_dir(root.join("fuzz/corpus").join(title));
    listed.contains(&format!("run: targets::{title}::{title} }}")) && corpus.is_ok_and(|inputs| inputs.count() > 0)
}

/// Whether a source has a test, or a fuzz target, of this title.
fn has(source: &str, file: &str, title: &str) -> bool {
    if file.ends_with(".rs") {
        return source.contains(&format!("fn {title}("));
    }
    let calls = ["test(", "it(", "witness(", "describe("];
    source.lines().map(str::trim_start).any(|line| {
        let title_of = calls.iter().find_map(|call| line.strip_prefix(call)).unwrap_or_default();
        let quote = title_of.chars().next().unwrap_or_default();
        let said = title_of.get(1..).and_then(|rest| rest.split(quote).next()).unwrap_or_default();
        "'\"`".contains(quote) && said == title
    })
}

#[test]
fn every_attack_is_held_by_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("SECURITY.md")).unwrap();
    let rows = rows(&text);
    let numbers: Vec<&str> = rows.iter().map(|[attack, ..]| attack.split(' ').next().unwrap()).collect();
    let all: Vec<String> = (1..=ATTACKS).map(|number| format!("A{number}")).collect();
    assert_eq!(numbers, all);
    for [attack, defence, held] in rows {
        let named = named(held);
        assert_eq!(named.is_empty(), defence.starts_with("not built:"), "{attack}: tests, or not built");
        for (file, title) in named {
            let source =
                std::fs::read_to_string(root.join(&file)).unwrap_or_else(|_| panic!("{attack}: {file} is gone"));
            assert!(has(&source, &file, &title), "{attack}: {file} has no test “{title}”");
            let fuzzes = file.starts_with("fuzz/");
            assert!(!fuzzes || is_run(root, &title), "{attack}: the fuzz target “{title}” never runs");
        }
    }
}

#[test]
fn a_title_that_does_not_exist_is_found() {
    let source = "witness('reaches nothing', async t => {\n  // test('another one')\n";
    assert!(has(source, "a.mjs", "reaches nothing"));
    assert!(!has(source, "a.mjs", "another one"));
    assert!(!has(source, "a.mjs", "reaches"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(is_run(root, "schema") && !is_run(root, "scheme"));
    assert!(has("fn bounds() {", "a.rs", "bounds") && !has("fn bounds_of() {", "a.rs", "bounds"));
}
