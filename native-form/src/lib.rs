//! `requestedSchema` → form → `content`, and the one authority on both (SCH-*, ELI-*).
//!
//! Pure: no I/O, no clock, no async. The frontend draws what [`Form`] says and decides nothing; answers of apps and of
//! the native form are checked by the same code.

mod answer;
pub mod bounds;
mod check;
mod entered;
mod form;
mod number;
mod question;
mod read;
mod salvage;
mod secret;
mod words;

pub use form::{Choice, Control, Draft, DraftValue, Field, FieldError, Form, Note, Reason};
pub use question::{Carried, Outgoing, Question, Reading, Salvage, Verdict};
