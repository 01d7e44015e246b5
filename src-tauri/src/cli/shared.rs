//! The options that the window and a call share.

use std::path::PathBuf;

use clap::Args;

/// Where servers, memory and trace are. They stand before `call` or after it.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub(super) struct Shared {
    /// Servers, in the usual `mcpServers` shape [env: ASKANCE_CONFIG]
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Where Askance keeps what it remembers [env: ASKANCE_DATA_DIR]
    #[arg(long, value_name = "DIR")]
    pub(super) data_dir: Option<PathBuf>,
    /// Write what happens, step by step, as JSON lines; never what anybody answered
    #[arg(long, value_name = "FILE")]
    pub(super) trace: Option<PathBuf>,
    /// Connect the bundled demo server too, under the name Demo
    #[arg(long)]
    pub(super) demo: bool,
}

impl Shared {
    /// What these name, and for the rest what the others do.
    pub(super) fn or(self, others: Self) -> Self {
        Self {
            config: self.config.or(others.config),
            data_dir: self.data_dir.or(others.data_dir),
            trace: self.trace.or(others.trace),
            demo: self.demo || others.demo,
        }
    }

    /// What the environment names. Read here and not by the parser, so that it never counts more than an option, and
    /// stands in nobody's way where the options do nothing.
    pub(super) fn from_environment() -> Self {
        let named = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        Self { config: named("ASKANCE_CONFIG"), data_dir: named("ASKANCE_DATA_DIR"), ..Self::default() }
    }
}
