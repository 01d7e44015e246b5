#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use super::*;

fn document() -> Document {
    Document {
        instance: Uuid::new_v4(),
        html: "<p>app</p>".to_owned(),
        csp: "default-src 'none'".to_owned(),
        allow: String::new(),
        proxy: None,
        memory: 512 << 20,
    }
}

fn opened() -> (Channel, mpsc::Receiver<SurfaceEvent>) {
    let (channel, (sender, events)) = (Channel::new(), mpsc::channel(EVENT_LIMIT));
    channel.adopt(document(), sender);
    (channel, events)
}

fn get(channel: &Channel, url: &str) -> Answer {
    channel.respond(&Request::get(url).body(Vec::new()).unwrap())
}

fn post(channel: &Channel, path: &str, token: &str, body: &[u8]) -> StatusCode {
    let url = format!("mcp-app://{}/{path}", channel.host);
    let request = Request::post(url).header("x-askance-token", token).body(body.to_vec()).unwrap();
    channel.respond(&request).status()
}

fn content(channel: &Channel) -> String {
    format!("mcp-content://{}/", channel.host)
}

// CSP-11
#[test]
fn the_document_comes_once_with_its_policy() {
    let (channel, mut events) = opened();
    let answer = get(&channel, &content(&channel));
    assert_eq!(answer.headers()["content-security-policy"], "default-src 'none'");
    assert_eq!(answer.body().as_ref(), b"<p>app</p>");
    assert_eq!(get(&channel, &content(&channel)).status(), StatusCode::NOT_FOUND);
    assert_eq!(events.try_recv().unwrap(), SurfaceEvent::Navigated);
}

// A3, A4, A9
#[test]
fn every_other_address_is_not_found() {
    let (channel, _events) = opened();
    for url in [
        format!("{}?secret", content(&channel)),
        format!("{}?", content(&channel)),
        format!("{}x", content(&channel)),
        format!("mcp-content://{}.evil/", channel.host),
        format!("mcp-content://{}:80/", channel.host),
        format!("mcp-content://{}/", Uuid::new_v4()),
        format!("mcp-app://{}/proxy.js", channel.host),
        format!("other://{}/", channel.host),
    ] {
        assert_eq!(get(&channel, &url).status(), StatusCode::NOT_FOUND, "{url}");
    }
    assert_eq!(get(&channel, &content(&channel)).status(), StatusCode::OK, "and nothing was used up");
}

// SBX-07, A13
#[test]
fn only_the_proxy_page_can_speak() {
    let (channel, mut events) = opened();
    get(&channel, &content(&channel));
    assert_eq!(post(&channel, "message", "wrong", b"{}"), StatusCode::NOT_FOUND);
    assert!(events.try_recv().is_err());
    let token = channel.token.clone();
    assert_eq!(post(&channel, "message", &token, b"{}"), StatusCode::OK);
    assert_eq!(events.try_recv().unwrap(), SurfaceEvent::Loaded, "what speaks has loaded");
    assert_eq!(events.try_recv().unwrap(), SurfaceEvent::Message("{}".to_owned()));
    post(&channel, "loaded", &token, b"");
    assert!(events.try_recv().is_err(), "reported once");
    assert_eq!(post(&channel, "other", &token, b""), StatusCode::NOT_FOUND);
}

// PRM-04: asked for at the first use, and only by what may have it.
#[test]
fn the_clipboard_is_asked_for_once() {
    for allow in ["camera; clipboard-write", "camera", "x-clipboard-write"] {
        let (channel, (sender, mut events)) = (Channel::new(), mpsc::channel(EVENT_LIMIT));
        channel.adopt(Document { allow: allow.to_owned(), ..document() }, sender);
        let token = channel.token.clone();
        assert_eq!(post(&channel, "clipboard", "wrong", b""), StatusCode::NOT_FOUND);
        for _ in 0..2 {
            post(&channel, "clipboard", &token, b"");
        }
        let asked = events.try_recv();
        let names_it = allow.ends_with("; clipboard-write");
        assert_eq!(asked.ok(), names_it.then_some(SurfaceEvent::Wants(AppFeature::ClipboardWrite)), "{allow}");
        assert!(events.try_recv().is_err(), "once");
        post(&channel, "ready", &token, b"");
        channel.scripts();
        channel.permit_clipboard(true);
        channel.permit_clipboard(false);
        assert_eq!(channel.scripts(), ["askance.clipboard(true)", "askance.clipboard(false)"]);
    }
}

// SBX-13
#[test]
fn a_message_over_the_bound_is_refused() {
    let (channel, mut events) = opened();
    let token = channel.token.clone();
    post(&channel, "message", &token, &vec![b' '; MESSAGE_LIMIT + 1]);
    assert!(matches!(events.try_recv().unwrap(), SurfaceEvent::Refused(_)));
    post(&channel, "message", &token, &[0xff]);
    assert!(matches!(events.try_recv().unwrap(), SurfaceEvent::Refused(_)));
    post(&channel, "flooded", &token, b"");
    assert_eq!(events.try_recv().unwrap(), SurfaceEvent::Flooded);
}

// SBX-13, A26
#[test]
fn an_engine_that_does_not_keep_up_ends_the_surface() {
    let (channel, mut events) = opened();
    for _ in 0..EVENT_LIMIT {
        channel.report(SurfaceEvent::Touched);
    }
    assert!(!channel.is_dead());
    channel.report(SurfaceEvent::Touched);
    assert!(channel.is_dead());
    for _ in 0..EVENT_LIMIT {
        assert_eq!(events.try_recv(), Ok(SurfaceEvent::Touched));
    }
    assert_eq!(events.try_recv(), Err(mpsc::error::TryRecvError::Disconnected));
}

// CSP-13, A11
#[test]
fn navigation_goes_nowhere_else() {
    let (channel, mut events) = opened();
    assert!(channel.admits(&channel.address()));
    get(&channel, &channel.address());
    assert!(!channel.admits(&channel.address()), "a reload");
    assert!(channel.admits(&content(&channel)));
    get(&channel, &content(&channel));
    assert!(channel.admits(&format!("{}#part", content(&channel))), "a place in the document");
    assert!(channel.admits("about:srcdoc"));
    assert_eq!(events.try_recv().unwrap(), SurfaceEvent::Navigated);
    for url in [
        content(&channel),
        format!("{}?d=secret", content(&channel)),
        "https://sink.example/?d=secret".to_owned(),
        "file:///etc/passwd".to_owned(),
        "data:text/html,x".to_owned(),
        "tauri://localhost/".to_owned(),
        "about:blank#x".to_owned(),
    ] {
        assert!(!channel.admits(&url), "{url}");
        assert_eq!(events.try_recv().unwrap(), SurfaceEvent::Navigated);
    }
}

#[test]
fn scripts_wait_for_the_proxy_page_and_keep_their_order() {
    let (channel, _events) = opened();
    channel.deliver(delivery("{\"a\":\"\u{2028}</script>\\\"\"}"));
    assert!(channel.scripts().is_empty());
    post(&channel, "ready", &channel.token.clone(), b"");
    let scripts = channel.scripts();
    assert_eq!(scripts[0], format!("askance.open(\"{}\", \"\")", content(&channel)));
    assert_eq!(scripts[1], r#"askance.deliver("{\"a\":\"\u2028</script>\\\"\"}")"#);
    assert!(channel.scripts().is_empty());
}
