//! Rison, the compact JSON in addresses of Kibana: `(a:!(1,'two'),b:!t)`.

use serde_json::{Map, Number, Value};

/// Deeper nesting is refused: the reader recurses.
const MAX_DEPTH: usize = 32;

/// Reads a whole text; `None` if it is not rison.
pub(super) fn parse(text: &str) -> Option<Value> {
    let mut reader = Reader { rest: text };
    let value = reader.value(0)?;
    reader.rest.is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        if self.take("(") {
            return self.object(depth);
        }
        if self.take("!(") {
            return self.list(depth);
        }
        if self.take("'") {
            return self.quoted().map(Value::String);
        }
        for (word, value) in [("!t", Value::Bool(true)), ("!f", Value::Bool(false)), ("!n", Value::Null)] {
            if self.take(word) {
                return Some(value);
            }
        }
        let word = self.word()?;
        let number = word.parse::<i64>().ok().map(Number::from).or_else(|| {
            let first = word.trim_start_matches('-').chars().next()?;
            first.is_ascii_digit().then(|| Number::from_f64(word.parse().ok()?))?
        });
        Some(number.map_or_else(|| Value::String(word.to_owned()), Value::Number))
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut object = Map::new();
        while !self.take(")") {
            if !object.is_empty() && !self.take(",") {
                return None;
            }
            let key = if self.take("'") { self.quoted()? } else { self.word()?.to_owned() };
            if !self.take(":") {
                return None;
            }
            object.insert(key, self.value(depth + 1)?);
        }
        Some(Value::Object(object))
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        let mut list = Vec::new();
        while !self.take(")") {
            if !list.is_empty() && !self.take(",") {
                return None;
            }
            list.push(self.value(depth + 1)?);
        }
        Some(Value::Array(list))
    }

    /// The text after an opening quote; `!'` is a quote and `!!` an exclamation mark.
    fn quoted(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut chars = self.rest.char_indices();
        loop {
            match chars.next()? {
                (_, '!') => text.push(chars.next().map(|(_, char)| char).filter(|char| matches!(char, '!' | '\''))?),
                (at, '\'') => {
                    self.rest = self.rest.get(at + 1..)?;
                    return Some(text);
                }
                (_, char) => text.push(char),
            }
        }
    }

    /// A word without quotes.
    fn word(&mut self) -> Option<&'a str> {
        let end = self.rest.find(['\'', '!', ':', '(', ')', ',']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    fn take(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }
}
