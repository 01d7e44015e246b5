//! The engine from outside: real servers over stdio, a fake only where a screen would be.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]

mod again;
mod apps;
mod back;
mod bench;
mod consent;
mod fake;
mod last;
mod negotiation;
mod pages;
mod params;
mod peer;
mod questions;
mod rounds;
mod servers;
mod told;
mod unreadable;
mod unsent;
mod vectors;
mod views;
mod web;
mod wishes;
