//! Lines of bounded length out of any chunking (STD-02).

use std::io;

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// Longest id that is read out of a line that is too long.
const MAX_ID: usize = 64;

/// One line.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    /// Without its line end.
    Whole(Vec<u8>),
    /// Over the bound and skipped; its top-level `id` as JSON text, and whether it has a top-level `method`.
    TooLong { id: Option<String>, is_request: bool },
}

/// Reads lines. [`Lines::next`] may be dropped at any point without losing bytes.
pub(super) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    skipping: Option<TopLevel>,
    max: usize,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(reader: R, max: usize) -> Self {
        Self { reader: BufReader::with_capacity(64 << 10, reader), line: Vec::new(), skipping: None, max }
    }

    /// The next line; none at the end. A last line without its end is given too.
    pub(super) async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            let chunk = self.reader.fill_buf().await?;
            if chunk.is_empty() {
                let rest = self.skipping.is_some() || !self.line.is_empty();
                return Ok(rest.then(|| self.take()));
            }
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            if let Some(scan) = &mut self.skipping {
                scan.feed(part);
            } else if self.line.len() + part.len() > self.max {
                let mut scan = TopLevel::default();
                scan.feed(&self.line);
                scan.feed(part);
                self.line = Vec::new();
                self.skipping = Some(scan);
            } else {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                return Ok(Some(self.take()));
            }
        }
    }

    fn take(&mut self) -> Line {
        match self.skipping.take() {
            Some(scan) => Line::TooLong { is_request: scan.method, id: scan.id },
            None => Line::Whole(std::mem::take(&mut self.line)),
        }
    }
}

/// Finds the top-level `id` and `method` of a JSON object that is too long to keep, byte by byte.
#[derive(Debug, Default)]
struct TopLevel {
    depth: u32,
    in_string: bool,
    escaped: bool,
    /// The string or scalar at depth 1 that is being read.
    token: Vec<u8>,
    /// The last key at depth 1, while its value is read.
    key: Option<Vec<u8>>,
    id: Option<String>,
    method: bool,
}

impl TopLevel {
    fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.step(byte);
        }
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => (),
            }
            return;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                self.keep(byte);
            }
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                if self.depth == 1 {
                    self.end_member();
                }
                self.depth = self.depth.saturating_sub(1);
            }
            b':' if self.depth == 1 => self.key = Some(std::mem::take(&mut self.token)),
            b',' if self.depth == 1 => self.end_member(),
            b' ' | b'\t' | b'\r' => (),
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.depth == 1 && self.token.len() < MAX_ID {
            self.token.push(byte);
        }
    }

    fn end_member(&mut self) {
        let value = std::mem::take(&mut self.token);
        match self.key.take().as_deref() {
            Some(b"\"id\"") => self.id = String::from_utf8(value).ok().filter(|id| !id.is_empty() && id != "null"),
            Some(b"\"method\"") => self.method = true,
            _ => (),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    async fn all(input: &'static [u8], max: usize, chunk: usize) -> Vec<Line> {
        let (mut writer, reader) = tokio::io::duplex(chunk);
        let writing = tokio::spawn(async move {
            use tokio::io::AsyncWriteExt;
            writer.write_all(input).await.unwrap();
        });
        let mut lines = Lines::new(reader, max);
        let mut all = Vec::new();
        while let Some(line) = lines.next().await.unwrap() {
            all.push(line);
        }
        writing.await.unwrap();
        all
    }

    // STD-02
    #[tokio::test]
    async fn any_chunking_gives_the_same_lines() {
        for chunk in [1, 2, 7, 1024] {
            let lines = all(b"{\"a\":1}\n\n{\"b\":\"\xc3\xa9\"}\nrest", 100, chunk).await;
            let texts: Vec<&[u8]> =
                lines.iter().map(|line| if let Line::Whole(bytes) = line { bytes.as_slice() } else { b"?" }).collect();
            assert_eq!(texts, [b"{\"a\":1}".as_slice(), b"", b"{\"b\":\"\xc3\xa9\"}", b"rest"], "chunks of {chunk}");
        }
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_still_names_its_request() {
        let cases: [(&[u8], Option<&str>, bool); 6] = [
            (br#"{"jsonrpc":"2.0","id":7,"result":{"id":9,"x":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}}"#, Some("7"), false),
            (br#"{"result":{"t":"\"}],\"id\":3","deep":[{"id":1}]},"jsonrpc":"2.0", "id" : 12 }"#, Some("12"), false),
            (
                br#"{"result":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","id":"a b"}"#,
                Some("\"a b\""),
                false,
            ),
            (
                br#"{"id":1,"method":"elicitation/create","params":{"message":"xxxxxxxxxxxxxxxxxxxxxx"}}"#,
                Some("1"),
                true,
            ),
            (br#"{"method":"notifications/message","params":{"data":"xxxxxxxxxxxxxxxxxxxxxxxxxxxx"}}"#, None, true),
            (b"plain text plain text plain text plain text plain text plain text plain text", None, false),
        ];
        for (input, id, is_request) in cases {
            let lines = all(input, 20, 5).await;
            assert_eq!(lines, [Line::TooLong { id: id.map(str::to_owned), is_request }]);
        }
    }

    #[tokio::test]
    async fn the_line_after_one_that_is_too_long_is_whole() {
        let lines = all(b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n{\"b\":2}\n", 10, 4).await;
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[1], Line::Whole(b"{\"b\":2}".to_vec()));
    }
}
