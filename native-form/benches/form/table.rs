//! The medians that criterion has written, as a table for docs/benchmarks.md.

use std::path::Path;

use serde_json::Value;

use crate::cases::Case;

pub(crate) fn print(folder: &Path, cases: &[Case]) {
    println!("\n| Schema | KiB | Parse as JSON | Schema → form | ratio | Draft → content |\n|---|--:|--:|--:|--:|--:|");
    for Case { name, schema, .. } in cases {
        let median = |what| median(&folder.join(criterion_name(name)).join(what));
        let (Some(parse), Some(read), Some(answer)) = (median("parse"), median("read"), median("answer")) else {
            continue;
        };
        let size = schema.to_string().len() as f64 / 1024.0;
        let (ratio, [parse, read, answer]) = (read / parse, [parse, read, answer].map(duration));
        println!("| {name} | {size:.1} | {parse} | {read} | {ratio:.1} | {answer} |");
    }
}

/// As criterion names folders.
fn criterion_name(name: &str) -> String {
    name.chars()
        .map(|c| if matches!(c, '?' | '"' | '/' | '\\' | '*' | '<' | '>' | ':' | '|' | '^') { '_' } else { c })
        .collect()
}

/// In nanoseconds.
fn median(folder: &Path) -> Option<f64> {
    let text = std::fs::read_to_string(folder.join("new/estimates.json")).ok()?;
    let estimates: Value = serde_json::from_str(&text).ok()?;
    estimates["median"]["point_estimate"].as_f64()
}

fn duration(nanoseconds: f64) -> String {
    if nanoseconds < 1e6 { format!("{:.1} µs", nanoseconds / 1e3) } else { format!("{:.2} ms", nanoseconds / 1e6) }
}
