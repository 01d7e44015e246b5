//! Server-sent events: bounded, and each message's text through the tap before rmcp decodes it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use futures::stream::{BoxStream, StreamExt};
use sse_stream::{Error as SseError, Sse, SseStream};

use crate::connection::ledger::{Answer, Ledger};
use crate::connection::tap::{Heard, Via};

/// Largest event, its comments not counted.
const MAX_EVENT: usize = 16 << 20;

pub(super) type Events = BoxStream<'static, Result<Sse, SseError>>;

/// The response's events with rmcp's stand-ins in place of the messages.
pub(super) fn tapped(response: reqwest::Response, ledger: Arc<Ledger>, via: Via) -> Events {
    let (events, too_large) = bounded(response);
    futures::stream::unfold(Some(events), move |events| {
        let (ledger, too_large) = (ledger.clone(), too_large.clone());
        async move {
            let mut events = events?;
            match events.next().await? {
                Ok(event) => Some((Ok(tap(event, &ledger, via)), Some(events))),
                Err(_) if too_large.load(Ordering::Relaxed) => {
                    let last = oversized(&ledger, via)?;
                    Some((Ok(Sse::default().data(last)), None))
                }
                Err(error) => Some((Err(error), Some(events))),
            }
        }
    })
    .boxed()
}

fn tap(mut event: Sse, ledger: &Ledger, via: Via) -> Sse {
    let data = event.data.take();
    if !matches!(event.event.as_deref(), None | Some("" | "message")) {
        return event;
    }
    if let Some(data) = data.filter(|data| !data.trim().is_empty()) {
        match ledger.hear(&data, via) {
            Heard::Pass(text) => event.data = Some(text),
            Heard::Taken => (),
            Heard::Junk => ledger.note("an event that is no message was skipped"),
        }
    }
    if ledger.is_modern() {
        // HTP-08: no resumption towards a stateless server, so rmcp must not see what it would resume from.
        event.id = None;
    }
    event
}

/// What rmcp hears when an event is over the bound: its request is done, unreadably.
fn oversized(ledger: &Ledger, via: Via) -> Option<String> {
    ledger.note("an event over 16 MiB was skipped");
    match via {
        Via::Post(id) => ledger.settle(id, Answer::Unreadable("it is over 16 MiB".to_owned())),
        Via::Shared => None,
    }
}

/// Events out of bytes, and whether the bound was broken.
fn bounded(response: reqwest::Response) -> (Events, Arc<AtomicBool>) {
    let too_large = Arc::new(AtomicBool::new(false));
    let flag = too_large.clone();
    let mut size = EventSize::default();
    let bytes = response.bytes_stream().map(move |chunk| {
        let chunk: Bytes = chunk.map_err(std::io::Error::other)?;
        if size.feed(&chunk) > MAX_EVENT {
            flag.store(true, Ordering::Relaxed);
            return Err(std::io::Error::other("an event is too large"));
        }
        Ok(chunk)
    });
    (SseStream::from_bytes_stream(bytes).boxed(), too_large)
}

/// Counts the bytes of the event that is under way.
#[derive(Default)]
struct EventSize {
    event: usize,
    line: usize,
    is_comment: bool,
    after_return: bool,
}

impl EventSize {
    /// The largest size reached within this chunk.
    fn feed(&mut self, chunk: &[u8]) -> usize {
        let mut largest = 0;
        for &byte in chunk {
            let is_end = byte == b'\n' || byte == b'\r';
            if byte == b'\n' && self.after_return {
                self.after_return = false;
                continue;
            }
            self.after_return = byte == b'\r';
            if is_end {
                self.event = if self.line == 0 { 0 } else { self.event };
                self.event += if self.is_comment { 0 } else { self.line };
                self.line = 0;
                self.is_comment = false;
            } else {
                self.is_comment = if self.line == 0 { byte == b':' } else { self.is_comment };
                self.line += 1;
            }
            largest = largest.max(self.event + self.line);
        }
        largest
    }
}

/// Reads up to the first response of a handshake and gives rmcp's stand-in for it.
pub(super) async fn first_response(response: reqwest::Response, ledger: &Arc<Ledger>, id: i64) -> Option<String> {
    let mut events = tapped(response, ledger.clone(), Via::Post(id));
    while let Some(Ok(event)) = events.next().await {
        if let Some(data) = event.data
            && !ledger.state().open.contains_key(&id)
        {
            return Some(data);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_event_under_way_counts() {
        let mut size = EventSize::default();
        assert_eq!(size.feed(b"data: aaaa\n"), 10);
        assert_eq!(size.feed(b"data: bb"), 18);
        assert_eq!(size.feed(b"\r\n\r\n"), 18);
        assert_eq!(size.feed(b": comment comment\n"), 17);
        assert_eq!(size.feed(b"data: c\n\n"), 7);
        assert_eq!(size.feed(b"id: 1\rdata: d\r\r"), 12);
        assert_eq!(size.feed(b"x"), 1);
    }
}
