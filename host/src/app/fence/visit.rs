//! One connection of the webview to its fence: one request, one way, or one refusal.

use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::request::{self, Request, Unreadable};
use super::way::{self, NoWay};
use super::{Ground, pipe};

/// How long the webview may take to say what it wants. A connection made ahead (`preconnect`) is silent.
const HEAD: Duration = Duration::from_secs(10);

/// How long the first bytes may take to be sent on.
const FIRST: Duration = Duration::from_secs(10);

/// Why nothing was let through: the status line that says so.
type Refusal = &'static str;

/// Serves one connection to its end.
pub(super) async fn serve(mut client: TcpStream, ground: &Ground) {
    match way_out(&mut client, ground).await {
        Ok(Some((mut server, opening, reply))) => {
            let opened = async {
                server.write_all(&opening).await?;
                client.write_all(reply).await
            };
            if matches!(timeout(FIRST, opened).await, Ok(Ok(()))) {
                pipe::join(&mut client, &mut server).await;
            }
        }
        Ok(None) => {}
        Err(refusal) => {
            let reply = format!("HTTP/1.1 {refusal}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            // It may have gone already; then nobody needs to be told.
            _ = timeout(FIRST, client.write_all(reply.as_bytes())).await;
        }
    }
}

/// The server, what it is sent first and what the webview is sent first. `None`: the webview has left.
async fn way_out(
    client: &mut TcpStream,
    ground: &Ground,
) -> Result<Option<(TcpStream, Vec<u8>, &'static [u8])>, Refusal> {
    let Request { place, tunnel, opening } = match timeout(HEAD, request::read(client)).await {
        Ok(Ok(request)) => request,
        Ok(Err(Unreadable::Left)) => return Ok(None),
        Ok(Err(Unreadable::TooLong)) => return Err("431 Request Header Fields Too Large"),
        Ok(Err(Unreadable::Malformed)) => return Err("400 Bad Request"),
        Err(_) => return Err("408 Request Timeout"),
    };
    let name = format!("{}:{}", place.host, place.port);
    let Some(zone) = ground.grants.zone(&place) else {
        ground.notes.refused(&name, "not granted");
        return Err("403 Forbidden");
    };
    match way::connect(&place, zone, &ground.resolve).await {
        Ok(server) => Ok(Some((server, opening, if tunnel { b"HTTP/1.1 200 OK\r\n\r\n" } else { b"" }))),
        Err(no_way) => {
            ground.notes.refused(&name, &no_way.to_string());
            Err(match no_way {
                NoWay::NotPublic | NoWay::NotLoopback | NoWay::NotLocal | NoWay::Barred => "403 Forbidden",
                NoWay::Unknown | NoWay::Unreachable => "502 Bad Gateway",
                NoWay::TooSlow => "504 Gateway Timeout",
            })
        }
    }
}
