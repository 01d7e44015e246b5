//! Checks of what comes back (APP-20): the same for the form, for apps and for the JSON editor.

mod ahead;
pub(crate) mod breach;
pub(crate) mod compile;
pub(crate) mod format;
pub(crate) mod nested;
pub(crate) mod pattern;
pub(crate) mod rule;
mod size;
mod value;
pub(crate) mod whole;
pub(crate) mod work;

pub(crate) use value::fault;
