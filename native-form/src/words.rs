//! What a person reads about values: limits beside the field, errors under it.

use serde_json::{Number, Value};

use crate::bounds::{TEXT_ENDS_AT, cut};
use crate::check::format::{Format, is_date, wrong_time};
use crate::number::{Decimal, Unreadable, shortest};

/// An entered text in a sentence ends here.
const SHOWN: usize = 60;
/// Steps of a way down that are named in a sentence.
const STEPS: usize = 4;
/// Options named in a sentence.
const NAMED: usize = 6;

pub(crate) const REQUIRED: &str = "This needs an answer.";
pub(crate) const TYPE_TEXT: &str = "This has to be text.";
pub(crate) const TYPE_FLAG: &str = "This has to be yes or no.";
pub(crate) const TYPE_CHOICE: &str = "This has to be one of the choices.";
pub(crate) const TYPE_LIST: &str = "This has to be a list.";
pub(crate) const TYPE_GROUP: &str = "This has to be a set of named values.";
pub(crate) const MISFIT: &str = "This answer does not belong to this field. Answer it again.";
pub(crate) const RULES: &str = "This does not fit the server’s rules for it.";
pub(crate) const TOGETHER: &str = "The answers do not fit together in the way that the server requires.";
pub(crate) const RESULT: &str = "The answer is not an answer.";
pub(crate) const ACTION: &str = "The answer says neither accept nor decline nor cancel.";
pub(crate) const CONTENT: &str = "The values of the answer are not a set of named values.";

pub(crate) const TOO_MUCH: &str = "This is too long to be compared with what the server accepts. Write less.";
pub(crate) const TOO_MUCH_TOGETHER: &str =
    "The answers are too long to be compared with what the server accepts. Write less.";

/// What a list holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Listed {
    Choices,
    Lines,
    Items,
}

/// A text in quotation marks, shortened.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("“{}…”", &text[..end]),
        None => format!("“{text}”"),
    }
}

pub(crate) fn number(number: &Number) -> String {
    shortest(number).to_string()
}

/// A value that can be an option, as text.
pub(crate) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(n) => Some(number(n)),
        Value::Bool(flag) => Some(yes_no(*flag).to_owned()),
        _ => None,
    }
}

/// A sentence with the place that it is about, step by step.
pub(crate) fn at(steps: &[String], words: &str) -> String {
    // The innermost steps say most.
    let (dots, near) = match steps.len().checked_sub(STEPS) {
        Some(over @ 1..) => ("… ", &steps[over..]),
        _ => ("", steps),
    };
    if near.is_empty() { words.to_owned() } else { sentence(&format!("{dots}{}: {words}", near.join(", "))) }
}

pub(crate) fn undeclared(key: &str) -> String {
    format!("{} is not asked for, so it cannot be sent. Correct the name, or take it out.", quoted(key))
}

pub(crate) fn missing(name: &str) -> String {
    format!("{} is missing.", quoted(name))
}

/// What an option is called: its title, else its value.
pub(crate) fn label(value: &Value, title: Option<String>) -> Option<String> {
    let option = matches!(value, Value::String(_) | Value::Number(_) | Value::Bool(_));
    let label = title.filter(|_| option).or_else(|| scalar(value));
    label.map(|label| if label.len() > TEXT_ENDS_AT { cut(&label).0 } else { label })
}

pub(crate) fn yes_no(flag: bool) -> &'static str {
    if flag { "Yes" } else { "No" }
}

/// 2000 as 2,000.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if noun.is_empty() {
        return grouped;
    }
    format!("{grouped} {noun}{}", if count == 1 { "" } else { "s" })
}

pub(crate) fn type_number(whole: bool) -> &'static str {
    if whole { "This has to be a whole number." } else { "This has to be a number." }
}

pub(crate) fn not_whole(shown: &str) -> String {
    format!("{shown} is not a whole number.")
}

pub(crate) fn too_short(text: &str, min: u64) -> String {
    let least = counted(min, "character");
    if text.is_empty() {
        format!("Write at least {least}.")
    } else {
        format!("{} is too short. Write at least {least}.", quoted(text))
    }
}

pub(crate) fn too_long(length: u64, max: u64) -> String {
    format!("{} is too long. At most {} fit.", counted(length, "character"), counted(max, ""))
}

pub(crate) fn format(format: Format, text: &str) -> String {
    let shown = quoted(text);
    match format {
        Format::Email => format!("{shown} is not a full e-mail address. Write it like name@example.org."),
        Format::Uri => format!("{shown} is not a full address. Write it like https://example.org/page."),
        Format::Date => format!("{shown} is not a date. Write it like 2026-10-01."),
        // The window writes the T between what is typed as day and as time: one of them alone is no text of the person's.
        Format::DateTime => match (text.strip_suffix('T'), text.strip_prefix('T')) {
            (Some(day), _) if is_date(day) => "The time is missing. Write it like 09:30.".to_owned(),
            (Some(day), None) if !day.is_empty() => self::format(Format::Date, day),
            (None, Some(_)) => "The day is missing. Write it like 2026-10-01.".to_owned(),
            _ => match wrong_time(text) {
                Some(time) => format!("{} is not a time of day. Write it like 09:30.", quoted(time)),
                None => format!(
                    "{shown} is not a date and time with its time zone. Write it like 2026-10-05T09:30:00+02:00."
                ),
            },
        },
    }
}

