//! Connecting: the probe, the way back to `initialize`, the second attempts, the sentence when nothing helps
//! (VER-01…08, rmcp-notes §4).

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::ProtocolVersion;
use rmcp::service::{ClientInitializeError, ClientLifecycleMode, RunningService, serve_client_with_lifecycle_and_ct};
use rmcp::transport::StreamableHttpClientTransport;
use serde_json::Value;
use tokio::sync::{Mutex, mpsc, watch};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::handler::Handler;
use super::handshake::{HANDSHAKE, Handshake};
use super::http::Http;
use super::ledger::Ledger;
use super::live::{Inner, supervise};
use super::problem::{no_answer, problem};
use super::stdio::{Exit, Program, Stdio, Tail, in_words};
use super::{Connection, Declared, Inbound};
use crate::config::{Origin, ServerSpec};
use crate::json;
use crate::trace::Trace;
use crate::{Problem, Revision};

/// Messages of the server that may wait for the host.
const INBOUND: usize = 256;
/// Attempts in all: the probe, a stateful one, one more where the server said what it wants.
const MAX_ATTEMPTS: usize = 3;
/// The whole of one attempt.
const ATTEMPT: Duration = HANDSHAKE.saturating_add(Duration::from_secs(15));
/// How long the probe waits for a server that is known to be stateless, however slowly it starts.
const PATIENT_PROBE: Duration = Duration::from_secs(20);
/// How long the server's own stream may take to be answered (rmcp-notes §5.1).
const STREAM: Duration = Duration::from_secs(1);

type Service = RunningService<RoleClient, Handler>;

/// What an attempt tries.
#[derive(Clone, Debug)]
struct Plan {
    allowed: Vec<Revision>,
    /// `initialize` with this revision in place of the newest.
    ask: Option<Revision>,
    /// The server has answered a probe before, so its answer is waited for.
    patient: bool,
}

impl Plan {
    fn of(pinned: Option<Revision>) -> Self {
        let allowed = pinned.map_or_else(|| Revision::ALL.to_vec(), |revision| vec![revision]);
        Self { allowed, ask: None, patient: false }
    }

    fn legacy_only(&self) -> Self {
        let allowed = self.allowed.iter().copied().filter(|it| !it.is_modern()).collect();
        Self { allowed, ask: None, patient: false }
    }

    fn is_auto(&self) -> bool {
        self.allowed.len() == Revision::ALL.len()
    }

    fn mode(&self, handshake: &Handshake) -> ClientLifecycleMode {
        let modern = vec![ProtocolVersion::V_2026_07_28];
        if !self.allowed.contains(&Revision::V2026_07_28) {
            ClientLifecycleMode::Initialize
        } else if self.is_auto() {
            let legacy_version = serde_json::from_value(Value::from(handshake.legacy.as_str())).ok();
            ClientLifecycleMode::Auto { preferred_versions: modern, legacy_version }
        } else {
            ClientLifecycleMode::Discover { preferred_versions: modern }
        }
    }

    fn ledger(&self, trace: &Trace, declared: Declared, inbound: &mpsc::Sender<Inbound>) -> Arc<Ledger> {
        let mut handshake = Handshake::new(&self.allowed);
        handshake.legacy = self.ask.unwrap_or(handshake.legacy);
        if self.patient {
            handshake.probe = PATIENT_PROBE;
        }
        Ledger::new(trace.clone(), declared, inbound.clone(), handshake)
    }
}

/// An attempt that came to nothing.
struct Failed {
    problem: Problem,
    /// The program ended before `initialize` was tried.
    exited_on_probe: bool,
    offered: Option<Revision>,
    late_modern: bool,
}

impl Failed {
    /// Whether the server may have changed its era, rather than be out of reach.
    fn is_of_the_era(&self) -> bool {
        let of_the_era = ["no-common-revision", "refused-by-server", "not-mcp", "no-answer", "exited", "http-status"];
        self.problem.code.strip_prefix("connection.").is_some_and(|code| of_the_era.contains(&code))
    }
}

