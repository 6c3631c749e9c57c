//! The small grammar of every text people write: bold, code, links, lists and ids.
//!
//! The server and the browser parse with this very code, so both show the same. Nothing is an error: what is no markup is text.
//! Not here on purpose: headings, pictures, raw HTML, nested lists.

use crate::id::AnyId;
use serde::{Deserialize, Serialize};

/// A text as it was written. It travels as its source and is parsed where it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Prose(pub String);

/// A block of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", content = "of", rename_all = "snake_case")]
pub enum Block {
    /// Lines up to the next blank line.
    Paragraph(Vec<Inline>),
    /// Lines that begin with `- `, one item each.
    List(Vec<Vec<Inline>>),
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", content = "of", rename_all = "snake_case")]
pub enum Inline {
    /// Plain text; a line break of the source is a `\n` in it.
    Text(String),
    /// `**strong**`.
    Bold(Vec<Inline>),
    /// `` `code` ``: nothing inside is parsed.
    Code(String),
    /// `[text](https://...)`; only http and https.
    Link {
        /// What is shown.
        text: String,
        /// Where it leads.
        url: String,
    },
    /// `E-17`, or one line of it: `E-28:4`.
    Id {
        /// What is cited.
        id: AnyId,
        /// Which line of it, from 1.
        line: Option<u32>,
    },
}

/// The longest address that is still taken for a link.
const MAX_URL_BYTES: usize = 2_048;

impl Prose {
    /// The text in blocks.
    pub fn blocks(&self) -> Vec<Block> {
        parse(&self.0)
    }

    /// A text of one line; line breaks and list signs are text.
    pub fn inline(&self) -> Vec<Inline> {
        parse_inline(&self.0)
    }
}

impl From<&str> for Prose {
    fn from(source: &str) -> Self {
        Self(source.to_owned())
    }
}

/// Reads a text of paragraphs and lists.
pub fn parse(source: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut paragraph: Vec<&str> = Vec::new();
    for line in source.lines() {
        let item = line.strip_prefix("- ").filter(|item| !item.trim().is_empty());
        if (item.is_some() || line.trim().is_empty()) && !paragraph.is_empty() {
            blocks.push(Block::Paragraph(parse_inline(&paragraph.join("\n"))));
            paragraph.clear();
        }
        match (item, blocks.last_mut()) {
            (Some(item), Some(Block::List(items))) => items.push(parse_inline(item)),
            (Some(item), _) => blocks.push(Block::List(vec![parse_inline(item)])),
            (None, _) if line.trim().is_empty() => {
                // An empty paragraph keeps two lists with a blank line between them apart; it is dropped below.
                blocks.push(Block::Paragraph(Vec::new()));
            }
            (None, _) => paragraph.push(line),
        }
    }
    if !paragraph.is_empty() {
        blocks.push(Block::Paragraph(parse_inline(&paragraph.join("\n"))));
    }
    blocks.retain(|block| *block != Block::Paragraph(Vec::new()));
    blocks
}

/// Reads the pieces of one line or paragraph.
pub fn parse_inline(source: &str) -> Vec<Inline> {
    pieces(source, true)
}

/// What a text cites, in order and without duplicates; ids inside code are not cited.
pub fn citations(source: &str) -> Vec<(AnyId, Option<u32>)> {
    let mut found = Vec::new();
    for block in parse(source) {
        match block {
            Block::Paragraph(inlines) => collect_ids(&inlines, &mut found),
            Block::List(items) => items.iter().for_each(|item| collect_ids(item, &mut found)),
        }
    }
    found
}

/// The text without its markup on one line, cut after `limit` characters with an ellipsis.
pub fn one_line(source: &str, limit: usize) -> String {
    let mut plain = String::new();
    for block in parse(source) {
        match block {
            Block::Paragraph(inlines) => write_plain(&inlines, &mut plain),
            Block::List(items) => items.iter().for_each(|item| {
                write_plain(item, &mut plain);
                plain.push(' ');
            }),
        }
        plain.push(' ');
    }
    let words = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(limit) {
        Some((cut, _)) => format!("{}…", words.get(..cut).unwrap_or_default().trim_end()),
        None => words,
    }
}

fn collect_ids(inlines: &[Inline], found: &mut Vec<(AnyId, Option<u32>)>) {
    for inline in inlines {
        match inline {
            Inline::Id { id, line } if !found.contains(&(*id, *line)) => found.push((*id, *line)),
            Inline::Bold(inner) => collect_ids(inner, found),
            Inline::Text(_) | Inline::Code(_) | Inline::Link { .. } | Inline::Id { .. } => {}
        }
    }
}

/// Adds the text of all leaves.
fn write_plain(inlines: &[Inline], plain: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text(text) | Inline::Code(text) | Inline::Link { text, .. } => plain.push_str(text),
            Inline::Bold(inner) => write_plain(inner, plain),
            Inline::Id { id, line } => {
                plain.push_str(&id.to_string());
                if let Some(line) = line {
                    plain.push_str(&format!(":{line}"));
                }
            }
        }
    }
}

