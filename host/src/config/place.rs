//! Where a member stands in a JSON text, for messages that a person has to act on.

/// Line and column, from 1, of the key at the end of that path of object keys.
pub(super) fn of_key(text: &str, path: &[&str]) -> Option<(usize, usize)> {
    let mut scan = Scan { text: text.as_bytes(), at: 0 };
    let mut found = None;
    for key in path {
        let at = scan.enter(key)?;
        found = Some(at);
    }
    let before = text.get(..found?)?;
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Some((line, column))
}

/// Walks a text that is known to be valid JSON.
struct Scan<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    /// From the start of an object to the value of its last member of that name, which is the one that counts; gives
    /// the place of its key.
    fn enter(&mut self, wanted: &str) -> Option<usize> {
        self.blank();
        if self.peek()? != b'{' {
            return None;
        }
        self.at += 1;
        let mut found = None;
        loop {
            self.blank();
            match self.peek()? {
                b'}' => break,
                b',' => self.at += 1,
                _ => {
                    let start = self.at;
                    self.string()?;
                    let key: String = serde_json::from_slice(self.text.get(start..self.at)?).ok()?;
                    self.blank();
                    self.at += 1;
                    if key == wanted {
                        found = Some((start, self.at));
                    }
                    self.value()?;
                }
            }
        }
        let (key, value) = found?;
        self.at = value;
        Some(key)
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn blank(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            match self.peek()? {
                b'\\' => self.at += 2,
                b'"' => break,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some(())
    }

    /// Over one value, of any depth, without recursion.
    fn value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            self.blank();
            match self.peek()? {
                b'"' => self.string()?,
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' => self.at += 1,
                _ => {
                    while !matches!(self.peek(), None | Some(b',' | b':' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n'))
                    {
                        self.at += 1;
                    }
                }
            }
            if depth == 0 {
                return Some(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_where_they_stand() {
        let text = "{\n  \"x\": {\"b\": [1, {\"mcpServers\": 2}]}, \"n\": -1.5e3 ,\"t\":true,\n  \"mcpServers\": {\n    \"a\": {},\n    \"b\\u00e9\\\"\": {}\n  }\n}";
        assert_eq!(of_key(text, &["mcpServers"]), Some((3, 3)));
        assert_eq!(of_key(text, &["mcpServers", "a"]), Some((4, 5)));
        assert_eq!(of_key(text, &["mcpServers", "bé\""]), Some((5, 5)));
        assert_eq!(of_key(text, &["mcpServers", "c"]), None);
        assert_eq!(of_key(text, &["n", "c"]), None);
        assert_eq!(of_key("[]", &["a"]), None);
        assert_eq!(of_key("{\"a\":1,\n\"a\":2}", &["a"]), Some((2, 1)));
    }
}
