//! The head of a request to a proxy: where it wants to go, and what is passed on of it.

use http::Uri;
use http::uri::Authority;
use tokio::io::{AsyncRead, AsyncReadExt};

use super::grants::Place;

/// The longest head in bytes.
const MAX_HEAD: usize = 8 * 1024;

/// Headers of one request.
const MAX_HEADERS: usize = 64;

/// Headers that are between the webview and its proxy, or that are written anew.
const OURS: [&str; 6] = ["host", "connection", "proxy-connection", "proxy-authorization", "keep-alive", "te"];

/// What was asked for.
#[derive(Debug)]
pub(super) struct Request {
    /// Where to.
    pub(super) place: Place,
    /// A tunnel (`CONNECT`); else one plain request.
    pub(super) tunnel: bool,
    /// What goes to the server first.
    pub(super) opening: Vec<u8>,
}

/// What can't be read as a request to a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// Over a bound.
    TooLong,
    /// Anything else.
    Malformed,
    /// The client left before it had said what it wants: a `preconnect`.
    Left,
}

/// Reads the head.
pub(super) async fn read(from: &mut (impl AsyncRead + Unpin)) -> Result<Request, Unreadable> {
    let mut head = Vec::with_capacity(1024);
    loop {
        let room = (MAX_HEAD - head.len()) as u64;
        match (&mut *from).take(room).read_buf(&mut head).await {
            Ok(0) if room == 0 => return Err(Unreadable::TooLong),
            Ok(0) | Err(_) => return Err(Unreadable::Left),
            Ok(_) => {}
        }
        if let Some(request) = parse(&head)? {
            return Ok(request);
        }
    }
}

/// `None`: not all of it is here.
fn parse(bytes: &[u8]) -> Result<Option<Request>, Unreadable> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let length = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Unreadable::TooLong),
        Err(_) => return Err(Unreadable::Malformed),
    };
    let (Some(method), Some(target)) = (parsed.method, parsed.path) else { return Err(Unreadable::Malformed) };
    let rest = &bytes[length..];
    if method == "CONNECT" {
        let authority: Authority = target.parse().map_err(|_| Unreadable::Malformed)?;
        let place = place(&authority, true, None)?;
        return Ok(Some(Request { place, tunnel: true, opening: rest.to_vec() }));
    }
    let target: Uri = target.parse().map_err(|_| Unreadable::Malformed)?;
    let (Some("http" | "ws"), Some(authority)) = (target.scheme_str(), target.authority()) else {
        return Err(Unreadable::Malformed);
    };
    let place = place(authority, false, Some(80))?;
    let opening = [&opening(method, &target, authority, parsed.headers), rest].concat();
    Ok(Some(Request { place, tunnel: false, opening }))
}

fn place(authority: &Authority, secure: bool, default: Option<u16>) -> Result<Place, Unreadable> {
    let port = match (authority.port_u16(), authority.port()) {
        (Some(port), _) => Some(port),
        (None, None) if !authority.as_str().ends_with(':') => default,
        _ => None,
    };
    match port {
        Some(port) if !authority.as_str().contains('@') => {
            Ok(Place { secure, host: authority.host().to_ascii_lowercase(), port })
        }
        _ => Err(Unreadable::Malformed),
    }
}

