//! Reading an app from a real connection: every row of §13.4 up to the content, and its words.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use askance_host::app::csp::Extent;
use askance_host::app::{AppBinding, AppFailure, AppInstance, Calls, Errand, Launch};
use askance_host::config::{Origin, ServerSpec};
use askance_host::connection::{Connection, Declared, Inbound};
use askance_host::trace::Trace;
use askance_host::view::{AppView, AppsPolicy};
use serde_json::json;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::fake::{App, FakeSurfaces, Manners};

async fn connect() -> (Connection, mpsc::Receiver<Inbound>) {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/app_instance/server.mjs");
    let spec = ServerSpec {
        name: "t".into(),
        origin: Origin::Local {
            command: "node".into(),
            args: vec![script.to_str().unwrap().to_owned()],
            env: BTreeMap::new(),
            cwd: None,
        },
        revision: None,
        apps: AppsPolicy::Ask,
        developer: false,
    };
    let declared = Declared { form: true, url: true, apps: true, app_answers: true };
    Connection::open(&spec, declared, Trace::none()).await.expect("it connects")
}

type Opened = (JoinHandle<Result<AppInstance, AppFailure>>, mpsc::UnboundedReceiver<App>);

fn binding(connection: &Connection, uri: &str) -> AppBinding {
    AppBinding {
        instance: Uuid::new_v4(),
        connection: connection.clone(),
        uri: uri.into(),
        errand: Errand::Answer { params: Arc::from(RawValue::from_string("{}".into()).unwrap()), calls: Calls::None },
        fetched: None,
        extent: Extent::Public,
    }
}

fn open(connection: &Connection, uri: &str) -> Opened {
    let (opened, surfaces) = mpsc::unbounded_channel();
    let binding = binding(connection, uri);
    let context = watch::channel(Arc::new(json!({}))).1;
    let view = watch::channel(AppView::starting("i".into())).0;
    let fake = Arc::new(FakeSurfaces { manners: Manners::default(), opened });
    let opening = async move {
        let launch = Launch::read(binding, 512 << 20, &Trace::none()).await?;
        AppInstance::start(launch, fake, context, view, Trace::none()).await
    };
    (tokio::spawn(opening), surfaces)
}

// §13.4 URI, Read, Content; RES-16
#[tokio::test]
async fn each_broken_app_has_its_words() {
    let (connection, _inbound) = connect().await;
    for (uri, stage, code, words) in [
        ("ui://t/a b", "uri", "WHITESPACE", "its address is not one that an app can have."),
        ("ui://t/missing", "read", "NOT_FOUND", "the server has no app at this address."),
        ("ui://t/broken", "read", "READ_ERROR", "the server did not hand it over."),
        ("ui://t/none", "read", "NO_MATCHING_ITEM", "the server has no app at this address."),
        ("ui://t/other", "read", "NO_MATCHING_ITEM", "the server sent a different app."),
        ("ui://t/two", "read", "AMBIGUOUS_ITEM", "the server sent several apps for one address."),
        ("ui://t/asks", "read", "INPUT_REQUIRED", "the server asked a question back instead of sending it."),
        ("ui://t/mime", "content", "MIME", "it is not an app page (text/html)."),
        ("ui://t/json", "content", "NOT_HTML", "it is not an app page (not HTML)."),
        ("ui://t/empty", "content", "NO_CONTENT", "it came empty."),
        ("ui://t/both", "content", "AMBIGUOUS_CONTENT", "it came both as text and as data."),
        ("ui://t/damaged", "content", "NOT_UTF8", "its text is damaged."),
        ("ui://t/huge", "content", "TOO_LARGE", "it is larger than 10 MB."),
    ] {
        let (opening, mut surfaces) = open(&connection, uri);
        let failure = opening.await.unwrap().err().expect(uri);
        assert_eq!(failure, AppFailure { stage, code, words: words.into() }, "{uri}");
        assert!(surfaces.recv().await.is_none(), "no surface for {uri}");
    }
    connection.close().await;
}

// RES-04, RES-07, RES-13
#[tokio::test]
async fn a_good_app_reaches_its_surface_with_its_policy() {
    let (connection, _inbound) = connect().await;
    for (uri, connect_src) in [
        ("ui://t/good", "connect-src https://item.example.org"),
        ("ui://t/listed", "connect-src https://listing.example.org"),
        ("ui://t/blob", "connect-src 'none'"),
        ("ui://t/../dots", "connect-src 'none'"),
    ] {
        let (opening, mut surfaces) = open(&connection, uri);
        let mut app = surfaces.recv().await.expect(uri);
        assert!(app.document.csp.contains(&format!("; {connect_src}; ")), "{uri}: {}", app.document.csp);
        assert!(app.document.html.starts_with("<!doctype html>"));
        app.start().await;
        assert!(opening.await.unwrap().is_ok(), "{uri}");
    }
    connection.close().await;
}

// RES-17, RES-18
#[tokio::test]
async fn a_border_is_heard_of_and_a_domain_is_ignored_aloud() {
    let (connection, _inbound) = connect().await;
    for (uri, prefers_border) in [("ui://t/own", Some(false)), ("ui://t/good", None)] {
        let notes = Arc::new(Mutex::new(Vec::new()));
        let written = notes.clone();
        let trace = Trace::new(Instant::now(), Arc::new(move |entry| written.lock().unwrap().push(entry)));
        let launch = Launch::read(binding(&connection, uri), 512 << 20, &trace).await.unwrap();
        assert_eq!(launch.prefers_border, prefers_border);
        let said = notes.lock().unwrap().iter().any(|entry| {
            entry.stage == "note" && entry.reason.as_deref().is_some_and(|why| why.starts_with("its domain is ignored"))
        });
        assert_eq!(said, uri == "ui://t/own", "{uri}");
    }
    connection.close().await;
}

// RES-10
#[tokio::test]
async fn a_silent_server_and_a_lost_one() {
    let (connection, _inbound) = connect().await;
    // From here on the clock jumps to the limit as soon as nothing else can happen.
    tokio::time::pause();
    let start = tokio::time::Instant::now();
    let failure = open(&connection, "ui://t/silent").0.await.unwrap().err().unwrap();
    assert_eq!(failure.words, "the server took longer than 10 seconds to hand it over.");
    assert_eq!(start.elapsed().as_secs(), 10);
    tokio::time::resume();
    connection.close().await;
    let failure = open(&connection, "ui://t/good").0.await.unwrap().err().unwrap();
    assert_eq!((failure.stage, failure.code), ("read", "CONNECTION_LOST"));
    assert_eq!(failure.words, "the server did not hand it over.");
}
