//! A fence with real sockets. Only names are made up: the resolver is a parameter.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use super::super::csp::Extent;
use super::*;

/// How long anything here may take.
const LIMIT: Duration = Duration::from_secs(20);

/// A fence, a server on loopback behind it, and what was written down.
struct Scene {
    fence: Fence,
    server: TcpListener,
    notes: Arc<Mutex<Vec<String>>>,
    looked_up: Arc<AtomicUsize>,
}

/// A fence for `origins`, in which `PORT` stands for the server's; every name leads to `addresses`, turn by turn.
async fn scene(origins: &[&str], addresses: &'static [&'static str]) -> Scene {
    scene_of(Extent::Loopback, origins, addresses).await
}

async fn scene_of(extent: Extent, origins: &[&str], addresses: &'static [&'static str]) -> Scene {
    let server = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = server.local_addr().unwrap().port().to_string();
    let origins: Vec<String> = origins.iter().map(|origin| origin.replace("PORT", &port)).collect();
    let grants = Grants::new(&origins, extent);
    let notes = Arc::new(Mutex::new(Vec::new()));
    let written = Arc::clone(&notes);
    let trace = Trace::new(
        Instant::now(),
        Arc::new(move |entry| {
            assert_eq!(entry.stage, "fence");
            written.lock().unwrap().push(entry.reason.unwrap());
        }),
    );
    let looked_up = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&looked_up);
    let resolve: Resolve = Box::new(move |_, port| {
        let turn = count.fetch_add(1, Ordering::SeqCst);
        let found = addresses[turn.min(addresses.len() - 1)].split(" ");
        let found = found.map(|one| SocketAddr::new(one.parse().unwrap(), port)).collect();
        Box::pin(async { Ok(found) })
    });
    let fence = Fence::around(grants, &trace, resolve).await.unwrap();
    Scene { fence, server, notes, looked_up }
}

impl Scene {
    fn port(&self) -> u16 {
        self.server.local_addr().unwrap().port()
    }

    async fn client(&self) -> TcpStream {
        TcpStream::connect(self.fence.address()).await.unwrap()
    }

    /// Says `head`, in which `PORT` stands for the server's, and gives the connection.
    async fn say(&self, head: &str) -> TcpStream {
        let mut client = self.client().await;
        client.write_all(head.replace("PORT", &self.port().to_string()).as_bytes()).await.unwrap();
        client
    }

    /// All that is said to `head` until the connection ends.
    async fn answer(&self, head: &str) -> String {
        rest(&mut self.say(head).await).await
    }

    async fn accept(&self) -> TcpStream {
        timeout(LIMIT, self.server.accept()).await.expect("the server is reached").unwrap().0
    }

    /// Nobody has come so far: the next one is one that we send ourselves.
    async fn nobody_came(&self) {
        let control = TcpStream::connect(self.server.local_addr().unwrap()).await.unwrap();
        assert_eq!(self.accept().await.peer_addr().unwrap(), control.local_addr().unwrap());
    }

    fn notes(&self) -> Vec<String> {
        self.notes.lock().unwrap().clone()
    }
}

async fn rest(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    timeout(LIMIT, stream.read_to_end(&mut text)).await.expect("it ends").unwrap();
    String::from_utf8(text).unwrap()
}

async fn hears(stream: &mut TcpStream, wanted: &str) {
    let mut heard = vec![0; wanted.len()];
    timeout(LIMIT, stream.read_exact(&mut heard)).await.expect("it is said").unwrap();
    assert_eq!(String::from_utf8(heard).unwrap(), wanted);
}

const TUNNEL: &str = "CONNECT localhost:PORT HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n";
const OPEN: &str = "HTTP/1.1 200 OK\r\n\r\n";

// CSP-02: nothing granted, no way out at all.
#[tokio::test]
async fn without_sources_there_is_no_fence() {
    assert!(Fence::open(&Sources::default(), &Trace::none()).await.is_none());
    let declared = json!({"baseUriDomains": ["https://a.example"], "connectDomains": ["http://localhost:1"]});
    let sources = Sources::approve(declared.as_object(), Extent::Public);
    assert!(Fence::open(&sources, &Trace::none()).await.is_none());
    let sources = Sources::approve(declared.as_object(), Extent::Loopback);
    let fence = Fence::open(&sources, &Trace::none()).await.unwrap();
    assert!(fence.address().ip().is_loopback());
}

