//! The whole engine behind one handle: what a window, the command line and (later) the gateway talk to.

mod answers;
mod apps;
mod call;
mod close;
mod fetched;
mod lists;
mod new_server;
mod reach;
mod server;
mod servers;
mod settings;
mod stale;
mod tasks;
mod told;
mod views;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use self::server::Server;
use crate::Problem;
use crate::app::consent::Consents;
use crate::app::{OpenApps, Starts, Surfaces};
use crate::connection::Declared;
use crate::elicitation::{Apps, LastAnswers, Queue, lock};
use crate::operation::{Final, Task};
use crate::trace::{Trace, TraceEntry};
use crate::view::{Ending, Settings, Snapshot, Update};

/// Ended tasks that are kept.
const KEPT_TASKS: usize = 100;
/// How long a connection that a call waits for may take.
const CONNECT: Duration = Duration::from_secs(30);
/// The longest that closing everything takes.
const CLOSE: Duration = Duration::from_secs(8);

/// What the engine needs from outside.
pub struct HostOptions {
    /// Where apps are shown; none where they can't be (CAP-04).
    pub surfaces: Option<Arc<dyn Surfaces>>,
    /// Whether questions can be answered at all: false without a window, and then no elicitation is declared.
    pub window: bool,
    /// Where changes go. Unbounded because each is one small view and the reader is our own page.
    pub updates: mpsc::UnboundedSender<Update>,
    /// What apps are told about their host.
    pub context: watch::Receiver<Arc<Value>>,
    /// What the person set.
    pub settings: Settings,
    /// Whether the processes of apps run in the system's own sandbox, besides ours.
    pub sandboxed: bool,
    /// Whether the shell can hold an app to its memory.
    pub memory_limited: bool,
    /// What the person allowed to apps.
    pub consents: Consents,
    /// The file for the last answers; none where nothing is kept.
    pub last_answers: Option<PathBuf>,
    /// Where the trace goes, besides the views (`--trace`).
    pub trace: Arc<dyn Fn(TraceEntry) + Send + Sync>,
}

/// How a call of the command line ended.
#[derive(Debug)]
pub enum CallOutcome {
    /// The result as it came.
    Done {
        /// The result.
        result: Final,
        /// Whether the person declined or cancelled a question of it.
        refused: bool,
    },
    /// The server could not be reached, or the connection was lost.
    NoConnection(Problem),
    /// The server or tool does not exist, or the arguments are wrong.
    Usage(Problem),
    /// The server answered with an error, or broke the protocol.
    Failed(Problem),
    /// The person stopped it, or declined or cancelled a question, and there is no result.
    Refused(Problem),
    /// The time limit ran out.
    TimedOut(Problem),
}

/// The engine.
pub struct Host {
    declared: Declared,
    start: Instant,
    sink: Arc<dyn Fn(TraceEntry) + Send + Sync>,
    updates: mpsc::UnboundedSender<Update>,
    queue: Arc<Queue>,
    /// The apps that listen to the person.
    open_apps: Arc<OpenApps>,
    last: Arc<LastAnswers>,
    settings: watch::Sender<Settings>,
    sandboxed: bool,
    memory_limited: bool,
    consents: Arc<Consents>,
    state: Mutex<State>,
    /// Counts the changes of servers, for those who wait for one.
    changes: watch::Sender<u64>,
    /// Cancelled once everything is to end.
    closing: CancellationToken,
}

#[derive(Default)]
struct State {
    servers: Vec<Server>,
    /// How many servers there ever were; the next one's colour.
    added: usize,
    tasks: VecDeque<Arc<Task>>,
    problems: Vec<Problem>,
}

impl Host {
    /// Starts with no servers.
    pub fn new(options: HostOptions) -> Arc<Self> {
        let window = options.window;
        let apps = window && options.surfaces.is_some();
        let declared = Declared { form: window, url: window, apps, app_answers: apps };
        Self::declaring(options, declared)
    }

    /// The same with other capabilities declared to servers than those that the options allow.
    pub fn declaring(options: HostOptions, declared: Declared) -> Arc<Self> {
        let start = Instant::now();
        let settings = watch::Sender::new(options.settings);
        let watched = settings.subscribe();
        let consents = Arc::new(options.consents);
        let last = Arc::new(LastAnswers::new(options.last_answers, options.settings.last_answers));
        let (context, trace, updates) = (options.context, options.trace, options.updates);
        Arc::new_cyclic(|host: &Weak<Self>| {
            let reach = reach::reach(host.clone());
            let consents = consents.clone();
            let apps = options.surfaces.map(|surfaces| Apps {
                surfaces,
                starts: Starts::default(),
                context,
                settings: watched,
                consents: consents.clone(),
                reach,
            });
            Self {
                declared,
                start,
                queue: Arc::new(Queue::new(apps, updates.clone(), start, trace.clone(), last.clone())),
                open_apps: Arc::default(),
                last,
                sink: trace,
                settings,
                sandboxed: options.sandboxed,
                memory_limited: options.memory_limited,
                consents,
                updates,
                state: Mutex::default(),
                changes: watch::Sender::new(0),
                closing: CancellationToken::new(),
            }
        })
    }

    /// Everything as it is now.
    pub fn snapshot(&self) -> Snapshot {
        let state = lock(&self.state);
        Snapshot {
            servers: state.servers.iter().map(Server::view).collect(),
            questions: self.queue.views(),
            tasks: state.tasks.iter().map(|task| task.view()).collect(),
            settings: self.settings(),
            sandboxed: self.sandboxed,
            memory_limited: self.memory_limited,
            problems: state.problems.clone(),
        }
    }

    /// Closes everything: apps torn down, questions ended, connections closed, children gone; at most 8 s.
    pub async fn close(&self) {
        self.closing.cancel();
        let (tasks, mut connections) = {
            let mut state = lock(&self.state);
            let connections: Vec<_> = state.servers.iter_mut().filter_map(Server::take_connection).collect();
            (state.tasks.clone(), connections)
        };
        let running: Vec<_> = tasks.iter().filter(|task| !task.has_ended()).cloned().collect();
        tasks.iter().for_each(|task| {
            task.stop();
            task.close_view();
        });
        for connection in &connections {
            self.queue.connection_ended(connection.id(), &Ending::ConnectionLost);
        }
        let closing = async {
            tasks::given_up(&running).await;
            self.queue.apps_gone().await;
            futures::future::join_all(connections.iter_mut().map(|connection| connection.close())).await;
        };
        // What is not gone by then goes with the process.
        let _ = timeout(CLOSE, closing).await;
    }

    fn trace_of(&self, server: &str) -> Trace {
        Trace::new(self.start, self.sink.clone()).for_server(server)
    }

    /// Tells the window of a task's end of life and forgets the oldest ones.
    fn forget_old_tasks(&self) {
        let mut state = lock(&self.state);
        let mut ended = state.tasks.iter().filter(|task| task.has_ended()).count();
        state.tasks.retain(|task| {
            let forget = ended > KEPT_TASKS && task.has_ended();
            if forget {
                ended -= 1;
                task.close_view();
                let _ = self.updates.send(Update::TaskGone(task.id().to_owned()));
            }
            !forget
        });
    }
}
