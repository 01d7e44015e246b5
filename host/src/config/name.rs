//! Names of servers: short, visible, and unable to look like something else (ELI-09).

/// Longest name.
const MAX_CHARS: usize = 64;

/// Why this is no name, in words that end a sentence.
pub fn check(name: &str) -> Result<(), String> {
    if name.trim().is_empty() {
        return Err("a name must have a visible character.".to_owned());
    }
    if name.chars().count() > MAX_CHARS {
        return Err(format!("a name has at most {MAX_CHARS} characters."));
    }
    if name.chars().any(is_invisible) {
        return Err("a name may not have control characters or such that turn the direction of text.".to_owned());
    }
    if name.trim() != name {
        return Err("a name may not start or end with a space.".to_owned());
    }
    Ok(())
}

/// Control and format characters, line separators, bidi controls, blank fillers.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// A bad name, fit to be shown.
pub(super) fn shown(name: &str) -> String {
    let mut shown: String =
        name.chars().take(MAX_CHARS).map(|c| if is_invisible(c) { '\u{fffd}' } else { c }).collect();
    if name.chars().count() > MAX_CHARS {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_visible_and_short() {
        for good in ["a", "My server 2", "größe", "日本", &"x".repeat(64), "a/b:c", "👩‍🚀"] {
            assert_eq!(check(good).is_ok(), !good.contains('\u{200d}'), "{good}");
        }
        for bad in [
            "",
            " ",
            "\u{a0}",
            "a ",
            " a",
            "a\nb",
            "a\0",
            "a\u{202e}b",
            "\u{200b}",
            "\u{2066}",
            &"x".repeat(65),
            "\u{feff}a",
        ] {
            assert!(check(bad).is_err(), "{bad:?}");
        }
        assert_eq!(shown("a\u{202e}b\n"), "a\u{fffd}b\u{fffd}");
    }
}
