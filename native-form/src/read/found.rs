//! The codes of the wire examples' glossary that reading a schema comes upon.

/// A set of codes, in the order found. There are few, so a list will do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found(Vec<&'static str>);

impl Found {
    pub(crate) fn add(&mut self, code: &'static str) {
        if !self.0.contains(&code) {
            self.0.push(code);
        }
    }

    pub(crate) fn join(&mut self, other: &Self) {
        for code in &other.0 {
            self.add(code);
        }
    }

    pub(crate) fn has(&self, code: &'static str) -> bool {
        self.0.contains(&code)
    }

    pub(crate) fn codes(&self) -> &[&'static str] {
        &self.0
    }
}
