//! The engine of Askance: connections, operations, questions and apps. It does not know that there is a screen.
//!
//! The way of one question goes through the modules in this order and never back:
//! [`connection`] → [`operation`] → [`elicitation`] → ([`app`] or the native form) → [`operation`] → [`connection`].

pub mod app;
pub mod config;
pub mod connection;
pub mod elicitation;
pub mod operation;
pub mod trace;
pub mod view;

mod bucket;
mod digest;
mod host;
mod json;
mod problem;
mod revision;

pub use host::{CallOutcome, Host, HostOptions};
pub use problem::Problem;
pub use revision::Revision;
