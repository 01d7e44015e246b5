//! Schema → form and draft → content, beside parsing the same text as JSON; `./dev bench form` runs it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, missing_docs)]

mod cases;
mod table;

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::Criterion;
use native_form::Question;
use serde_json::Value;

use crate::cases::{Asked, Case};

fn main() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("criterion");
    let mut criterion = Criterion::default()
        .output_directory(&folder)
        .without_plots()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    let cases = cases::all();
    for case in &cases {
        measure(&mut criterion, case);
    }
    table::print(&folder, &cases);
}

fn measure(criterion: &mut Criterion, Case { name, schema, asked, enter }: &Case) {
    let text = schema.to_string();
    let question = asked.read(schema);
    let draft = enter(&question);
    let sent = question.draft_to_content(&draft);
    assert!(sent.is_ok(), "{name}: {sent:?}");
    let mut group = criterion.benchmark_group(*name);
    group.bench_function("parse", |bencher| bencher.iter(|| serde_json::from_str::<Value>(black_box(&text))));
    group.bench_function("read", |bencher| bencher.iter_with_large_drop(|| asked.read(black_box(schema))));
    group.bench_function("answer", |bencher| bencher.iter(|| question.draft_to_content(black_box(&draft))));
    group.finish();
}

impl Asked {
    fn read(self, schema: &Value) -> Question {
        match self {
            Self::Elicitation => Question::read(schema).question.expect("it can be asked"),
            Self::Arguments => Question::read_arguments(schema),
        }
    }
}
