//! The fuzzer: the corpus first, then changes of it until the time is over.

use std::collections::HashSet;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::Target;
use crate::change::{Parts, changed};

/// An input that takes longer is a failure: a question must not hold the window. Without optimisation it takes long.
const SLOW: Duration = Duration::from_secs(2);
/// Inputs that are changed further.
const MAX_POOL: usize = 4096;

/// How far a run came.
#[derive(Debug)]
pub struct Report {
    /// Inputs run.
    pub inputs: u64,
    /// Different signatures.
    pub signatures: usize,
    /// What begins the same run again.
    pub seed: u64,
    /// The input that broke a promise, if one did; the run ends with it.
    pub failure: Option<Failure>,
}

/// An input that broke a promise.
#[derive(Debug)]
pub struct Failure {
    /// Why: the panic's words, or how long it took.
    pub why: String,
    /// Where the input is.
    pub input: PathBuf,
}

/// Runs a target on its corpus, then on changes of it for about `time`. Each input is written to `folder` before it
/// runs, so that it is there even when the process ends with it.
///
/// # Errors
/// Where the corpus cannot be read or an input cannot be written.
pub fn run(target: Target, corpus: &Path, folder: &Path, time: Duration, seed: u64) -> io::Result<Report> {
    std::fs::create_dir_all(folder)?;
    let started = Instant::now();
    let mut rng = Rng::with_seed(seed);
    let mut parts = Parts::default();
    let mut pool = seeds(corpus)?;
    pool.iter().for_each(|input| parts.add(input));
    let mut seen = HashSet::new();
    let mut report = Report { inputs: 0, signatures: 0, seed, failure: None };
    let mut given = pool.clone().into_iter();
    let file = folder.join(format!("{}.input", target.name));
    loop {
        let fresh = given.next();
        let from_corpus = fresh.is_some();
        if !from_corpus && started.elapsed() >= time {
            return Ok(report);
        }
        let known = rng.choice(&pool).map_or(&[][..], Vec::as_slice);
        let input = fresh.unwrap_or_else(|| changed(known, &parts, &mut rng));
        std::fs::write(&file, &input)?;
        report.inputs += 1;
        match one(target, &input) {
            Ok(signature) => {
                if seen.insert(signature) && !from_corpus && pool.len() < MAX_POOL {
                    parts.add(&input);
                    pool.push(input);
                }
                report.signatures = seen.len();
            }
            Err(why) => {
                report.failure = Some(Failure { why, input: file });
                return Ok(report);
            }
        }
    }
}

/// The inputs of a folder, in the order of their names.
fn seeds(corpus: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut files = std::fs::read_dir(corpus)?.map(|entry| entry.map(|e| e.path())).collect::<io::Result<Vec<_>>>()?;
    files.sort();
    files.into_iter().map(std::fs::read).collect()
}

fn one(target: Target, input: &[u8]) -> Result<u64, String> {
    let started = Instant::now();
    let signature = catch_unwind(AssertUnwindSafe(|| (target.run)(input))).map_err(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked").to_owned()
    })?;
    let took = started.elapsed();
    if took > SLOW { Err(format!("it took {took:.1?}")) } else { Ok(signature) }
}