/// Walks the source once; `strong_allowed` is false inside bold, so the depth is two.
fn pieces(source: &str, strong_allowed: bool) -> Vec<Inline> {
    let mut found = Vec::new();
    let mut text = String::new();
    let mut rest = source;
    while let Some(letter) = rest.chars().next() {
        let markup = match letter {
            '`' => code(rest),
            '*' if strong_allowed => strong(rest),
            '[' => link(rest),
            'E' | 'F' | 'H' | 'Q' | 'R' | 'N' | 'M' if !text.chars().next_back().is_some_and(joins_a_word) => id(rest),
            _ => None,
        };
        let (piece, after) = match markup {
            Some((piece, after)) => (Some(piece), after),
            None => (None, rest.get(letter.len_utf8()..).unwrap_or_default()),
        };
        match piece {
            Some(piece) => {
                if !text.is_empty() {
                    found.push(Inline::Text(std::mem::take(&mut text)));
                }
                found.push(piece);
            }
            None => text.push(letter),
        }
        rest = after;
    }
    if !text.is_empty() {
        found.push(Inline::Text(text));
    }
    found
}

/// Letters before or after which `E-17` is part of a longer word.
fn joins_a_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '-' | '_' | '/')
}

fn code(rest: &str) -> Option<(Inline, &str)> {
    let (inside, after) = rest.strip_prefix('`')?.split_once('`')?;
    (!inside.is_empty()).then(|| (Inline::Code(inside.to_owned()), after))
}

fn strong(rest: &str) -> Option<(Inline, &str)> {
    let (inside, after) = rest.strip_prefix("**")?.split_once("**")?;
    (!inside.trim().is_empty()).then(|| (Inline::Bold(pieces(inside, false)), after))
}

fn link(rest: &str) -> Option<(Inline, &str)> {
    let inside = rest.strip_prefix('[')?;
    // The text ends at the first bracket of either kind, so that a row of opening brackets is not searched again and again.
    let (text, after) = inside.split_at(inside.find(['[', ']'])?);
    let address = after.strip_prefix("](")?;
    let end = address.bytes().take(MAX_URL_BYTES).position(|byte| byte == b')' || byte.is_ascii_whitespace())?;
    let (url, after) = address.split_at_checked(end)?;
    let after = after.strip_prefix(')')?;
    let known = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).is_some_and(|host| !host.is_empty());
    (known && !text.trim().is_empty()).then(|| (Inline::Link { text: text.to_owned(), url: url.to_owned() }, after))
}

fn id(rest: &str) -> Option<(Inline, &str)> {
    let digits = digits_at(rest, 2)?;
    let (id, mut after) = rest.split_at_checked(2 + digits)?;
    let id: AnyId = id.parse().ok()?;
    let mut line = None;
    if let (AnyId::EvidenceId(_), Some(digits)) = (id, after.strip_prefix(':').and_then(|after| digits_at(after, 0)))
        && let Some(number) = after.get(1..1 + digits).and_then(|digits| digits.parse().ok())
    {
        line = Some(number);
        after = after.get(1 + digits..).unwrap_or_default();
    }
    (!after.chars().next().is_some_and(joins_a_word)).then_some((Inline::Id { id, line }, after))
}

/// How many digits of a number without leading zeros stand at `start`; at most nine, so that it fits an id.
fn digits_at(text: &str, start: usize) -> Option<usize> {
    let digits = text.get(start..)?.bytes().take_while(u8::is_ascii_digit).take(10).count();
    (1..=9).contains(&digits).then_some(digits).filter(|_| text.as_bytes().get(start) != Some(&b'0'))
}
