//! A local server: its program, and the lines that go in and out (STD-01…11).

mod lines;
mod program;
mod tail;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::AsyncWriteExt;
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::{Mutex, mpsc};

pub(super) use program::{Exit, Program, in_words};
pub(super) use tail::Tail;

use super::ledger::{Answer, Ledger, Open};
use super::problem::problem;
use super::tap::{Heard, Via, refusal};
use lines::{Line, Lines};

/// Longest message of a server.
const MAX_MESSAGE: usize = 16 << 20;
/// Lines that are no messages, before the server is declared broken (STD-04).
const MAX_JUNK: usize = 1_000;
/// Each of the first few junk lines is noted, then every hundredth.
const NOTED_JUNK: usize = 5;
/// What a program that has exited may still have in its pipe is read for this long.
const DRAIN: Duration = Duration::from_millis(500);
/// Messages that wait for rmcp.
const QUEUE: usize = 64;

/// rmcp's transport over one program.
pub(super) struct Stdio {
    program: Arc<Mutex<Program>>,
    ledger: Arc<Ledger>,
    stdin: Arc<Mutex<Option<ChildStdin>>>,
    messages: mpsc::Receiver<RxJsonRpcMessage<RoleClient>>,
    probe: mpsc::WeakSender<RxJsonRpcMessage<RoleClient>>,
}

impl Stdio {
    /// `program` is shared with the one who started it, who has to end it if the handshake fails.
    pub(super) async fn new(program: Arc<Mutex<Program>>, ledger: Arc<Ledger>) -> io::Result<Self> {
        let missing = || io::Error::from(io::ErrorKind::BrokenPipe);
        let (stdin, stdout, exit) = {
            let mut program = program.lock().await;
            let pipes = program.stdin.take().zip(program.stdout.take());
            let (stdin, stdout) = pipes.ok_or_else(missing)?;
            (stdin, stdout, program.exit())
        };
        let (sender, messages) = mpsc::channel(QUEUE);
        let probe = sender.downgrade();
        tokio::spawn(read(Lines::new(stdout, MAX_MESSAGE), ledger.clone(), exit, sender));
        Ok(Self { program, ledger, stdin: Arc::new(Mutex::new(Some(stdin))), messages, probe })
    }
}

impl Transport<RoleClient> for Stdio {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let (ledger, stdin, probe) = (self.ledger.clone(), self.stdin.clone(), self.probe.clone());
        async move {
            // STD-07: a stateless server gets no responses, whatever it asked.
            let is_reply = matches!(
                message,
                TxJsonRpcMessage::<RoleClient>::Response(_) | TxJsonRpcMessage::<RoleClient>::Error(_)
            );
            if is_reply && ledger.is_modern() {
                return Ok(());
            }
            let delivery = ledger.delivery(&message);
            let mut line = ledger.encode(&message)?;
            line.push(b'\n');
            let mut stdin = stdin.lock().await;
            let pipe = stdin.as_mut().ok_or(io::ErrorKind::NotConnected)?;
            pipe.write_all(&line).await?;
            pipe.flush().await?;
            drop(stdin);
            ledger.went_out(&message);
            if let Some(delivery) = delivery {
                let _ = delivery.send(());
            }
            if let TxJsonRpcMessage::<RoleClient>::Request(request) = &message
                && let rmcp::model::RequestId::Number(id) = request.id
                && matches!(ledger.state().open.get(&id), Some(Open::Discover))
            {
                tokio::spawn(watch_probe(id, ledger.clone(), probe));
            }
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        self.messages.recv().await
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.ledger.end();
        self.stdin.lock().await.take();
        self.program.lock().await.end().await;
        Ok(())
    }
}

/// Ends the wait for `server/discover` (VER-02).
async fn watch_probe(id: i64, ledger: Arc<Ledger>, to: mpsc::WeakSender<RxJsonRpcMessage<RoleClient>>) {
    let limit = ledger.probe_limit();
    tokio::select! {
        () = tokio::time::sleep(limit) => (),
        () = ledger.ended.cancelled() => return,
    }
    if let Some(text) = ledger.expire_probe(id)
        && let (Ok(message), Some(to)) = (serde_json::from_str(&text), to.upgrade())
    {
        let _ = to.send(message).await;
    }
}

/// Reads until the program closes its end, exits, or writes nothing but junk.
async fn read(
    mut lines: Lines<ChildStdout>,
    ledger: Arc<Ledger>,
    mut exit: program::Exit,
    to: mpsc::Sender<RxJsonRpcMessage<RoleClient>>,
) {
    let mut junk = 0;
    let mut exited = false;
    loop {
        let line = tokio::select! {
            biased;
            line = lines.next() => line,
            () = program::exited(&mut exit), if !exited => {
                // A child of the program may hold the pipe open for ever.
                exited = true;
                continue;
            }
            () = tokio::time::sleep(DRAIN), if exited => break,
        };
        let texts = match line {
            Ok(Some(Line::Whole(bytes))) => match whole(&ledger, &bytes) {
                Heard::Pass(text) => vec![text],
                Heard::Taken => Vec::new(),
                Heard::Junk => {
                    junk += 1;
                    if is_broken(&ledger, junk) {
                        break;
                    }
                    continue;
                }
            },
            Ok(Some(Line::TooLong { id, is_request })) => too_long(&ledger, id.as_deref(), is_request),
            Ok(None) | Err(_) => break,
        };
        for text in texts {
            let Ok(message) = serde_json::from_str(&text) else {
                ledger.note("a message could not be handed on");
                continue;
            };
            if to.send(message).await.is_err() {
                ledger.end();
                return;
            }
        }
    }
    ledger.end();
}

/// Counts a line that is no message; true once there were too many.
fn is_broken(ledger: &Ledger, junk: usize) -> bool {
    if junk <= NOTED_JUNK || junk.is_multiple_of(100) {
        ledger.note(format!("a line on stdout that is no message was skipped ({junk} so far)"));
    }
    if junk < MAX_JUNK {
        return false;
    }
    ledger.note("the server is broken: too many lines on stdout that are no messages");
    ledger.state().handshake.failure = Some(problem(
        "connection.broken",
        "The server writes text to its output that is not MCP.",
        Some("Check the command: its messages for people belong on stderr."),
        Vec::new(),
    ));
    true
}

fn whole(ledger: &Ledger, bytes: &[u8]) -> Heard {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.trim().is_empty() => Heard::Taken,
        Ok(text) => ledger.hear(text.trim(), Via::Shared),
        Err(_) => Heard::Junk,
    }
}

/// A message over the bound was skipped. Its request gets an answer; where the message cannot be told to be of one
/// request, every open request does, because one of them would wait in vain.
fn too_long(ledger: &Ledger, id: Option<&str>, is_request: bool) -> Vec<String> {
    ledger.note("a message over 16 MiB was skipped");
    if is_request {
        let id = id.and_then(|id| serde_json::from_str::<serde_json::Value>(id).ok()).map(|id| id.to_string());
        let id = id.filter(|_| ledger.is_legacy());
        return id.map(|id| refusal(&id, -32602, "The message is over 16 MiB")).into_iter().collect();
    }
    let open: Vec<i64> = match id.and_then(|id| id.trim_matches('"').parse().ok()) {
        Some(id) => vec![id],
        None => ledger.state().open.keys().copied().collect(),
    };
    let unreadable = || Answer::Unreadable("it is over 16 MiB".to_owned());
    open.into_iter().filter_map(|id| ledger.settle(id, unreadable())).collect()
}
