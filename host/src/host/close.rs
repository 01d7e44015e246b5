//! A name that a server does not have, and those that were probably meant.

use crate::Problem;

/// Names that are listed.
const LISTED: usize = 10;
/// The longest name that is listed in full.
const MAX_NAME: usize = 80;

/// `tool.unknown` and its like, with the names that are close, or else with the first ones that there are.
pub(super) fn unknown<'a>(what: &str, server: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Problem {
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    let wanted = name.to_lowercase();
    let mut close: Vec<(usize, &str)> =
        known.iter().filter_map(|known| Some((distance(&wanted, &known.to_lowercase())?, *known))).collect();
    close.sort();
    let close: Vec<&str> = close.into_iter().map(|(_, name)| name).collect();
    let remedy = if !close.is_empty() {
        format!("Did you mean {}?", listed(&close, "or"))
    } else if !known.is_empty() {
        format!("It has {}.", listed(&known, "and"))
    } else {
        format!("It has no {what}s.")
    };
    Problem::new(&format!("{what}.unknown"), format!("{server} has no {what} named {}.", short(name))).remedy(remedy)
}

/// How far apart two names are; none where one was hardly meant by the other.
fn distance(wanted: &str, known: &str) -> Option<usize> {
    if known.len() > MAX_NAME || wanted.len() > MAX_NAME {
        return None;
    }
    let distance = strsim::damerau_levenshtein(wanted, known);
    let holds = wanted.len() > 2 && (known.contains(wanted) || wanted.contains(known) && known.len() > 2);
    (distance <= wanted.chars().count().div_ceil(3) || holds).then_some(distance)
}

fn listed(names: &[&str], last: &str) -> String {
    let mut shown: Vec<String> = names.iter().take(LISTED).map(|name| short(name)).collect();
    if names.len() > LISTED {
        shown.push(format!("{} more", names.len() - LISTED));
    }
    match shown.pop() {
        Some(end) if !shown.is_empty() => format!("{} {last} {end}", shown.join(", ")),
        Some(only) => only,
        None => String::new(),
    }
}

fn short(name: &str) -> String {
    let mut short: String = name.chars().take(MAX_NAME).collect();
    if short.len() < name.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn remedy(name: &str, known: &[&str]) -> String {
        unknown("tool", "shop", name, known.iter().copied()).remedy.unwrap()
    }

    #[test]
    fn the_closest_names_come_first() {
        let known = ["orders", "order", "order_item", "stock"];
        assert_eq!(remedy("ordr", &known), "Did you mean order or orders?");
        assert_eq!(remedy("ORDER", &known), "Did you mean order, orders or order_item?");
        assert_eq!(remedy("weather", &known), "It has order, order_item, orders and stock.");
    }

    #[test]
    fn long_lists_and_names_are_cut() {
        let many: Vec<String> = (0..30).map(|n| format!("tool-{n:02}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(remedy("zzzzzzzz", &many).ends_with("tool-09 and 20 more."));
        assert!(remedy(&"x".repeat(500), &[&"y".repeat(500)]).contains('…'));
        assert_eq!(remedy("x", &[]), "It has no tools.");
    }
}
