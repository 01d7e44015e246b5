//! What comparing texts with patterns may cost within one check of an answer, or one reading of a schema (A16).

use std::cell::Cell;

use crate::bounds::MAX_PATTERN_WORK;

#[derive(Clone, Copy)]
struct Meter {
    left: usize,
    short: bool,
}

thread_local! {
    /// The pass that runs on this thread: between it and a pattern lies the validator, which hands nothing through.
    static METER: Cell<Option<Meter>> = const { Cell::new(None) };
}

/// Ends the pass, also where it panics.
struct Ended;

impl Drop for Ended {
    fn drop(&mut self) {
        METER.set(None);
    }
}

/// Runs one pass; beside what comes of it, whether its patterns took more than [`MAX_PATTERN_WORK`]: then nothing that
/// they said counts. A pass within another is part of it.
pub(crate) fn metered<T>(pass: impl FnOnce() -> T) -> (T, bool) {
    if let Some(outer) = METER.get() {
        METER.set(Some(Meter { short: false, ..outer }));
        let result = pass();
        let short = METER.get().is_some_and(|meter| meter.short);
        METER.set(METER.get().map(|meter| Meter { short: meter.short || outer.short, ..meter }));
        return (result, short);
    }
    METER.set(Some(Meter { left: MAX_PATTERN_WORK, short: false }));
    let _ended = Ended;
    let result = pass();
    (result, METER.get().is_some_and(|meter| meter.short))
}

/// Takes from what is left; false where it is not enough.
pub(crate) fn spend(work: usize) -> bool {
    let Some(meter) = METER.get() else { return work <= MAX_PATTERN_WORK };
    let left = meter.left.checked_sub(work);
    METER.set(Some(Meter { left: left.unwrap_or(meter.left), short: meter.short || left.is_none() }));
    left.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_ends_with_its_budget() {
        let most = MAX_PATTERN_WORK;
        assert_eq!(metered(|| [spend(most - 1), spend(1), spend(1), spend(0)]), ([true, true, false, true], true));
        assert_eq!(metered(|| spend(most)), (true, false));
        // One within another takes from it, and runs short for itself.
        assert!(metered(|| (spend(1), metered(|| spend(most)), metered(|| spend(1)))).1);
        assert_eq!(metered(|| metered(|| spend(1))), ((true, false), false));
    }
}
