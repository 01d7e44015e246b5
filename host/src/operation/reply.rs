//! A result of 2026-07-28, read from its source text: final, or a round of questions in the server's order (MRT-*).

use std::fmt;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::{Value, value::RawValue};

use super::OperationError;
use crate::json;

/// What came back.
#[derive(Debug)]
pub enum Reply {
    /// The final result.
    Complete(Final),
    /// The server needs something first.
    InputRequired(Round),
}

/// A final result.
#[derive(Clone, Debug)]
pub struct Final {
    /// For reading.
    pub value: Value,
    /// The source text, its numbers as they came.
    pub raw: Arc<RawValue>,
}

impl Final {
    /// Reads one.
    ///
    /// # Errors
    /// [`OperationError::InvalidResult`], such as for a number that nothing can hold.
    pub fn read(raw: Box<RawValue>) -> Result<Self, OperationError> {
        let value = json::read(raw.get()).map_err(|error| invalid(&unreadable("its result", &error)))?;
        Ok(Self { value, raw: Arc::from(raw) })
    }

    /// `isError` of a tool's result.
    pub fn is_error(&self) -> bool {
        self.value.get("isError").and_then(Value::as_bool) == Some(true)
    }
}

/// One `input_required` result.
#[derive(Debug)]
pub struct Round {
    /// `inputRequests` in the server's order; none where the member is absent, which is load shedding (MRT-06).
    pub requests: Option<Vec<InputRequest>>,
    /// `requestState`, to be sent back as it came (MRT-04).
    pub state: Option<String>,
}

/// An entry of `inputRequests`.
#[derive(Debug)]
pub struct InputRequest {
    /// Its key.
    pub key: String,
    /// `method`.
    pub method: String,
    /// `params`, the source text.
    pub params: Option<Box<RawValue>>,
}

impl Reply {
    /// Reads a result.
    ///
    /// # Errors
    /// [`OperationError::InvalidResult`].
    pub fn read(raw: Box<RawValue>) -> Result<Self, OperationError> {
        let members = read_object(&raw).ok_or_else(|| invalid("its result is no object"))?;
        match text(&members, "resultType", "the type of its result cannot be read")?.as_deref() {
            None | Some("complete") => {}
            Some("input_required") => return Round::read(&members).map(Self::InputRequired),
            Some(_) => return Err(invalid("its result is of a type that does not exist")),
        }
        Final::read(raw).map(Self::Complete)
    }
}

impl Round {
    fn read(members: &Members) -> Result<Self, OperationError> {
        let state = text(members, "requestState", "its state is no text")?;
        let requests = match members.get("inputRequests") {
            None => None,
            Some(raw) => {
                let entries = read_object(raw).ok_or_else(|| invalid("its questions cannot be read"))?;
                Some(entries.0.into_iter().map(|(key, raw)| entry(key, &raw)).collect::<Result<_, _>>()?)
            }
        };
        if requests.is_none() && state.is_none() {
            return Err(invalid("it wants something without saying what"));
        }
        Ok(Self { requests, state })
    }
}

fn entry(key: String, raw: &RawValue) -> Result<InputRequest, OperationError> {
    let unreadable = || invalid("one of its questions cannot be read");
    let mut members = read_object(raw).ok_or_else(unreadable)?;
    let method = text(&members, "method", "one of its questions cannot be read")?.ok_or_else(unreadable)?;
    Ok(InputRequest { key, method, params: members.take("params") })
}

/// “its result cannot be read: number out of range”. What serde_json says of a text names no content of it.
pub(crate) fn unreadable(what: &str, error: &serde_json::Error) -> String {
    let reason = error.to_string();
    let reason = match reason.split(" at line ").next().unwrap_or_default() {
        "recursion limit exceeded" => "it is nested more than 127 levels deep",
        reason => reason,
    };
    format!("{what} cannot be read: {reason}")
}

fn invalid(why: &str) -> OperationError {
    OperationError::InvalidResult(why.to_owned())
}

/// As it came or not at all: `requestState` goes back byte for byte (MRT-04).
fn text(members: &Members, name: &str, why: &str) -> Result<Option<String>, OperationError> {
    members.get(name).map(|raw| serde_json::from_str(raw.get()).map_err(|_| invalid(why))).transpose()
}

fn read_object(raw: &RawValue) -> Option<Members> {
    json::read(raw.get()).ok()
}

/// The members of an object, in order and as source text. Of a repeated key the last value counts.
struct Members(Vec<(String, Box<RawValue>)>);

impl Members {
    fn get(&self, name: &str) -> Option<&RawValue> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, raw)| raw.as_ref())
    }

    fn take(&mut self, name: &str) -> Option<Box<RawValue>> {
        self.0.iter().position(|(key, _)| key == name).map(|at| self.0.swap_remove(at).1)
    }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = std::collections::HashMap::new();
                let mut order = Vec::new();
                while let Some((key, raw)) = map.next_entry::<String, Box<RawValue>>()? {
                    if members.insert(key.clone(), raw).is_none() {
                        order.push(key);
                    }
                }
                Ok(Members(order.into_iter().filter_map(|key| members.remove_entry(&key)).collect()))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}
