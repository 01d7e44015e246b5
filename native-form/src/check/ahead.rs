//! Look-aheads at the beginning of a pattern, which the engine does not know. They hold at one place and take nothing, so
//! each is a pattern of its own: `^(?=X)(?!Y)Z` matches where `^(?:X)` and `^(?:Z)` do and `^(?:Y)` does not.

/// A pattern that has to match, or not to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) source: String,
    pub(crate) negated: bool,
}

/// The patterns that together say the same; the pattern itself where it has no look-ahead at the beginning, or cannot be
/// taken apart.
pub(crate) fn parts(pattern: &str) -> Vec<Part> {
    apart(pattern).unwrap_or_else(|| vec![Part { source: pattern.to_owned(), negated: false }])
}

fn apart(pattern: &str) -> Option<Vec<Part>> {
    let mut rest = pattern.strip_prefix('^')?;
    let mut parts = Vec::new();
    loop {
        let (after, negated) = match (rest.strip_prefix("(?="), rest.strip_prefix("(?!")) {
            (Some(after), _) => (after, false),
            (_, Some(after)) => (after, true),
            _ => break,
        };
        let end = outside(after, |letter, depth| letter == ')' && depth == 0)?;
        let (inner, then) = after.split_at(end);
        parts.push(Part { source: format!("^(?:{inner})"), negated });
        rest = then.strip_prefix(')')?;
        if rest.starts_with(['*', '+', '?', '{']) {
            return None;
        }
    }
    // An alternative would have no anchor and no look-ahead; a group that nothing opens would be closed by ours.
    if parts.is_empty() || outside(rest, |letter, depth| matches!(letter, '|' | ')') && depth == 0).is_some() {
        return None;
    }
    parts.push(Part { source: format!("^(?:{rest})"), negated: false });
    Some(parts)
}

/// Where a letter is that is looked for, outside escapes and classes; it is told how many groups are open before it.
fn outside(pattern: &str, mut is: impl FnMut(char, usize) -> bool) -> Option<usize> {
    let (mut depth, mut class) = (0_usize, false);
    let mut letters = pattern.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => {
                letters.next();
            }
            '[' if !class => class = true,
            ']' if class => class = false,
            _ if class => {}
            _ if is(letter, depth) => return Some(at),
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_apart() {
        let apart = |pattern: &str| -> Vec<String> {
            let sign = |part: Part| format!("{}{}", if part.negated { "not " } else { "" }, part.source);
            parts(pattern).into_iter().map(sign).collect()
        };
        assert_eq!(apart(r"^(?=.*\d)(?!a|[)]|\))x{2}$"), [r"^(?:.*\d)", r"not ^(?:a|[)]|\))", "^(?:x{2}$)"]);
        for whole in ["a", "^a", "(?=a)b", "^(?!a)*b", "^(?!a)|b", "^(?!a", "^a(?!b)", "^(?=a)b)(c"] {
            assert_eq!(apart(whole), [whole], "{whole}");
        }
    }
}
