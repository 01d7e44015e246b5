//! Between values and what a person enters.

use serde_json::{Map, Value};

use crate::bounds::MAX_ITEMS;
use crate::check::fault;
use crate::check::nested::Faults;
use crate::check::rule::{Fault, Kind, Options, Rule};
use crate::number::{Unreadable, rounded_in, shortest, typed};
use crate::secret::is_secret;
use crate::{DraftValue, Reason, words};

/// What a person would have entered for a value that fits; none where the control cannot show it. A secret within is
/// never prefilled (ELI-11).
pub(crate) fn of(rule: &Rule, value: &Value) -> Option<DraftValue> {
    shown(rule, value, &|rule, value| !is_secret(rule, value))
}

/// The same of what the person has written: nothing in it is a secret from them.
pub(crate) fn of_own(rule: &Rule, value: &Value) -> Option<DraftValue> {
    shown(rule, value, &|_, _| true)
}

/// `keeps` tells which values within a group or list are shown.
fn shown(rule: &Rule, value: &Value, keeps: &dyn Fn(&Rule, &Value) -> bool) -> Option<DraftValue> {
    if value.is_null() && !matches!(rule.kind, Kind::Json) {
        return None;
    }
    match (&rule.kind, value) {
        (Kind::Text(_), Value::String(text)) if text.is_empty() => Some(DraftValue::Empty),
        (Kind::Many { .. } | Kind::Lines { .. } | Kind::List { .. }, Value::Array(items)) if items.is_empty() => {
            Some(DraftValue::Empty)
        }
        (Kind::Text(_), Value::String(text)) => Some(DraftValue::Text(text.clone())),
        (Kind::Number(_), Value::Number(number)) => Some(DraftValue::Text(shortest(number).to_string())),
        (Kind::Flag { .. }, Value::Bool(flag)) => Some(DraftValue::Flag(*flag)),
        (Kind::One(options), value) => options.position(value).map(DraftValue::Choice),
        (Kind::Many { options, .. }, Value::Array(items)) => {
            items.iter().map(|item| options.position(item)).collect::<Option<_>>().map(DraftValue::Choices)
        }
        (Kind::Lines { .. }, Value::Array(items)) => {
            // One a line: a line break within would be two.
            let line = |item: &Value| item.as_str().filter(|line| is_line(line)).map(str::to_owned);
            items.iter().map(line).collect::<Option<_>>().map(DraftValue::Lines)
        }
        (Kind::Json, value) => serde_json::to_string_pretty(value).ok().map(DraftValue::Text),
        (Kind::Group(members), Value::Object(value)) => group_of(members, value, keeps),
        (Kind::List { item, .. }, Value::Array(items)) if items.len() <= MAX_ITEMS => {
            items.iter().map(|value| part_of(item, value, keeps)).collect::<Option<_>>().map(DraftValue::List)
        }
        _ => None,
    }
}

fn is_line(text: &str) -> bool {
    !text.contains(['\n', '\r'])
}

/// A group shows what it has a field for; with anything else in it, it could not be sent as it came.
fn group_of(members: &[Rule], value: &Map<String, Value>, keeps: &dyn Fn(&Rule, &Value) -> bool) -> Option<DraftValue> {
    let known = members.iter().filter(|member| value.contains_key(&member.key)).count();
    if known != value.len() {
        return None;
    }
    let part =
        |member: &Rule| value.get(&member.key).map_or(Some(DraftValue::Untouched), |v| part_of(member, v, keeps));
    members.iter().map(part).collect::<Option<_>>().map(DraftValue::Group)
}

fn part_of(rule: &Rule, value: &Value, keeps: &dyn Fn(&Rule, &Value) -> bool) -> Option<DraftValue> {
    if keeps(rule, value) { shown(rule, value, keeps) } else { Some(DraftValue::Untouched) }
}

/// The value that was entered, with what cannot be read, where it stands.
pub(crate) fn gathered(rule: &Rule, entered: &DraftValue, faults: &mut Faults) -> Option<Value> {
    match (&rule.kind, entered) {
        (Kind::Group(members), DraftValue::Group(values)) => Some(group(members, values, faults)),
        // A needed group is there; what it needs is asked for at its fields.
        (Kind::Group(members), DraftValue::Untouched) if rule.required => Some(group(members, &[], faults)),
        (Kind::List { item, .. }, DraftValue::List(values)) if values.len() <= MAX_ITEMS => {
            let items = values.iter().enumerate().map(|(at, value)| faults.within(at, |f| an_item(item, value, f)));
            list(items.collect())
        }
        (Kind::List { .. }, DraftValue::List(_)) => {
            faults.add(fault(Reason::MaxItems, words::too_many(words::Listed::Items, MAX_ITEMS as u64)));
            None
        }
        _ => value(rule, entered).unwrap_or_else(|fault| {
            faults.add(fault);
            None
        }),
    }
}

