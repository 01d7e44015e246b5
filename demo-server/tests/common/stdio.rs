//! The stdio framing over an in-process pipe.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::panic)]
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::time::timeout;

use super::{LIMIT, Wire};

pub struct Stdio {
    lines: tokio::io::Lines<BufReader<ReadHalf<DuplexStream>>>,
    out: WriteHalf<DuplexStream>,
    next: i64,
}

/// A demo server of its own at the other end.
pub fn start() -> Stdio {
    let (ours, theirs) = tokio::io::duplex(1 << 20);
    let (input, output) = tokio::io::split(theirs);
    tokio::spawn(demo_server::serve_streams(input, output));
    let (read, out) = tokio::io::split(ours);
    Stdio { lines: BufReader::new(read).lines(), out, next: 0 }
}

impl Stdio {
    pub async fn write(&mut self, message: &Value) {
        self.out.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    pub async fn read(&mut self) -> Value {
        let line = timeout(LIMIT, self.lines.next_line()).await.unwrap().unwrap().unwrap();
        serde_json::from_str(&line).unwrap()
    }
}

impl Wire for Stdio {
    async fn request(&mut self, method: &str, params: Value, answer: &mut dyn FnMut(&Value) -> Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        loop {
            let message = self.read().await;
            if message["method"] == "elicitation/create" {
                let result = answer(&message["params"]);
                self.write(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result})).await;
            } else if message["id"] == id {
                assert!(message.get("error").is_none(), "{message}");
                return message["result"].clone();
            }
        }
    }

    async fn notify(&mut self, method: &str) {
        self.write(&json!({"jsonrpc": "2.0", "method": method})).await;
    }
}
