//! Where a member stands in a JSON text, for messages that a person has to act on.

use std::collections::HashMap;

/// Line and column, from 1, of the key at the end of that path of object keys.
pub(super) fn of_key(text: &str, path: &[&str]) -> Option<(usize, usize)> {
    let mut scan = Scan { text: text.as_bytes(), at: 0 };
    let mut found = None;
    for key in path {
        let at = scan.enter(key)?;
        found = Some(at);
    }
    place(text, found?)
}

fn place(text: &str, at: usize) -> Option<(usize, usize)> {
    let before = text.get(..at)?;
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Some((line, column))
}

/// A key that an object has more than once. JSON allows it, and the last one counts.
#[derive(Debug, PartialEq)]
pub(super) struct Repeated {
    pub(super) key: String,
    pub(super) times: usize,
    /// The line of the first one.
    pub(super) first: usize,
    /// The line of the one that counts.
    pub(super) last: usize,
}

/// The keys that the object at the end of that path has more than once, at most [`MAX_REPEATED`] of them.
pub(super) fn repeated(text: &str, path: &[&str]) -> Vec<Repeated> {
    let mut scan = Scan { text: text.as_bytes(), at: 0 };
    let members = path.iter().try_for_each(|key| scan.enter(key).map(drop)).and_then(|()| scan.members());
    let mut keys: Vec<(String, Vec<usize>)> = Vec::new();
    let mut known = HashMap::new();
    for (key, at, _) in members.unwrap_or_default() {
        let index = *known.entry(key.clone()).or_insert(keys.len());
        match keys.get_mut(index) {
            Some((_, places)) => places.push(at),
            None => keys.push((key, vec![at])),
        }
    }
    let line = |at| place(text, at).map_or(1, |(line, _)| line);
    let repeated = keys.into_iter().filter_map(|(key, places)| match places.as_slice() {
        [first, .., last] => Some(Repeated { key, times: places.len(), first: line(*first), last: line(*last) }),
        _ => None,
    });
    repeated.take(MAX_REPEATED).collect()
}

/// Most repeated keys that are told.
const MAX_REPEATED: usize = 20;

/// Walks a text that is known to be valid JSON.
struct Scan<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    /// From the start of an object to the value of its last member of that name, which is the one that counts; gives
    /// the place of its key.
    fn enter(&mut self, wanted: &str) -> Option<usize> {
        let (_, key, value) = self.members()?.into_iter().rev().find(|(key, ..)| key == wanted)?;
        self.at = value;
        Some(key)
    }

    /// The members of an object from its start: each key, its place, and the place of its value.
    fn members(&mut self) -> Option<Vec<(String, usize, usize)>> {
        self.blank();
        if self.peek()? != b'{' {
            return None;
        }
        self.at += 1;
        let mut members = Vec::new();
        loop {
            self.blank();
            match self.peek()? {
                b'}' => return Some(members),
                b',' => self.at += 1,
                _ => {
                    let start = self.at;
                    self.string()?;
                    let key = serde_json::from_slice(self.text.get(start..self.at)?).ok()?;
                    self.blank();
                    self.at += 1;
                    members.push((key, start, self.at));
                    self.value()?;
                }
            }
        }
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

    #[test]
    fn keys_that_stand_more_than_once_are_found() {
        let text =
            "{\"s\": {\"a\": {\"x\": 1, \"x\": 2},\n \"b\": [{\"a\": 1}],\n \"\\u0061\": 1,\n \"a\": 2}, \"s2\": {}}";
        let key = "a".to_owned();
        assert_eq!(repeated(text, &["s"]), [Repeated { key, times: 3, first: 1, last: 4 }]);
        assert_eq!(repeated(text, &[]), []);
        assert_eq!(repeated(text, &["t"]), []);
        assert_eq!(repeated("[]", &[]), []);
        let many: String = (0..1000).map(|n| format!("\"{n}\":1,\"{n}\":2,\n")).collect();
        assert_eq!(repeated(&format!("{{{many}\"z\":1}}"), &[]).len(), MAX_REPEATED);
    }
}