/// The head for the server itself. One request per connection: the next one may be for somebody else.
fn opening(method: &str, target: &Uri, authority: &Authority, headers: &[httparse::Header<'_>]) -> Vec<u8> {
    let path = target.path_and_query().map_or("/", |path| path.as_str());
    let upgrade = headers.iter().any(|header| header.name.eq_ignore_ascii_case("upgrade"));
    let connection = if upgrade { "Upgrade" } else { "close" };
    let mut head =
        format!("{method} {path} HTTP/1.1\r\nHost: {authority}\r\nConnection: {connection}\r\n").into_bytes();
    for header in headers.iter().filter(|header| !OURS.iter().any(|ours| header.name.eq_ignore_ascii_case(ours))) {
        head.extend_from_slice(header.name.as_bytes());
        head.extend_from_slice(b": ");
        head.extend_from_slice(header.value);
        head.extend_from_slice(b"\r\n");
    }
    head.extend_from_slice(b"\r\n");
    head
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use proptest::prelude::*;

    use super::*;

    fn parsed(text: &str) -> Result<Option<Request>, Unreadable> {
        parse(text.as_bytes())
    }

    #[test]
    fn a_tunnel() {
        let request = parsed("CONNECT A.Example:443 HTTP/1.1\r\nHost: other.example\r\n\r\nrest").unwrap().unwrap();
        assert_eq!(request.place, Place { secure: true, host: "a.example".into(), port: 443 });
        assert_eq!((request.tunnel, request.opening.as_slice()), (true, &b"rest"[..]));
    }

    #[test]
    fn a_plain_request_is_rewritten_for_its_server() {
        let request = parsed(
            "POST http://Localhost:8080/p?q=1 HTTP/1.1\r\nHost: evil.example\r\nProxy-Connection: Keep-Alive\r\n\
             Proxy-Authorization: x\r\nConnection: keep-alive\r\nX-Kept: yes\r\nContent-Length: 4\r\n\r\nbody",
        );
        let request = request.unwrap().unwrap();
        assert_eq!(request.place, Place { secure: false, host: "localhost".into(), port: 8080 });
        assert_eq!(
            String::from_utf8(request.opening).unwrap(),
            "POST /p?q=1 HTTP/1.1\r\nHost: Localhost:8080\r\nConnection: close\r\nX-Kept: yes\r\nContent-Length: 4\r\n\r\nbody"
        );
        let socket = parsed("GET http://127.0.0.1/s HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
        let socket = String::from_utf8(socket.unwrap().unwrap().opening).unwrap();
        assert!(socket.contains("\r\nConnection: Upgrade\r\n") && socket.contains("\r\nUpgrade: websocket\r\n"));
    }

    // A25: what a page in a browser could send to this port is no request to a proxy.
    #[test]
    fn what_is_none_is_refused() {
        for head in [
            "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n",
            "GET https://a.example/ HTTP/1.1\r\n\r\n",
            "GET ftp://a.example/ HTTP/1.1\r\n\r\n",
            "GET http://user@a.example/ HTTP/1.1\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\n\r\n",
            "CONNECT a.example HTTP/1.1\r\n\r\n",
            "CONNECT a.example: HTTP/1.1\r\n\r\n",
            "CONNECT a.example:70000 HTTP/1.1\r\n\r\n",
            "CONNECT u@a.example:443 HTTP/1.1\r\n\r\n",
            "CONNECT http://a.example:443/ HTTP/1.1\r\n\r\n",
            "CONNECT  HTTP/1.1\r\n\r\n",
            "\u{16}\u{3}\u{1} hello\r\n\r\n",
        ] {
            assert_eq!(parsed(head).unwrap_err(), Unreadable::Malformed, "{head:?}");
        }
        assert!(parsed("CONNECT a.example:443 HTTP/1.1\r\nHost").unwrap().is_none(), "not all of it is here");
        let many = format!("CONNECT a.example:443 HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(MAX_HEADERS + 1));
        assert_eq!(parsed(&many).unwrap_err(), Unreadable::TooLong);
    }

    proptest! {
        // SEC: whatever is sent is read, refused or waited for; a place that is read has a clean host.
        #[test]
        fn no_head_upsets_it(target in ".{0,60}", any in prop::collection::vec(any::<u8>(), 0..200)) {
            _ = parse(&any);
            if let Ok(Some(request)) = parsed(&format!("CONNECT {target} HTTP/1.1\r\n\r\n")) {
                prop_assert!(!request.place.host.contains(['@', '/', ' ', '\r', '\n']));
            }
        }
    }
}
