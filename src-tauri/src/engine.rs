//! The engine with what it needs from outside: the servers' files, the trace, the window's channels.

use std::path::PathBuf;
use std::sync::Arc;

use askance_host::app::Surfaces;
use askance_host::app::consent::Consents;
use askance_host::config::{self, Approvals, Listed, Origin, ServerSpec};
use askance_host::trace::TraceEntry;
use askance_host::view::{AppsPolicy, Settings, Update};
use askance_host::{Host, HostOptions, Problem};
use serde_json::{Map, Value};
use tokio::sync::{mpsc, watch};

use crate::ipc;
use crate::surface::{self, Sandbox};

/// Where steps go.
pub(crate) type TraceSink = Arc<dyn Fn(TraceEntry) + Send + Sync>;

/// Which servers there are: their files, and the bundled one.
#[derive(Clone, Debug)]
pub(crate) struct Sources {
    /// `--config`.
    pub(crate) config: Option<PathBuf>,
    /// The servers added in the window.
    pub(crate) remembered: PathBuf,
    /// `--demo`.
    pub(crate) demo: bool,
}

impl Sources {
    /// Every server for the window, and what was wrong with the files. A name counts once: the first file wins.
    pub(crate) fn for_window(&self, approvals: &Approvals) -> (Vec<Listed>, Vec<Problem>) {
        let mut listed: Vec<Listed> = self.built_in().map(Listed::from).collect();
        let mut problems = Vec::new();
        for path in self.files() {
            let loaded = config::load(path);
            let (admitted, written) = approvals.admit(path, loaded.specs);
            listed.extend(admitted);
            problems.extend(loaded.problems);
            problems.extend(written.err());
        }
        (listed, problems)
    }

    /// The same for a call of the command line. It names the file and the server that it wants, which is the person's word
    /// for both; a server of the window's own list has theirs there.
    pub(crate) fn for_call(&self, approvals: &Approvals) -> (Vec<Listed>, Vec<Problem>) {
        let mut listed: Vec<Listed> = self.built_in().map(Listed::from).collect();
        let mut problems = Vec::new();
        for path in self.files() {
            let loaded = config::load(path);
            let own = *path == self.remembered;
            listed.extend(loaded.specs.into_iter().map(|spec| match own {
                true => Listed { standing: approvals.standing(path, &spec), spec },
                false => spec.into(),
            }));
            problems.extend(loaded.problems);
        }
        (listed, problems)
    }

    fn built_in(&self) -> impl Iterator<Item = ServerSpec> {
        self.demo.then(demo).flatten().into_iter()
    }

    fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.config.iter().chain(Some(&self.remembered).filter(|path| path.exists()))
    }
}

/// The demo server: this program again.
fn demo() -> Option<ServerSpec> {
    let program = std::env::current_exe().ok()?.into_os_string().into_string().ok()?;
    Some(ServerSpec {
        name: "Demo".to_owned(),
        origin: Origin::Local {
            command: program,
            args: vec!["demo-server".to_owned()],
            env: Default::default(),
            cwd: None,
        },
        revision: None,
        // It is this very program: nobody else's code is let in.
        apps: AppsPolicy::Always,
        developer: false,
    })
}

/// The engine, with the ends of its channels that the window holds.
pub(crate) struct Engine {
    pub(crate) host: Arc<Host>,
    pub(crate) updates: mpsc::UnboundedReceiver<Update>,
    pub(crate) context: watch::Sender<Arc<Value>>,
}

/// Starts the engine without servers; `surfaces` is none where there is no window.
pub(crate) fn start(
    surfaces: Option<Arc<dyn Surfaces>>,
    settings: Settings,
    consents: Consents,
    sandbox: Option<Sandbox>,
    last_answers: Option<PathBuf>,
    trace: TraceSink,
) -> Engine {
    let (sender, updates) = mpsc::unbounded_channel();
    let (context, watched) = watch::channel(Arc::new(ipc::complete(Map::new())));
    let window = surfaces.is_some();
    let host = Host::new(HostOptions {
        surfaces,
        window,
        updates: sender,
        context: watched,
        settings,
        consents,
        sandboxed: sandbox == Some(Sandbox::On),
        memory_limited: surface::memory_limited(),
        last_answers,
        trace,
    });
    Engine { host, updates, context }
}
