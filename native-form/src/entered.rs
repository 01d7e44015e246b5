//! Between values and what a person enters.

use serde_json::Value;

use crate::check::fault;
use crate::check::rule::{Fault, Kind, Options, Rule};
use crate::number::{rounded_in, shortest, typed};
use crate::{DraftValue, Reason, words};

/// What a person would have entered for a value that fits; none where the control cannot show it.
pub(crate) fn of(rule: &Rule, value: &Value) -> Option<DraftValue> {
    if value.is_null() && !matches!(rule.kind, Kind::Json) {
        return None;
    }
    match (&rule.kind, value) {
        (Kind::Text(_), Value::String(text)) => Some(DraftValue::Text(text.clone())),
        (Kind::Number(_), Value::Number(number)) => Some(DraftValue::Text(shortest(number).to_string())),
        (Kind::Flag { .. }, Value::Bool(flag)) => Some(DraftValue::Flag(*flag)),
        (Kind::One(options), value) => options.position(value).map(DraftValue::Choice),
        (Kind::Many { options, .. }, Value::Array(items)) => {
            items.iter().map(|item| options.position(item)).collect::<Option<_>>().map(DraftValue::Choices)
        }
        (Kind::Lines { .. }, Value::Array(items)) => {
            let line = |item: &Value| item.as_str().filter(|line| !line.is_empty()).map(str::to_owned);
            items.iter().map(line).collect::<Option<_>>().map(DraftValue::Lines)
        }
        (Kind::Json, value) => serde_json::to_string_pretty(value).ok().map(DraftValue::Text),
        _ => None,
    }
}

/// The value that was entered; none where nothing was.
pub(crate) fn value(rule: &Rule, entered: &DraftValue) -> Result<Option<Value>, Fault> {
    match (&rule.kind, entered) {
        (_, DraftValue::Untouched) => Ok(None),
        (Kind::Text(_), DraftValue::Text(text)) => {
            Ok((!text.is_empty() || rule.empty_is_answer).then(|| Value::String(text.clone())))
        }
        (Kind::Number(_), DraftValue::Text(text)) if text.trim().is_empty() => Ok(None),
        (Kind::Number(_), DraftValue::Text(text)) => match typed(text) {
            Ok(number) => Ok(Some(Value::Number(number))),
            Err(why) => Err(fault(Reason::Type, words::unreadable(text, why))),
        },
        (Kind::Flag { .. }, DraftValue::Flag(flag)) => Ok(Some(Value::Bool(*flag))),
        (Kind::One(options), DraftValue::Choice(position)) => option(options, *position).map(Some),
        (Kind::Many { options, .. }, DraftValue::Choices(positions)) => {
            let values = positions.iter().map(|position| option(options, *position)).collect::<Result<Vec<_>, _>>()?;
            Ok(list(rule, values))
        }
        (Kind::Lines { .. }, DraftValue::Lines(lines)) => {
            let lines = lines.iter().filter(|line| !line.is_empty()).cloned().map(Value::String).collect();
            Ok(list(rule, lines))
        }
        (Kind::Json, DraftValue::Text(text)) if text.trim().is_empty() => Ok(None),
        (Kind::Json, DraftValue::Text(text)) => json(text).map(Some),
        _ => Err(fault(Reason::Type, words::MISFIT.to_owned())),
    }
}

/// An empty list is an answer where one is required, or where it is what the server suggests.
fn list(rule: &Rule, values: Vec<Value>) -> Option<Value> {
    (!values.is_empty() || rule.required || rule.empty_is_answer).then_some(Value::Array(values))
}

fn option(options: &Options, position: u32) -> Result<Value, Fault> {
    options.value(position).cloned().ok_or_else(|| fault(Reason::Enum, words::MISFIT.to_owned()))
}

/// A JSON text whose numbers stay what they are.
pub(crate) fn json(text: &str) -> Result<Value, Fault> {
    if text.len() > crate::bounds::MAX_JSON_BYTES {
        return Err(fault(Reason::Type, "This is longer than 1 MiB. Shorten it.".to_owned()));
    }
    let value = serde_json::from_str(text).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        fault(Reason::Type, format!("This is not JSON yet. Look at {place}."))
    })?;
    match rounded_in(text) {
        Some(number) => Err(fault(Reason::Type, words::unreadable(number, crate::number::Unreadable::TooPrecise))),
        None => Ok(value),
    }
}