pub(crate) fn pattern(text: &str, pattern: &str) -> String {
    format!("{} does not match what the server accepts: {}.", quoted(text), quoted(pattern))
}

pub(crate) fn only(shown: &str, only: &str) -> String {
    format!("{} is not accepted. Only {} is.", quoted(shown), quoted(only))
}

pub(crate) fn not_offered() -> String {
    "The server does not accept this choice.".to_owned()
}

pub(crate) fn none_of(shown: &str, labels: &[String]) -> String {
    format!("{} is none of the choices: {}.", quoted(shown), some_of(labels))
}

/// The first few of many.
pub(crate) fn some_of(labels: &[String]) -> String {
    let mut named: Vec<String> = labels.iter().take(NAMED).map(|label| quoted(label)).collect();
    if labels.len() > NAMED {
        named.push(format!("and {} more", counted((labels.len() - NAMED) as u64, "")));
    }
    named.join(", ")
}

pub(crate) fn too_small(shown: &str, min: &str) -> String {
    format!("{shown} is too small. The smallest number allowed is {min}.")
}

pub(crate) fn too_large(shown: &str, max: &str) -> String {
    format!("{shown} is too large. The largest number allowed is {max}.")
}

pub(crate) fn must_be_above(shown: &str, end: &str) -> String {
    format!("{shown} is too small. The number has to be above {end}.")
}

pub(crate) fn must_be_below(shown: &str, end: &str) -> String {
    format!("{shown} is too large. The number has to be below {end}.")
}

pub(crate) fn not_a_multiple(shown: &str, step: &str) -> String {
    format!("{shown} is not a multiple of {step}.")
}

pub(crate) fn too_few(listed: Listed, min: u64) -> String {
    match listed {
        Listed::Choices => format!("Choose at least {}.", counted(min, "")),
        Listed::Lines => format!("Write at least {}.", counted(min, "line")),
        Listed::Items => format!("Add at least {}.", counted(min, "item")),
    }
}

/// The same, where there is a least number.
pub(crate) fn least(listed: Listed, min: Option<u64>) -> Option<String> {
    min.filter(|min| *min > 0).map(|min| too_few(listed, min))
}

pub(crate) fn too_many(listed: Listed, max: u64) -> String {
    match listed {
        Listed::Choices => format!("Choose at most {}.", counted(max, "")),
        Listed::Lines => format!("Write at most {}.", counted(max, "line")),
        Listed::Items => format!("Keep at most {}.", counted(max, "item")),
    }
}

pub(crate) fn twice(listed: Listed) -> String {
    match listed {
        Listed::Choices => "Choose nothing twice.".to_owned(),
        Listed::Lines => "The same line stands here twice. Each may stand here once.".to_owned(),
        Listed::Items => "The same item stands here twice. Each may stand here once.".to_owned(),
    }
}

pub(crate) fn unreadable(text: &str, why: Unreadable) -> String {
    let text = quoted(text.trim());
    match why {
        Unreadable::NotANumber => format!("{text} is not a number. Write it in digits, like 1500 or 1.5."),
        Unreadable::Separators => {
            format!("{text} can be read in more than one way. Write it like 1500 or 1.5, without spaces or commas.")
        }
        Unreadable::NotFinite => format!("{text} cannot be sent as a number. Write it in digits."),
        Unreadable::NegativeZero => format!("{text} is the same as 0. Write 0."),
        Unreadable::TooLarge => format!("{text} is larger than any number that can be sent."),
        Unreadable::TooPrecise => format!("{text} has more digits than can be sent without rounding. Write fewer."),
    }
}

/// `10 to 90`, `above 0 and up to 2.6`.
pub(crate) fn range(low: Option<(&Number, bool)>, high: Option<(&Number, bool)>) -> Option<String> {
    let low = low.map(|(n, open)| (number(n), open, Decimal::of(n)));
    let high = high.map(|(n, open)| (number(n), open, Decimal::of(n)));
    Some(match (low, high) {
        (Some((low, false, l)), Some((_, false, h))) if l == h => format!("exactly {low}"),
        (Some((low, false, _)), Some((high, false, _))) => format!("{low} to {high}"),
        (Some((low, open, _)), Some((high, below, _))) => {
            format!(
                "{} {low} and {} {high}",
                if open { "above" } else { "at least" },
                if below { "below" } else { "up to" }
            )
        }
        (Some((low, open, _)), None) => format!("{} {low}", if open { "above" } else { "at least" }),
        (None, Some((high, below, _))) => format!("{} {high}", if below { "below" } else { "up to" }),
        (None, None) => return None,
    })
}

/// `10 to 80 characters`, `Exactly 4 characters`; nothing where there is no bound.
pub(crate) fn span(min: Option<u64>, max: Option<u64>, noun: &str) -> Option<String> {
    let min = min.filter(|min| *min > 0);
    Some(match (min, max) {
        (Some(min), Some(max)) if min == max => format!("exactly {}", counted(min, noun)),
        (Some(min), Some(max)) => format!("{} to {}", counted(min, ""), counted(max, noun)),
        (Some(min), None) => format!("at least {}", counted(min, noun)),
        (None, Some(max)) => format!("up to {}", counted(max, noun)),
        (None, None) => return None,
    })
}

pub(crate) fn one_of(labels: &[String]) -> String {
    format!("One of {}", some_of(labels))
}

/// The first letter large.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