/// Connects.
pub(super) async fn open(
    spec: &ServerSpec,
    declared: Declared,
    trace: Trace,
    known: Option<Revision>,
) -> Result<(Connection, mpsc::Receiver<Inbound>), Problem> {
    let trace = trace.for_server(&spec.name);
    let (inbound, receiver) = mpsc::channel(INBOUND);
    let mut plan = Plan::of(spec.revision);
    // A stateless server is asked what it can do in any case (VER-15), so only the other era saves a probe (VER-06).
    let mut skips_probe = plan.is_auto() && known.is_some_and(|revision| !revision.is_modern());
    plan.patient = plan.is_auto() && known.is_some_and(Revision::is_modern);
    if skips_probe {
        plan = plan.legacy_only();
    }
    let mut attempts = 1;
    loop {
        let ledger = plan.ledger(&trace, declared, &inbound);
        let failed = match attempt(spec, &plan, ledger).await {
            Ok(connection) => return Ok((connection, receiver)),
            Err(failed) => failed,
        };
        if std::mem::take(&mut skips_probe) && failed.is_of_the_era() {
            trace.step("note", None, Some("the revision known from before proves wrong; probing again".to_owned()));
            plan = Plan::of(spec.revision);
            continue;
        }
        plan = match failed {
            Failed { exited_on_probe: true, .. } if plan.is_auto() => plan.legacy_only(),
            Failed { offered: Some(offered), .. } if plan.ask.is_none() => {
                Plan { ask: Some(offered), ..plan.legacy_only() }
            }
            Failed { late_modern: true, .. } if plan.is_auto() => {
                Plan { patient: true, ..Plan::of(Some(Revision::V2026_07_28)) }
            }
            // It said that it is stateless and then did not answer as one.
            Failed { .. } if plan.patient && !plan.is_auto() => Plan::of(None).legacy_only(),
            Failed { problem, .. } => return Err(problem),
        };
        attempts += 1;
        if attempts > MAX_ATTEMPTS {
            return Err(no_answer());
        }
        trace.step("note", None, Some("the first attempt failed; trying another way".to_owned()));
    }
}

async fn attempt(spec: &ServerSpec, plan: &Plan, ledger: Arc<Ledger>) -> Result<Connection, Failed> {
    let stop = CancellationToken::new();
    let mode = plan.mode(&ledger.state().handshake);
    match &spec.origin {
        Origin::Local { command, args, env, cwd } => {
            let program =
                Program::start(command, args, env, cwd.as_deref()).map_err(|problem| failed(&ledger, problem))?;
            let (exit, tail) = (program.exit(), program.tail());
            let program = Arc::new(Mutex::new(program));
            let transport = Stdio::new(program.clone(), ledger.clone()).await;
            let transport = transport.map_err(|_| failed(&ledger, super::problem::lost()))?;
            match serve(transport, &ledger, mode, &stop).await {
                // It starts more slowly than the probe waits, as one does that is installed first, and would be held to the
                // older era for that alone (VER-02). Its next start is quick.
                Ok(service) if plan.is_auto() && ledger.state().handshake.late_modern => {
                    ledger.note("the answer to server/discover came late: the program is started again");
                    stop.cancel();
                    let _ = service.waiting().await;
                    Err(failed(&ledger, no_answer()))
                }
                Ok(service) => Ok(live(service, ledger, stop, Some((exit, tail)))),
                Err(error) => {
                    let closed = error.as_ref().is_some_and(is_closed);
                    program.lock().await.end().await;
                    Err(local_failure(&ledger, error.as_ref(), closed, &exit, &tail))
                }
            }
        }
        Origin::Remote { url, headers } => {
            let http = Http::new(url, ledger.clone(), stop.clone()).map_err(|problem| failed(&ledger, problem))?;
            let config = http.config(headers).map_err(|problem| failed(&ledger, problem))?;
            let settled = http.stream_settled.clone();
            let transport = StreamableHttpClientTransport::with_client(http, config);
            match serve(transport, &ledger, mode, &stop).await {
                Ok(service) => {
                    let has_stream = ledger.is_legacy() && ledger.state().handshake.session;
                    if has_stream {
                        let _ = tokio::time::timeout(STREAM, settled.notified()).await;
                    }
                    Ok(live(service, ledger, stop, None))
                }
                Err(error) => Err(failed(&ledger, reason(&ledger, error.as_ref()))),
            }
        }
    }
}

