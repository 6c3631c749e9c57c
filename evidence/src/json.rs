//! JSON with the source's own number texts: 64-bit integers keep their digits, `99.0` stays `99.0`.
//!
//! `serde_json` finds and checks the text; only what a number looked like is kept beside it.

use crate::number::Number;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Deeper nesting is refused: no answer that is asked for here comes near it, and a reader must not run out of stack.
const MAX_DEPTH: usize = 64;

/// Any JSON value; objects keep their order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Why bytes are not JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The text ends in the middle.
    CutOff,
    /// It is not JSON, or nested beyond reason; with the parser's words.
    Malformed(String),
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        if error.is_eof() { Self::CutOff } else { Self::Malformed(error.to_string()) }
    }
}

/// Reads a whole body.
pub(crate) fn parse(body: &[u8]) -> Result<Json, Fault> {
    let raw: &RawValue = serde_json::from_slice(strip_bom(body))?;
    Ok(read(raw.get(), 0)?)
}

/// The entries of an object, each still as text.
pub(crate) fn entries(body: &[u8]) -> Result<Vec<(Cow<'_, str>, &RawValue)>, Fault> {
    let entries: Entries<'_> = serde_json::from_slice(strip_bom(body))?;
    Ok(entries.0)
}

/// Some Windows programs begin a file with a byte order mark, which JSON forbids.
fn strip_bom(body: &[u8]) -> &[u8] {
    body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body)
}

fn read(text: &str, depth: usize) -> Result<Json, serde_json::Error> {
    if depth > MAX_DEPTH {
        return Err(serde_json::Error::custom(format!("nested deeper than {MAX_DEPTH} levels")));
    }
    Ok(match text.bytes().next() {
        Some(b'{') => {
            let entries: Entries<'_> = serde_json::from_str(text)?;
            let read_entry = |(key, raw): (Cow<'_, str>, &RawValue)| Ok((key.into_owned(), read(raw.get(), depth + 1)?));
            Json::Object(entries.0.into_iter().map(read_entry).collect::<Result<_, serde_json::Error>>()?)
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(text)?;
            Json::List(items.into_iter().map(|raw| read(raw.get(), depth + 1)).collect::<Result<_, _>>()?)
        }
        Some(b'"') => Json::Text(serde_json::from_str(text)?),
        Some(b't') => Json::Bool(true),
        Some(b'f') => Json::Bool(false),
        Some(b'n') => Json::Null,
        _ => Json::Number(Number::parse(text).ok_or_else(|| serde_json::Error::custom(format!("not a number: {text}")))?),
    })
}

/// An object's entries in order, borrowed from the text.
struct Entries<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntriesVisitor;
        impl<'de> Visitor<'de> for EntriesVisitor {
            type Value = Entries<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry::<Key<'de>, &'de RawValue>()? {
                    entries.push((entry.0.0, entry.1));
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(EntriesVisitor)
    }
}

/// A key, borrowed where it holds no escapes.
#[derive(serde::Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl Json {
    /// The value of a key, if this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.entries().iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The value at the end of a path of keys.
    pub fn at(&self, path: &[&str]) -> Option<&Json> {
        path.iter().try_fold(self, |json, key| json.get(key))
    }

    /// The entries of an object; none for anything else.
    pub fn entries(&self) -> &[(String, Json)] {
        if let Self::Object(entries) = self { entries } else { &[] }
    }

    /// The items of a list; none for anything else.
    pub fn items(&self) -> &[Json] {
        if let Self::List(items) = self { items } else { &[] }
    }

    /// Text, if this is text.
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// A number, if this is one.
    pub fn number(&self) -> Option<&Number> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }

    /// A whole number that is not negative, if this is one.
    pub fn count(&self) -> Option<u64> {
        self.number()?.text().parse().ok()
    }

    /// Whether this is `true`.
    pub fn is_true(&self) -> bool {
        *self == Self::Bool(true)
    }

    /// A scalar in plain text, anything else in compact JSON.
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Json {
    /// Compact JSON with the source's number texts.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => formatter.write_str("null"),
            Self::Bool(value) => write!(formatter, "{value}"),
            Self::Number(number) => formatter.write_str(number.text()),
            Self::Text(text) => formatter.write_str(&quote(text)),
            Self::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    write!(formatter, "{}{item}", if index == 0 { "[" } else { "," })?;
                }
                formatter.write_str(if items.is_empty() { "[]" } else { "]" })
            }
            Self::Object(entries) => {
                for (index, (key, value)) in entries.iter().enumerate() {
                    write!(formatter, "{}{}:{value}", if index == 0 { "{" } else { "," }, quote(key))?;
                }
                formatter.write_str(if entries.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