fn group(members: &[Rule], values: &[DraftValue], faults: &mut Faults) -> Value {
    let mut object = Map::new();
    for (at, member) in members.iter().enumerate() {
        let entered = values.get(at).unwrap_or(&DraftValue::Untouched);
        if let Some(value) = faults.within(at, |faults| gathered(member, entered, faults)) {
            object.insert(member.key.clone(), value);
        }
    }
    Value::Object(object)
}

/// An item that is blank or cannot be read keeps its place, so that the others keep theirs.
fn an_item(item: &Rule, entered: &DraftValue, faults: &mut Faults) -> Value {
    let before = faults.count();
    gathered(item, entered, faults).unwrap_or_else(|| {
        if faults.count() == before {
            faults.add(item.missing());
        }
        Value::Null
    })
}

/// The value that was entered; none where nothing was.
fn value(rule: &Rule, entered: &DraftValue) -> Result<Option<Value>, Fault> {
    match (&rule.kind, entered) {
        (_, DraftValue::Untouched) => Ok(None),
        (Kind::Text(_), DraftValue::Empty) => Ok(Some(Value::String(String::new()))),
        (Kind::Many { .. } | Kind::Lines { .. } | Kind::List { .. }, DraftValue::Empty) => {
            Ok(Some(Value::Array(Vec::new())))
        }
        (Kind::Text(_), DraftValue::Text(text)) => Ok((!text.is_empty()).then(|| Value::String(text.clone()))),
        (Kind::Number(_), DraftValue::Text(text)) if text.trim().is_empty() => Ok(None),
        (Kind::Number(_), DraftValue::Text(text)) => match typed(text) {
            Ok(number) => Ok(Some(Value::Number(number))),
            Err(why) => Err(fault(Reason::Type, words::unreadable(text, why))),
        },
        (Kind::Flag { .. }, DraftValue::Flag(flag)) => Ok(Some(Value::Bool(*flag))),
        (Kind::One(options), DraftValue::Choice(position)) => option(options, *position).map(Some),
        (Kind::One(_), DraftValue::Text(text)) if text.trim().is_empty() => Ok(None),
        // Typed into a list to search in, and left so: it must not be lost without a word (ELI-14).
        (Kind::One(_), DraftValue::Text(text)) => {
            Err(fault(Reason::Enum, format!("{} is none of the choices.", words::quoted(text.trim()))))
        }
        (Kind::Many { options, .. }, DraftValue::Choices(positions)) => {
            let values = positions.iter().map(|position| option(options, *position)).collect::<Result<Vec<_>, _>>()?;
            Ok(list(values))
        }
        (Kind::Lines { .. }, DraftValue::Lines(lines)) => Ok(list(lines.iter().cloned().map(Value::String).collect())),
        (Kind::Json, DraftValue::Text(text)) if text.trim().is_empty() => Ok(None),
        (Kind::Json, DraftValue::Text(text)) => json(text).map(Some),
        _ => Err(fault(Reason::Type, words::MISFIT.to_owned())),
    }
}

/// Without members it is no answer: [`DraftValue::Empty`] says that it is one.
fn list(values: Vec<Value>) -> Option<Value> {
    (!values.is_empty()).then_some(Value::Array(values))
}

fn option(options: &Options, position: u32) -> Result<Value, Fault> {
    options.value(position).cloned().ok_or_else(|| fault(Reason::Enum, words::MISFIT.to_owned()))
}

/// A JSON text whose numbers stay what they are.
pub(crate) fn json(text: &str) -> Result<Value, Fault> {
    if text.len() > crate::bounds::MAX_JSON_BYTES {
        return Err(fault(Reason::Type, "This is longer than 1 MiB. Shorten it.".to_owned()));
    }
    let read = serde_json::from_str(text);
    // A number out of range is no mistake of the writing.
    let written = read.as_ref().err().is_none_or(|error| error.to_string().starts_with("number out of range"));
    if let Some(number) = rounded_in(text).filter(|_| written) {
        let why = typed(number).err().unwrap_or(Unreadable::TooPrecise);
        return Err(fault(Reason::Type, words::unreadable(number, why)));
    }
    read.map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        fault(Reason::Type, format!("This is not JSON yet. Look at {place}."))
    })
}
