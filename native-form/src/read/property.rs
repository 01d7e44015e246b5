//! One property of a schema: which kind of value it asks for (SCH-01, SCH-03).

use serde_json::{Map, Value};

use super::found::Found;
use super::keywords::{LEFT, Shape, classify};
use super::options::Listed;
use super::refs::{Document, Merger};
use super::types::Types;
use super::union::{self, Union};
use super::{Budget, Why, list, nested, scalar};
use crate::Field;
use crate::check::pattern::Patterns;
use crate::check::rule::{Kind, Text};

/// A property as read: what it accepts, and what is left to the check on sending.
pub(crate) struct Read {
    pub(crate) kind: Kind,
    pub(crate) nullable: bool,
    /// The schema with references followed: title, description and default are taken from it.
    pub(crate) map: Map<String, Value>,
    /// Keywords that the rule does not check.
    pub(crate) left: Map<String, Value>,
    pub(crate) notes: Vec<String>,
    pub(crate) found: Found,
    /// The fields of a group, or what each item of a list is drawn as.
    pub(crate) inside: Vec<Field>,
}

/// What reading a property needs to know.
pub(crate) struct Reader<'a, 'b> {
    pub(crate) document: &'b Document<'a>,
    pub(crate) patterns: &'b Patterns,
    pub(crate) budget: &'b mut Budget,
    /// Tool arguments: values may be any JSON.
    pub(crate) open: bool,
    /// Groups and lists around what is read.
    pub(crate) depth: usize,
}

/// A schema on the way to its kind.
pub(crate) struct Draftsman {
    pub(crate) map: Map<String, Value>,
    pub(crate) patterns: Patterns,
    pub(crate) types: Option<Types>,
    pub(crate) listed: Option<Listed>,
    pub(crate) nullable: bool,
    pub(crate) left: Map<String, Value>,
    pub(crate) notes: Vec<String>,
    pub(crate) found: Found,
    pub(crate) inside: Vec<Field>,
}

impl Reader<'_, '_> {
    pub(crate) fn property(&mut self, schema: &Value) -> Result<Read, Why> {
        let map = match schema {
            Value::Object(map) => map.clone(),
            Value::Bool(true) => Map::new(),
            Value::Bool(false) => return Err(Why::NothingFits),
            _ => return Err(Why::NotASchema),
        };
        let mut at = self.unfold(map)?;
        let kind = self.kind(&mut at)?;
        Ok(at.finish(kind))
    }

    /// Follows references and takes unions apart.
    pub(crate) fn unfold(&mut self, map: Map<String, Value>) -> Result<Draftsman, Why> {
        let mut found = Found::default();
        let mut nullable = false;
        let mut merger = Merger::new(self.document, self.budget, &mut found);
        let mut map = merger.merged(map)?;
        let (mut titled, mut inferred) = (None, None);
        let mut rounds = 0;
        while rounds < crate::bounds::MAX_DEPTH {
            rounds += 1;
            let mut again = false;
            for word in ["oneOf", "anyOf"] {
                if inferred.is_some() || (titled.is_some() && word == "anyOf") {
                    continue;
                }
                match union::read(&mut map, word, &mut nullable, &mut merger)? {
                    Some(Union::Options(members)) => titled = Some((word, members)),
                    Some(Union::Alternatives(types)) => inferred = Some(types),
                    Some(Union::Gone) => again = true,
                    None => {}
                }
            }
            if !again {
                break;
            }
        }
        let mut types = Types::read(&map)?;
        if types.is_some_and(|types| types.has(Types::NULL)) {
            nullable = true;
            if types.is_some_and(|types| !types.without(Types::NULL).is_empty()) {
                found.add("NULLABLE");
            }
        }
        let named = map.get("type").is_some_and(Value::is_string);
        let listed = self.listed(&mut map, titled, &mut nullable, &mut found)?;
        let optional = nullable && types.is_some_and(|types| types.without(Types::NULL).is_one());
        if !named && !optional {
            found.add("TYPE_INFERRED");
        }
        if types.is_none() && listed.is_none() {
            types = inferred.flatten().or_else(|| map.get("const").map(Types::of));
        }
        let (left, notes, inside) = (Map::new(), Vec::new(), Vec::new());
        let patterns = self.patterns.clone();
        Ok(Draftsman { map, patterns, types, listed, nullable, left, notes, found, inside })
    }

