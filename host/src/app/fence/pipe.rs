//! Bytes in both directions, until both sides are done, nothing moves any more, or it is enough.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;

/// How long a connection may be silent in both directions; twice that at most. WebSockets and event streams are.
const IDLE: Duration = Duration::from_secs(300);

/// Bytes of one connection, both directions together.
const MAX_BYTES: u64 = 4 << 30;

/// Bytes that one direction holds.
const BUFFER: usize = 16 * 1024;

/// Connects the two, each way on its own: one that waits does not hold up the other.
pub(super) async fn join(client: &mut TcpStream, server: &mut TcpStream) {
    let moved = AtomicU64::new(0);
    let (from_client, to_client) = client.split();
    let (from_server, to_server) = server.split();
    tokio::select! {
        // How it ended is the business of the two ends.
        _ = futures::future::try_join(pump(from_client, to_server, &moved), pump(from_server, to_client, &moved)) => {}
        () = silence(&moved) => {}
    }
}

async fn pump(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, moved: &AtomicU64) -> io::Result<()> {
    let mut buffer = vec![0; BUFFER];
    loop {
        let read = from.read(&mut buffer).await?;
        if read == 0 {
            return to.shutdown().await;
        }
        to.write_all(&buffer[..read]).await?;
        if moved.fetch_add(read as u64, Ordering::Relaxed) > MAX_BYTES {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
    }
}

/// Returns when nothing has moved for a while.
async fn silence(moved: &AtomicU64) {
    let mut before = None;
    loop {
        let now = moved.load(Ordering::Relaxed);
        if before.replace(now) == Some(now) {
            return;
        }
        sleep(IDLE).await;
    }
}