#[tokio::test]
async fn a_granted_tunnel_carries_both_ways_until_both_sides_are_done() {
    let scene = scene(&["https://localhost:PORT"], &["127.0.0.1"]).await;
    let mut client = scene.say(&format!("{TUNNEL}early")).await;
    let mut server = scene.accept().await;
    hears(&mut client, OPEN).await;
    hears(&mut server, "early").await;
    server.write_all(b"from the server").await.unwrap();
    hears(&mut client, "from the server").await;
    client.shutdown().await.unwrap();
    assert_eq!(rest(&mut server).await, "");
    server.write_all(b"still talking").await.unwrap();
    drop(server);
    assert_eq!(rest(&mut client).await, "still talking");
    assert!(scene.notes().is_empty());
}

// CSP-07
#[tokio::test]
async fn a_granted_plain_request_reaches_its_server_and_no_other() {
    let scene = scene(&["http://localhost:PORT"], &["127.0.0.1"]).await;
    let mut client = scene.say("GET http://localhost:PORT/x?y HTTP/1.1\r\nHost: evil.example\r\n\r\n").await;
    let mut server = scene.accept().await;
    hears(&mut server, &format!("GET /x?y HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n", scene.port()))
        .await;
    // A redirect is the webview's to follow: it comes back here, and is not covered.
    let redirect = "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nConnection: close\r\n\r\n";
    server.write_all(redirect.as_bytes()).await.unwrap();
    drop(server);
    assert_eq!(rest(&mut client).await, redirect);
    assert!(scene.answer("GET http://127.0.0.1:PORT/ HTTP/1.1\r\n\r\n").await.starts_with("HTTP/1.1 403 "));
    scene.nobody_came().await;
}

// A9, A10, A3: what is not granted is not even looked up, so that nothing leaves in a name.
#[tokio::test]
async fn what_is_not_granted_is_refused_unseen() {
    let scene = scene(&["https://a.example", "http://localhost:1"], &["127.0.0.1"]).await;
    let mut notes = Vec::new();
    for place in [
        "localhost:PORT",
        "127.0.0.1:PORT",
        "[::1]:PORT",
        "[::ffff:127.0.0.1]:PORT",
        "0.0.0.0:PORT",
        "2130706433:PORT",
        "169.254.169.254:80",
        "a.example:PORT",
        "a.example.evil:443",
        "secret.a.example:443",
    ] {
        for head in [format!("CONNECT {place} HTTP/1.1\r\n\r\n"), format!("GET http://{place}/secret HTTP/1.1\r\n\r\n")]
        {
            assert!(scene.answer(&head).await.starts_with("HTTP/1.1 403 "), "{head}");
        }
        notes.push(format!("{}: not granted", place.replace("PORT", &scene.port().to_string())));
    }
    assert_eq!(scene.looked_up.load(Ordering::SeqCst), 0);
    assert_eq!(scene.notes(), notes, "each place once, without its path");
    scene.nobody_came().await;
}

// A10
#[tokio::test]
async fn a_granted_name_that_leads_to_a_private_address_is_refused() {
    for addresses in [&["127.0.0.1"], &["8.8.8.8 127.0.0.1"], &["10.0.0.1"], &["::1"], &["::ffff:127.0.0.1"]] {
        let scene = scene(&["https://inside.example:PORT"], addresses).await;
        let answer = scene.answer("CONNECT inside.example:PORT HTTP/1.1\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 403 "), "{addresses:?}: {answer}");
        let note = format!("inside.example:{}: its name leads to an address that is not public", scene.port());
        assert_eq!(scene.notes(), [note]);
        scene.nobody_came().await;
    }
    let scene = scene(&["http://localhost:PORT"], &["169.254.169.254"]).await;
    assert!(scene.answer("GET http://localhost:PORT/ HTTP/1.1\r\n\r\n").await.starts_with("HTTP/1.1 403 "));
}

// A8, A10: developer mode reaches this computer and its network under any granted name, and no metadata under any.
#[tokio::test]
async fn developer_mode_reaches_the_network_and_no_metadata() {
    for origin in ["*", "https:", "https://inside.example:PORT"] {
        let scene = scene_of(Extent::Developer, &[origin], &["127.0.0.1"]).await;
        let mut client = scene.say("CONNECT inside.example:PORT HTTP/1.1\r\n\r\n").await;
        let _server = scene.accept().await;
        hears(&mut client, OPEN).await;
    }
    for (origin, head, why) in [
        ("*", "CONNECT a.example:PORT HTTP/1.1\r\n\r\n", "nobody reaches from here"),
        ("https://a.example:PORT", "CONNECT a.example:PORT HTTP/1.1\r\n\r\n", "nobody reaches from here"),
        ("http://a.example:PORT", "GET http://a.example:PORT/ HTTP/1.1\r\n\r\n", "not of this network"),
        ("*", "GET http://a.example:PORT/ HTTP/1.1\r\n\r\n", "not of this network"),
    ] {
        for addresses in [&["169.254.169.254"], &["127.0.0.1 169.254.169.254"], &["fd00:ec2::254"], &["fe80::1"]] {
            let scene = scene_of(Extent::Developer, &[origin], addresses).await;
            assert!(scene.answer(head).await.starts_with("HTTP/1.1 403 "), "{origin} {addresses:?}");
            assert!(scene.notes()[0].contains(why), "{:?}", scene.notes());
            scene.nobody_came().await;
        }
    }
    // In the clear to the internet: not even a developer.
    let scene = scene_of(Extent::Developer, &["*", "http://a.example:PORT"], &["8.8.8.8"]).await;
    assert!(scene.answer("GET http://a.example:PORT/ HTTP/1.1\r\n\r\n").await.starts_with("HTTP/1.1 403 "));
}

