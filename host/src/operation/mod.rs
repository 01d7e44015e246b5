//! One request of ours with all its rounds: `tools/call`, `prompts/get`, `resources/read` (MRT-*, TMO-*).

mod error;
mod inbound;
mod reply;
mod rounds;
mod task;
mod waiting;

pub use error::OperationError;
pub use inbound::serve;
pub use reply::{InputRequest, Reply, Round};
pub use task::{Request, Task};

pub(crate) use task::minutes;
