#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use crate::view::AppsPolicy;
use std::fs;
use std::path::PathBuf;

use super::*;
use crate::Revision;

fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("servers.json");
    fs::write(&path, text).unwrap();
    (folder, path)
}

fn load_text(text: &str) -> Loaded {
    let (_folder, path) = file(text);
    load(&path)
}

#[test]
fn an_unknown_member_of_ours_is_said_and_costs_nothing() {
    let loaded = load_text(
        r#"{"mcpServers": {"a": {"command": "x",
        "askance": {"app": "never", "apps": "always"}}, "b": {"command": "y", "askance": {"revision": "auto"}}}}"#,
    );
    assert_eq!(loaded.specs.len(), 2);
    let [problem] = &loaded.problems[..] else { panic!("{:?}", loaded.problems) };
    assert_eq!(problem.code, "config.unknown-member");
    assert!(problem.what.ends_with(
        ", line 2: “askance.app” of the server “a” is unknown and does nothing. There are: revision, apps, developer."
    ));
}

#[test]
fn the_usual_shape_is_read() {
    let loaded = load_text(
        r#"{"other":1,"mcpServers":{
        "z":{"command":"node","args":["a b","$X"],"env":{"K":"v"},"cwd":"/tmp","disabled":false},
        "a":{"url":"https://example.com/mcp","headers":{"Authorization":"Bearer t"},"type":"http","askance":{"revision":"2025-06-18"}},
        "m":{"type":"stdio","command":"x","args":null,"askance":{"revision":"auto"}}}}"#,
    );
    assert_eq!(loaded.problems, []);
    assert_eq!(loaded.specs.iter().map(|spec| spec.name.as_str()).collect::<Vec<_>>(), ["z", "a", "m"]);
    assert_eq!(
        loaded.specs[0].origin,
        Origin::Local {
            command: "node".to_owned(),
            args: vec!["a b".to_owned(), "$X".to_owned()],
            env: [("K".to_owned(), "v".to_owned())].into(),
            cwd: Some("/tmp".into())
        }
    );
    assert_eq!(loaded.specs[1].revision, Some(Revision::V2025_06_18));
    assert_eq!(loaded.specs[2].revision, None);
    assert_eq!(load_text("\u{feff}{\"mcpServers\":{}}"), Loaded::default());
}

#[test]
fn a_malformed_file_is_named_with_its_place() {
    for (text, place) in [
        ("{\n  \"mcpServers\": {\n    oops\n  }\n}", "line 3, column 5"),
        ("", "line 1, column 1"),
        ("[]", "line 1, column 1"),
        ("{}", "“mcpServers” is missing"),
        ("{\n \"mcpServers\": []}", "line 2, column 2"),
    ] {
        let loaded = load_text(text);
        assert_eq!((loaded.specs.len(), loaded.problems.len()), (0, 1), "{text}");
        let problem = &loaded.problems[0];
        assert_eq!(problem.code, "config.unreadable", "{text}");
        assert!(problem.what.contains(place) && problem.what.contains("servers.json"), "{problem:?}");
        assert!(problem.details[0].contains("mcpServers"), "{problem:?}");
    }
    let (folder, path) = file("x");
    assert_eq!(load(&folder.path().join("none.json")).problems[0].code, "config.missing");
    assert_eq!(load(folder.path()).problems[0].code, "config.unreadable");
    fs::write(&path, vec![b' '; (1 << 20) + 1]).unwrap();
    assert_eq!(load(&path).problems[0].details, ["It is over 1 MiB."]);
    fs::write(&path, [0xff, 0xfe]).unwrap();
    assert_eq!(load(&path).problems[0].details, ["It is not UTF-8 text."]);
    assert!(load_text(&"[".repeat(100_000)).problems[0].what.contains("line 1"), "deep nesting is an error, no crash");
}

#[test]
fn one_bad_entry_leaves_the_others_working() {
    let bad = [
        r#"7"#,
        r#"{}"#,
        r#"{"command":""}"#,
        r#"{"command":7}"#,
        r#"{"command":"x","url":"http://x"}"#,
        r#"{"command":"x","args":"y"}"#,
        r#"{"command":"x","args":[1]}"#,
        r#"{"command":"x","env":{"A":1}}"#,
        r#"{"command":"x","env":{"A=B":"1"}}"#,
        r#"{"command":"x\u0000"}"#,
        r#"{"command":"x","cwd":1}"#,
        r#"{"command":"x","type":"http"}"#,
        r#"{"url":"ftp://x"}"#,
        r#"{"url":"x"}"#,
        r#"{"url":"http://x","type":"sse"}"#,
        r#"{"url":"http://x","type":"stdio"}"#,
        r#"{"url":"http://x","headers":{"a b":"c"}}"#,
        r#"{"url":"http://x","headers":{"a":"c\nd"}}"#,
        r#"{"url":"http://x","askance":{"revision":"2024-11-05"}}"#,
        r#"{"url":"http://x","askance":{"revision":1}}"#,
        r#"{"url":"http://x","askance":"auto"}"#,
    ];
    for entry in bad {
        let loaded = load_text(&format!(
            "{{\"mcpServers\":{{\n\"good\":{{\"command\":\"x\"}},\n\"the bad\":{entry},\n\"good2\":{{\"url\":\"http://x/\"}}}}}}"
        ));
        assert_eq!(loaded.specs.len(), 2, "{entry}");
        assert_eq!(loaded.problems.len(), 1, "{entry}");
        let problem = &loaded.problems[0];
        assert_eq!(problem.code, "config.bad-entry");
        for part in ["servers.json", "line 3", "“the bad”"] {
            assert!(problem.what.contains(part), "{entry}: {problem:?}");
        }
        assert!(problem.what.ends_with('.'), "{problem:?}");
    }
    let named = load_text(
        "{\"mcpServers\":{\"a\\u202eb\":{\"command\":\"x\"},\"\":{\"command\":\"x\"},\"ok\":{\"command\":\"x\"}}}",
    );
    assert_eq!((named.specs.len(), named.problems.len()), (1, 2));
    assert!(!named.problems[0].what.contains('\u{202e}'));
}