/// The handshake; no error means that it took too long.
async fn serve<T, E, A>(
    transport: T,
    ledger: &Arc<Ledger>,
    mode: ClientLifecycleMode,
    stop: &CancellationToken,
) -> Result<Service, Option<ClientInitializeError>>
where
    T: rmcp::transport::IntoTransport<RoleClient, E, A>,
    E: std::error::Error + Send + Sync + 'static,
{
    let serving = serve_client_with_lifecycle_and_ct(Handler(ledger.clone()), transport, mode, stop.clone());
    // Boxed: the future is large, and nobody opens connections by the thousand.
    match tokio::time::timeout(ATTEMPT, Box::pin(serving)).await {
        Ok(served) => served.map_err(Some),
        Err(_) => Err(None),
    }
}

/// Whether the program is gone: nothing comes any more, or nothing can be sent.
fn is_closed(error: &ClientInitializeError) -> bool {
    match error {
        ClientInitializeError::ConnectionClosed(_) | ClientInitializeError::TransportError { .. } => true,
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => is_closed(fallback),
        _ => false,
    }
}

/// The reason in words: what the ledger or the backend saw, else what rmcp makes of it.
fn reason(ledger: &Ledger, error: Option<&ClientInitializeError>) -> Problem {
    if let Some(problem) = ledger.state().handshake.failure.take() {
        return problem;
    }
    match error {
        None | Some(ClientInitializeError::ConnectionClosed(_)) => no_answer(),
        Some(_) => problem(
            "connection.not-mcp",
            "The server answers, but not as MCP wants it.",
            Some("Check that it is an MCP server."),
            Vec::new(),
        ),
    }
}

fn failed(ledger: &Ledger, problem: Problem) -> Failed {
    let state = ledger.state();
    Failed {
        problem,
        exited_on_probe: false,
        offered: state.handshake.offered,
        late_modern: state.handshake.late_modern,
    }
}

fn local_failure(
    ledger: &Ledger,
    error: Option<&ClientInitializeError>,
    closed: bool,
    exit: &Exit,
    tail: &Tail,
) -> Failed {
    let broken = ledger.state().handshake.failure.as_ref().is_some_and(|it| it.code == "connection.broken");
    let on_probe = closed && !broken && !ledger.state().handshake.asked_initialize;
    let words = exit.borrow().map_or_else(|| "closed its output".to_owned(), in_words);
    let mut problem = if closed && !broken {
        problem(
            "connection.exited",
            format!("The program {words} before it answered."),
            Some(if tail.lines().is_empty() {
                "Check the command and its arguments."
            } else {
                "Its last words are below; check the command and its arguments."
            }),
            Vec::new(),
        )
    } else {
        reason(ledger, error)
    };
    problem.details.extend(tail.lines());
    Failed { exited_on_probe: on_probe, ..failed(ledger, problem) }
}

/// The connection, watched from here on.
fn live(service: Service, ledger: Arc<Ledger>, stop: CancellationToken, local: Option<(Exit, Tail)>) -> Connection {
    let (revision, result) = {
        let state = ledger.state();
        let raw = state.handshake.result.as_ref();
        let result = raw.and_then(|raw| json::read::<Value>(raw.get()).ok()).unwrap_or_default();
        (state.handshake.agreed.unwrap_or(Revision::V2025_11_25), result)
    };
    let in_meta = || result.get("_meta").and_then(|meta| meta.get("io.modelcontextprotocol/serverInfo"));
    let (gone, is_gone) = watch::channel(None);
    let by_us = Arc::new(AtomicBool::new(false));
    let inner = Inner {
        id: Uuid::new_v4(),
        revision,
        capabilities: result.get("capabilities").cloned(),
        info: result.get("serverInfo").or_else(in_meta).cloned(),
        peer: service.peer().clone(),
        ledger: ledger.clone(),
        stop: stop.clone(),
        gone: is_gone,
        by_us: by_us.clone(),
        remote: local.is_none(),
        tail: local.as_ref().map(|(_, tail)| tail.clone()),
    };
    ledger.trace.step("connected", None, Some(if inner.remote { "http" } else { "stdio" }.to_owned()));
    ledger.trace.step("negotiated", None, Some(revision.to_string()));
    tokio::spawn(supervise(service, ledger, local, by_us, gone));
    Connection { inner: Arc::new(inner) }
}
