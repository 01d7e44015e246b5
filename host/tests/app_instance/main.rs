//! The life of an app instance, with a fake surface and an app that the test plays. Time is paused: limits pass at once
//! and exactly.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod answering;
mod closing;
mod fake;
mod opening;
mod reading;
mod tracing;