#[test]
fn a_name_that_stands_twice_is_said() {
    let loaded = load_text(
        "{\"mcpServers\": {\n \"a\": {\"command\": \"old\"},\n \"b\": {\"command\": \"x\"},\n \"a\": {\"command\": \"new\"}}}",
    );
    let commands: Vec<_> = loaded.specs.iter().map(|spec| format!("{} {:?}", spec.name, spec.origin)).collect();
    assert!(commands.len() == 2 && commands[0].contains("new") && commands[1].starts_with("b "), "{commands:?}");
    assert_eq!(loaded.problems.len(), 1);
    assert_eq!(loaded.problems[0].code, "config.repeated");
    let says = "servers.json, line 4: the server “a” stands twice, first in line 2. This last one counts.";
    assert!(loaded.problems[0].what.ends_with(says), "{:?}", loaded.problems);
    let lists = load_text("{\"mcpServers\": {\"a\": {\"command\": \"x\"}},\n\"mcpServers\": {},\n\"mcpServers\": {}}");
    assert_eq!(lists.specs, []);
    let says = "line 3: the part “mcpServers” stands 3 times, first in line 1. This last one counts.";
    assert!(lists.problems.len() == 1 && lists.problems[0].what.ends_with(says), "{lists:?}");
}

#[test]
fn the_list_is_bounded() {
    let entries: Vec<String> = (0..201).map(|n| format!("\"s{n}\":{{\"command\":\"x\"}}")).collect();
    let loaded = load_text(&format!("{{\"mcpServers\":{{{}}}}}", entries.join(",")));
    assert_eq!(loaded.specs.len(), 200);
    assert_eq!(loaded.problems[0].code, "config.too-many");
}

#[test]
fn remembering_and_forgetting_keep_the_rest_of_the_file() {
    let (folder, path) = file(
        r#"{"zeta":[1.0],"mcpServers":{"b":{"disabled":true,"command":"old","env":{"A":"1"},"askance":{"x":1}},"a":{"url":"http://x/"},"bad":7},"alpha":null}"#,
    );
    let spec = ServerSpec {
        name: "b".to_owned(),
        origin: Origin::Remote { url: "https://y/".to_owned(), headers: [("T".to_owned(), "s".to_owned())].into() },
        revision: Some(Revision::V2025_11_25),
        apps: AppsPolicy::Ask,
        developer: false,
    };
    remember(&path, &spec).unwrap();
    let compact = || {
        let value: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        value.to_string()
    };
    assert_eq!(
        compact(),
        r#"{"zeta":[1.0],"mcpServers":{"b":{"disabled":true,"askance":{"x":1,"revision":"2025-11-25"},"url":"https://y/","headers":{"T":"s"}},"a":{"url":"http://x/"},"bad":7},"alpha":null}"#
    );
    assert!(load(&path).specs.contains(&spec));
    forget(&path, "b").unwrap();
    forget(&path, "nobody").unwrap();
    assert_eq!(compact(), r#"{"zeta":[1.0],"mcpServers":{"a":{"url":"http://x/"},"bad":7},"alpha":null}"#);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn a_new_file_is_made_and_a_broken_one_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/servers.json");
    let spec = ServerSpec {
        name: "n".to_owned(),
        origin: Origin::Local {
            command: "x".to_owned(),
            args: vec!["1".to_owned()],
            env: BTreeMap::new(),
            cwd: Some("/tmp".into()),
        },
        revision: None,
        apps: AppsPolicy::Ask,
        developer: false,
    };
    forget(&path, "n").unwrap();
    assert!(!path.exists());
    remember(&path, &spec).unwrap();
    assert_eq!(load(&path), Loaded { specs: vec![spec.clone()], problems: Vec::new() });
    fs::write(&path, "{broken").unwrap();
    assert_eq!(remember(&path, &spec).unwrap_err().code, "config.unreadable");
    assert_eq!(fs::read_to_string(&path).unwrap(), "{broken");
    let bad = ServerSpec { name: "\u{202e}".to_owned(), ..spec };
    assert_eq!(remember(&path, &bad).unwrap_err().code, "config.bad-entry");
}

// SEC-12
#[test]
fn what_is_said_of_a_servers_apps_is_kept_where_that_server_is() {
    let (_folder, path) = file(r#"{"mcpServers":{"b":{"command":"x","note":1},"c":{"url":"http://x/"}}}"#);
    let loaded = load(&path).specs;
    let set = |spec: &ServerSpec| ServerSpec { apps: AppsPolicy::Never, developer: true, ..spec.clone() };
    assert_eq!(keep_apps(&path, &set(&loaded[0])), Ok(true));
    let other = ServerSpec { name: "c".to_owned(), ..set(&loaded[0]) };
    assert_eq!(keep_apps(&path, &other), Ok(false), "a server of another file that has the same name");
    assert_eq!(keep_apps(&path, &ServerSpec { name: "d".to_owned(), ..other }), Ok(false));
    assert_eq!(load(&path).specs, [set(&loaded[0]), loaded[1].clone()]);
    assert!(fs::read_to_string(&path).unwrap().contains("\"note\": 1"));
    assert_eq!(keep_apps(&path, &loaded[0]), Ok(true));
    assert_eq!(load(&path).specs, loaded);
    assert_eq!(keep_apps(&path.with_file_name("none.json"), &loaded[0]), Ok(false));
}
