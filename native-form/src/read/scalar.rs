//! Text, numbers, yes or no, and one of some options.

use serde_json::{Map, Value};

use super::Why;
use super::found::Found;
use super::keywords::{Shape, count, limit};
use super::options::Listed;
use super::property::Draftsman;
use super::types::Types;
use crate::check::format::Format;
use crate::check::pattern::Patterns;
use crate::check::rule::{Kind, Limit, Numeric, Text};
use crate::number::Range;
use crate::words::quoted;

/// A string, or a choice of strings.
pub(crate) fn text(at: &mut Draftsman, types: Types) -> Result<Kind, Why> {
    let rule = text_rule(&mut at.map, &mut at.found, &mut at.notes, &at.patterns)?;
    let Some(listed) = at.listed.take() else {
        at.judge(Shape::Text);
        return Ok(Kind::Text(rule));
    };
    at.judge(Shape::Choice);
    let fits = |value: &Value| types.accept(value) && value.as_str().is_some_and(|text| rule.fault(text).is_none());
    Ok(Kind::One(listed.settle(fits, &mut at.found)?))
}

/// The constraints of strings. A pattern that the engine does not know is taken out of the map, with a note.
pub(crate) fn text_rule(
    map: &mut Map<String, Value>,
    found: &mut Found,
    notes: &mut Vec<String>,
    patterns: &Patterns,
) -> Result<Text, Why> {
    let format = map.get("format").and_then(Value::as_str);
    let known = format.and_then(Format::named);
    if let Some(name) = format.filter(|_| known.is_none()) {
        notes.push(format!("The server asks for the form {} here. Askance does not check it.", quoted(name)));
    }
    let mut rule = Text {
        any: false,
        min: count(map, "minLength", found),
        max: count(map, "maxLength", found),
        format: known,
        pattern: None,
        constant: None,
    };
    if let Some(source) = map.get("pattern") {
        rule.pattern = source.as_str().and_then(|source| patterns.get(source));
        if rule.pattern.is_none() {
            let shown = source.as_str().map_or_else(String::new, |source| format!(": {}", quoted(source)));
            notes.push(format!("The server has a pattern for this that Askance cannot check{shown}."));
            found.add("KEYWORD_IGNORED");
            map.shift_remove("pattern");
        }
    }
    match map.get("const") {
        None => {}
        Some(Value::String(only)) => rule.constant = Some(only.clone()),
        Some(_) => return Err(Why::NothingFits),
    }
    if possible(&rule) { Ok(rule) } else { Err(Why::NothingFits) }
}

fn possible(rule: &Text) -> bool {
    let (least, most) = rule.format.map_or((0, u64::MAX), Format::lengths);
    let (least, most) = (rule.min.unwrap_or(0).max(least), rule.max.unwrap_or(u64::MAX).min(most));
    least <= most && rule.constant.as_ref().is_none_or(|only| rule.fault(only).is_none())
}

/// A number; options only bound it, the control is chosen by its type.
pub(crate) fn number(at: &mut Draftsman, whole: bool) -> Result<Kind, Why> {
    let mut rule = numeric_rule(&at.map, whole, &mut at.found);
    match at.map.get("const") {
        None => {}
        Some(Value::Number(only)) => rule.constant = Some(Limit::new(only)),
        Some(_) => return Err(Why::NothingFits),
    }
    at.judge(Shape::Number);
    if rule.constant.as_ref().is_some_and(|only| rule.fault(&only.number).is_some()) || is_empty(&rule) {
        return Err(Why::NothingFits);
    }
    if let Some(listed) = at.listed.take() {
        let fits = |value: &Value| value.as_number().is_some_and(|number| rule.fault(number).is_none());
        rule.allowed = Some(listed.settle(fits, &mut at.found)?);
    }
    Ok(Kind::Number(Box::new(rule)))
}

fn numeric_rule(map: &Map<String, Value>, whole: bool, found: &mut Found) -> Numeric {
    Numeric {
        whole,
        minimum: limit(map, "minimum", found),
        maximum: limit(map, "maximum", found),
        above: limit(map, "exclusiveMinimum", found),
        below: limit(map, "exclusiveMaximum", found),
        step: limit(map, "multipleOf", found),
        constant: None,
        allowed: None,
    }
}

fn is_empty(rule: &Numeric) -> bool {
    let end = |closed: &Option<Limit>, open: &Option<Limit>, open_wins: fn(&Limit, &Limit) -> bool| match (
        closed.clone(),
        open.clone(),
    ) {
        (Some(closed), Some(open)) if open_wins(&closed, &open) => Some((open.decimal, true)),
        (Some(closed), _) => Some((closed.decimal, false)),
        (None, open) => open.map(|open| (open.decimal, true)),
    };
    let low = end(&rule.minimum, &rule.above, |closed, open| open.decimal >= closed.decimal);
    let high = end(&rule.maximum, &rule.below, |closed, open| open.decimal <= closed.decimal);
    let one = Limit::new(&1.into());
    let whole = rule.whole.then_some(&one.decimal);
    let steps = whole.into_iter().chain(rule.step.as_ref().map(|step| &step.decimal)).collect();
    Range { low: low.as_ref().map(|(d, o)| (d, *o)), high: high.as_ref().map(|(d, o)| (d, *o)), steps }.is_empty()
}

/// Yes or no, or only one of them; with names of their own they are options, since the true one may be named “Off”.
pub(crate) fn flag(at: &mut Draftsman) -> Result<Kind, Why> {
    if let Some(listed) = at.listed.take_if(|listed| listed.is_named()) {
        return choice(at, listed, Value::is_boolean);
    }
    at.judge(Shape::Flag);
    let mut allowed = [true, true];
    if let Some(listed) = at.listed.take() {
        let options = listed.settle(Value::is_boolean, &mut at.found)?;
        allowed = [false, true].map(|flag| options.position(&Value::Bool(flag)).is_some());
    }
    match at.map.get("const") {
        None => {}
        Some(Value::Bool(only)) => allowed[usize::from(!*only)] = false,
        Some(_) => return Err(Why::NothingFits),
    }
    match allowed {
        [true, true] => Ok(Kind::Flag { allowed: None }),
        [false, true] => Ok(Kind::Flag { allowed: Some(true) }),
        [true, false] => Ok(Kind::Flag { allowed: Some(false) }),
        [false, false] => Err(Why::NothingFits),
    }
}

/// One of options of several types, or of numbers without a type.
pub(crate) fn choice(at: &mut Draftsman, listed: Listed, takes: impl Fn(&Value) -> bool) -> Result<Kind, Why> {
    let texts = text_rule(&mut at.map.clone(), &mut Found::default(), &mut Vec::new(), &at.patterns).ok();
    let numeric = numeric_rule(&at.map, false, &mut Found::default());
    let numbers = listed.values().all(Value::is_number);
    at.judge(if numbers { Shape::Number } else { Shape::Choice });
    let only = at.map.get("const").cloned();
    let fits = |value: &Value| {
        let text = value.as_str().is_none_or(|text| texts.as_ref().is_some_and(|rule| rule.fault(text).is_none()));
        let number = value.as_number().is_none_or(|number| numeric.fault(number).is_none());
        takes(value) && text && number && only.as_ref().is_none_or(|only| only == value)
    };
    Ok(Kind::One(listed.settle(fits, &mut at.found)?))
}
