//! One request of ours with all its rounds: `tools/call`, `prompts/get`, `resources/read` (MRT-*, TMO-*).

pub(crate) mod closure;
mod error;
mod inbound;
mod leg;
mod reply;
mod rounds;
mod task;
mod text;
mod together;
pub(crate) mod view;
mod waiting;

pub use error::OperationError;
pub use inbound::{Asking, ask};
pub use reply::{Final, InputRequest, Reply, Round};
pub use task::{Request, Task};

pub(crate) use error::seconds;
pub(crate) use inbound::CROSSING;
pub(crate) use reply::unreadable;
pub(crate) use task::minutes;
