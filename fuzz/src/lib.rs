//! Fuzz targets, and a small fuzzer that runs them with stable Rust alone; `./dev fuzz` is its door.
//!
//! A target takes any bytes, panics where a promise is broken, and says what came of the rest as one number: its
//! *signature*. An input with a signature that was not seen before joins the inputs that are changed further, which
//! leads the way where compilers that count branches are not at hand. `fuzz/libfuzzer` runs the same targets where they
//! are. To add a target: a function in a file of `targets/`, a line in [`TARGETS`], some inputs in `corpus/NAME/`.

mod change;
mod run;
mod targets;

pub use run::{Failure, Report, run};

/// Something that takes what others send.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Also the name of its folder in `corpus/`.
    pub name: &'static str,
    /// Takes one input; panics where a promise is broken. The result is the input's signature.
    pub run: fn(&[u8]) -> u64,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "schema", run: targets::schema::schema },
    Target { name: "bridge", run: targets::bridge::bridge },
    Target { name: "csp", run: targets::csp::csp },
];

/// The target of that name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().copied().find(|target| target.name == name)
}