// A10, DNS rebinding
#[tokio::test]
async fn a_name_is_looked_up_once_for_a_connection() {
    let scene = scene(&["https://localhost:PORT"], &["127.0.0.1", "10.0.0.1"]).await;
    let mut client = scene.say(TUNNEL).await;
    let _server = scene.accept().await;
    hears(&mut client, OPEN).await;
    assert_eq!(scene.looked_up.load(Ordering::SeqCst), 1);
    assert!(scene.answer(TUNNEL).await.starts_with("HTTP/1.1 403 "), "the next one is checked again");
    scene.nobody_came().await;
}

#[tokio::test]
async fn a_second_address_helps_out_and_a_dead_place_is_said_to_be_so() {
    let scene = scene(&["https://localhost:PORT"], &["127.1.2.3 127.0.0.1", "127.1.2.3"]).await;
    let mut client = scene.say(TUNNEL).await;
    let _server = scene.accept().await;
    hears(&mut client, OPEN).await;
    assert!(scene.answer(TUNNEL).await.starts_with("HTTP/1.1 502 "));
    assert_eq!(scene.notes(), [format!("localhost:{}: it can't be reached", scene.port())]);
}

#[tokio::test]
async fn what_is_no_request_is_refused() {
    let scene = scene(&["http://localhost:PORT"], &["127.0.0.1"]).await;
    assert!(scene.answer("GET / HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n").await.starts_with("HTTP/1.1 400 "));
    let long = format!("GET http://localhost:PORT/{} HTTP/1.1\r\n\r\n", "x".repeat(8 * 1024));
    let mut client = scene.say(&long).await;
    hears(&mut client, "HTTP/1.1 431 ").await;
    scene.nobody_came().await;
}

#[tokio::test(start_paused = true)]
async fn a_silent_client_and_a_silent_tunnel_end() {
    let scene = scene(&["https://localhost:PORT"], &["127.0.0.1"]).await;
    let begun = tokio::time::Instant::now();
    let mut client = scene.client().await;
    let mut said = String::new();
    client.read_to_string(&mut said).await.unwrap();
    assert!(said.starts_with("HTTP/1.1 408 "), "{said}");
    assert_eq!(begun.elapsed().as_secs(), 10);

    let mut client = scene.say(TUNNEL).await;
    let _server = scene.server.accept().await.unwrap();
    let begun = tokio::time::Instant::now();
    said.clear();
    client.read_to_string(&mut said).await.unwrap();
    assert_eq!((said.as_str(), begun.elapsed().as_secs() / 300), (OPEN, 1));
}

// A26
#[tokio::test]
async fn the_connections_and_the_notes_are_bounded() {
    let scene = scene(&["https://localhost:PORT"], &["127.0.0.1"]).await;
    let mut held = Vec::new();
    for _ in 0..MAX_CONNECTIONS {
        let mut client = scene.say(TUNNEL).await;
        held.push(scene.accept().await);
        hears(&mut client, OPEN).await;
        held.push(client);
    }
    let mut waiting = scene.say(TUNNEL).await;
    scene.nobody_came().await;
    held.truncate(1);
    drop(held);
    let _server = scene.accept().await;
    hears(&mut waiting, OPEN).await;

    for turn in 0..30 {
        scene.answer(&format!("CONNECT h{turn}.example:443 HTTP/1.1\r\n\r\n")).await;
    }
    let notes = scene.notes();
    assert_eq!(notes.len(), 20);
    assert_eq!(notes[0], "h0.example:443: not granted");
    assert_eq!(notes[19], "h19.example:443: not granted; more are refused without a note");
}

#[tokio::test]
async fn dropping_it_ends_all_that_goes_through_it() {
    let scene = scene(&["https://localhost:PORT"], &["127.0.0.1"]).await;
    let mut client = scene.say(TUNNEL).await;
    let mut server = scene.accept().await;
    hears(&mut client, OPEN).await;
    let address = scene.fence.address();
    drop(scene.fence);
    assert_eq!(rest(&mut server).await, "");
    assert_eq!(rest(&mut client).await, "");
    assert!(TcpStream::connect(address).await.is_err());
}
