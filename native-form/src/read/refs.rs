//! Local references and `allOf`, merged into one schema where nothing contradicts (SCH-03, SCH-04).

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::found::Found;
use super::{Budget, Why};
use crate::bounds::MAX_HOPS;

/// Keywords that say something to a person; the outer ones win.
const ANNOTATIONS: &[&str] =
    &["title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment"];
/// Keywords that only have a meaning where they stand.
const PLACES: &[&str] = &["$defs", "definitions", "$id", "$schema", "$anchor"];

/// Where references lead.
pub(crate) struct Document<'a> {
    pub(crate) root: &'a Value,
    /// In draft-07 nothing counts beside `$ref`.
    pub(crate) draft7: bool,
}

impl<'a> Document<'a> {
    /// The target of a local reference.
    pub(crate) fn target(&self, reference: &str) -> Option<&'a Value> {
        let pointer = reference.strip_prefix('#')?;
        if pointer.contains('%') { self.root.pointer(&decoded(pointer)?) } else { self.root.pointer(pointer) }
    }
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digit = |b: Option<u8>| char::from(b?).to_digit(16);
            let value = digit(rest.next())? * 16 + digit(rest.next())?;
            bytes.push(u8::try_from(value).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// Follows the references of one property.
pub(crate) struct Merger<'a, 'b> {
    pub(crate) document: &'b Document<'a>,
    pub(crate) budget: &'b mut Budget,
    pub(crate) found: &'b mut Found,
    seen: HashSet<String>,
}

impl<'a, 'b> Merger<'a, 'b> {
    pub(crate) fn new(document: &'b Document<'a>, budget: &'b mut Budget, found: &'b mut Found) -> Self {
        Self { document, budget, found, seen: HashSet::new() }
    }

    /// The schema without `$ref` and, as far as possible, without `allOf`.
    pub(crate) fn merged(&mut self, mut map: Map<String, Value>) -> Result<Map<String, Value>, Why> {
        let mut left = Vec::new();
        while let Some(reference) = map.shift_remove("$ref") {
            let name = reference.as_str().ok_or(Why::NotASchema)?;
            if self.document.draft7 {
                map.retain(|key, _| ANNOTATIONS.contains(&key.as_str()));
            }
            match self.follow(name)? {
                Value::Bool(true) => {}
                Value::Object(target) => {
                    let target = target.clone();
                    if !merge(&mut map, target) {
                        left.push(Value::Object(Map::from_iter([("$ref".to_owned(), reference)])));
                    }
                }
                _ => return Err(Why::NothingFits),
            }
        }
        if let Some(members) = map.shift_remove("allOf") {
            self.merge_all(&mut map, members, &mut left)?;
        }
        if !left.is_empty() {
            map.insert("allOf".to_owned(), Value::Array(left));
        }
        Ok(map)
    }

    fn follow(&mut self, name: &str) -> Result<&'a Value, Why> {
        let nowhere = if name.starts_with('#') { Why::LeadsNowhere } else { Why::Elsewhere };
        let target = self.document.target(name).ok_or(nowhere)?;
        if !self.seen.insert(name.to_owned()) || self.seen.len() > MAX_HOPS {
            return Err(Why::LeadsNowhere);
        }
        self.found.add("REF_RESOLVED");
        self.budget.charge(target)?;
        Ok(target)
    }

    fn merge_all(&mut self, map: &mut Map<String, Value>, members: Value, left: &mut Vec<Value>) -> Result<(), Why> {
        let Value::Array(members) = members else { return Err(Why::NotASchema) };
        if members.is_empty() {
            return Err(Why::NotASchema);
        }
        for member in members {
            match &member {
                Value::Bool(true) => {}
                Value::Object(inner) => {
                    if !inner.contains_key("$ref") {
                        self.found.add("KEYWORD_ENFORCED");
                    }
                    // The same target may stand in two branches; only a way back into itself is a circle. What
                    // doubles from branch to branch runs into the budget.
                    let seen = self.seen.clone();
                    let inner = self.merged(inner.clone())?;
                    self.seen = seen;
                    if !merge(map, inner) {
                        left.push(member);
                    }
                }
                Value::Bool(false) => return Err(Why::NothingFits),
                _ => return Err(Why::NotASchema),
            }
        }
        Ok(())
    }
}

/// Adds the keywords of `inner`; false, and nothing done, where two of them would have to hold at once.
pub(crate) fn merge(outer: &mut Map<String, Value>, inner: Map<String, Value>) -> bool {
    let clash = |key: &String, value: &Value| {
        !ANNOTATIONS.contains(&key.as_str())
            && !PLACES.contains(&key.as_str())
            && outer.get(key).is_some_and(|present| present != value)
    };
    if inner.iter().any(|(key, value)| clash(key, value)) {
        return false;
    }
    for (key, value) in inner {
        if !PLACES.contains(&key.as_str()) && !outer.contains_key(&key) {
            outer.insert(key, value);
        }
    }
    true
}
