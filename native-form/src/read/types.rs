//! `type`, as a set.

use serde_json::{Map, Value};

use super::Why;

/// JSON types, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Types(u8);

impl Types {
    pub(crate) const TEXT: Self = Self(1);
    pub(crate) const NUMBER: Self = Self(2);
    pub(crate) const WHOLE: Self = Self(4);
    pub(crate) const FLAG: Self = Self(8);
    pub(crate) const LIST: Self = Self(16);
    pub(crate) const OBJECT: Self = Self(32);
    pub(crate) const NULL: Self = Self(64);

    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "string" => Self::TEXT,
            "number" => Self::NUMBER,
            "integer" => Self::WHOLE,
            "boolean" => Self::FLAG,
            "array" => Self::LIST,
            "object" => Self::OBJECT,
            "null" => Self::NULL,
            _ => return None,
        })
    }

    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::String(_) => Self::TEXT,
            Value::Number(_) => Self::NUMBER,
            Value::Bool(_) => Self::FLAG,
            Value::Array(_) => Self::LIST,
            Value::Object(_) => Self::OBJECT,
            Value::Null => Self::NULL,
        }
    }

    /// The set that a schema names; none where it names none.
    pub(crate) fn read(map: &Map<String, Value>) -> Result<Option<Self>, Why> {
        match map.get("type") {
            None => Ok(None),
            Some(Value::String(name)) => Self::named(name).map(Some).ok_or(Why::NotASchema),
            Some(Value::Array(names)) if !names.is_empty() => {
                let mut sum = Self::default();
                for name in names {
                    sum = sum.and(name.as_str().and_then(Self::named).ok_or(Why::NotASchema)?);
                }
                Ok(Some(sum))
            }
            Some(_) => Err(Why::NotASchema),
        }
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn is_one(self) -> bool {
        self.0.count_ones() == 1
    }

    /// Whether a value has one of the types; a number without a fraction is an integer too.
    pub(crate) fn accept(self, value: &Value) -> bool {
        match value {
            Value::Number(number) => {
                self.has(Self::NUMBER) || (self.has(Self::WHOLE) && crate::number::Decimal::of(number).is_whole())
            }
            _ => self.has(Self::of(value)),
        }
    }
}
