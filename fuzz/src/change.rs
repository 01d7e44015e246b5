//! New inputs from known ones: JSON is changed as a tree, with parts of other inputs; everything else as bytes.

use fastrand::Rng;
use serde_json::{Map, Value, json};

/// Parts of inputs to build with.
const MAX_PARTS: usize = 20_000;
/// Inputs grow no further.
pub(crate) const MAX_INPUT: usize = 16 * 1024;

/// What inputs are made of.
#[derive(Default)]
pub(crate) struct Parts {
    values: Vec<Value>,
    keys: Vec<String>,
}

impl Parts {
    /// Takes an input apart.
    pub(crate) fn add(&mut self, input: &[u8]) {
        let Ok(value) = serde_json::from_slice::<Value>(input) else { return };
        let mut open = vec![&value];
        while let Some(value) = open.pop().filter(|_| self.values.len() < MAX_PARTS) {
            match value {
                Value::Array(items) => open.extend(items),
                Value::Object(members) => {
                    self.keys.extend(members.keys().cloned());
                    open.extend(members.values());
                }
                _ => {}
            }
            self.values.push(value.clone());
        }
    }

    fn value(&self, rng: &mut Rng) -> Value {
        let edges = [
            json!(null),
            json!(true),
            json!(0),
            json!(-0.0),
            json!(1e308),
            json!(u64::MAX),
            json!(i64::MIN),
            json!(0.1),
            json!(""),
            json!("\u{202e}😀\u{0}"),
            json!([]),
            json!({}),
            json!("__proto__"),
            json!("a".repeat(300)),
        ];
        match rng.choice(&self.values) {
            Some(value) if rng.u8(..) > 50 => value.clone(),
            _ => rng.choice(edges).unwrap_or_default(),
        }
    }

    fn key(&self, rng: &mut Rng) -> String {
        rng.choice(&self.keys).cloned().unwrap_or_default()
    }
}

/// An input like this one.
pub(crate) fn changed(input: &[u8], parts: &Parts, rng: &mut Rng) -> Vec<u8> {
    let mut input = input.to_vec();
    for _ in 0..rng.u8(1..5) {
        input = match serde_json::from_slice::<Value>(&input) {
            Ok(mut value) if rng.u8(..) > 12 => {
                tree(&mut value, parts, rng);
                value.to_string().into_bytes()
            }
            _ => bytes(input, parts, rng),
        };
    }
    input.truncate(MAX_INPUT);
    input
}

/// Changes one node of a tree.
fn tree(root: &mut Value, parts: &Parts, rng: &mut Rng) {
    let mut at = root;
    // A walk down that may end at any node.
    while rng.u8(..) > 60 {
        let size = match &*at {
            Value::Array(items) => items.len(),
            Value::Object(members) => members.len(),
            _ => 0,
        };
        if size == 0 {
            break;
        }
        let step = rng.usize(..size);
        let next = match at {
            Value::Array(items) => items.get_mut(step),
            Value::Object(members) => members.values_mut().nth(step),
            _ => None,
        };
        let Some(next) = next else { return };
        at = next;
    }
    node(at, parts, rng);
}

fn node(at: &mut Value, parts: &Parts, rng: &mut Rng) {
    match at {
        Value::Object(members) if rng.u8(..) > 40 => {
            let key = if rng.bool() { members.keys().nth(rng.usize(..=members.len())).cloned() } else { None };
            match (rng.u8(..3), key) {
                (0, Some(key)) => drop(members.shift_remove(&key)),
                (1, Some(key)) => {
                    let value = members.shift_remove(&key).unwrap_or_default();
                    members.insert(parts.key(rng), value);
                }
                _ => drop(members.insert(parts.key(rng), parts.value(rng))),
            }
        }
        Value::Array(items) if rng.u8(..) > 40 => match (rng.u8(..3), rng.usize(..=items.len())) {
            (0, at) if at < items.len() => drop(items.remove(at)),
            (1, at) if at < items.len() => items.push(items[at].clone()),
            (_, at) => items.insert(at, parts.value(rng)),
        },
        _ => {
            let old = at.take();
            *at = match rng.u8(..8) {
                0 => Value::Array(vec![old]),
                1 => Value::Object(Map::from_iter([(parts.key(rng), old)])),
                2 => Value::String(
                    String::from_utf8_lossy(&bytes(old.to_string().into_bytes(), parts, rng)).into_owned(),
                ),
                _ => parts.value(rng),
            };
        }
    }
}

fn bytes(mut input: Vec<u8>, parts: &Parts, rng: &mut Rng) -> Vec<u8> {
    let at = rng.usize(..=input.len());
    let end = (at + rng.usize(..9)).min(input.len());
    match rng.u8(..5) {
        0 => drop(input.drain(at..end)),
        1 => input.insert(at, rng.u8(..)),
        2 if at < input.len() => input[at] ^= 1 << rng.u8(..8),
        3 => {
            let twice = input[at..end].to_vec();
            input.splice(at..at, twice);
        }
        _ => drop(input.splice(at..at, parts.key(rng).into_bytes())),
    }
    input
}