    /// The options of `enum` and of titled constants; of both, what stands in both.
    fn listed(
        &mut self,
        map: &mut Map<String, Value>,
        titled: Option<(&str, Vec<Value>)>,
        nullable: &mut bool,
        found: &mut Found,
    ) -> Result<Option<Listed>, Why> {
        let mut plain = Listed::plain(map, found, self.budget)?;
        if let Some(plain) = &plain
            && plain.has_null()
            && !map.contains_key("type")
        {
            *nullable = true;
            found.add("NULLABLE");
        }
        if *nullable {
            plain = plain.map(Listed::without_null);
        }
        let Some((word, members)) = titled else { return Ok(plain) };
        let list = Listed::titled(members, found, self.budget)?;
        // Kept in the map, so that the keyword is judged with the others.
        map.insert(word.to_owned(), Value::Null);
        if word == "anyOf" {
            found.add("OPTION_ALIAS");
        }
        Ok(Some(match plain {
            Some(plain) => list.also_in(&plain),
            None => list,
        }))
    }

    fn kind(&mut self, at: &mut Draftsman) -> Result<Kind, Why> {
        let Some(types) = at.types else { return self.untyped(at) };
        let carried = types.without(Types::NULL);
        let drawable = if carried.has(Types::NUMBER) { carried.without(Types::WHOLE) } else { carried };
        let simple = drawable.without(Types::OBJECT);
        if self.open && drawable == Types::OBJECT {
            return nested::group(self, at);
        }
        if self.open && simple != drawable {
            return Err(Why::NotCarried);
        }
        match simple {
            Types::TEXT => scalar::text(at, types),
            Types::NUMBER | Types::WHOLE => scalar::number(at, simple == Types::WHOLE),
            Types::FLAG => scalar::flag(at),
            Types::LIST => list::list(self, at),
            none if none.is_empty() => Err(Why::NotCarried),
            _ => match at.listed.take() {
                Some(listed) => scalar::choice(at, listed, |value| types.accept(value)),
                None => Err(Why::NeedsEditor("may be answered with different kinds of values".to_owned())),
            },
        }
    }

    /// No type: by the options, else as text.
    fn untyped(&mut self, at: &mut Draftsman) -> Result<Kind, Why> {
        if let Some(listed) = at.listed.take() {
            let flags = listed.values().all(|value| value.is_boolean() || value.is_null());
            if flags && listed.values().any(Value::is_boolean) {
                at.listed = Some(listed);
                return scalar::flag(at);
            }
            return scalar::choice(at, listed, |value| !value.is_null());
        }
        if self.open {
            return Err(Why::NotCarried);
        }
        if list::has_options(&at.map) {
            return list::list(self, at);
        }
        let kind = scalar::text(at, Types::TEXT)?;
        // Other values pass as well, so the rest of the schema is checked too.
        let values = |(key, _): &(&String, &Value)| !matches!(key.as_str(), "title" | "description" | "default");
        at.left = at.map.iter().filter(values).map(|(key, value)| (key.clone(), value.clone())).collect();
        Ok(match kind {
            Kind::Text(text) => Kind::Text(Text { any: true, ..text }),
            other => other,
        })
    }
}

impl Draftsman {
    /// Judges the keywords and sets aside those that the rule does not check.
    pub(crate) fn judge(&mut self, shape: Shape) {
        classify(shape, &self.map, &mut self.found);
        for key in LEFT {
            if let Some(value) = self.map.get(*key).filter(|value| !value.is_null()) {
                self.left.insert((*key).to_owned(), value.clone());
            }
        }
    }

    fn finish(self, kind: Kind) -> Read {
        let Self { map, left, notes, found, nullable, inside, .. } = self;
        Read { kind, nullable, map, left, notes, found, inside }
    }
}
